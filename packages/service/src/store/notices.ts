import { type RawBuilder, sql } from 'kysely';
import {
  isUnconfirmed,
  type NoticeContent,
  type NoticeKind,
  type NoticeStatus,
  noticeContent,
  noticeKinds,
} from '../domain/notice.ts';
import type { Db, Store, Tx } from './engine/engine.ts';
import { claimRows, isFree, type Lease } from './leases.ts';
import type { NoticeRow } from './tables.ts';

/** The outbox: a notice is written in the transaction that causes it, and folded long after its end (decisions 28 and 179). */

/** A literal, not a parameter: an engine uses the index of pending notices only when it sees this condition. */
const pending = sql.lit('pending');

type NewNotice = Pick<NoticeRow, 'notice_id' | 'subject_id' | 'registration_id' | 'publication' | 'created_at'> & {
  kind: NoticeKind;
  audit_id?: string;
};

/** Writes one notice, due at once; does nothing when there is one of the same kind, subject and registration. */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
  const { created_at } = notice;
  await tx
    .insertInto('notices')
    .values({ ...notice, status: 'pending', attempts: 0, due_at: created_at, since: created_at })
    .onConflict((conflict) => conflict.columns(['subject_id', 'kind', 'registration_id']).doNothing())
    .execute();
}

/** A notice that a worker has a lease on. */
export type ClaimedNotice = Pick<NoticeRow, 'notice_id' | 'registration_id' | 'attempts' | 'since' | 'created_at'> & {
  lease_by: string;
  /** Where the letter goes; null when there is none. */
  address: string | null;
  /** What its letter is written from; null when the row does not fit its kind, which `doctor` reports. */
  content: NoticeContent | null;
};

/** Columns of its request that the letter of a notice may be written from, beside the columns of the notice itself. */
export const requestColumns = ['company', 'declined_reason'] as const;

/** Notices that are due, whose publication is public, and that no letter of another notice carries. */
type DueNotices = { now: string; publication: number };

const dueNotices = (db: Db, { now, publication }: DueNotices) =>
  db
    .selectFrom('notices')
    .select('notice_id as id')
    .where('status', '=', pending)
    .where('due_at', '<=', now)
    .where('publication', '<=', publication)
    .where((eb) => eb.or([eb('letter', 'is', null), eb('letter', '=', eb.ref('notice_id'))]));

/** SQL for the address of the notice `n`, or null. */
export type NoticeAddress = RawBuilder<string | null>;
/** Where letters of kinds go that no registration has the address of. */
export type NoticeAddresses = ReadonlyMap<NoticeKind, NoticeAddress>;

/**
 * The address of a notice: one that is to be confirmed gets nothing but the letter that asks for it (decision 116), and that
 * goes nowhere else; any other notice goes to the address given with the request, or else to the registered one.
 *
 * @param unconfirmed where addresses are that are to be confirmed
 */
function addressOf(unconfirmed: NoticeAddresses): NoticeAddress {
  const cases = noticeKinds
    .filter(isUnconfirmed)
    .map((kind) => sql`when ${sql.lit(kind)} then ${unconfirmed.get(kind) ?? sql`null`}`);
  return sql`case n.kind ${sql.join(cases, sql` `)} else coalesce(q.contact_email, r.contact_email) end`;
}

/** Notices with the request and the registration that may have their address. */
const withAddress = (db: Db) =>
  db
    .selectFrom('notices as n')
    .leftJoin('registrations as r', 'r.registration_id', 'n.registration_id')
    .leftJoin('audit_requests as q', 'q.request_id', 'n.subject_id');

/**
 * Claims due notices, those due longest first. The lease ends at `lease_until`; until then only this claim can postpone
 * or fail them.
 */
export async function claimNotices(
  store: Store,
  claim: Lease & DueNotices & { limit: number },
  unconfirmed: NoticeAddresses,
): Promise<ClaimedNotice[]> {
  const due = (tx: Tx) => dueNotices(tx, claim).orderBy('due_at').limit(claim.limit);
  const ids = await claimRows(store, { table: 'notices', key: 'notice_id' }, due, claim);
  if (!ids.length) return [];
  const rows = await withAddress(store.db)
    .selectAll('n')
    .select(addressOf(unconfirmed).as('address'))
    .select(requestColumns.map((column) => `q.${column}` as const))
    .where('n.notice_id', 'in', ids)
    .where('n.lease_by', '=', claim.lease_by)
    .execute();
  return rows.map((row) => {
    const { notice_id, registration_id, attempts, since, created_at, address } = row;
    const { lease_by } = claim;
    return { notice_id, registration_id, attempts, since, created_at, address, lease_by, content: noticeContent(row) };
  });
}

