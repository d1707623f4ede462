import { ageOutJob, isAnythingAged } from '../../store/auditing/evidence.ts';
import type { Context } from '../context.ts';

const DAY_MS = 86_400_000;

/** Removes evidence and drafts of jobs that ended long ago and that no published audit rests on (decision 90). */
export async function ageEvidence(ctx: Pick<Context, 'store' | 'settings' | 'now' | 'log'>): Promise<void> {
  const { store, settings, now, log } = ctx;
  const until = new Date(now().getTime() - settings.EVIDENCE_DAYS * DAY_MS).toISOString();
  let jobs = 0;
  // One job in a transaction: each may have tens of megabytes.
  while (await isAnythingAged(store.db, until)) {
    if ((await ageOutJob(store, until, now().toISOString())) === undefined) break;
    jobs += 1;
  }
  if (jobs) log.info({ jobs }, 'the evidence of old audit jobs was removed');
}
