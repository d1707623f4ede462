import type { SelectQueryBuilder } from 'kysely';
import { type JobFilter, openStatuses } from '../../domain/auditing/job.ts';
import type { Db } from '../engine/engine.ts';
import type { Tables } from '../tables.ts';
import { deskJobs, type JobSummary, summary } from './audit-jobs.ts';
import type { AuditJobRow } from './rows.ts';

/** Jobs of the auditing agent in lists, for operators. */

type Jobs<O> = SelectQueryBuilder<Tables, 'audit_jobs', O>;

function filtered<O>(query: Jobs<O>, filter: JobFilter): Jobs<O> {
  if (filter === 'open') return query.where('status', 'in', openStatuses);
  if (filter !== 'to_review') return query.where('status', '=', filter);
  return query
    .where('status', '=', 'drafted')
    .where('aged_out_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('audits as a').select('a.audit_id').whereRef('a.job_id', '=', 'audit_jobs.job_id').limit(1),
        ),
      ),
    );
}

/** Jobs, newest first, at most `limit`: those after a place in that order. */
export function listJobs(
  db: Db,
  order: {
    filter?: JobFilter | undefined;
    after?: Pick<AuditJobRow, 'created_at' | 'job_id'> | undefined;
    limit: number;
  },
): Promise<JobSummary[]> {
  const { filter, after, limit } = order;
  let query = deskJobs(db).select(summary);
  if (filter) query = filtered(query, filter);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'job_id'), '<', tuple(after.created_at, after.job_id)),
    );
  return query.orderBy('created_at', 'desc').orderBy('job_id', 'desc').limit(limit).execute();
}

/** Of sites of some owners, the newest job each that is under way or whose draft waits for its review. */
export async function jobsInHand(db: Db, sites: readonly string[]): Promise<Map<string, JobInHand>> {
  if (sites.length === 0) return new Map();
  const jobs = (filter: JobFilter) =>
    filtered(deskJobs(db).select(['site', 'job_id', 'status', 'created_at']), filter)
      .where('site', 'in', sites)
      .execute();
  const found = [...(await jobs('open')), ...(await jobs('to_review'))].sort((a, b) =>
    a.created_at < b.created_at ? -1 : 1,
  );
  return new Map(found.map(({ site, job_id, status }) => [site, { job_id, status: status as JobInHand['status'] }]));
}

type JobInHand = { job_id: string; status: 'queued' | 'running' | 'drafted' };

/** Number of drafts that can be reviewed and were not published. */
export async function countToReview(db: Db): Promise<number> {
  const query = deskJobs(db).select((eb) => eb.fn.countAll().as('count'));
  return Number((await filtered(query, 'to_review').executeTakeFirstOrThrow()).count);
}

/** Jobs for what one owner registered, newest first, at most `limit`. */
export function jobsAtSite(db: Db, site: string, limit: number): Promise<JobSummary[]> {
  return deskJobs(db)
    .select(summary)
    .where('site', '=', site)
    .orderBy('created_at', 'desc')
    .orderBy('job_id', 'desc')
    .limit(limit)
    .execute();
}

/** Published audits that rest on jobs, at most a few hundred, by job. */
export async function auditsFromJobs(
  db: Db,
  job_ids: readonly string[],
): Promise<Map<string, { slug: string; audit_date: string }[]>> {
  if (job_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('audits')
    .select((eb) => ['slug', 'audit_date', eb.ref('job_id').$notNull().as('job_id')])
    .distinct()
    .where('job_id', 'in', job_ids)
    .orderBy('audit_date')
    .execute();
  const audits = new Map<string, { slug: string; audit_date: string }[]>();
  for (const { job_id, ...audit } of rows) audits.set(job_id, [...(audits.get(job_id) ?? []), audit]);
  return audits;
}
