import type { Tx } from './engine/engine.ts';
import type { IdempotencyKeyRow } from './tables.ts';

/** The reply stored for an idempotency key after a time; undefined when there is none, or it has expired. */
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

/** Stores a reply for an idempotency key, in place of an expired one. */
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

/** Deletes replies stored at or before a time. @returns the number of deleted rows */
export async function purgeReplies(tx: Tx, until: Date): Promise<number> {
  const deleted = await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', until.toISOString())
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
