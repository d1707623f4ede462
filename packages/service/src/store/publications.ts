import { afterLast } from '../domain/clock.ts';
import type { PublicationKind } from '../domain/publication.ts';
import type { Db, Store, Tx } from './engine/engine.ts';
import { prepared } from './engine/postgres.ts';
import { type LogState, STATE, stateOf } from './log-state.ts';

/** The row of `counters` with the publication up to which the companies of each score are counted (decision 209). */
export const SCORES_COUNTED = 'score_counts';

/** A publication that is being made, and the public log before it. */
export type OpenPublication = { publication: number; kind: PublicationKind; at: string; log: LogState };

/**
 * Opens a publication in the publishing transaction (decision 45). Publishers take turns: the lock is kept until the
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
): Promise<OpenPublication> {
  await store.lock(tx, 'publications');
  const { last, counted, at: last_at, log } = await before(tx);
  const publication = last + 1;
  const time = last_at === null ? now.getTime() : afterLast(Date.parse(last_at), now.getTime());
  const at = new Date(time).toISOString();
  // Behind where a node of an older version published: then it stays so until all is counted again.
  const names = counted === last ? ['publications', SCORES_COUNTED] : ['publications'];
  const counters = names.map((name) => ({ name, value: publication }));
  await tx
    .insertInto('counters')
    .values(counters)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute();
  await tx.insertInto('publications').values({ publication, kind, at }).execute();
  return { publication, kind, at, log };
}

/** All that a publication goes on from, with one query. */
async function before(tx: Tx): Promise<{ last: number; counted: number; at: string | null; log: LogState }> {
  const { value, counted, at, size, logged, frontier } = await tx
    .selectFrom(tx.selectNoFrom(({ lit }) => lit(1).as('one')).as('constant'))
    .leftJoin('counters as c', (join) => join.on('c.name', '=', 'publications'))
    .leftJoin('counters as k', (join) => join.on('k.name', '=', SCORES_COUNTED))
    .leftJoin('log_state as s', (join) => join.on('s.name', '=', STATE))
    .select((eb) =>
      eb
        .selectFrom('publications')
        .select(({ fn }) => fn.max('at').as('at'))
        .as('at'),
    )
    .select(['c.value', 'k.value as counted', 's.size', 's.publication as logged', 's.frontier'])
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow();
  return { last: value ?? 0, counted: counted ?? 0, at, log: stateOf({ size, publication: logged, frontier }) };
}

/** The number of the newest publication of any kind; 0 when nothing was published. */
export async function latestPublication(db: Db): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'publications').executeTakeFirst();
  return row?.value ?? 0;
}

/** The number of the newest publication before a time (ISO 8601); 0 when nothing was published until then. */
export async function publicationBefore(db: Db, at: string): Promise<number> {
  // By the time, which grows with the number and has an index.
  const row = await db
    .selectFrom('publications')
    .select('publication')
    .where('at', '<', at)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.publication ?? 0;
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
