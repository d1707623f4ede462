import { ownerOf, sameSite, siteOf } from '@readymark/auditor/site-owner';
import type { Audit } from '@readymark/rubric/audit/audit';
import { z } from 'zod';
import { statusField } from '../../../domain/request/request.ts';
import { type WaitingRequest, waitingRequests } from '../../../store/desk-requests.ts';
import type { Context } from '../../context.ts';

/** Requests named in one reply, at most. */
const NAMED_MAX = 100;

/** Requests that still wait for the website of an audit that was published, and what completes them (decision 10). */
export const waitingFor = z.object({
  slug: z.string(),
  requests: z.array(
    z.object({ request_id: z.string(), status: statusField, company: z.string(), website: z.string() }),
  ),
  commands: z.array(z.string()).describe('The command that completes these requests with this audit'),
});

type WaitingFor = z.infer<typeof waitingFor>;

/**
 * What still waits for the websites of these audits: the oldest requests first, 100 at most.
 *
 * @param of.completed requests that this publication completes
 * @param of.published false on a dry run: then the audit itself can complete them
 */
export async function stillWaiting(
  ctx: Context,
  audits: readonly Audit[],
  { completed, published }: { completed: readonly string[]; published: boolean },
): Promise<WaitingFor[]> {
  const last = new Map(audits.map((audit) => [audit.slug, { audit, site: siteOf(audit.website) }]));
  const by_owner = Map.groupBy(last.values(), ({ site }) => ownerOf(site));
  const done = new Set(completed);
  const found = new Map<Audit, WaitingRequest[]>();
  let named = 0;
  for await (const request of waitingRequests(ctx.store.db, [...by_owner.keys()])) {
    const site = siteOf(request.website);
    const audit = by_owner.get(ownerOf(site))?.find((one) => sameSite(one.site, site))?.audit;
    if (!audit || done.has(request.request_id)) continue;
    found.set(audit, [...(found.get(audit) ?? []), request]);
    if (++named >= NAMED_MAX) break;
  }
  return [...found].map(([audit, requests]) => ({
    slug: audit.slug,
    requests: requests.map(({ request_id, status, company, website }) => ({ request_id, status, company, website })),
    commands: commandsFor(audit, requests, published),
  }));
}

/** A public audit completes requests of any waiting status; before that, the publication can complete them. */
function commandsFor({ slug, source_file }: Audit, requests: readonly WaitingRequest[], published: boolean): string[] {
  const ids = requests.map(({ request_id }) => request_id).join(' ');
  return [
    published
      ? `readymark requests complete ${ids} --with ${slug}`
      : `readymark publish ${source_file} --completes-all`,
  ];
}
