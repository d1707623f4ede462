import { sql } from 'kysely';
import type { Derived } from '../../../store/upkeep/doctor-checks.ts';

/** What must be true of second reviews. */
export const secondReviewChecks: readonly Derived[] = [
  {
    check: 'second reviews are of drafts, and two reviewed what is said to be reviewed by two',
    count: sql`select 1 from second_reviews`,
    faulty: sql`select r.review_id || ': it does not fit its job or its end' as finding from second_reviews as r
        left join audit_jobs as j on j.job_id = r.job_id
      where j.job_id is null or j.status <> 'drafted' or (r.finished_at is null) <> (r.agreement is null)
        or (r.finished_at is not null and r.withdrawn_at is not null)
        or (r.finished_at is null and r.withdrawn_at is null and j.aged_out_at is not null)
      union all select a.audit_id || ': reviewed by ' || a.reviewed_by || ', without a second review' from audits as a
      where a.reviewed_by is not null and (a.receipts is null or a.reviewed_by <> 2 or not exists
        (select 1 from second_reviews as r where r.job_id = a.job_id and r.finished_at is not null))`,
  },
];
