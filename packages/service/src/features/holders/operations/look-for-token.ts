import type { Looked } from '@readymark/auditor/collect/guard/domain-proofs';
import { Fault } from '../../../domain/fault.ts';
import { limitMessage } from '../../../domain/limit/limit.ts';
import { hasToken, placesOf } from '../../../domain/replies/domain-token.ts';
import type { Context } from '../../../operations/context.ts';
import { LOOK_MS, PROVEN_MS } from '../domain/holder.ts';
import type { LookLimits } from '../domain/look-limits.ts';
import { noteLook, noteProof } from '../store/holders.ts';
import { knownHolder } from './known-holder.ts';

/** What was found at each place; null where a place does not count. */
export type Found = { dns: Looked | null; file: Looked; page: Looked | null };

/**
 * Looks for the token of a holder in the DNS, the file and the home page, and notes where it was found: it counts for 90 days
 * (decision 181). Faults: not_found; rate_limited, when it was looked for a moment ago, or too often.
 *
 * @param by address of the client, and the limits that count its looks
 */
export async function lookForToken(
  ctx: Context,
  secret: string,
  by: { client: string; limits: LookLimits },
): Promise<Found> {
  const { holder_id, website, site, token } = await knownHolder(ctx, secret);
  const now = ctx.now();
  const before = new Date(now.getTime() - LOOK_MS).toISOString();
  const may = await ctx.store.transaction((tx) => noteLook(tx, holder_id, now.toISOString(), before));
  if (!may)
    throw new Fault('rate_limited', 'It was looked for a moment ago; try again in some seconds.', {
      retry_after: LOOK_MS / 1_000,
    });
  const full = by.limits.take(by.client, site, now);
  if (full) {
    const { quota, what } = full;
    throw new Fault('rate_limited', limitMessage(quota, what), { quota, retry_after: quota.reset });
  }
  const seen = await ctx.domain_proofs.look(placesOf(website), (texts) => hasToken(texts, token));
  const found = { dns: seen.dns, file: seen.file, page: seen.page ?? null };
  const proof = (['dns', 'file', 'page'] as const).find((place) => found[place]?.found);
  if (proof) {
    const at = ctx.now();
    const ends_at = new Date(at.getTime() + PROVEN_MS).toISOString();
    await ctx.store.transaction((tx) => noteProof(tx, holder_id, { proof, proven_at: at.toISOString(), ends_at }));
  }
  return found;
}
