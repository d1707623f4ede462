import type { Db, Store } from '../engine/engine.ts';
import type { LogKeyRow } from './rows.ts';

/** The keys that sign and signed the log, newest first (decision 142). Only their public halves are in the database. */
export const logKeys = (db: Db): Promise<LogKeyRow[]> =>
  db.selectFrom('log_keys').selectAll().orderBy('from_at', 'desc').orderBy('until_at').execute();

/** The text of the key that signs now; undefined for a log without one. */
export async function activeKey(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('log_keys').select('verifier_key').where('until_at', 'is', null).executeTakeFirst();
  return row?.verifier_key;
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
