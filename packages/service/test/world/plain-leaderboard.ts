import type { Audit } from '@readymark/rubric/audit/audit';
import { compareEntries, detailPath, type IndexEntry, type Placement } from '../../src/domain/leaderboard.ts';

/** The leaderboard, computed in the simplest way: the reference for the catalogue's (decision 6). */

/** All companies in leaderboard order with their ranks. The input is not changed. */
export function ranked<T extends Placement>(items: Iterable<T>): { item: T; rank: number }[] {
  const sorted = [...items].sort(compareEntries);
  let rank = 0;
  let score = Number.NaN;
  return sorted.map((item, at) => {
    if (item.overall_score !== score) rank = at + 1;
    score = item.overall_score;
    return { item, rank };
  });
}

/** The entry of an audit in the index, keys in the spec's order. */
export function indexEntryOf(audit: Audit, rank: number): IndexEntry {
  const pillar_scores: Record<string, number> = {};
  for (const [id, { score }] of Object.entries(audit.pillars)) pillar_scores[id] = score;
  return {
    rank,
    company: audit.company,
    slug: audit.slug,
    overall_score: audit.overall_score,
    tier: audit.tier,
    pillar_scores,
    detail_json: detailPath(audit.slug),
  };
}
