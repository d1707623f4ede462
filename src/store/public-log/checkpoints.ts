import type { Frontier } from '../../domain/public-log/tree.ts';
import type { Db } from '../engine/engine.ts';
import type { LogCheckpointRow } from './rows.ts';
import { decodeFrontier, STATE } from './tree-rows.ts';

/** The newest checkpoint that covers publications up to one; undefined when there is none. */
export const checkpointAt = (db: Db, publication: number): Promise<LogCheckpointRow | undefined> =>
  db
    .selectFrom('log_checkpoints')
    .selectAll()
    .where('publication', '<=', publication)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();

/** How many entries are public: those that a checkpoint covers. 0 without any. */
export async function signedSize(db: Db): Promise<number> {
  const { size } = await db
    .selectFrom('log_checkpoints')
    .select(({ fn }) => fn.max('size').as('size'))
    .executeTakeFirstOrThrow();
  return size ?? 0;
}

/** The newest publication that a checkpoint covers; undefined before the first one. */
export async function signedPublication(db: Db): Promise<number | undefined> {
  // By size, which grows with the publication and is the key: no index is needed, and no scan.
  const row = await db
    .selectFrom('log_checkpoints')
    .select('publication')
    .where('size', '>=', 0)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.publication;
}

/** What was published, the tree of what is logged of it, the newest checkpoint (undefined before the first one), and the key. */
export type LogHead = {
  publication: number;
  tree: Frontier & { publication: number };
  signed: LogCheckpointRow | undefined;
  key: { text: string; from_at: string } | undefined;
};

/** All that signing asks the database, as one query sees it. */
export async function logHead(db: Db): Promise<LogHead> {
  const row = await db
    .selectFrom(db.selectNoFrom(({ lit }) => lit(1).as('one')).as('constant'))
    .leftJoin('counters as c', (join) => join.on('c.name', '=', 'publications'))
    .leftJoin('log_state as s', (join) => join.on('s.name', '=', STATE))
    .leftJoin('log_keys as k', (join) => join.on('k.until_at', 'is', null))
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('log_checkpoints')
          .selectAll()
          .where('size', '>=', 0)
          .orderBy('size', 'desc')
          .limit(1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .select(['c.value', 's.size as tree_size', 's.publication as logged', 's.frontier', 'k.verifier_key', 'k.from_at'])
    .select(['found.size', 'found.publication', 'found.root', 'found.note', 'found.signed_at'])
    .executeTakeFirstOrThrow();
  const { size, publication, root, note, signed_at, verifier_key, from_at } = row;
  const has = size !== null && publication !== null && root !== null && note !== null && signed_at !== null;
  return {
    publication: row.value ?? 0,
    tree: {
      size: row.tree_size ?? 0,
      publication: row.logged ?? 0,
      hashes: decodeFrontier(row.frontier ?? ''),
    },
    signed: has ? { size, publication, root, note, signed_at } : undefined,
    key: verifier_key !== null && from_at !== null ? { text: verifier_key, from_at } : undefined,
  };
}

export async function writeCheckpoint(tx: Db, row: LogCheckpointRow): Promise<void> {
  await tx
    .insertInto('log_checkpoints')
    .values(row)
    .onConflict((conflict) => conflict.column('size').doUpdateSet(row))
    .execute();
}

/** Removes all checkpoints with what witnesses said of them, when a log of another name begins. */
export async function forgetCheckpoints(tx: Db): Promise<void> {
  await tx.deleteFrom('log_checkpoints').execute();
  await tx.deleteFrom('log_cosignatures').execute();
  await tx.deleteFrom('log_witnesses').execute();
}
