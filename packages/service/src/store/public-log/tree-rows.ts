import { levelWidth, placeOf, TILE_WIDTH } from '@readymark/tlog/tiles';
import { completeRoot, type Frontier, type Hash, joinTrees, type Subtree, subtreesOf } from '@readymark/tlog/tree';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../engine/engine.ts';
import { prepared } from '../engine/postgres.ts';

/** The tree of the public log as it is stored: the hashes of leaves beside their entries, and tiles that are full. */

const HASH_BYTES = 32;

export const encodeHash = (hash: Hash): string => Buffer.from(hash).toString('base64');
export const decodeHash = (text: string): Hash => Buffer.from(text, 'base64');

/** The only row of `log_state`. */
export const STATE = 'log';

export const encodeFrontier = (hashes: readonly Hash[]): string => hashes.map(encodeHash).join(' ');

const decodeFrontier = (text: string): Hash[] => (text === '' ? [] : text.split(' ').map(decodeHash));

/** A log: its tree, and the last publication that is in it. */
export type LogState = Frontier & { publication: number };

/** The log of a row of `log_state`, whose columns are null where there is none yet. */
export const stateOf = (row: {
  size: number | null;
  publication: number | null;
  frontier: string | null;
}): LogState => ({
  size: row.size ?? 0,
  publication: row.publication ?? 0,
  hashes: decodeFrontier(row.frontier ?? ''),
});

/** The log as it is. */
export async function logState(db: Db): Promise<LogState> {
  const row = await db.selectFrom('log_state').selectAll().where('name', '=', STATE).executeTakeFirst();
  return stateOf(row ?? { size: null, publication: null, frontier: null });
}

/** The log as it is, and what was published up to a publication and is not in it, with one query. */
export async function unlogged(tx: Db, last: number) {
  const rows = await tx
    .selectFrom('publications as p')
    .leftJoin('log_state as s', (join) => join.on('s.name', '=', STATE))
    .select(['p.publication', 'p.kind', 'p.at', 's.size', 's.publication as logged', 's.frontier'])
    // Not the joined column: by this value both engines begin in the index, and by that one they read all publications.
    .where(({ eb, fn, lit, selectFrom }) =>
      eb(
        'p.publication',
        '>',
        fn.coalesce(selectFrom('log_state').select('publication').where('name', '=', STATE), lit(0)),
      ),
    )
    .where('p.publication', '<=', last)
    .orderBy('p.publication')
    .execute();
  const [row] = rows;
  return {
    state: row ? stateOf({ ...row, publication: row.logged }) : await logState(tx),
    publications: rows.map(({ publication, kind, at }) => ({ publication, kind, at })),
  };
}

/** @param announcing a column that the statement returns (`Store.announcing`) */
export async function writeLogState(
  tx: Tx,
  { size, hashes, publication }: LogState,
  announcing: RawBuilder<unknown> = sql`1`,
): Promise<void> {
  const row = { size, publication, frontier: encodeFrontier(hashes) };
  await tx
    .insertInto('log_state')
    .values({ name: STATE, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .returning(announcing.as('announced'))
    .modifyEnd(prepared)
    .execute();
}

/** Hashes of one tile, from its `from`-th on. */
type Place = { level: number; n: number; from: number; count: number };

/** Hashes in one tile of the tree. They must exist. @throws Error when they do not */
export async function tileHashes(db: Db, place: Place): Promise<Hash[]> {
  const [hashes] = await hashesAt(db, [place]);
  return hashes ?? [];
}

/** The hashes of complete trees, in the same order. @throws Error when the log is smaller */
export async function subtreeRoots(db: Db, subtrees: readonly Subtree[]): Promise<Hash[]> {
  return (await hashesAt(db, subtrees.map(placeOf))).map(completeRoot);
}

/** Hashes in several tiles: one query for those that are full, and one for the others, of which a tree has one a level. */
async function hashesAt(db: Db, places: readonly Place[]): Promise<Hash[][]> {
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

async function fullTiles(db: Db, places: readonly Place[]): Promise<Map<string, Hash[]>> {
  if (!places.length) return new Map();
  const wanted = new Map(places.map(({ level, n }) => [nameOf(level, n), { level, n }]));
  const rows = await db
    .selectFrom('log_tiles')
    .select(['tile_level', 'tile_index', 'hashes'])
    .where(({ eb, or, and }) =>
      or([...wanted.values()].map(({ level, n }) => and([eb('tile_level', '=', level), eb('tile_index', '=', n)]))),
    )
    .execute();
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
