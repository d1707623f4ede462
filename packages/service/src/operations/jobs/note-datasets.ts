import { isDeepStrictEqual } from 'node:util';
import { keptDatasets } from '../../store/dataset/datasets.ts';
import type { Context } from '../context.ts';

/** Notes in memory which datasets there are, for the pages that name them (decision 153). Replaced only when that changes. */
export async function noteDatasets({ store, memory }: Pick<Context, 'store' | 'memory'>): Promise<void> {
  const kept = await keptDatasets(store.db);
  if (!isDeepStrictEqual(kept, memory.datasets)) memory.datasets = kept;
}
