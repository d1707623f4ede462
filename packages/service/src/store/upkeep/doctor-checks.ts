import { type RawBuilder, sql } from 'kysely';
import { jobStatuses, openStatuses } from '../../domain/auditing/job.ts';
import { slugChangeKinds } from '../../domain/companies/former-slug.ts';
import { kindsAbout, type NoticeKind, noticeKinds, noticeStatuses, noticeTable } from '../../domain/notice.ts';
import { publicationKinds } from '../../domain/publication.ts';
import { replyChangeKinds, replyOutcomes } from '../../domain/replies/reply.ts';
import { allowedMoves, requestStatuses } from '../../domain/request/request.ts';
import type { Store } from '../engine/engine.ts';
import {
  dayCounts,
  queueCounts,
  requestCounts,
  scoreCounted,
  watchCounts,
  wrongCompanies,
  wrongCountsInWords,
} from '../kept/kept-counts.ts';
import { requestColumns } from '../notices.ts';

/**
 * What must be true between the rows of different tables. `count` selects the rows that are checked, `faulty` one row
 * `finding` for each that is wrong; both are the same text for both engines. Kinds, statuses and moves come from the
 * domain.
 */
export type Derived = { check: string; count: RawBuilder<unknown>; faulty: RawBuilder<unknown> };

/** How many rows were checked, and what is wrong; each finding names its row. */
export type Check = { check: string; rows: number; findings: string[] };

/** Findings listed per check; further ones are left out. */
export const FINDINGS_MAX = 20;

