import type { JobStatus } from '../../domain/auditing/job.ts';
import { countJobs, oldestQueued } from '../../store/auditing/audit-jobs.ts';
import type { Context } from '../context.ts';

/** The jobs of the auditing agent in the metrics. */
type AuditFigures = { counts: Record<JobStatus, number>; waiting_seconds: number };

/** Jobs by status, and for how long the oldest queued one has waited; undefined while the database cannot be reached. */
export async function auditFigures({ store: { db }, now }: Context): Promise<AuditFigures | undefined> {
  try {
    const [counts, oldest] = [await countJobs(db), await oldestQueued(db)];
    const waiting = oldest === null ? 0 : (now().getTime() - Date.parse(oldest)) / 1000;
    return { counts, waiting_seconds: Math.max(0, waiting) };
  } catch {
    return undefined;
  }
}
