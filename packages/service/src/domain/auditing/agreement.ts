import { z } from 'zod';

/** How far two people agree who scored the same criteria without seeing each other's scores (decision 124). */

const points = z.int().min(0);
const share = z.number().min(0).max(1);

/** The scores of two people for one criterion, in points. */
export type ScorePair = { id: string; first: number; second: number };

export const agreement = z.object({
  criteria: points.meta({ description: 'Criteria that both scored.' }),
  within_one: share.meta({ description: 'Share of criteria whose scores differ by one point at most.' }),
  equal: share.meta({ description: 'Share of criteria with the same score.' }),
  kappa: z
    .number()
    .max(1)
    .nullable()
    .meta({ description: 'Weighted kappa, quadratic weights; null where it is not defined.' }),
});
export type Agreement = z.infer<typeof agreement>;

/** Digits after the point of shares and kappa. */
const PRECISION = 10_000;
const rounded = (value: number) => Math.round(value * PRECISION) / PRECISION;

/** The agreement over some pairs of scores; undefined without any. */
export function agreementOf(pairs: readonly Pick<ScorePair, 'first' | 'second'>[]): Agreement | undefined {
  if (!pairs.length) return undefined;
  const apart = (most: number) => pairs.filter(({ first, second }) => Math.abs(first - second) <= most).length;
  const kappa = weightedKappa(pairs);
  return {
    criteria: pairs.length,
    within_one: rounded(apart(1) / pairs.length),
    equal: rounded(apart(0) / pairs.length),
    kappa: kappa === undefined ? null : rounded(kappa),
  };
}

/**
 * Weighted kappa with quadratic weights (Cohen 1968, Psychological Bulletin 70, 213–220): 1 − observed / expected
 * disagreement. Both are mean squared differences: observed between the two scores of each criterion, expected between
 * any score of the one and any of the other, as if each had given his scores by chance. The usual factor 1 / (k − 1)² of k
 * categories is in both, so the number of categories does not matter. With n pairs (x, y):
 *
 *     κ = 1 − n Σ(x − y)² / (n (Σx² + Σy²) − 2 Σx Σy)
 *
 * @returns 1: the same scores; 0: no better than chance; below: worse. Undefined where no disagreement is to be expected,
 * because both gave one and the same score to everything, and without any pair
 */
function weightedKappa(pairs: readonly Pick<ScorePair, 'first' | 'second'>[]): number | undefined {
  let [x, y, squares, observed] = [0, 0, 0, 0];
  for (const { first, second } of pairs) {
    x += first;
    y += second;
    squares += first * first + second * second;
    observed += (first - second) ** 2;
  }
  const expected = pairs.length * squares - 2 * x * y;
  return expected === 0 ? undefined : 1 - (pairs.length * observed) / expected;
}
