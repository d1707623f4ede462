import type { CriterionProposal } from '../../src/score/proposal.ts';
import type { SplitSet } from './subjects.ts';

/** Proposals for one site beside the scores that a person gave. */
export type Compared = {
  name: string;
  set: SplitSet;
  /** Time of a processor that reading and scoring took. */
  ms: number;
  requests: number;
  /** Requests that were answered 404 or 410. */
  missing: number;
  /** Of the whole audit; undefined when its evidence was there before. */
  seconds: number | undefined;
  proposals: readonly CriterionProposal[];
  human: ReadonlyMap<string, number>;
};

/** A proposal and the score that the person gave. */
export type Pair = Pick<CriterionProposal, 'id' | 'low' | 'proposed' | 'high'> & { human: number };

export const pairsOf = ({ proposals, human }: Pick<Compared, 'proposals' | 'human'>): Pair[] =>
  proposals.flatMap(({ id, low, proposed, high }) => {
    const score = human.get(id);
    return score === undefined ? [] : [{ id, low, proposed, high, human: score }];
  });

export const off = ({ proposed, human }: Pair): number => proposed - human;
export const isInside = ({ low, high, human }: Pair): boolean => low <= human && human <= high;

/** Shares of 1, and points; null where there is nothing to take them of. */
export type Agreement = {
  scores: number;
  within_one: number | null;
  exact: number | null;
  /** Cohen's, with quadratic weights. */
  kappa: number | null;
  /** Mean of proposed minus human, in points. */
  bias: number | null;
  inside: number | null;
  /** Mean of high minus low, in points. */
  width: number | null;
};

const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const share = (pairs: readonly Pair[], holds: (pair: Pair) => boolean) =>
  mean(pairs.map((pair) => Number(holds(pair))));

/** How near proposals are to a person. */
export const agreementOf = (pairs: readonly Pair[]): Agreement => ({
  scores: pairs.length,
  within_one: share(pairs, (pair) => Math.abs(off(pair)) <= 1),
  exact: share(pairs, (pair) => off(pair) === 0),
  kappa: quadraticKappa(pairs.map(({ proposed, human }) => [proposed, human])),
  bias: mean(pairs.map(off)),
  inside: share(pairs, isInside),
  width: mean(pairs.map(({ low, high }) => high - low)),
});

/**
 * Cohen's kappa with quadratic weights: 1 less the mean squared difference of pairs over that of all first scores with all
 * second ones. How many scores there may be does not enter.
 *
 * @returns null where all scores are the same, so that chance explains everything
 */
export function quadraticKappa(pairs: readonly (readonly [number, number])[]): number | null {
  const squared = (one: readonly [number, number]) => (one[0] - one[1]) ** 2;
  const observed = mean(pairs.map(squared));
  const expected = mean(pairs.flatMap(([first]) => pairs.map(([, second]) => squared([first, second]))));
  return observed === null || !expected ? null : 1 - observed / expected;
}

/** Pillar and criterion of each pair, as the rows of a table: `all`, then pillars, then criteria. */
export function groupsOf(pairs: readonly Pair[]): Map<string, Pair[]> {
  const pillar = ({ id }: Pair) => id.replace(/-.*/, '');
  const grouped = (key: (pair: Pair) => string) => [...Map.groupBy(pairs, key)].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map([['all', [...pairs]], ...grouped(pillar), ...grouped(({ id }) => id)]);
}

/** Sites by their half, and all of them where there are two. */
export function setsOf<Site extends { set: SplitSet }>(sites: readonly Site[]): Map<string, Site[]> {
  const sets = new Map<string, Site[]>([...Map.groupBy(sites, ({ set }) => set)].sort(([a], [b]) => (a > b ? -1 : 1)));
  return sets.size > 1 ? sets.set('all', [...sites]) : sets;
}
