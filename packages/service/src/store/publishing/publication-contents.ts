import type { NoticeKind, NoticeStatus } from '../../domain/notice.ts';
import type { Db } from '../engine/engine.ts';

/** What one publication contained, and what became of it (decision 131). */

/** A publication; undefined for a number that there is none of. */
export function findPublication(
  db: Db,
  publication: number,
): Promise<{ publication: number; kind: string; at: string } | undefined> {
  return db.selectFrom('publications').selectAll().where('publication', '=', publication).executeTakeFirst();
}

/** An audit of a publication, without its record. */
export type ContainedAudit = {
  audit_id: string;
  slug: string;
  company: string;
  audit_date: string;
  overall_score: number;
  tier: string;
  fictional: number;
  published_at: string;
  replaced_at: string | null;
  job_id: string | null;
};

/** The audits of a publication in the order of their ids, at most `limit`. */
export function auditsIn(db: Db, publication: number, limit: number): Promise<ContainedAudit[]> {
  return db
    .selectFrom('audits')
    .select([
      ...(['audit_id', 'slug', 'company', 'audit_date', 'overall_score', 'tier', 'fictional'] as const),
      ...(['published_at', 'replaced_at', 'job_id'] as const),
    ])
    .where('publication', '=', publication)
    .orderBy('audit_id')
    .limit(limit)
    .execute();
}

/** The audit of a company that came before a publication, public or not; undefined when that was its first. */
export function auditBefore(
  db: Db,
  slug: string,
  publication: number,
): Promise<{ audit_id: string; audit_date: string; overall_score: number } | undefined> {
  return db
    .selectFrom('audits')
    .select(['audit_id', 'audit_date', 'overall_score'])
    .where('slug', '=', slug)
    .where('publication', '<', publication)
    .orderBy('publication', 'desc')
    .orderBy('audit_date', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Who published: the operator of the action that names the publication, recorded in the same transaction. */
export async function publisherOf(
  db: Db,
  { publication, at }: { publication: number; at: string },
): Promise<string | null> {
  // The time of a publication is that of its action, or later where the clock was behind an earlier one.
  const row = await db
    .selectFrom('desk_actions')
    .select('operator')
    .where('action', '=', 'publish_audits')
    .where('subject_id', '=', String(publication))
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.operator ?? null;
}

/** Letters to watchers about some audits: how many of each kind have each status, with those that were folded. */
export async function lettersAbout(
  db: Db,
  audit_ids: readonly string[],
): Promise<{ kind: NoticeKind; status: NoticeStatus; count: number }[]> {
  if (!audit_ids.length) return [];
  // One statement: between two, notices may be folded.
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('notices')
        .select((of) => ['kind', 'status', of.fn.countAll().as('count')])
        .where('subject_id', 'in', audit_ids)
        .groupBy(['kind', 'status'])
        .unionAll(
          eb
            .selectFrom('notice_totals')
            .select((of) => ['kind', 'status', of.fn.sum<number>('count').as('count')])
            .where('subject_id', 'in', audit_ids)
            .groupBy(['kind', 'status']),
        )
        .as('both'),
    )
    .select((eb) => ['kind', 'status', eb.fn.sum('count').as('count')])
    .groupBy(['kind', 'status'])
    .orderBy('kind')
    .orderBy('status')
    .execute();
  return rows.map(({ kind, status, count }) => ({
    kind: kind as NoticeKind,
    status: status as NoticeStatus,
    count: Number(count),
  }));
}

/** Whether letters to watchers of these companies about these audits are still to be written. */
export async function isFanoutOpenFor(
  db: Db,
  slugs: readonly string[],
  audit_ids: readonly string[],
): Promise<boolean> {
  if (!slugs.length) return false;
  const row = await db
    .selectFrom('fanouts')
    .select('fanout_id')
    .where('slug', 'in', slugs)
    .where('audit_id', 'in', audit_ids)
    .where('done_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A request that an audit completed, with the status of its letter; null where there was no address. */
type AnsweredRequest = { request_id: string; company: string; letter: NoticeStatus | null };

/** Requests that some audits completed, the first ones, at most `limit`. @param since before the first of these audits */
export async function requestsAnsweredBy(
  db: Db,
  audit_ids: readonly string[],
  since: string,
  limit: number,
): Promise<AnsweredRequest[]> {
  if (!audit_ids.length) return [];
  const rows = await db
    .selectFrom('audit_requests as q')
    .leftJoin('notices as n', (join) =>
      join.onRef('n.subject_id', '=', 'q.request_id').on('n.kind', '=', 'completed' satisfies NoticeKind),
    )
    .leftJoin('notice_totals as t', (join) =>
      join.onRef('t.subject_id', '=', 'q.request_id').on('t.kind', '=', 'completed' satisfies NoticeKind),
    )
    .select(({ fn }) => ['q.request_id', 'q.company', fn.coalesce('n.status', 't.status').as('letter')])
    .where('q.status', '=', 'completed')
    .where('q.status_changed_at', '>=', since)
    .where('q.audit_id', 'in', audit_ids)
    .orderBy('q.status_changed_at')
    .orderBy('q.request_id')
    .limit(limit)
    .execute();
  return rows.map(({ letter, ...row }) => ({ ...row, letter: letter as NoticeStatus | null }));
}

/** Watchers whose addresses are counted, at most: some milliseconds of SQLite, which reads in the thread that serves. */
const COUNTED_MAX = 10_000;

/** How many watch a company, and how many of them have an address for letters; null where there are too many to count. */
export async function watchersOf(db: Db, slug: string): Promise<{ watchers: number; with_address: number | null }> {
  const row = await db.selectFrom('watch_counts').select('watchers').where('slug', '=', slug).executeTakeFirst();
  const watchers = row?.watchers ?? 0;
  if (watchers === 0 || watchers > COUNTED_MAX) return { watchers, with_address: watchers === 0 ? 0 : null };
  const { count } = await db
    .selectFrom('watches as w')
    .innerJoin('registrations as r', 'r.registration_id', 'w.registration_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('w.slug', '=', slug)
    .where('r.contact_email', 'is not', null)
    .executeTakeFirstOrThrow();
  return { watchers, with_address: Number(count) };
}

/** When these requests were made, and whether the letter of each has an address; by id. */
export async function requestersOf(
  db: Db,
  request_ids: readonly string[],
): Promise<Map<string, { submitted_at: string; letter: boolean }>> {
  if (!request_ids.length) return new Map();
  const rows = await db
    .selectFrom('audit_requests as q')
    .leftJoin('registrations as r', 'r.registration_id', 'q.registration_id')
    .select((eb) => [
      'q.request_id',
      'q.submitted_at',
      eb.fn.coalesce('q.contact_email', 'r.contact_email').as('address'),
    ])
    .where('q.request_id', 'in', request_ids)
    .execute();
  return new Map(
    rows.map(({ request_id, submitted_at, address }) => [request_id, { submitted_at, letter: address !== null }]),
  );
}
