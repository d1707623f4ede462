import { createHash } from 'node:crypto';
import type { Blobs } from '../../../store/blobs/blobs.ts';
import type { Store } from '../../../store/engine/engine.ts';
import { datasetPiece, keptDatasets } from './datasets.ts';

/** Checks that each file of the datasets that are kept has the SHA-256 that it is served under (decision 153). */
export async function checkDatasets(
  store: Store,
  blobs: Blobs | undefined,
): Promise<{ check: string; rows: number; findings: string[] }> {
  const findings: string[] = [];
  let rows = 0;
  for (const { publication, files } of await keptDatasets(store.db))
    for (const { name, sha256, bytes } of files) {
      const hash = createHash('sha256');
      let length = 0;
      for (let piece = 0; length < bytes; piece += 1) {
        const body = await datasetPiece({ store, blobs }, publication, name, piece).catch(() => undefined);
        if (!body?.byteLength) break;
        hash.update(body);
        length += body.byteLength;
      }
      rows += 1;
      if (length !== bytes || hash.digest('hex') !== sha256)
        findings.push(`${name} of publication ${publication} is another or damaged`);
    }
  return { check: 'files of datasets are what was made', rows, findings };
}
