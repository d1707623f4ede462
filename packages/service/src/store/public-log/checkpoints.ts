import type { SigningKey } from '@readymark/tlog/note';
import { sql } from 'kysely';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { prepared } from '../engine/postgres.ts';
import { encodeFrontier, type LogState, STATE, stateOf } from '../log-state.ts';
import type { LogCheckpointRow } from './rows.ts';

/** The newest checkpoint that covers publications up to one; undefined when there is none. */
export const checkpointAt = (db: Db, publication: number): Promise<LogCheckpointRow | undefined> =>
  newestCheckpoint(db, publication).executeTakeFirst();

/** The query for it. */
export const newestCheckpoint = (db: Pick<Db, 'selectFrom'>, publication: number) =>
  db.selectFrom('log_checkpoints').selectAll().where('publication', '<=', publication).orderBy('size', 'desc').limit(1);

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
  tree: LogState;
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
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow();
  const { size, publication, root, note, signed_at, verifier_key, from_at } = row;
  const has = size !== null && publication !== null && root !== null && note !== null && signed_at !== null;
  return {
    publication: row.value ?? 0,
    tree: stateOf({ size: row.tree_size, publication: row.logged, frontier: row.frontier }),
    signed: has ? { size, publication, root, note, signed_at } : undefined,
    key: verifier_key !== null && from_at !== null ? { text: verifier_key, from_at } : undefined,
  };
}

/**
 * Stores and announces the checkpoint of a tree that was read before the lock of the keys was taken: if the log still is that
 * tree, its key still signs, and no checkpoint covers as much.
 *
 * @returns whether it was stored
 */
export async function addCheckpoint(
  store: Store,
  tx: Tx,
  row: LogCheckpointRow,
  { key, tree }: { key: SigningKey; tree: LogState },
): Promise<boolean> {
  const { size, publication, root, note, signed_at } = row;
  const { rows } = await sql`insert into log_checkpoints (size, publication, root, note, signed_at)
    select s.size, s.publication, ${root}, ${note}, ${signed_at}
    from log_state as s join log_keys as k on k.until_at is null
    where s.name = ${STATE} and s.size = ${size} and s.publication = ${publication}
    and s.frontier = ${encodeFrontier(tree.hashes)} and k.verifier_key = ${key.verifier.text}
    and not exists (
      select 1 from (select size, publication from log_checkpoints where size >= 0 order by size desc limit 1) as newest
      where (newest.size, newest.publication) >= (s.size, s.publication))
    on conflict (size) do update set publication = excluded.publication, root = excluded.root,
      note = excluded.note, signed_at = excluded.signed_at
    returning ${store.announcing()} as announced ${prepared}`.execute(tx);
  return rows.length > 0;
}

/** Stores and announces a checkpoint of the tree as the transaction sees it, which holds the lock of the keys. */
export async function writeCheckpoint(store: Store, tx: Tx, row: LogCheckpointRow): Promise<true> {
  await tx
    .insertInto('log_checkpoints')
    .values(row)
    .onConflict((conflict) => conflict.column('size').doUpdateSet(row))
    .execute();
  await store.announce(tx);
  return true;
}

/** Removes all checkpoints with what witnesses said of them, when a log of another name begins. */
export async function forgetCheckpoints(tx: Db): Promise<void> {
  await tx.deleteFrom('log_checkpoints').execute();
  await tx.deleteFrom('log_cosignatures').execute();
  await tx.deleteFrom('log_witnesses').execute();
}
