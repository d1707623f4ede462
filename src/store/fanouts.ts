import { sql } from 'kysely';
import type { Db, Store, Tx } from './engine/engine.ts';
import type { FanoutRow } from './tables.ts';

/** Rows that one insert statement carries; SQLite takes 32,766 values at most. */
const ROWS = 500;

export type NewFanout = Omit<FanoutRow, 'cursor' | 'done_at'>;

/**
 * Notes re-audits whose watchers are to be told: one row each, however many watch, so that the publishing transaction
 * stays short (decision 28).
 */
export async function insertFanouts(tx: Tx, fanouts: readonly NewFanout[]): Promise<void> {
  for (let at = 0; at < fanouts.length; at += ROWS) {
    const rows = fanouts.slice(at, at + ROWS).map((row) => ({ ...row, cursor: '', done_at: null }));
    await tx.insertInto('fanouts').values(rows).execute();
  }
}

/** Whether any re-audit waits for its notices to be written. */
export async function isFanoutOpen(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('fanouts').select('fanout_id').where('done_at', 'is', null).limit(1).executeTakeFirst()) !==
    undefined
  );
}

/** What one batch did: how many watchers it went over, how many notices it wrote, whether that re-audit is done. */
type Batch = { watchers: number; notices: number; done: boolean };

/**
 * Takes the oldest open fan-out one batch further: a notice for every watcher who has an address and was watching
 * before that audit. The cursor moves in the same transaction, so a crash loses and doubles nothing; another worker's
 * fan-out is passed over.
 *
 * @param size watchers looked at, at most
 * @returns undefined when no fan-out is open
 */
export async function fanOutBatch(store: Store, tx: Tx, size: number, now: string): Promise<Batch | undefined> {
  const open = tx.selectFrom('fanouts').selectAll().where('done_at', 'is', null).orderBy('created_at').limit(1);
  const fanout = await (store.skips_locked ? open.forUpdate().skipLocked() : open).executeTakeFirst();
  if (!fanout) return undefined;
  const watchers = tx
    .selectFrom('watches')
    .select('registration_id')
    .where('slug', '=', fanout.slug)
    .where('registration_id', '>', fanout.cursor)
    .orderBy('registration_id')
    .limit(size);
  const reach = await tx
    .selectFrom(watchers.as('batch'))
    .select((eb) => [eb.fn.max('registration_id').as('last'), eb.fn.countAll().as('count')])
    .executeTakeFirstOrThrow();
  const count = Number(reach.count);
  const notices = reach.last === null ? 0 : await writeNotices(tx, fanout, reach.last, now);
  const done = count < size;
  await tx
    .updateTable('fanouts')
    .set({ cursor: reach.last ?? fanout.cursor, done_at: done ? now : null })
    .where('fanout_id', '=', fanout.fanout_id)
    .execute();
  return { watchers: count, notices, done };
}

/**
 * A notice's id follows from audit and registration, so that the database makes it. Who began to watch at this audit or
 * a later one is owed nothing; what is later is told by the publication, since the clocks behind the ids of two nodes
 * may differ.
 */
async function writeNotices(tx: Tx, fanout: FanoutRow, last: string, now: string): Promise<number> {
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  const written = await tx
    .insertInto('notices')
    .columns([
      'notice_id',
      'kind',
      'subject_id',
      'registration_id',
      'audit_id',
      'audit_id_before',
      'rank_before',
      'publication',
      'status',
      'attempts',
      'due_at',
      'created_at',
      'since',
    ])
    .expression((eb) =>
      eb
        .selectFrom('watches as w')
        .innerJoin('registrations as r', 'r.registration_id', 'w.registration_id')
        .select([
          sql<string>`${text(`ntc_${fanout.audit_id.slice(4)}_`)} || substr(w.registration_id, 5)`.as('notice_id'),
          text('reaudit').as('kind'),
          text(fanout.audit_id).as('subject_id'),
          'w.registration_id',
          text(fanout.audit_id).as('audit_id'),
          text(fanout.audit_id_before).as('audit_id_before'),
          sql<number>`cast(${fanout.rank_before} as integer)`.as('rank_before'),
          sql<number>`cast(${fanout.publication} as integer)`.as('publication'),
          text('pending').as('status'),
          sql<number>`0`.as('attempts'),
          text(now).as('due_at'),
          text(fanout.created_at).as('created_at'),
          text(now).as('since'),
        ])
        .where('w.slug', '=', fanout.slug)
        .where('w.registration_id', '>', fanout.cursor)
        .where('w.registration_id', '<=', last)
        .where('w.audit_id_then', 'not in', (later) =>
          later
            .selectFrom('audits')
            .select('audit_id')
            .where('slug', '=', fanout.slug)
            .where('publication', '>=', fanout.publication),
        )
        .where('r.contact_email', 'is not', null),
    )
    .onConflict((conflict) => conflict.columns(['subject_id', 'kind', 'registration_id']).doNothing())
    .executeTakeFirst();
  return Number(written.numInsertedOrUpdatedRows ?? 0);
}
