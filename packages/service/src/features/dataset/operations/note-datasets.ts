import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../operations/context.ts';
import { type KeptDataset, keptDatasets } from '../store/datasets.ts';

declare module '../../../operations/memory.ts' {
  interface Noted {
    /** The datasets that can be downloaded, newest first. */
    datasets?: readonly KeptDataset[];
  }
}

/** Datasets that are listed, and kept: each has about four fifths of the size of its records. */
export const LISTED_MAX = 2;

/** Notes in memory which datasets there are, for the pages that name them (decision 153). Replaced only when that changes. */
export async function noteDatasets({ store, memory }: Pick<Context, 'store' | 'memory'>): Promise<void> {
  const datasets = (await keptDatasets(store.db)).slice(0, LISTED_MAX);
  if (isDeepStrictEqual(datasets, memory.noted.datasets ?? [])) return;
  const changed_at = [memory.noted.changed_at ?? '', datasets[0]?.made_at ?? ''].sort().at(-1) || undefined;
  memory.noted = { ...memory.noted, datasets, changed_at };
}
