import type { Db, Store, Tx } from './engine/engine.ts';

/** A secret of this installation; undefined when it does not exist yet. */
export async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** The existing secret, or the given one when there was none: two processes that start at once agree on one. */
export async function keepSecret(
  store: Store,
  tx: Tx,
  secret: { name: string; value: string; created_at: string },
): Promise<string> {
  await store.lock(tx, `secret ${secret.name}`);
  const known = await findSecret(tx, secret.name);
  if (known !== undefined) return known;
  await tx.insertInto('secrets').values(secret).execute();
  return secret.value;
}
