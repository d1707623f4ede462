import { levelWidth, placeOf, TILE_WIDTH } from '../../domain/public-log/tiles.ts';
import { completeRoot, type Frontier, type Hash, joinTrees, subtreesOf } from '../../domain/public-log/tree.ts';
import type { Db } from '../engine/engine.ts';

/** The tree of the public log as it is stored: the hashes of leaves beside their entries, and tiles that are full. */

const HASH_BYTES = 32;

export const encodeHash = (hash: Hash): string => Buffer.from(hash).toString('base64');
const decodeHash = (text: string): Hash => Buffer.from(text, 'base64');

/** The only row of `log_state`. */
export const STATE = 'log';

export const decodeFrontier = (text: string): Hash[] => (text === '' ? [] : text.split(' ').map(decodeHash));

/** The log as it is: its tree, and the last publication that is in it. */
export async function logState(db: Db): Promise<Frontier & { publication: number }> {
  const row = await db.selectFrom('log_state').selectAll().where('name', '=', STATE).executeTakeFirst();
  if (!row) return { size: 0, publication: 0, hashes: [] };
  const { size, publication, frontier } = row;
  return { size, publication, hashes: decodeFrontier(frontier) };
}

/** The log as it is, and what was published up to a publication and is not in it, with one query. */
export async function unlogged(tx: Db, last: number) {
  const rows = await tx
    .selectFrom('publications as p')
    .leftJoin('log_state as s', (join) => join.on('s.name', '=', STATE))
    .select(['p.publication', 'p.kind', 'p.at', 's.size', 's.publication as logged', 's.frontier'])
    .where((eb) => eb('p.publication', '>', eb.fn.coalesce('s.publication', eb.lit(0))))
    .where('p.publication', '<=', last)
    .orderBy('p.publication')
    .execute();
  const [row] = rows;
  const hashes = decodeFrontier(row?.frontier ?? '');
  return {
    state: row ? { size: row.size ?? 0, publication: row.logged ?? 0, hashes } : await logState(tx),
    publications: rows.map(({ publication, kind, at }) => ({ publication, kind, at })),
  };
}

export async function writeLogState(tx: Db, { size, hashes, publication }: Frontier & { publication: number }) {
  const row = { size, publication, frontier: hashes.map(encodeHash).join(' ') };
  await tx
    .insertInto('log_state')
    .values({ name: STATE, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/**
 * Hashes of one tile of the tree, from its `from`-th on. They must exist.
 *
 * @throws Error when they do not
 */
export async function tileHashes(
  db: Db,
  of: { level: number; n: number; from: number; count: number },
): Promise<Hash[]> {
  const { level, n, from, count } = of;
  const [first, end] = [n * TILE_WIDTH + from, n * TILE_WIDTH + from + count];
  const hashes =
    (await fullTile(db, level, n))?.slice(from, from + count) ?? (await looseHashes(db, level, first, end));
  if (hashes.length !== count) throw new Error(`the log has no hashes ${first} to ${end - 1} of its level ${level}`);
  return hashes;
}

async function fullTile(db: Db, level: number, n: number): Promise<Hash[] | undefined> {
  const tile = await db
    .selectFrom('log_tiles')
    .select('hashes')
    .where('tile_level', '=', level)
    .where('tile_index', '=', n)
    .executeTakeFirst();
  if (!tile) return undefined;
  const bytes = decodeHash(tile.hashes);
  return Array.from({ length: TILE_WIDTH }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/** Hashes of a level from where they come from: leaves from their entries, others from the full tiles below. */
async function looseHashes(db: Db, level: number, from: number, to: number): Promise<Hash[]> {
  const rows =
    level === 0
      ? await db
          .selectFrom('log_entries')
          .select('leaf_hash as hash')
          .where('entry_index', '>=', from)
          .where('entry_index', '<', to)
          .orderBy('entry_index')
          .execute()
      : await db
          .selectFrom('log_tiles')
          .select('root as hash')
          .where('tile_level', '=', level - 1)
          .where('tile_index', '>=', from)
          .where('tile_index', '<', to)
          .orderBy('tile_index')
          .execute();
  return rows.map(({ hash }) => decodeHash(hash));
}

/** Stores the tiles that became full when the log grew from one size to another; its entries are stored. */
export async function storeFullTiles(tx: Db, before: number, after: number): Promise<void> {
  const full = (size: number, level: number) => Math.floor(levelWidth(size, level) / TILE_WIDTH);
  for (let level = 0; full(after, level) > 0; level += 1)
    for (let n = full(before, level); n < full(after, level); n += 1) {
      const hashes = await looseHashes(tx, level, n * TILE_WIDTH, (n + 1) * TILE_WIDTH);
      const row = { root: encodeHash(completeRoot(hashes)), hashes: encodeHash(Buffer.concat(hashes)) };
      await tx
        .insertInto('log_tiles')
        .values({ tile_level: level, tile_index: n, ...row })
        .execute();
    }
}

/** The hash of the tree over the first `size` entries, from a few tiles. @throws Error when there are fewer entries */
export async function rootAt(db: Db, size: number): Promise<Hash> {
  const trees: Hash[] = [];
  for (const subtree of subtreesOf(0, size)) trees.push(completeRoot(await tileHashes(db, placeOf(subtree))));
  return joinTrees(trees);
}
