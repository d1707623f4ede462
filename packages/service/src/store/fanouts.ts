import { sql } from 'kysely';
import type { NoticeKind } from '../domain/notice.ts';
import type { Db, Store, Tx } from './engine/engine.ts';
import type { FanoutRow } from './tables.ts';
import { endWatches } from './watches.ts';

/** Rows per insert statement; SQLite binds at most 32,766 values. */
const INSERT_ROWS = 500;

export type NewFanout = Omit<FanoutRow, 'cursor' | 'done_at'>;

/**
 * Stores re-audits, corrections and retractions whose watchers get a letter: one row each, however many watchers there are,
 * so that the publishing transaction stays short (decision 28).
 */
export async function insertFanouts(tx: Tx, fanouts: readonly NewFanout[]): Promise<void> {
  for (let at = 0; at < fanouts.length; at += INSERT_ROWS) {
    const rows = fanouts.slice(at, at + INSERT_ROWS).map((row) => ({ ...row, cursor: '', done_at: null }));
    await tx.insertInto('fanouts').values(rows).execute();
  }
}

/** Ends the fan-outs of companies that are retracted: nobody is notified of their audits any more (decision 100). */
export async function endFanouts(tx: Tx, slugs: readonly string[], at: string): Promise<void> {
  await tx
    .updateTable('fanouts')
    .set({ done_at: at })
    .where('slug', 'in', slugs)
    .where('done_at', 'is', null)
    .execute();
}

/** Whether there is a re-audit, a correction or a retraction whose notices are not all written. */
export async function isFanoutOpen(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('fanouts').select('fanout_id').where('done_at', 'is', null).limit(1).executeTakeFirst()) !==
    undefined
  );
}

/** The oldest publication whose notices are not all written; Infinity when all are. */
export async function firstOpenPublication(db: Db): Promise<number> {
  const row = await db
    .selectFrom('fanouts')
    .select(({ fn }) => fn.min('publication').as('publication'))
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return row?.publication ?? Number.POSITIVE_INFINITY;
}

/** What one batch did: watchers processed, notices written, and whether that fan-out is done. */
type Batch = { watchers: number; notices: number; done: boolean };

/**
 * Processes one batch of the oldest open fan-out: a notice for every watcher who has an address and was watching before
 * that audit. After a retraction their watches end with it. The cursor moves in the same transaction, so a crash neither loses nor repeats notices. A fan-out that
 * another worker is processing is skipped.
 *
 * @param size maximum number of watchers
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
  if (reach.last !== null && fanout.kind === 'retracted') await endWatches(tx, watchersOf(fanout, reach.last), now);
  const done = count < size;
  await tx
    .updateTable('fanouts')
    .set({ cursor: reach.last ?? fanout.cursor, done_at: done ? now : null })
    .where('fanout_id', '=', fanout.fanout_id)
    .execute();
  return { watchers: count, notices, done };
}

/** The watchers of one batch, who were watching before it: up to the registration `last`. */
const watchersOf = ({ slug, cursor, publication }: FanoutRow, last: string) => ({
  slug,
  after: cursor,
  last,
  before: publication,
});

/** A retraction; or a re-audit or a correction: then the audit before it has the same date (decision 10). */
async function kindOf(tx: Tx, { kind, audit_id, audit_id_before }: FanoutRow): Promise<NoticeKind> {
  if (kind === 'retracted') return kind;
  const dates = await tx
    .selectFrom('audits')
    .select('audit_date')
    .where('audit_id', 'in', [audit_id, audit_id_before])
    .execute();
  return new Set(dates.map(({ audit_date }) => audit_date)).size === 1 ? 'correction' : 'reaudit';
}

/**
 * Writes the notices of one batch in a single statement: an id is derived from fan-out and registration. Agents who began
 * to watch at this audit or a later one get no notice. Later means a later publication, because the clocks of two
 * nodes, and so the order of their ids, may differ.
 */
async function writeNotices(tx: Tx, fanout: FanoutRow, last: string, now: string): Promise<number> {
  const kind = await kindOf(tx, fanout);
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
          sql<string>`${text(`ntc_${fanout.fanout_id.slice(4)}_`)} || substr(w.registration_id, 5)`.as('notice_id'),
          text(kind).as('kind'),
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
