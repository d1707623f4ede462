import type { Db, Store } from '../engine/engine.ts';
import { latestPublication } from '../publications.ts';
import { activeKey } from './keys.ts';
import type { LogCheckpointRow } from './rows.ts';

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

/**
 * What was published, and what of it was signed: the newest publication, the newest that a checkpoint covers (undefined
 * before the first one), and the key that signs (undefined without one).
 */
export async function signedHead(
  db: Db,
): Promise<{ publication: number; signed: number | undefined; key: string | undefined }> {
  const key = await activeKey(db);
  // In this order: what is published meanwhile is not signed yet.
  const { signed } = await db
    .selectFrom('log_checkpoints')
    .select(({ fn }) => fn.max('publication').as('signed'))
    .executeTakeFirstOrThrow();
  const publication = await latestPublication(db);
  return { publication, signed: signed ?? undefined, key };
}

/** Stores a checkpoint and tells all nodes. Several nodes that sign the same head write the same. */
export async function storeCheckpoint(store: Store, row: LogCheckpointRow): Promise<void> {
  await store.transaction(async (tx) => {
    await writeCheckpoint(tx, row);
    await store.announce(tx);
  });
}

export async function writeCheckpoint(tx: Db, row: LogCheckpointRow): Promise<void> {
  await tx
    .insertInto('log_checkpoints')
    .values(row)
    .onConflict((conflict) => conflict.column('size').doUpdateSet(row))
    .execute();
}

/** Removes all checkpoints, when a log of another name begins. */
export async function forgetCheckpoints(tx: Db): Promise<void> {
  await tx.deleteFrom('log_checkpoints').execute();
}
