import { Matrix, solve } from 'ml-matrix';
import { isLearned, meansOf, type PointWeights, pillarOf } from '../../src/score/expected/expected-points.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import split from './split.json' with { type: 'json' };

/** How strongly weights are held near 0: between a third and three times as much changes little. */
const RIDGE = 30;
/** What is learned of one criterion alone counts half as much as what all share. */
const OWN = 0.5;

export type Example = {
  name: string;
  rungs: readonly CriterionProposal[];
  human: ReadonlyMap<string, number>;
  unobservable: ReadonlySet<string>;
};
type Row = { id: string; own: readonly number[]; shared: readonly number[]; more: number };

/**
 * Ridge regression of the points that readers gave beyond the rungs, over what the rungs of their site say. The same sites give the same
 * weights.
 *
 * @throws Error where it would learn from the half that checks
 */
export function learnWeights(examples: readonly Example[]): PointWeights {
  const checking = examples.filter(({ name }) => split.check.includes(name)).map(({ name }) => name);
  if (checking.length > 0) throw new Error(`these sites check what is learned: ${checking.join(', ')}`);
  const rows = examples.flatMap(rowsOf);
  const ids = [...new Set(rows.map(({ id }) => id))].sort();
  // What all share is scaled, so that the ridge holds each alike.
  const columns = (at: number) => rows.map(({ own, shared }) => [...own, ...shared][at] ?? 0);
  const scales = Array.from({ length: 6 }, (_, at) => spreadOf(columns(at)));
  const mean = meanOf(rows.map(({ more }) => more));
  const x = new Matrix(
    rows.map(({ id, own, shared }) => [
      ...[...own, ...shared].map((value, at) => (value - (scales[at]?.mean ?? 0)) / (scales[at]?.deviation ?? 1)),
      ...ids.flatMap((one) => (one === id ? [1, ...own.map((value) => value * OWN)] : [0, 0, 0, 0])),
    ]),
  );
  const y = Matrix.columnVector(rows.map(({ more }) => more - mean));
  const transposed = x.transpose();
  const held = transposed.mmul(x).add(Matrix.eye(x.columns).mul(RIDGE));
  const weights = solve(held, transposed.mmul(y)).to1DArray();
  const plain = scales.map(({ deviation }, at) => (weights[at] ?? 0) / deviation);
  const base = mean - plain.reduce((sum, one, at) => sum + one * (scales[at]?.mean ?? 0), 0);
  const [proposed = 0, high = 0, site = 0, low = 0, pillar = 0, readable = 0] = plain;
  const criteria = ids.map((id, at) => {
    const [always = 0, ...own] = weights.slice(6 + at * 4, 10 + at * 4);
    const [p = 0, h = 0, s = 0] = own.map((one) => one * OWN);
    return [
      id,
      { base: round(base + always), proposed: round(proposed + p), high: round(high + h), site: round(site + s) },
    ] as const;
  });
  return {
    criteria: Object.fromEntries(criteria),
    shared: { low: round(low), pillar: round(pillar), readable: round(readable) },
  };
}

function rowsOf({ rungs, human, unobservable }: Example): Row[] {
  const scored = rungs.filter(({ id }) => human.has(id));
  const { site, pillar } = meansOf(scored);
  return scored
    .filter((one) => isLearned(one) && !unobservable.has(one.id))
    .map(({ id, low, proposed, high }) => ({
      id,
      own: [proposed, high, site],
      shared: [low, pillar.get(pillarOf(id)) ?? 0, pillar.get('P1') ?? 0],
      more: (human.get(id) ?? 0) - proposed,
    }));
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function spreadOf(numbers: readonly number[]): { mean: number; deviation: number } {
  const mean = meanOf(numbers);
  return { mean, deviation: Math.sqrt(meanOf(numbers.map((one) => (one - mean) ** 2))) || 1 };
}

const round = (number: number) => Math.round(number * 1e4) / 1e4;
