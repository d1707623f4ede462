import type { Db, Store } from '../engine/engine.ts';
import type { LogKeyRow } from './rows.ts';

/** The keys that sign and signed the log, newest first (decision 142). Only their public halves are in the database. */
export async function logKeys(db: Db): Promise<LogKeyRow[]> {
  const rows = await db.selectFrom('log_keys').selectAll().orderBy('from_at', 'desc').execute();
  // Not in the query: the engines order nulls differently.
  return rows.sort((one, other) => Number(one.until_at !== null) - Number(other.until_at !== null));
}

/** The text of the key that signs now; undefined for a log without one. */
export async function activeKey(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('log_keys').select('verifier_key').where('until_at', 'is', null).executeTakeFirst();
  return row?.verifier_key;
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
  if ((await activeKey(store.db)) !== undefined) return;
  await store.transaction(async (tx) => {
    await store.lock(tx, 'log keys');
    if ((await activeKey(tx)) !== undefined) return;
    const row = { from_at: at, until_at: null, handover: null };
    await tx
      .insertInto('log_keys')
      .values({ verifier_key: make(), ...row })
      .execute();
  });
}
