import { areEntriesOld, deleteOldEntries } from '../../store/auditing/draft-entries.ts';
import { ageOutJob, isAnythingAged } from '../../store/auditing/evidence.ts';
import { draftRules } from '../auditing/draft-rules.ts';
import type { Context } from '../context.ts';

const DAY_MS = 86_400_000;

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
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  const aged = { entries: until, visits: before(DAY_MS) };
  if (await areEntriesOld(store.db, aged)) await store.transaction((tx) => deleteOldEntries(tx, aged));
  if (jobs) log.info({ jobs }, 'the evidence of old audit jobs was removed');
}
