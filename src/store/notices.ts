import { sql } from 'kysely';
import type { NoticeKind, NoticeStatus } from '../domain/notice.ts';
import type { Db, Store, Tx } from './engine/engine.ts';
import type { NoticeRow } from './tables.ts';

/**
 * Said in the statement itself: an index of pending notices is used only where the engine sees that only those are
 * asked for.
 */
const pending = sql.lit('pending');

/** The outbox: notices wait here from the transaction that owes them until a mail server took them (decision 28). */
type NewNotice = Pick<
  NoticeRow,
  | 'notice_id'
  | 'subject_id'
  | 'registration_id'
  | 'audit_id'
  | 'audit_id_before'
  | 'rank_before'
  | 'publication'
  | 'created_at'
> & { kind: NoticeKind };

/** Writes one notice, due at once. A second one of the same kind, subject and registration is not written. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
  const { created_at } = notice;
  await tx
    .insertInto('notices')
    .values({ ...notice, status: 'pending', attempts: 0, due_at: created_at, since: created_at })
    .onConflict((conflict) => conflict.columns(['subject_id', 'kind', 'registration_id']).doNothing())
    .execute();
}

/** A notice in a worker's hands, with what its letter is made from. */
export type ClaimedNotice = Omit<NoticeRow, 'kind' | 'status' | 'lease_by'> & {
  kind: NoticeKind;
  lease_by: string;
  registered_email: string | null;
  /** The address given with the request; null for a re-audit. */
  request_email: string | null;
  company: string | null;
  declined_reason: string | null;
};

/**
 * Claims notices that are due and whose publication is public already, oldest first. A claim ends by itself at
 * `lease_until`; rows that another worker is claiming are passed over.
 *
 * @param lease_by an id of this claim alone: only its holder may put a notice off or fail it
 */
export async function claimNotices(
  store: Store,
  claim: { lease_by: string; lease_until: string; now: string; publication: number; limit: number },
): Promise<ClaimedNotice[]> {
  const ids = await store.transaction(async (tx) => {
    const due = tx
      .selectFrom('notices')
      .select('notice_id')
      .where('status', '=', pending)
      .where('due_at', '<=', claim.now)
      .where('publication', '<=', claim.publication)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', claim.now)]))
      .orderBy('due_at')
      .limit(claim.limit);
    const rows = await (store.skips_locked ? due.forUpdate().skipLocked() : due).execute();
    const found = rows.map((row) => row.notice_id);
    if (found.length)
      await tx
        .updateTable('notices')
        .set({ lease_by: claim.lease_by, lease_until: claim.lease_until })
        .where('notice_id', 'in', found)
        .execute();
    return found;
  });
  if (!ids.length) return [];
  const rows = await store.db
    .selectFrom('notices as n')
    .leftJoin('registrations as r', 'r.registration_id', 'n.registration_id')
    .leftJoin('audit_requests as q', 'q.request_id', 'n.subject_id')
    .selectAll('n')
    .select([
      'r.contact_email as registered_email',
      'q.contact_email as request_email',
      'q.company',
      'q.declined_reason',
    ])
    .where('n.notice_id', 'in', ids)
    .where('n.lease_by', '=', claim.lease_by)
    .execute();
  return rows.map(({ status: _, ...row }) => ({ ...row, kind: row.kind as NoticeKind, lease_by: claim.lease_by }));
}

/**
 * Whether a claim would find anything; asked outside of any transaction, so that an idle worker never waits for another
 * process's writing.
 */
export async function isAnythingDue(db: Db, now: string, publication: number): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('notice_id')
    .where('status', '=', pending)
    .where('due_at', '<=', now)
    .where('publication', '<=', publication)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * How an attempt ended. `sent` is a fact and always noted; anything else only while the claim is still the notice's
 * own.
 */