/**
 * Whether a claim would find anything. Checked outside of any transaction, so that an idle worker never waits for a
 * writer in another process.
 */
export async function isAnythingDue(db: Db, due: DueNotices): Promise<boolean> {
  return (await dueNotices(db, due).where(isFree(due.now)).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Times, in ISO 8601, after which those of a notice must have been written by a clock that was wrong; `waits_until` in place of
 * `due_at` where its address has had its letters of the day (decision 165).
 */
type LatestTimes = { created_at: string; due_at: string; waits_until: string; lease_until: string };

/**
 * Replaces times that are further in the future than any right clock writes them (decision 54): notices that are due
 * later than `latest.due_at`, and untried ones created after `latest.created_at`, become due now; leases that end after
 * `latest.lease_until` end at `lease_until`, because their holder may still be sending.
 *
 * @returns the number of changed notices
 */
export async function correctNoticeTimes(
  db: Db,
  latest: LatestTimes,
  { now, lease_until }: { now: string; lease_until: string },
): Promise<number> {
  const waiting = db.updateTable('notices').where('status', '=', pending);
  const corrected = [
    await waiting
      .set({ due_at: now })
      .where('due_at', '>', latest.due_at)
      .where((eb) =>
        eb.or([
          eb('last_error', 'is', null),
          eb('since', '<>', eb.ref('due_at')),
          eb('due_at', '>', latest.waits_until),
        ]),
      )
      .executeTakeFirst(),
    await waiting
      .set({ due_at: now })
      .where('created_at', '>', latest.created_at)
      .where('attempts', '=', 0)
      .where('due_at', '>', latest.created_at)
      .executeTakeFirst(),
    await db
      .updateTable('notices')
      .set({ lease_until })
      .where('lease_until', '>', latest.lease_until)
      .executeTakeFirst(),
  ];
  return corrected.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/** Those of at most 1,000 notices that are not stored or have no address any more, or whose letter went to one that is refused now. */
export async function noticesWithoutAddress(
  db: Db,
  notice_ids: readonly string[],
  unconfirmed: NoticeAddresses,
): Promise<string[]> {
  if (!notice_ids.length) return [];
  const rows = await withAddress(db)
    .select('n.notice_id')
    .where('n.notice_id', 'in', notice_ids)
    .where(addressOf(unconfirmed), 'is not', null)
    .where(({ not, exists, ...eb }) =>
      not(
        exists(
          eb
            .selectFrom('letters as l')
            .innerJoin('refused_addresses as a', 'a.address_hash', 'l.address_hash')
            .select('l.notice_id')
            .whereRef('l.notice_id', '=', 'n.notice_id'),
        ),
      ),
    )
    .execute();
  const kept = new Set(rows.map(({ notice_id }) => notice_id));
  return notice_ids.filter((notice_id) => !kept.has(notice_id));
}

/** Makes a notice due now, with another 24 hours of retries, and those that its letter carried; undefined for an unknown id. */
export async function resendNotice(tx: Tx, notice_id: string, now: string): Promise<NoticeRow | undefined> {
  const again = { status: 'pending', attempts: 0, due_at: now, since: now, finished_at: null };
  await tx
    .updateTable('notices')
    .set(again)
    .where('letter', '=', notice_id)
    .where('notice_id', '<>', notice_id)
    .where('status', '=', 'failed')
    .execute();
  return tx
    .updateTable('notices')
    .set({ ...again, letter: sql`case when letter = notice_id then letter end` })
    .where('notice_id', '=', notice_id)
    .returningAll()
    .executeTakeFirst();
}

/** Notices, newest first, at most `limit`: those after a place in that order. */
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

/** One notice; undefined for an unknown id. */
export function findNotice(db: Db, notice_id: string): Promise<NoticeRow | undefined> {
  return db.selectFrom('notices').selectAll().where('notice_id', '=', notice_id).executeTakeFirst();
}

/** Number of notices per status; folded ones are not among them. */
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

/** Whether there is an address for the letter of a request (decision 28); without one no notice is written. */
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

/** Whether letters go out: how many failed permanently, and since when the oldest pending one is due (null without any). */
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
