import { sql } from 'kysely';
import { JOB_ATTEMPTS_MAX, type JobStatus, jobStatuses, openStatuses } from '../../domain/auditing/job.ts';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { claimRows, hasLease, isFree, type Lease, released } from '../leases.ts';
import type { AuditJobRow } from './rows.ts';

/** Audits that the auditing agent makes (decision 93): queued here, worked on by any node. */

/** Under which starts and claims take turns: both look at what else is under way. */
const LOCK = 'audit jobs';

/** Everything but what is large. */
export const summary = [
  'job_id',
  'request_id',
  'slug',
  'company',
  'website',
  'site',
  'rubric',
  'status',
  'operator',
  'created_at',
  'started_at',
  'finished_at',
  'attempts',
  'progress',
  'error',
  'remedy',
  'version',
  'aged_out_at',
  'by_hand',
  'holder_id',
] as const;
export type JobSummary = Pick<AuditJobRow, (typeof summary)[number]>;

type NewJob = Pick<
  AuditJobRow,
  'job_id' | 'request_id' | 'slug' | 'company' | 'website' | 'site' | 'rubric' | 'operator' | 'created_at'
> &
  Partial<Pick<AuditJobRow, 'holder_id'>>;

/** The jobs that operators see: private drafts are none of theirs (decision 181). */
export const deskJobs = (db: Db) => db.selectFrom('audit_jobs').where('audit_jobs.holder_id', 'is', null);

/**
 * Queues a job.
 *
 * @param rested_since a job for the same site that is open, or was begun after this time, keeps this one from being
 * queued; undefined when none does
 * @returns that other job; undefined when this one was queued
 */
export async function queueJob(
  store: Store,
  tx: Tx,
  job: NewJob,
  rested_since: string | undefined,
): Promise<JobSummary | undefined> {
  await store.lock(tx, LOCK);
  if (rested_since !== undefined) {
    const earlier = await deskJobs(tx)
      .select(summary)
      .where('site', '=', job.site)
      .where((eb) => eb.or([eb('status', 'in', openStatuses), eb('started_at', '>', rested_since)]))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (earlier) return earlier;
  }
  await tx
    .insertInto('audit_jobs')
    .values({ ...job, status: 'queued', attempts: 0, revisions: '[]', version: 0, by_hand: 0 })
    .execute();
  return undefined;
}

/** One job without what is large; undefined for an unknown id. */
export function findJob(db: Db, job_id: string): Promise<JobSummary | undefined> {
  return db.selectFrom('audit_jobs').select(summary).where('job_id', '=', job_id).executeTakeFirst();
}

/** One job with its bundle, proposals, draft and revisions; undefined for an unknown id. */
export function findWholeJob(db: Db, job_id: string): Promise<AuditJobRow | undefined> {
  return db.selectFrom('audit_jobs').selectAll().where('job_id', '=', job_id).executeTakeFirst();
}

/** Jobs that nobody works on, of sites that nobody works on: one site is asked by one node at a time. */
const dueJobs = (db: Db, now: string) =>
  db
    .selectFrom('audit_jobs')
    .select('job_id as id')
    .where('status', 'in', openStatuses)
    .where((eb) => eb.not(eb.exists(sameSiteUnderWay(db, now))));

/** Other jobs for the site of a row of `audit_jobs` that somebody works on. */
const sameSiteUnderWay = (db: Db, now: string) =>
  db
    .selectFrom('audit_jobs as other')
    .select('other.job_id')
    .where('other.site', '=', sql.ref<string>('audit_jobs.site'))
    .where('other.job_id', '<>', sql.ref<string>('audit_jobs.job_id'))
    .where('other.status', '=', 'running')
    .where('other.lease_until', '>', now);

