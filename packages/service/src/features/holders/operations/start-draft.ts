import { isOptedOut } from '@readymark/auditor/collect/opt-out';
import { Fault } from '../../../domain/fault.ts';
import { usageWithin } from '../../../operations/agent/fields/usage.ts';
import type { Context } from '../../../operations/context.ts';
import { newSlug, rubricFor } from '../../../operations/desk/audits/draft-subject.ts';
import { queueJob } from '../../../store/auditing/audit-jobs.ts';
import { companyAtSite, latestAudits } from '../../../store/desk-audits.ts';
import { draftLimit, HOLDER, REST_MS } from '../domain/holder.ts';
import { draftedHolders, lastDraftedAt, noteHolder } from '../store/holders.ts';
import { provenHolder } from './known-holder.ts';

/** Begins drafts in turns: each looks when the last one of its site was. */
const LOCK = 'private drafts';

/**
 * Has the auditing agent draft the audit of a holder's site, for the holder alone (decision 181). Faults: not_found; conflict, when the
 * domain is not proven, was drafted within a day, or its owner wants no visits.
 */
export async function startDraft(ctx: Context, secret: string): Promise<void> {
  const holder = await provenHolder(ctx, secret);
  const { holder_id, host, website, site } = holder;
  if (isOptedOut(new URL(website).hostname, ctx.settings.AUDIT_OPT_OUT))
    throw new Fault(
      'conflict',
      `${host} is on the list of sites that our robot does not visit. Write to us to change that.`,
    );
  const listed = await companyAtSite(ctx.store.db, new URL(website).hostname);
  const [last] = listed === undefined ? [] : await latestAudits(ctx.store.db, listed, 1);
  const slug = last?.slug ?? (await newSlug(ctx, host, website));
  const rubric = rubricFor(ctx, undefined, last, false).version;
  const now = ctx.now();
  await ctx.store.transaction(async (tx) => {
    await ctx.store.lock(tx, LOCK);
    const before = await lastDraftedAt(tx, site);
    if (before !== null && Date.parse(before) > now.getTime() - REST_MS)
      throw new Fault(
        'conflict',
        `A draft of ${site} is made once a day; the last one was begun on ${before.slice(0, 16).replace('T', ' ')} UTC.`,
      );
    const limit = draftLimit(ctx.settings.PRIVATE_DRAFTS_PER_DAY);
    await usageWithin(ctx, tx, draftedHolders, { limit, what: 'private drafts of this service', now });
    const of = { slug, company: last?.company ?? host, website, site, rubric };
    const job = { job_id: ctx.newId('job'), request_id: null, operator: HOLDER, holder_id, ...of };
    await queueJob(ctx.store, tx, { ...job, created_at: now.toISOString() }, undefined);
    await noteHolder(tx, holder_id, { drafted_at: now.toISOString() });
  });
}
