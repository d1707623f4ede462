import type { Feature } from '../../operations/context.ts';

/** All audits as files: NDJSON, CSV and Parquet, signed, made every night (decision 153). */
export const dataset: Feature = {
  name: 'dataset',
  operations: async () => [(await import('./operations/get-dataset.ts')).getDataset],
  jobs: [
    {
      name: 'list of datasets',
      every_ms: 10_000,
      run: async (ctx) => (await import('./operations/note-datasets.ts')).noteDatasets(ctx),
    },
    {
      name: 'dataset',
      every_ms: 60_000,
      run: async (ctx, signal) => (await import('./operations/make-datasets.ts')).makeDatasets(ctx, signal),
    },
  ],
  note: async (ctx) => (await import('./operations/note-datasets.ts')).noteDatasets(ctx),
  doctor: async () => [(await import('./store/check-datasets.ts')).checkDatasets],
  copied_rows: { dataset_pieces: 25 },
  http: async () => (await import('./http/part.ts')).datasetPart,
  export_option: {
    flag: 'dataset',
    does: 'all audits as NDJSON, CSV and Parquet, with a signed manifest, instead of the documents',
    run: async (...given) => (await import('./cli/export-dataset.ts')).exportDataset(...given),
  },
  verify_folder: async (...given) => (await import('./cli/verify-dataset.ts')).verifyDataset(...given),
};
