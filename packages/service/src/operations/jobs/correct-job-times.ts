import { CLOCK_SKEW_MS } from '../../domain/clock.ts';
import { correctJobTimes as correctTimes } from '../../store/auditing/audit-jobs.ts';
import { JOB_LEASE_MS, LONGEST_LEASE_MS } from '../auditing/attempt.ts';
import type { Context } from '../context.ts';

/** Frees audit jobs that a clock which was ahead has claimed for longer than it may (decision 54). */
export async function correctJobTimes({ store, now, log }: Pick<Context, 'store' | 'now' | 'log'>): Promise<void> {
  const at = (ms: number) => new Date(now().getTime() + ms).toISOString();
  const jobs = await correctTimes(store.db, at(LONGEST_LEASE_MS + CLOCK_SKEW_MS), at(JOB_LEASE_MS));
  if (jobs)
    log.warn({ jobs }, 'audit jobs were claimed by a clock that is ahead of this one; their leases are corrected');
}
