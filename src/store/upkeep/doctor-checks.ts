import { type RawBuilder, sql } from 'kysely';

/**
 * What must hold between the rows of different tables. `count` gives the rows that are looked at, `faulty` one row
 * `finding` for each that does not hold; both are the same text for both engines.
 */
type Derived = { check: string; count: RawBuilder<unknown>; faulty: RawBuilder<unknown> };

export const derivedChecks: readonly Derived[] = [
  {
    check: 'the publication counter is the newest publication',
    count: sql`select 1 from counters where name = 'publications'`,
    faulty: sql`select 'the counter is ' || c.value || ', the newest publication ' || m.newest as finding
      from (select coalesce(max(value), 0) as value from counters where name = 'publications') as c,
        (select coalesce(max(publication), 0) as newest from audits) as m where c.value <> m.newest`,
  },
  {
    check: 'watch counts are the number of watches',
    count: sql`select 1 from watch_counts`,
    faulty: sql`select s.slug || ': counted ' || coalesce(c.watchers, 0) || ', watching ' || coalesce(w.watchers, 0) as finding
      from (select slug from watch_counts union select slug from watches) as s
        left join watch_counts as c on c.slug = s.slug
        left join (select slug, count(*) as watchers from watches group by slug) as w on w.slug = s.slug
      where coalesce(c.watchers, 0) <> coalesce(w.watchers, 0)`,
  },
  {
    check: 'watches name a registration and the audit that stood',
    count: sql`select 1 from watches`,
    faulty: sql`select w.registration_id || ' watching ' || w.slug || ': its registration or audit is missing or another' as finding
      from watches as w
        left join registrations as r on r.registration_id = w.registration_id
        left join audits as a on a.audit_id = w.audit_id_then
      where r.registration_id is null or a.audit_id is null or a.slug <> w.slug or a.overall_score <> w.score_then or a.tier <> w.tier_then`,
  },
  {
    check: 'requests stand where their history ends',
    count: sql`select 1 from audit_requests`,
    faulty: sql`select q.request_id || ': it is ' || q.status || ', its history says ' || coalesce(m.status, 'nothing') as finding
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
      where coalesce(b.status, '') || '>' || m.status not in ('>received', 'received>in_review', 'in_review>scheduled', 'scheduled>completed',
        'received>declined', 'in_review>declined', 'scheduled>declined')`,
  },
  {
    check: 'requests have an audit when completed and a reason when declined',
    count: sql`select 1 from audit_requests where status in ('completed', 'declined')`,
    faulty: sql`select q.request_id || ' is ' || q.status || ' and its audit or reason does not fit that' as finding
      from audit_requests as q left join audits as a on a.audit_id = q.audit_id
      where (q.status = 'completed') <> (a.audit_id is not null) or (q.audit_id is null) <> (a.audit_id is null)
        or (q.status = 'declined') <> (q.declined_reason is not null)`,
  },
  {
    check: 'kept replies belong to a request of the same registration',
    count: sql`select 1 from idempotency_keys`,
    faulty: sql`select k.request_id || ': a kept reply without its request' as finding from idempotency_keys as k
        left join audit_requests as q on q.request_id = k.request_id and q.registration_id = k.registration_id
      where q.request_id is null`,
  },
  {
    check: 'notices fit what they tell',
    count: sql`select 1 from notices`,
    faulty: sql`select n.notice_id || ' (' || n.kind || ', ' || n.status || ') does not fit its subject, audit or state' as finding from notices as n
        left join audits as a on a.audit_id = n.audit_id
        left join audit_requests as q on q.request_id = n.subject_id
        left join registrations as r on r.registration_id = n.registration_id
      where r.registration_id is null or n.status not in ('pending', 'sent', 'failed', 'cancelled')
        or (n.status = 'pending') <> (n.finished_at is null)
        or (n.kind = 'reaudit' and (a.audit_id is null or n.subject_id <> n.audit_id))
        or (n.kind = 'completed' and (a.audit_id is null or q.request_id is null or q.status <> 'completed'))
        or (n.kind = 'declined' and (q.request_id is null or q.status <> 'declined'))
        or n.kind not in ('reaudit', 'completed', 'declined')`,
  },
  {
    check: 'fan-outs name the audits before and after',
    count: sql`select 1 from fanouts`,
    faulty: sql`select f.fanout_id || ': an audit of it is missing' as finding from fanouts as f
        left join audits as a on a.audit_id = f.audit_id left join audits as b on b.audit_id = f.audit_id_before
      where a.audit_id is null or b.audit_id is null or a.slug <> f.slug or b.slug <> f.slug`,
  },
];