/** Whether a claim would find anything; outside of any transaction, so that an idle node waits for no writer. */
export async function isJobDue(db: Db, now: string): Promise<boolean> {
  return (await dueJobs(db, now).where(isFree(now)).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Claims the job that has waited longest and begins it, those of operators before private drafts. One that was begun `JOB_ATTEMPTS_MAX` times and left behind fails.
 *
 * @returns undefined when there is none, or the one that was claimed cannot be begun
 */
export async function beginJob(store: Store, lease: Lease): Promise<AuditJobRow | undefined> {
  const due = (tx: Tx) =>
    dueJobs(tx, lease.now).orderBy(sql`holder_id is not null`).orderBy('created_at').orderBy('job_id').limit(1);
  const [job_id] = await claimRows(store, { table: 'audit_jobs', key: 'job_id' }, due, lease);
  if (job_id === undefined) return undefined;
  return store.transaction(async (tx) => {
    await store.lock(tx, LOCK);
    const job = await tx
      .selectFrom('audit_jobs')
      .select(['attempts', 'started_at'])
      .select((eb) => eb.exists(sameSiteUnderWay(tx, lease.now)).as('waits'))
      .where('job_id', '=', job_id)
      .where(hasLease(lease.lease_by))
      .where('status', 'in', openStatuses)
      .executeTakeFirst();
    if (!job) return undefined;
    const update = tx.updateTable('audit_jobs').where('job_id', '=', job_id);
    if (job.waits) {
      await update.set(released).execute();
      return undefined;
    }
    if (job.attempts >= JOB_ATTEMPTS_MAX) {
      const { now: finished_at } = lease;
      await update.set({ ...released, status: 'failed', finished_at, ...leftBehind }).execute();
      return undefined;
    }
    const started_at = job.started_at ?? lease.now;
    return update
      .set({ status: 'running', attempts: job.attempts + 1, started_at })
      .returningAll()
      .executeTakeFirst();
  });
}

const leftBehind = {
  error: `It was begun ${JOB_ATTEMPTS_MAX} times, and each time the process that worked on it ended.`,
  remedy: 'Look into the log of the nodes for why they end, then start the audit again.',
};

/**
 * Ends leases, and pauses, that end later than any right clock writes them (decision 54): their holder may still be at work.
 *
 * @param latest the latest end that a right clock writes
 * @returns the number of changed jobs
 */
export async function correctJobTimes(db: Db, latest: string, lease_until: string): Promise<number> {
  const update = db
    .updateTable('audit_jobs')
    .set({ lease_until })
    .where('status', 'in', openStatuses)
    .where('lease_until', '>', latest);
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}

/** A job that a claim is working on. */
export type HeldJob = { job_id: string; lease_by: string };

const held = (db: Db, { job_id, lease_by }: HeldJob) =>
  db.updateTable('audit_jobs').where('job_id', '=', job_id).where(hasLease(lease_by)).where('status', '=', 'running');

/**
 * Changes a job that is still held, for example extends its lease.
 *
 * @returns false when it was cancelled, or another node has taken it over: then nothing was changed
 */
export async function updateHeldJob(
  db: Db,
  job: HeldJob,
  values: Partial<Pick<AuditJobRow, 'lease_until' | 'progress'>>,
): Promise<boolean> {
  return (await held(db, job).set(values).executeTakeFirst()).numUpdatedRows > 0n;
}

/** Whether a job is still held; if so, it stays held until the transaction ends. */
export async function isHeld(tx: Tx, job: HeldJob): Promise<boolean> {
  return (await held(tx, job).set({ lease_by: job.lease_by }).executeTakeFirst()).numUpdatedRows > 0n;
}

/** How an attempt at a job ends. `queued`: it is begun again after `lease_until`. */
export type JobEnd =
  | {
      status: 'drafted';
      proposals: string;
      assist: string | null;
      draft: string;
      audit_id_before: string | null;
      finished_at: string;
    }
  | { status: 'unobserved' | 'failed'; error: string; remedy: string | null; finished_at: string }
  | { status: 'queued'; error: string | null; attempts: number; lease_until: string | null };

/** Ends an attempt at a job that is still held. @returns false when it is not */
export async function endJob(db: Db, job: HeldJob, end: JobEnd): Promise<boolean> {
  const lease_until = end.status === 'queued' ? end.lease_until : null;
  const done = end.status === 'drafted' ? { error: null, remedy: null } : {};
  const update = held(db, job).set({ ...released, ...done, ...end, lease_until });
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Cancels an open job; whoever works on it notices when its lease is to be extended. @returns false when it is not open */
export async function cancelJob(tx: Tx, job_id: string, finished_at: string): Promise<boolean> {
  const update = tx
    .updateTable('audit_jobs')
    .set({ ...released, status: 'cancelled', finished_at })
    .where('job_id', '=', job_id)
    .where('status', 'in', openStatuses);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Number of jobs per status. */
export async function countJobs(db: Db): Promise<Record<JobStatus, number>> {
  const rows = await deskJobs(db)
    .select((eb) => ['status', eb.fn.countAll().as('count')])
    .groupBy('status')
    .execute();
  const counts = Object.fromEntries(jobStatuses.map((status) => [status, 0])) as Record<JobStatus, number>;
  for (const { status, count } of rows) counts[status as JobStatus] = Number(count);
  return counts;
}

/** Since when the oldest queued job waits; null without any. */
export async function oldestQueued(db: Db): Promise<string | null> {
  const row = await deskJobs(db)
    .select('created_at')
    .where('status', '=', 'queued')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}
