import type { AuditJob } from '../../domain/auditing/job.ts';
import { auditJob } from '../../domain/auditing/job.ts';
import { Fault } from '../../domain/fault.ts';
import { findJob, findWholeJob, type JobSummary } from '../../store/auditing/audit-jobs.ts';
import { type DraftJob, findDraft } from '../../store/auditing/drafts.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';
import type { Db } from '../../store/engine/engine.ts';

/** A job as operators see it. */
export function shownJob({ progress, by_hand, ...job }: JobSummary): AuditJob {
  const parsed = progress === null ? null : JSON.parse(progress);
  return auditJob.parse({ ...job, progress: parsed, by_hand: by_hand === 1 });
}

/** A private draft is none of the desk's (decision 181). */
const unknownJob = () => new Fault('not_found', 'There is no audit job with this id.');

/** Faults: not_found. */
export async function jobAt(db: Db, job_id: string): Promise<JobSummary> {
  const job = await findJob(db, job_id);
  if (!job || job.holder_id !== null) throw unknownJob();
  return job;
}

/** A job with all that is stored of it. Faults: not_found. */
export async function wholeJobAt(db: Db, job_id: string): Promise<AuditJobRow> {
  const job = await findWholeJob(db, job_id);
  if (!job || job.holder_id !== null) throw unknownJob();
  return job;
}

/** A job as far as its draft needs it, without what was seen, which may be large. Faults: not_found. */
export async function draftJobAt(db: Db, job_id: string): Promise<DraftJob> {
  const job = await findDraft(db, job_id);
  if (!job || job.holder_id !== null) throw unknownJob();
  return job;
}
