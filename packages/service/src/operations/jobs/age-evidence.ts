import { isReopened } from '../../domain/auditing/correction.ts';
import type { Revision } from '../../domain/auditing/review.ts';
import { findWholeJob } from '../../store/auditing/audit-jobs.ts';
import { areEntriesOld, deleteOldEntries } from '../../store/auditing/draft-entries.ts';
import { ageOutJob, isAnythingAged } from '../../store/auditing/evidence.ts';
import { jobWithDueEvidence, lookAgain, notCurrentSince, reduceEvidence } from '../../store/auditing/evidence-ends.ts';
import { lastAuditOfJob } from '../../store/publishing/published-jobs.ts';
import { draftRules } from '../auditing/draft-rules.ts';
import type { Context } from '../context.ts';

const DAY_MS = 86_400_000;

/**
 * Removes what published audits do not need any more of their evidence (decision 174): what no receipt cites, once no correction
 * can be begun; and what receipts cite, `EVIDENCE_DAYS` days after the audit is no longer current.
 *
 * @returns how many bodies jobs needed no more
 */
async function endEvidence({ store, settings, now }: Pick<Context, 'store' | 'settings' | 'now'>): Promise<number> {
  const [at, kept_ms] = [now(), settings.EVIDENCE_DAYS * DAY_MS];
  const later = (since: string) => new Date(Date.parse(since) + kept_ms).toISOString();
  let bodies = 0;
  // One job in a transaction, as below.
  for (;;) {
    const job_id = await jobWithDueEvidence(store.db, at.toISOString());
    if (job_id === undefined) return bodies;
    bodies += await store.transaction(async (tx) => {
      const job = await findWholeJob(tx, job_id);
      const last = await lastAuditOfJob(tx, job_id);
      if (!job || !last) {
        await lookAgain(tx, job_id, null);
        return 0;
      }
      const in_correction = isReopened(last.published_at, JSON.parse(job.revisions) as Revision[], at);
      if (job.evidence_kept === null && in_correction && later(last.published_at) > at.toISOString()) {
        await lookAgain(tx, job_id, new Date(at.getTime() + DAY_MS).toISOString());
        return 0;
      }
      const since = await notCurrentSince(tx, job_id);
      // While it is current, it will be for as long as it is not looked at, or its evidence is due after that.
      const end = later(since ?? at.toISOString());
      const kept = end <= at.toISOString() ? 'none' : 'cited';
      await lookAgain(tx, job_id, kept === 'none' ? null : end);
      return job.evidence_kept === kept ? 0 : reduceEvidence(store, tx, job_id, kept);
    });
  }
}

/**
 * Removes evidence and drafts of jobs that ended long ago and that no published audit rests on (decision 90), and texts
 * that were typed into drafts long ago and never saved (decision 121).
 */
export async function ageEvidence(
  ctx: Pick<Context, 'store' | 'settings' | 'now' | 'log' | 'features'>,
): Promise<void> {
  const { store, settings, now, log } = ctx;
  const until = new Date(now().getTime() - settings.EVIDENCE_DAYS * DAY_MS).toISOString();
  const { ageOut } = await draftRules(ctx);
  let jobs = 0;
  // One job in a transaction: each may have tens of megabytes.
  while (await isAnythingAged(store.db, until)) {
    if ((await ageOutJob(store, until, now().toISOString(), ageOut)) === undefined) break;
    jobs += 1;
  }
  const bodies = await endEvidence(ctx);
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  const aged = { entries: until, visits: before(DAY_MS) };
  if (await areEntriesOld(store.db, aged)) await store.transaction((tx) => deleteOldEntries(tx, aged));
  if (bodies) log.info({ bodies }, 'evidence that published audits need no more was removed');
  if (jobs) log.info({ jobs }, 'the evidence of old audit jobs was removed');
}
