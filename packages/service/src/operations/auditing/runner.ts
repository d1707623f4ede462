import { beginJob, isJobDue } from '../../store/auditing/audit-jobs.ts';
import type { Context } from '../context.ts';
import { attempt, JOB_LEASE_MS } from './attempt.ts';

/** Makes the audits that operators started (decision 93). */
export type AuditRunner = {
  /** Begins the jobs that are due, as many as this node makes at a time; does not wait for their end. */
  start(): Promise<void>;
  /** Resolves when none is due that can be begun, and none is under way. */
  drained(): Promise<void>;
  /** Resolves when none is under way. */
  idle(): Promise<void>;
};

/** @param stop aborted when the process is to end: jobs under way are given back */
export function openAuditRunner(ctx: Context, stop: AbortSignal = new AbortController().signal): AuditRunner {
  const underWay = new Set<Promise<void>>();

  async function begin(): Promise<boolean> {
    const now = ctx.now();
    if (!(await isJobDue(ctx.store.db, now.toISOString()))) return false;
    const lease_until = new Date(now.getTime() + JOB_LEASE_MS).toISOString();
    const lease = { lease_by: ctx.newId('lea'), lease_until, now: now.toISOString() };
    const job = await beginJob(ctx.store, lease);
    if (!job) return false;
    const working = attempt(ctx, job, stop)
      .catch((error) => {
        // The lease ends by itself, and the job is begun again.
        ctx.log.error({ err: error, job_id: job.job_id }, 'the end of an audit job could not be stored');
      })
      .finally(() => underWay.delete(working));
    underWay.add(working);
    return true;
  }

  async function start(): Promise<void> {
    while (!stop.aborted && underWay.size < ctx.settings.AUDITS_AT_ONCE && (await begin()));
  }

  return {
    start,
    async drained() {
      for (;;) {
        await start();
        if (!underWay.size) return;
        await Promise.race(underWay);
      }
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}