export type Outcome = { notice_id: string; lease_by: string; attempts: number; at: string } & (
  | { status: 'sent' | 'cancelled' }
  | { status: 'failed'; last_error: string }
  | { status: 'pending'; last_error: string; due_at: string }
);

/** Notes how attempts ended, all in one transaction. */
export async function storeOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const free = { lease_by: null, lease_until: null };
  for (const outcome of outcomes) {
    const { notice_id, lease_by, attempts, at, status } = outcome;
    const update = tx.updateTable('notices').where('notice_id', '=', notice_id);
    if (status === 'sent') await update.set({ ...free, status, attempts, last_error: null, finished_at: at }).execute();
    else {
      const mine = update.where('lease_by', '=', lease_by).where('status', '=', 'pending');
      if (status === 'pending')
        await mine.set({ ...free, attempts, last_error: outcome.last_error, due_at: outcome.due_at }).execute();
      else if (status === 'failed')
        await mine.set({ ...free, status, attempts, last_error: outcome.last_error, finished_at: at }).execute();
      else await mine.set({ ...free, status, finished_at: at }).execute();
    }
  }
}

/** Takes back what is still to be sent to a registration (decision 40). */
export async function cancelNotices(tx: Tx, registration_id: string, at: string): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ status: 'cancelled', finished_at: at })
    .where('registration_id', '=', registration_id)
    .where('status', '=', pending)
    .execute();
}

/** Makes a notice due now and gives it 24 hours again; undefined for an unknown id. */
export async function resendNotice(tx: Tx, notice_id: string, now: string): Promise<NoticeRow | undefined> {
  return tx
    .updateTable('notices')
    .set({ status: 'pending', attempts: 0, due_at: now, since: now, finished_at: null })
    .where('notice_id', '=', notice_id)
    .returningAll()
    .executeTakeFirst();
}

/** Notices, newest first, after a place in that order. */
export function listNotices(
  db: Db,
  filter: {
    status?: NoticeStatus | undefined;
    after?: { created_at: string; notice_id: string } | undefined;
    limit: number;
  },
): Promise<NoticeRow[]> {
  const { status, after, limit } = filter;
  let query = db.selectFrom('notices').selectAll();
  if (status) query = query.where('status', '=', status);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'notice_id'), '<', tuple(after.created_at, after.notice_id)),
    );
  return query.orderBy('created_at', 'desc').orderBy('notice_id', 'desc').limit(limit).execute();
}

export function findNotice(db: Db, notice_id: string): Promise<NoticeRow | undefined> {
  return db.selectFrom('notices').selectAll().where('notice_id', '=', notice_id).executeTakeFirst();
}

/** Number of notices per status. */
export async function countNotices(db: Db): Promise<Record<NoticeStatus, number>> {
  const rows = await db
    .selectFrom('notices')
    .select((eb) => ['status', eb.fn.countAll().as('count')])
    .groupBy('status')
    .execute();
  const counts = { pending: 0, sent: 0, failed: 0, cancelled: 0 };
  for (const { status, count } of rows) counts[status as NoticeStatus] = Number(count);
  return counts;
}

/** Whether there is an address that a request's letter would go to (decision 29); without one no notice is written. */
export async function hasAddress(
  tx: Tx,
  request: { contact_email: string | null; registration_id: string },
): Promise<boolean> {
  if (request.contact_email !== null) return true;
  const row = await tx
    .selectFrom('registrations')
    .select('contact_email')
    .where('registration_id', '=', request.registration_id)
    .executeTakeFirst();
  return (row?.contact_email ?? null) !== null;
}

/**
 * What tells whether letters go out: how many failed for good, and since when the oldest waiting one is due (null when
 * none waits).
 */
export async function noticeFigures(db: Db): Promise<{ failed: number; oldest_due_at: string | null }> {
  const failed = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  const oldest = await db
    .selectFrom('notices')
    .select('due_at')
    .where('status', '=', pending)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return { failed: Number(failed.count), oldest_due_at: oldest?.due_at ?? null };
}
