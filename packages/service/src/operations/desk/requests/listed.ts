import { isStale } from '@readymark/rubric/audit/audit';
import type { DeskListed } from '../../../domain/desk.ts';
import { latestPublication } from '../../../store/publications.ts';
import { type Context, today, untilPublic } from '../../context.ts';

/**
 * What is on the leaderboard for websites (decision 104), from the snapshot, so that a page of requests costs one
 * look-up in memory each. A process that has no snapshot yet makes one.
 */
export async function listedAt(ctx: Context): Promise<(website: string) => DeskListed | null> {
  await untilPublic(ctx, await latestPublication(ctx.store.db));
  const snapshot = ctx.catalogue.current();
  const now = today(ctx);
  return (website) => {
    const found = snapshot.atSite(website);
    if (!found) return null;
    const { slug, company, website: at, audit_date, reaudit_due, overall_score, tier } = found;
    return {
      slug,
      company,
      website: at,
      audit_date,
      reaudit_due,
      overall_score,
      tier,
      stale: isStale(reaudit_due, now),
    };
  };
}