export async function checkDerived({ db }: Store, { check, count, faulty }: Derived): Promise<Check> {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from (${count}) as counted`.execute(db);
  const found = await sql<{ finding: string }>`${faulty} limit ${sql.lit(FINDINGS_MAX)}`.execute(db);
  return { check, rows: Number(rows[0]?.n ?? 0), findings: found.rows.map((row) => row.finding) };
}

const listOf = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` or `);

/** The moves of decision 19 as `from>to`; a request begins as received. */
const moves = ['>received', ...requestStatuses.flatMap((from) => allowedMoves(from).map((to) => `${from}>${to}`))];

/** When a notice of a kind does not match its subject, or misses something that its letter is written from. */
function mismatch(kind: NoticeKind): RawBuilder<unknown> {
  const rule = noticeTable[kind];
  // What the others are about is deleted after a time, and its notice is not.
  if (rule.subject !== 'audit' && rule.subject !== 'request')
    return sql`(n.kind = ${sql.lit(kind)} and n.audit_id is not null)`;
  const fields = Object.keys(rule.content.shape);
  const columns = fields.map((field) => `${requestColumns.some((name) => name === field) ? 'q' : 'n'}.${field}`);
  return sql`(n.kind = ${sql.lit(kind)} and (${anyOf([
    rule.subject === 'audit'
      ? sql`n.subject_id <> n.audit_id`
      : sql`q.request_id is null or q.status <> ${sql.lit(rule.status)}`,
    ...(fields.includes('audit_id') ? [sql`a.audit_id is null`] : []),
    ...columns.map((column) => sql`${sql.ref(column)} is null`),
  ])}))`;
}

export const derivedChecks: readonly Derived[] = [
  {
    check: 'letters about stale scores are written day after day',
    count: sql`select day from stale_days`,
    faulty: sql`select s.day || ': its letters are not written, and those of a later day are' as finding from stale_days as s
      where s.done_at is null and exists (select 1 from stale_days as t where t.day > s.day and t.done_at is not null)`,
  },
  {
    check: 'the publication counter is the newest publication',
    count: sql`select 1 from counters where name = 'publications'`,
    faulty: sql`select 'the counter is ' || c.value || ', the newest publication ' || m.newest as finding
      from (select coalesce(max(value), 0) as value from counters where name = 'publications') as c,
        (select coalesce(max(publication), 0) as newest from publications) as m where c.value <> m.newest`,
  },
  {
    check: 'publications are of a known kind, and each audit belongs to one',
    count: sql`select 1 from publications`,
    faulty: sql`select 'publication ' || publication || ': its kind ' || kind || ' is unknown' as finding from publications
        where kind not in (${listOf(publicationKinds)})
      union all select a.audit_id || ': its publication ' || a.publication || ' is missing or another' from audits as a
        left join publications as p on p.publication = a.publication and p.kind in ('audits', 'corrections') and p.at = a.published_at
      where p.publication is null`,
  },
  {
    check:
      'slugs changed in publications of their kind, and no audit is public under a slug that is not listed any more',
    count: sql`select 1 from slug_changes`,
    faulty: sql`select c.slug || ': ' || c.change || ' in publication ' || c.publication || ', which does not fit' as finding from slug_changes as c
        left join publications as p on p.publication = c.publication
      where p.kind is null or c.change not in (${listOf(slugChangeKinds)})
        or p.kind <> case c.change when 'moved' then 'corrections' when 'retracted' then 'retractions' else 'audits' end
        or (c.change = 'moved') <> (c.moved_to is not null) or (c.change = 'retracted') <> (c.reason is not null)
      union all select a.audit_id || ' is public under ' || a.slug || ', which was ' || c.change || ' in publication ' || c.publication
        from audits as a join slug_changes as c on c.slug = a.slug and c.change <> 'reinstated'
      where a.replaced_at is null and not exists (select 1 from slug_changes as later
        where later.publication > c.publication and (later.slug = c.slug or later.moved_to = c.slug))`,
  },
  {
    check:
      'replies changed in publications of their kind, in an order that can be, and each is to an audit of its company',
    count: sql`select 1 from reply_changes`,
    faulty: sql`select c.reply_id || ': ' || c.change || ' in publication ' || c.publication || ', which does not fit' as finding from reply_changes as c
        left join publications as p on p.publication = c.publication
        left join replies as r on r.reply_id = c.reply_id
        left join audits as a on a.audit_id = c.audit_id
      where p.kind is null or p.kind <> 'replies' or r.reply_id is null or c.change not in (${listOf(replyChangeKinds)})
        or (c.change in ('published', 'corrected')) <> (a.audit_id is not null)
        or (c.change = 'published' and a.audit_date <> r.audit_date)
        or (c.change in ('upheld', 'corrected') and r.kind <> 'dispute')
        or (c.change <> 'published' and not exists (select 1 from reply_changes as b
          where b.reply_id = c.reply_id and b.change = 'published' and b.publication < c.publication))
        or exists (select 1 from reply_changes as b where b.reply_id = c.reply_id and b.publication < c.publication
          and (b.change = c.change or (b.change in (${listOf(replyOutcomes)}) and c.change in (${listOf(replyOutcomes)}))))
      union all select r.reply_id || ': it was never published' from replies as r where not exists (select 1 from reply_changes as c
        where c.reply_id = r.reply_id and c.change = 'published')
      union all select r.reply_id || ': it has ' || case when r.text is null then 'no text and was not removed' else 'a text and was removed' end
        from replies as r where (r.text is null) <> exists (select 1 from reply_changes as c where c.reply_id = r.reply_id and c.change = 'removed')
      union all select r.reply_id || ': there is no audit of ' || r.slug || ' of ' || r.audit_date || ' that is public' from replies as r
        where r.ended_at is null and not exists (select 1 from audits as a
          where a.slug = r.slug and a.audit_date = r.audit_date and a.replaced_at is null)`,
  },
  {
    check: 'the desk lists each company on the day that its current audit is due, with its score',
    count: sql`select 1 from due_companies`,
    faulty: wrongCompanies,
  },
  ...[dayCounts, scoreCounted, requestCounts, queueCounts, watchCounts].map((kept) => ({
    check: kept.check,
    count: sql`select 1 from ${sql.table(kept.table)}`,
    faulty: wrongCountsInWords(kept),
  })),
  {
    check: 'watches name a registration, and the audit that was current when they began',
    count: sql`select 1 from watches`,
    faulty: sql`select w.registration_id || ' watching ' || w.slug || ': its registration or audit is missing or another' as finding
      from watches as w
        left join registrations as r on r.registration_id = w.registration_id
        left join audits as a on a.audit_id = w.audit_id_then
      where r.registration_id is null or a.audit_id is null or a.slug <> w.slug or a.overall_score <> w.score_then or a.tier <> w.tier_then`,
  },
  {
    check: 'requests have the last status of their history',
    count: sql`select 1 from audit_requests`,
    faulty: sql`select q.request_id || ': it is ' || q.status || ', its history ends with ' || coalesce(m.status, 'nothing') as finding
      from audit_requests as q
        left join (select request_id, max(position) as last, min(position) as first, count(*) as moves from request_moves group by request_id) as h
          on h.request_id = q.request_id
        left join request_moves as m on m.request_id = q.request_id and m.position = h.last
        left join registrations as r on r.registration_id = q.registration_id
      where r.registration_id is null or m.status is null or m.status <> q.status or m.at <> q.status_changed_at or h.first <> 1 or h.last <> h.moves`,
  },
  {
    check: 'requests moved as decision 19 allows',
    count: sql`select 1 from request_moves`,
    faulty: sql`select m.request_id || ': ' || coalesce(b.status, 'nothing') || ' became ' || m.status as finding
      from request_moves as m left join request_moves as b on b.request_id = m.request_id and b.position = m.position - 1
      where coalesce(b.status, '') || '>' || m.status not in (${listOf(moves)})`,
  },
  {
    check: 'requests have an audit when completed and a reason when declined',
    count: sql`select 1 from audit_requests where status in ('completed', 'declined')`,
    faulty: sql`select q.request_id || ' is ' || q.status || ', which its audit or reason contradicts' as finding
      from audit_requests as q left join audits as a on a.audit_id = q.audit_id
      where (q.status = 'completed') <> (a.audit_id is not null) or (q.audit_id is null) <> (a.audit_id is null)
        or (q.status = 'declined') <> (q.declined_reason is not null)`,
  },
  {
    check: 'stored replies belong to a request of the same registration',
    count: sql`select 1 from idempotency_keys`,
    faulty: sql`select k.request_id || ': a stored reply without its request' as finding from idempotency_keys as k
        left join audit_requests as q on q.request_id = k.request_id and q.registration_id = k.registration_id
      where q.request_id is null`,
  },
  {
    check: 'notices match their subjects',
    count: sql`select 1 from notices`,
    faulty: sql`select n.notice_id || ' (' || n.kind || ', ' || n.status || ') does not match its subject, audit or status' as finding from notices as n
        left join audits as a on a.audit_id = n.audit_id
        left join audit_requests as q on q.request_id = n.subject_id
        left join registrations as r on r.registration_id = n.registration_id
      where r.registration_id is null or n.status not in (${listOf(noticeStatuses)})
        or (n.status = 'pending') <> (n.finished_at is null)
        or n.kind not in (${listOf(noticeKinds)}) or ${anyOf(noticeKinds.map(mismatch))}`,
  },
  {
    check: 'totals of finished notices match their subjects',
    count: sql`select 1 from notice_totals`,
    faulty: sql`select t.subject_id || ' (' || t.kind || ', ' || t.day || ', ' || t.status || ') does not match its subject, or counts nothing' as finding
      from notice_totals as t
        left join audits as a on a.audit_id = t.subject_id
        left join audit_requests as q on q.request_id = t.subject_id
      where t.count < 1 or length(t.day) <> 10 or t.status not in (${listOf(noticeStatuses.filter((status) => status !== 'pending'))})
        or t.kind not in (${listOf(noticeKinds)})
        or (t.kind in (${listOf(kindsAbout('audit'))}) and a.audit_id is null)
        or (t.kind in (${listOf(kindsAbout('request'))}) and q.request_id is null)`,
  },
  {
    check: 'fan-outs name the audits before and after',
    count: sql`select 1 from fanouts`,
    faulty: sql`select f.fanout_id || ': one of its audits is missing' as finding from fanouts as f
        left join audits as a on a.audit_id = f.audit_id left join audits as b on b.audit_id = f.audit_id_before
      where a.audit_id is null or b.audit_id is null or a.slug <> f.slug or b.slug <> f.slug`,
  },
  {
    check: 'audit jobs are as their statuses say',
    count: sql`select 1 from audit_jobs`,
    faulty: sql`select job_id || ' (' || status || ') does not fit its status' as finding from audit_jobs
      where status not in (${listOf(jobStatuses)})
        or (status in (${listOf(openStatuses)})) <> (finished_at is null)
        or (status = 'drafted' and proposals is null and aged_out_at is null)
        or (aged_out_at is not null and (bundle is not null or draft is not null))
        or (by_hand = 1 and (status <> 'drafted' or bundle is not null))`,
  },
  {
    check: 'bodies of evidence belong to a job that has them',
    count: sql`select 1 from job_bodies`,
    faulty: sql`select j.job_id || ': its body ' || j.sha256 || ' or the job itself is missing' as finding from job_bodies as j
        left join evidence_bodies as e on e.sha256 = j.sha256 left join audit_jobs as a on a.job_id = j.job_id
        left join forgotten_bodies as f on f.sha256 = j.sha256
        where (e.sha256 is null and f.sha256 is null) or a.job_id is null
      union all select e.sha256 || ': it was removed for good and is there' from evidence_bodies as e
        inner join forgotten_bodies as f on f.sha256 = e.sha256
      union all select e.sha256 || ': no job needs this body' from evidence_bodies as e
        left join job_bodies as j on j.sha256 = e.sha256 where j.sha256 is null`,
  },
  {
    check: 'audits made by the auditing agent have their receipts and evidence',
    count: sql`select 1 from audits where job_id is not null`,
    faulty: sql`select a.audit_id || ': its receipts, its job or the evidence of that is missing' as finding from audits as a
        left join audit_jobs as j on j.job_id = a.job_id
      where (a.job_id is null) <> (a.receipts is null)
        or (a.job_id is not null and ((j.bundle is null and j.by_hand = 0) or j.draft is null or j.slug <> a.slug))`,
  },
];
