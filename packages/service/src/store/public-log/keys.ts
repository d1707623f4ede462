import type { Db, Store, Tx } from '../engine/engine.ts';
import type { LogKeyRow } from './rows.ts';

/** The keys that sign and signed the log, newest first (decision 143). Only their public halves are in the database. */
export async function logKeys(db: Db): Promise<LogKeyRow[]> {
  const rows = await db.selectFrom('log_keys').selectAll().orderBy('from_at', 'desc').execute();
  // Not in the query: the engines order nulls differently.
  return rows.sort((one, other) => Number(one.until_at !== null) - Number(other.until_at !== null));
}

/** Ends the key that signs, and begins another. */
export async function replaceKey(tx: Db, next: { verifier_key: string; at: string; handover: string | null }) {
  const { verifier_key, at, handover } = next;
  await tx.updateTable('log_keys').set({ until_at: at }).where('until_at', 'is', null).execute();
  await tx.insertInto('log_keys').values({ verifier_key, from_at: at, until_at: null, handover }).execute();
}

/**
 * Gives the log its first key, unless it has one already.
 *
 * @param make finds or makes the key and returns its verifier's text; without awaiting anything
 */
export async function beginKeys(store: Store, at: string, make: () => string): Promise<void> {
  if (await hasKey(store.db)) return;
  await store.transaction(async (tx) => {
    await lockKeys(store, tx);
    if (await hasKey(tx)) return;
    const row = { from_at: at, until_at: null, handover: null };
    await tx
      .insertInto('log_keys')
      .values({ verifier_key: make(), ...row })
      .execute();
  });
}

/**
 * Who signs, or changes the key, or a file beside it, takes turns: nodes that share the file share its memory of what was
 * signed last (decision 143).
 */
export const lockKeys = (store: Store, tx: Tx): Promise<void> => store.lock(tx, 'log keys');

async function hasKey(db: Db): Promise<boolean> {
  const row = await db.selectFrom('log_keys').select('from_at').where('until_at', 'is', null).executeTakeFirst();
  return row !== undefined;
}
