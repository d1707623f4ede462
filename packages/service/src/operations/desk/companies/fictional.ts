import { type Audit, isFictional } from '@readymark/rubric/audit/audit';
import { FICTIONAL_REASON } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { fictionalSlugs, isRealListed } from '../../../store/companies/fictional.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import type { Context } from '../../context.ts';
import { retractCompanies } from './retraction.ts';

type LeaveOrder = { operator: string; action: string };

/**
 * Takes every fictional company off the leaderboard, in the caller's transaction (decision 105): like a retraction, with
 * a reason of its own.
 *
 * @returns their slugs; none when there is no such company
 */
export async function removeFictional(ctx: Context, tx: Tx, order: LeaveOrder) {
  await ctx.store.lock(tx, 'publications');
  const slugs = await fictionalSlugs(tx);
  const retracted = slugs.length
    ? await retractCompanies(ctx, tx, { ...order, slugs, reason: FICTIONAL_REASON })
    : undefined;
  return { slugs, publication: retracted?.publication ?? null, companies: retracted?.companies ?? [] };
}

/**
 * Keeps fictional and real companies apart (decision 105), before the publication of these audits: fictional ones leave
 * when a real one comes, and do not come where a real one is. Faults: conflict.
 *
 * @param order.keep_examples whether they may be listed side by side
 * @returns the slugs of fictional companies that left
 */
export async function keepApart(
  ctx: Context,
  tx: Tx,
  audits: readonly Audit[],
  { keep_examples, ...order }: LeaveOrder & { keep_examples: boolean },
): Promise<string[]> {
  if (keep_examples) return [];
  const fictional = audits.filter(isFictional).length;
  if (fictional === 0) return (await removeFictional(ctx, tx, order)).slugs;
  await ctx.store.lock(tx, 'publications');
  const what =
    fictional < audits.length
      ? 'Some of these companies are fictional and some are not.'
      : (await isRealListed(tx)) && 'These companies are fictional, and real ones are listed.';
  if (what) throw new Fault('conflict', `${what} Use --keep-examples (keep_examples: true) to list them side by side.`);
  return [];
}
