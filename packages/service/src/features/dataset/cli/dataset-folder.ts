import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { packedLines } from '../../../documents/packed-lines.ts';
import type { DatasetReader } from '../domain/check-dataset.ts';
import { MANIFEST } from '../domain/manifest.ts';

/** The dataset in a folder, or undefined where there is none. */
export async function datasetIn(folder: string): Promise<DatasetReader | undefined> {
  const isFile = (name: string) =>
    stat(join(folder, name)).then(
      (found) => found.isFile(),
      () => false,
    );
  if (!(await isFile(MANIFEST))) return undefined;
  return {
    bytes: async (name) => ((await isFile(name)) ? createReadStream(join(folder, name)) : undefined),
    lines: (name) => packedLines(join(folder, name)),
  };
}
