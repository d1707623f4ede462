import { afterLast } from '../domain/clock.ts';
import type { PublicationKind } from '../domain/publication.ts';
import type { Db, Store, Tx } from './engine/engine.ts';

/**
 * Opens a publication in the publishing transaction (decision 53). Publishers take turns: the lock is kept until the
 * transaction ends, so numbers become visible in order.
 *
 * @returns its number, one higher than the last, and its time (ISO 8601): that of the clock, but in whole seconds later
 *   than any publication before it, so that Last-Modified grows with every change (decision 45)
 */
export async function openPublication(
  store: Store,
  tx: Tx,
  kind: PublicationKind,
  now: Date,
): Promise<{ publication: number; at: string }> {
  await store.lock(tx, 'publications');
  const { last } = await tx
    .selectFrom('publications')
    .select(({ fn }) => fn.max('at').as('last'))
    .executeTakeFirstOrThrow();
  const time = last === null ? now.getTime() : afterLast(Date.parse(last), now.getTime());
  const at = new Date(time).toISOString();
  await tx
    .insertInto('counters')
    .values({ name: 'publications', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .execute();
  const publication = await latestPublication(tx);
  await tx.insertInto('publications').values({ publication, kind, at }).execute();
  return { publication, at };
}

/** The number of the newest publication of any kind; 0 when nothing was published. */
export async function latestPublication(db: Db): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'publications').executeTakeFirst();
  return row?.value ?? 0;
}

/** The number of the newest publication before a time (ISO 8601); 0 when nothing was published until then. */
export async function publicationBefore(db: Db, at: string): Promise<number> {
  const { last } = await db
    .selectFrom('publications')
    .select(({ fn }) => fn.max('publication').as('last'))
    .where('at', '<', at)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** When a publication was made (ISO 8601); undefined for none. */
export async function publicationTime(db: Db, publication: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('publications')
    .select('at')
    .where('publication', '=', publication)
    .executeTakeFirst();
  return row?.at;
}
