import { levelWidth, placeOf, TILE_WIDTH } from '@readymark/tlog/tiles';
import { completeRoot, type Hash, joinTrees, type Subtree, subtreesOf } from '@readymark/tlog/tree';
import { sql } from 'kysely';
import type { Db } from '../../engine/engine.ts';
import { prepared } from '../../engine/postgres.ts';
import { decodeHash, encodeHash } from '../../log-state.ts';

/** The tree of the public log as it is stored: the hashes of leaves beside their entries, and tiles that are full. */

const HASH_BYTES = 32;

/** Hashes of one tile, from its `from`-th on. */
type TileRange = { level: number; n: number; from: number; count: number };

/** Hashes in one tile of the tree. They must exist. @throws Error when they do not */
export async function tileHashes(db: Db, place: TileRange): Promise<Hash[]> {
  const [hashes] = await hashesAt(db, [place]);
  return hashes ?? [];
}

/** The hashes of complete trees, in the same order. @throws Error when the log is smaller */
export async function subtreeRoots(db: Db, subtrees: readonly Subtree[]): Promise<Hash[]> {
  return (await hashesAt(db, subtrees.map(placeOf))).map(completeRoot);
}

/** Hashes in several tiles, in the same order: one query for those that are full, and one for the others, of which a tree has one a level. */
export async function hashesAt(db: Db, places: readonly TileRange[]): Promise<Hash[][]> {
  const full = await fullTiles(db, places);
  const ranges = new Map<string, Range>();
  for (const { level, n, from, count } of places) {
    const tile = nameOf(level, n);
    const start = n * TILE_WIDTH;
    const to = Math.max(ranges.get(tile)?.to ?? 0, start + from + count);
    if (!full.has(tile)) ranges.set(tile, { level, from: start, to });
  }
  const loose = await looseHashes(db, [...ranges.values()]);
  return places.map(({ level, n, from, count }) => {
    const tile = nameOf(level, n);
    const hashes = (full.get(tile) ?? loose.get(tile) ?? []).slice(from, from + count);
    if (hashes.length !== count)
      throw new Error(`the log has no ${count} hashes from ${n * TILE_WIDTH + from} of its level ${level}`);
    return hashes;
  });
}

const nameOf = (level: number, n: number) => `${level}/${n}`;

async function fullTiles(db: Db, places: readonly TileRange[]): Promise<Map<string, Hash[]>> {
  if (!places.length) return new Map();
  const wanted = new Map(places.map(({ level, n }) => [nameOf(level, n), { level, n }]));
  const asked = db
    .selectFrom('log_tiles')
    .select(['tile_level', 'tile_index', 'hashes'])
    .where(({ eb, or, and }) =>
      or([...wanted.values()].map(({ level, n }) => and([eb('tile_level', '=', level), eb('tile_index', '=', n)]))),
    );
  // One is what most proofs ask for.
  const rows = await (wanted.size === 1 ? asked.modifyEnd(prepared) : asked).execute();
  return new Map(
    rows.map(({ tile_level, tile_index, hashes }) => {
      const bytes = decodeHash(hashes);
      const split = Array.from({ length: TILE_WIDTH }, (_, at) =>
        bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
      );
      return [nameOf(tile_level, tile_index), split];
    }),
  );
}

/** Hashes of a level, in one tile. */
type Range = { level: number; from: number; to: number };

/** Hashes by tile, from where they come from: leaves from their entries, others from the full tiles below. */
async function looseHashes(db: Db, ranges: readonly Range[]): Promise<Map<string, Hash[]>> {
  if (!ranges.length) return new Map();
  const queries = ranges.map(({ level, from, to }) =>
    level === 0
      ? sql`select 0 as level, entry_index as place, leaf_hash as hash from log_entries
          where entry_index >= ${from} and entry_index < ${to}`
      : sql`select tile_level + 1 as level, tile_index as place, root as hash from log_tiles
          where tile_level = ${level - 1} and tile_index >= ${from} and tile_index < ${to}`,
  );
  const { rows } = await sql<{ level: number; place: number; hash: string }>`
    select level, place, hash from (${sql.join(queries, sql` union all `)}) as hashes order by level, place`.execute(
    db,
  );
  const tiles = Map.groupBy(rows, ({ level, place }) => nameOf(level, Math.floor(place / TILE_WIDTH)));
  return new Map([...tiles].map(([tile, found]) => [tile, found.map(({ hash }) => decodeHash(hash))]));
}

/** Stores the tiles that became full when the log grew from one size to another; its entries are stored. */
export async function storeFullTiles(tx: Db, before: number, after: number): Promise<void> {
  const full = (size: number, level: number) => Math.floor(levelWidth(size, level) / TILE_WIDTH);
  for (let level = 0; full(after, level) > 0; level += 1)
    for (let n = full(before, level); n < full(after, level); n += 1) {
      const [hashes = []] = (
        await looseHashes(tx, [{ level, from: n * TILE_WIDTH, to: (n + 1) * TILE_WIDTH }])
      ).values();
      const row = { root: encodeHash(completeRoot(hashes)), hashes: encodeHash(Buffer.concat(hashes)) };
      await tx
        .insertInto('log_tiles')
        .values({ tile_level: level, tile_index: n, ...row })
        .execute();
    }
}

/** The hash of the tree over the first `size` entries, from a few tiles. @throws Error when there are fewer entries */
export const rootAt = async (db: Db, size: number): Promise<Hash> =>
  joinTrees(await subtreeRoots(db, subtreesOf(0, size)));
