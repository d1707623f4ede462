import { day, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { Fault } from '../../../domain/fault.ts';
import { jsonReply, operation } from '../../../operations/operation.ts';
import { datasetPiece, keptDatasets, PIECE_BYTES } from '../store/datasets.ts';

const FILE = 'datapackage.json';

/** A data file as a Data Package names it (decision 153). */
const resource = z.object({
  name: z.string(),
  path: z.string().meta({ description: 'Beside this document.' }),
  description: z.string(),
  bytes: z.int(),
  unpacked_bytes: z.int().optional(),
  hash: z.string(),
  rows: z.int().nullable(),
});

/** What the newest dataset contains. Faults: not_found before the first one. */
export const getDataset = operation({
  name: 'get_dataset',
  title: 'Get the dataset',
  summary: 'The newest dataset: all audits and the public log as files.',
  scope: null,
  faults: ['not_found'],
  input: z.object({}),
  output: z.object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    version: z.string(),
    created: timestamp,
    publication: z.int(),
    log: z.object({ origin: z.string(), size: z.int(), root: z.string() }),
    counts: z.object({
      companies: z.int(),
      audits: z.int(),
      fictional: z.int(),
      first_audit: day.nullable(),
      last_audit: day.nullable(),
    }),
    resources: z.array(resource),
  }),
  reply_names: ['Dataset'],
  http: [
    {
      method: 'GET',
      path: '/dataset/latest/datapackage.json',
      status: 200,
      fields: 'none',
      document: true,
      at_length: true,
      guidance: 'A Data Package (v2). It redirects to the dataset of a publication, which never changes.',
    },
  ],
  async handler(ctx) {
    const [newest] = await keptDatasets(ctx.store.db);
    const bytes = newest?.files.find(({ name }) => name === FILE)?.bytes;
    if (!newest || bytes === undefined) throw new Fault('not_found', 'No dataset was made yet.');
    const pieces: Uint8Array[] = [];
    for (let piece = 0; piece * PIECE_BYTES < bytes; piece += 1) {
      const body = await datasetPiece(ctx, newest.publication, FILE, piece);
      if (!body) throw new Fault('not_found', 'The dataset was replaced by a newer one.');
      pieces.push(body);
    }
    return jsonReply(Buffer.concat(pieces).toString());
  },
});
