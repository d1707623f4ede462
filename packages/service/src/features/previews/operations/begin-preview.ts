import { isOptedOut } from '@readymark/auditor/collect/opt-out';
import { Fault } from '../../../domain/fault.ts';
import { type Limit, type Quota, quotaState } from '../../../domain/limit/limit.ts';
import { usageWithin } from '../../../operations/agent/fields/usage.ts';
import type { Context } from '../../../operations/context.ts';
import { rubricFor } from '../../../operations/desk/audits/draft-subject.ts';
import type { LimitedRows } from '../../../store/limited-rows.ts';
import { againAt, ownerLimit, registrationLimit, serviceLimit } from '../domain/preview.ts';
import { allPreviews, findPreview, LOCK, previewsBy, previewsOfOwner, queuePreview } from '../store/previews.ts';
import type { PreviewRow } from '../store/rows.ts';
import { startAsked } from './run-previews.ts';
import { siteToPreview } from './site-to-preview.ts';

type Begun = { row: PreviewRow; begun: boolean; quota: Quota | undefined };

/**
 * The preview of a site: the stored one, or a new one where there is none that is fresh (decision 180).
 *
 * @param options.registration_id who asks with a key; null for a person, whose calls the door counts
 * @param options.before_begun throws where this caller may not begin one
 * @throws Fault invalid_request, conflict for a site whose owner wants no visits, rate_limited, unavailable
 */
export async function beginPreview(
  ctx: Context,
  website: string,
  options: { registration_id: string | null; before_begun?(): void },
): Promise<Begun> {
  const { store, settings } = ctx;
  const site = siteToPreview(website);
  if (isOptedOut(new URL(site.website).hostname, settings.AUDIT_OPT_OUT))
    throw new Fault('conflict', `The owner of ${site.host} does not want it visited by our robot.`);
  const stored = await findPreview(store.db, site.host);
  if (stored && isKept(stored, ctx.now())) return { row: stored, begun: false, quota: undefined };
  if (settings.PREVIEWS_PER_HOUR === 0) throw new Fault('unavailable', 'This service makes no previews.');
  options.before_begun?.();
  const rubric = rubricFor(ctx, undefined, undefined, false).version;
  const { registration_id } = options;
  const begun = await store.transaction(async (tx) => {
    await store.lock(tx, LOCK);
    const now = ctx.now();
    const meanwhile = await findPreview(tx, site.host);
    if (meanwhile && isKept(meanwhile, now)) return { row: meanwhile, begun: false, quota: undefined };
    const within = async (limit: Limit, rows: LimitedRows, what: string) => {
      const usage = await usageWithin(ctx, tx, rows, { limit, what, now });
      return quotaState(limit, { used: usage.used + 1, oldest: usage.oldest ?? now }, now);
    };
    const own =
      registration_id === null
        ? undefined
        : await within(registrationLimit, previewsBy(registration_id), 'previews of one key');
    await within(ownerLimit, previewsOfOwner(site.owner), `previews of hosts of ${site.owner}`);
    await within(serviceLimit(settings.PREVIEWS_PER_HOUR), allPreviews, 'previews of this service');
    const asked_at = now.toISOString();
    const { owner, host, website: address } = site;
    const ask = { ask_id: ctx.newId('ask'), owner, asked_by: registration_id, asked_at };
    await queuePreview(tx, { host, website: address, rubric, asked_at }, ask);
    const row = await findPreview(tx, site.host);
    if (!row) throw new Error('a preview was not found right after it was stored');
    return { row, begun: true, quota: own };
  });
  if (begun.begun)
    void startAsked(ctx).catch((error) => ctx.log.warn({ err: error }, 'a preview waits for the next round'));
  return begun;
}

/** Whether a preview is shown again, and none is made. */
const isKept = (row: PreviewRow, now: Date): boolean => {
  const again = againAt(row);
  return again === undefined || again > now;
};
