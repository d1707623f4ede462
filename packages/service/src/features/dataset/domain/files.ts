const PARQUET = 'application/vnd.apache.parquet';

/** The files of a dataset (decision 153), in the order in which they are listed. */
export const datasetFiles = {
  'audits.ndjson.zst': {
    media_type: 'application/zstd',
    about: 'every public audit, one JSON document a line: the whole record, its rank, and its entry in the public log',
  },
  'audits.csv.zst': { media_type: 'application/zstd', about: 'the same audits as a table, one row each' },
  'criteria.csv.zst': {
    media_type: 'application/zstd',
    about: 'the score and the evidence of each criterion of each audit, one row each',
  },
  'audits.parquet': {
    media_type: PARQUET,
    about: 'the table of audits with types, and with the lists of each record: signals, gaps, actions',
  },
  'criteria.parquet': { media_type: PARQUET, about: 'the table of criteria with types' },
  'log.ndjson.zst': {
    media_type: 'application/zstd',
    about: 'all entries of the public log up to this publication, one a line, by which every record is checked',
  },
  'datapackage.json': {
    media_type: 'application/json; charset=utf-8',
    about: 'the files with their sizes, hashes, rows and columns, as a Data Package',
  },
  'audit.schema.json': {
    media_type: 'application/schema+json; charset=utf-8',
    about: 'JSON Schema of a line of audits.ndjson.zst',
  },
  'README.md': {
    media_type: 'text/markdown; charset=utf-8',
    about: 'the data card: what this is, how it was made, its limits',
  },
  'CITATION.cff': { media_type: 'application/yaml; charset=utf-8', about: 'how to cite it' },
  checkpoint: { media_type: 'text/plain; charset=utf-8', about: 'the head of the public log, signed' },
  'manifest.txt': {
    media_type: 'text/plain; charset=utf-8',
    about: 'the SHA-256 of every other file, signed with the key of the public log',
  },
} as const;

export type DatasetFileName = keyof typeof datasetFiles;

export const datasetFileNames = Object.keys(datasetFiles) as DatasetFileName[];

export const isDatasetFile = (name: string): name is DatasetFileName => Object.hasOwn(datasetFiles, name);

/** Files whose rows are the data, as text that is compressed with zstd. They and the tables are written first, side by side. */
export type PackedFileName = Extract<DatasetFileName, `${string}.zst`>;
type TableFileName = Extract<DatasetFileName, `${string}.parquet`>;
export type DataFileName = PackedFileName | TableFileName;

/** Files that a dataset of format 1 does not have: it was made before there were any. */
export const sinceFormat2: readonly DatasetFileName[] = ['audits.parquet', 'criteria.parquet'];

/** What is known of a file once it is written. `rows` without the header of a table; null where it has no rows. */
export type WrittenFile = { name: DatasetFileName; sha256: string; bytes: number; rows: number | null };
