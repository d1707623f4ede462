import { joinTrees, subtreesOf } from '@readymark/tlog/tree';
import type { Db } from '../engine/engine.ts';
import { encodeHash } from '../log-state.ts';
import { subtreeRoots } from './tree/tree-rows.ts';

/**
 * What two databases have in common only if all that was published in them up to a publication is the same: how many entries
 * the public log has up to there, and the root of its tree over them. Reads a few tiles.
 */
export async function markOf(db: Db, publication: number): Promise<string> {
  const size = await logSizeAt(db, publication);
  if (size === 0) return '0';
  return `${size} ${encodeHash(joinTrees(await subtreeRoots(db, subtreesOf(0, size))))}`;
}

/** How many entries publications up to one have in the log: 0 while it has none of them. */
export async function logSizeAt(db: Db, publication: number): Promise<number> {
  const row = await db
    .selectFrom('log_entries')
    .select('entry_index')
    .where('publication', '<=', publication)
    .orderBy('publication', 'desc')
    .orderBy('entry_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : row.entry_index + 1;
}
