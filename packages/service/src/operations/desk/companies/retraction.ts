import { formerSlug } from '../../../domain/companies/former-slug.ts';
import { cancelJobsOf } from '../../../store/auditing/company-jobs.ts';
import { currentAuditsOf, endAudits } from '../../../store/audits.ts';
import { formerSlugsNow, insertSlugChanges } from '../../../store/companies/slug-changes.ts';
import { insertAction } from '../../../store/desk-actions.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { endFanouts } from '../../../store/fanouts.ts';
import { renewCurrent } from '../../../store/kept/current-companies.ts';
import { cancelNoticesAbout } from '../../../store/notice-ends.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import { endReplies } from '../../../store/replies/replies.ts';
import { watchCountsOf } from '../../../store/watches.ts';
import type { Context } from '../../context.ts';
import { enqueueRetractions } from '../../outbox/enqueue.ts';
import { notListed } from './not-listed.ts';

/** A company that was retracted: what was public, who watched, and what was ended with it. */
type RetractedCompany = { slug: string; audits: number; watchers: number; cancelled_jobs: number };

type Retracted = { publication: number; at: string; companies: RetractedCompany[] };

/** Companies looked up and ended together. */
const BATCH_ROWS = 200;

/**
 * Retracts companies in one publication (decision 100), in the caller's transaction: their audits are no longer public and are
 * kept, and so are replies to them, letters about them are cancelled, open jobs of the auditing agent end, and their watchers are notified why. Each is
 * recorded as an action of the operator on its slug. Faults: not_found, conflict.
 *
 * @param order.action the name of the operation that does it
 * @param order.slugs each once
 * @returns the publication and its time
 */
export async function retractCompanies(
  ctx: Context,
  tx: Tx,
  order: { slugs: readonly string[]; reason: string; operator: string; action: string },
): Promise<Retracted> {
  const { slugs, reason, operator, action } = order;
  const now = ctx.now();
  const opened = await openPublication(ctx.store, tx, 'retractions', now);
  const { publication, at } = opened;
  const former = await formerSlugsNow(tx);
  const companies: RetractedCompany[] = [];
  for (let from = 0; from < slugs.length; from += BATCH_ROWS) {
    const batch = slugs.slice(from, from + BATCH_ROWS);
    const current = await currentAuditsOf(tx, batch);
    const watching = new Map((await watchCountsOf(tx, batch)).map(({ slug, watchers }) => [slug, watchers]));
    // In this order: a batch of notices that is being written is waited for, and then cancelled too.
    await endFanouts(tx, batch, at);
    await cancelNoticesAbout(tx, batch, at);
    await endReplies(tx, batch, at);
    const ended: { slug: string; audit_id: string }[] = [];
    for (const slug of batch) {
      const audit = current.get(slug);
      if (!audit) throw notListed(slug, formerSlug(former, slug));
      const { audit_id, audit_date, overall_score } = audit;
      const audits = await endAudits(tx, slug, at);
      const cancelled_jobs = await cancelJobsOf(tx, slug, at);
      ended.push({ slug, audit_id });
      companies.push({ slug, audits, watchers: watching.get(slug) ?? 0, cancelled_jobs });
      const detail = { publication, reason, audit_date, overall_score, audits, cancelled_jobs };
      const action_id = ctx.newId('act');
      await insertAction(tx, { action_id, operator, action, subject_id: slug, detail, at: now.toISOString() });
    }
    await insertSlugChanges(
      tx,
      batch.map((slug) => ({ publication, slug, change: 'retracted', moved_to: null, reason })),
    );
    await enqueueRetractions(ctx, tx, { publication, at }, ended);
  }
  await renewCurrent(tx, slugs);
  await closePublication(ctx, tx, opened);
  return { publication, at, companies };
}
