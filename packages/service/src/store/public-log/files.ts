import { bundleOf, levelWidth, TILE_WIDTH, type TileName } from '@readymark/tlog/tiles';
import type { Db } from '../engine/engine.ts';
import { tileHashes } from './tree/tree-rows.ts';

/** A file of the log: its bytes, and when the last entry under it was published (ISO 8601). */
type LogFile = { bytes: Uint8Array; at: string };

/** A tile or bundle of a log with `size` entries; undefined where that has no such one, or a narrower one. */
export async function logFile(db: Db, { level, n, width }: TileName, size: number): Promise<LogFile | undefined> {
  const first = n * TILE_WIDTH;
  if (first + width > levelWidth(size, level)) return undefined;
  const last = level === 'entries' ? first + width - 1 : (first + width) * TILE_WIDTH ** level - 1;
  const { at } = await db
    .selectFrom('log_entries')
    .innerJoin('publications', 'publications.publication', 'log_entries.publication')
    .select('publications.at')
    .where('entry_index', '=', last)
    .executeTakeFirstOrThrow();
  if (level !== 'entries')
    return { at, bytes: Buffer.concat(await tileHashes(db, { level, n, from: 0, count: width })) };
  const rows = await db
    .selectFrom('log_entries')
    .select('entry')
    .where('entry_index', '>=', first)
    .where('entry_index', '<', first + width)
    .orderBy('entry_index')
    .execute();
  return { at, bytes: bundleOf(rows.map(({ entry }) => Buffer.from(entry))) };
}
