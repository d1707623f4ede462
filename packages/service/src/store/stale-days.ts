import { sql } from 'kysely';
import type { Db, Store, Tx } from './engine/engine.ts';
import type { StaleDayRow } from './tables.ts';

/** The newest day; undefined when there was none. */
export const newestStaleDay = (db: Db): Promise<StaleDayRow | undefined> =>
  db.selectFrom('stale_days').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();

/** Begins a day, or ends it at once. Does nothing when there is one already. */
export async function beginStaleDay(tx: Tx, day: string, done_at: string | null): Promise<void> {
  await tx
    .insertInto('stale_days')
    .values({ day, cursor: '', done_at })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
}

/** The oldest day whose watchers do not all have their notices; undefined when all are, or another process is at it. */
export function openStaleDay(store: Store, tx: Tx): Promise<StaleDayRow | undefined> {
  const open = tx.selectFrom('stale_days').selectAll().where('done_at', 'is', null).orderBy('day').limit(1);
  return (store.skips_locked ? open.forUpdate().skipLocked() : open).executeTakeFirst();
}

export async function noteStaleDay(tx: Tx, { day, ...values }: StaleDayRow): Promise<void> {
  await tx.updateTable('stale_days').set(values).where('day', '=', day).execute();
  if (values.done_at !== null) await tx.deleteFrom('stale_days').where('day', '<', day).execute();
}

/** The next watchers of a company, by registration. */
export async function watchersAfter(tx: Tx, slug: string, registration_id: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('watches')
    .select('registration_id')
    .where('slug', '=', slug)
    .where('registration_id', '>', registration_id)
    .orderBy('registration_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.registration_id);
}

/** Writes a notice for those of some registrations that have an address: one for a day, however many companies they watch. */
export async function enqueueStale(
  tx: Tx,
  of: { kind: 'became_stale'; day: string; now: string; fanout_id: string },
  registration_ids: readonly string[],
): Promise<number> {
  if (!registration_ids.length) return 0;
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  const written = await tx
    .insertInto('notices')
    .columns([
      ...(['notice_id', 'kind', 'subject_id', 'registration_id', 'publication'] as const),
      ...(['status', 'attempts', 'due_at', 'created_at', 'since'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('registrations as r')
        .select([
          sql<string>`${text(`ntc_${of.fanout_id.slice(4)}_`)} || substr(r.registration_id, 5)`.as('notice_id'),
          text(of.kind).as('kind'),
          text(of.day).as('subject_id'),
          'r.registration_id',
          sql<number>`0`.as('publication'),
          text('pending').as('status'),
          sql<number>`0`.as('attempts'),
          text(of.now).as('due_at'),
          text(of.now).as('created_at'),
          text(of.now).as('since'),
        ])
        .where('r.registration_id', 'in', registration_ids)
        .where('r.contact_email', 'is not', null),
    )
    .onConflict((conflict) => conflict.columns(['subject_id', 'kind', 'registration_id']).doNothing())
    .executeTakeFirst();
  return Number(written.numInsertedOrUpdatedRows ?? 0);
}

/** Which of some companies are watched by registrations that have an address. */
export async function watchedFrom(db: Db, address: string, slugs: readonly string[]): Promise<string[]> {
  if (!slugs.length) return [];
  const rows = await db
    .selectFrom('watches as w')
    .innerJoin('registrations as r', 'r.registration_id', 'w.registration_id')
    .select('w.slug')
    .distinct()
    .where('r.contact_email', '=', address)
    .where('w.slug', 'in', slugs)
    .orderBy('w.slug')
    .execute();
  return rows.map(({ slug }) => slug);
}
