import { criterionScores } from '@readymark/rubric/audit/criterion-scores';
import type { Rubric } from '@readymark/rubric/rubric';

/** A criterion at which many companies have little: at most a fifth of its points, as pages draw a low score. */
export type Gap = { id: string; name: string; max: number; companies: number; low: number };

const LOW_SHARE = 0.2;

/**
 * The criteria of a rubric at which most companies have little, those first that most have; of equally many those that the rubric
 * names first.
 *
 * @param points the points of criteria of one audit each, as they are stored beside their records
 */
export function frequentGaps(rubric: Rubric, points: Iterable<string>): Gap[] {
  const gaps = new Map(
    rubric.criteria.map(({ id, name, max }) => [id, { ...{ id, name, max }, companies: 0, low: 0 }]),
  );
  for (const column of points) {
    const { criterion_ids, criterion_scores } = criterionScores(column);
    for (const [at, id] of criterion_ids.entries()) {
      const gap = gaps.get(id);
      if (!gap) continue;
      gap.companies += 1;
      if (criterion_scores.charCodeAt(at) <= gap.max * LOW_SHARE) gap.low += 1;
    }
  }
  return [...gaps.values()].sort((a, b) => b.low - a.low);
}
