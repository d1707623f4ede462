import type { Db, Store, Tx } from './engine/engine.ts';

/** A secret of this installation; undefined before it was made. */
export async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** The secret as it stands, or the one given now when there was none: two processes that begin at once agree on one. */
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
