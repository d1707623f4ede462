import type { Db, Tx } from './engine/engine.ts';
import type { IdempotencyKeyRow } from './tables.ts';

/** What was answered under an idempotency key after a time; undefined when nothing was, or it is too old to count. */
export function findReply(
  tx: Tx,
  registration_id: string,
  idempotency_key: string,
  after: Date,
): Promise<IdempotencyKeyRow | undefined> {
  return tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('registration_id', '=', registration_id)
    .where('idempotency_key', '=', idempotency_key)
    .where('created_at', '>', after.toISOString())
    .executeTakeFirst();
}

/** Keeps a reply under an idempotency key; one that is too old to count makes room. */
export async function keepReply(tx: Tx, row: IdempotencyKeyRow): Promise<void> {
  const { body_hash, request_id, reply, created_at } = row;
  await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['registration_id', 'idempotency_key'])
        .doUpdateSet({ body_hash, request_id, reply, created_at }),
    )
    .execute();
}

/** Removes what was kept at or before a time. @returns how many rows went */
export async function purgeReplies(db: Db, until: Date): Promise<number> {
  const gone = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', until.toISOString())
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
