/**
 * The points of an audit's criteria, in the order of its rubric, about forty bytes in all: audits of one rubric share
 * the list of ids, and each character code of `criterion_scores` is the points of one criterion.
 */
export type CriterionScores = { criterion_ids: readonly string[]; criterion_scores: string };

const layouts = new Map<string, readonly string[]>();

/** @param column as it is stored beside a record: `{"P1-A":3,…}` */
export function criterionScores(column: string): CriterionScores {
  const points = JSON.parse(column) as Record<string, number>;
  const ids = Object.keys(points);
  const key = ids.join(' ');
  const layout = layouts.get(key) ?? ids;
  layouts.set(key, layout);
  return { criterion_ids: layout, criterion_scores: String.fromCharCode(...Object.values(points)) };
}

/** The points of one criterion; undefined where the rubric does not have it. */
export function scoreOf({ criterion_ids, criterion_scores }: CriterionScores, id: string): number | undefined {
  const at = criterion_ids.indexOf(id);
  return at < 0 ? undefined : criterion_scores.charCodeAt(at);
}

/** The overall score of an audit: the sum of its criteria (spec 2.2). */
export function totalOf({ criterion_scores }: CriterionScores): number {
  let total = 0;
  for (let at = 0; at < criterion_scores.length; at++) total += criterion_scores.charCodeAt(at);
  return total;
}
