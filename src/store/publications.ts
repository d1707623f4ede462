import type { PublicationKind } from '../domain/publication.ts';
import type { Db, Store, Tx } from './engine/engine.ts';

/**
 * Opens a publication in the publishing transaction (decision 53). Publishers take turns: the lock is kept until the
 * transaction ends, so numbers become visible in order.
 *
 * @param at when it is published, ISO 8601
 * @returns its number, one higher than the last
 */
export async function openPublication(store: Store, tx: Tx, kind: PublicationKind, at: string): Promise<number> {
  await store.lock(tx, 'publications');
  await tx
    .insertInto('counters')
    .values({ name: 'publications', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .execute();
  const publication = await latestPublication(tx);
  await tx.insertInto('publications').values({ publication, kind, at }).execute();
  return publication;
}

/** The number of the newest publication of any kind; 0 when nothing was published. */
export async function latestPublication(db: Db): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'publications').executeTakeFirst();
  return row?.value ?? 0;
}
