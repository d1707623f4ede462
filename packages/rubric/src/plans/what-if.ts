import type { Audit, PriorityAction } from '../audit/audit.ts';
import { effortCost, type Rubric, tierOf } from '../rubric.ts';

/** What follows from scores: sums and tier (spec 2.2). */
export type Outcome = Pick<Audit, 'pillars' | 'overall_score' | 'tier'>;

/**
 * What an audit would come to with other scores.
 *
 * @param scores by criterion, each from 0 to the maximum of the criterion; those that are not named stay
 */
export function outcomeWith(record: Audit, rubric: Rubric, scores: ReadonlyMap<string, number>): Outcome {
  const pillars: Outcome['pillars'] = {};
  for (const [id, pillar] of Object.entries(record.pillars)) {
    const own = record.criteria.filter((criterion) => criterion.pillar === id);
    pillars[id] = { ...pillar, score: own.reduce((sum, one) => sum + (scores.get(one.id) ?? one.score), 0) };
  }
  const overall_score = Object.values(pillars).reduce((sum, { score }) => sum + score, 0);
  return { pillars, overall_score, tier: tierOf(rubric, overall_score).name };
}

/** Priority actions that together reach the next tier. */
export type WayUp = { actions: PriorityAction[]; overall_score: number; tier: string };

/** Of two sets with the same gain: what they cost, then how many actions they are, then their order in the audit. */
type Choice = { cost: number; places: readonly number[] };

const better = (one: Choice, other: Choice | undefined): boolean =>
  other === undefined || one.cost < other.cost || (one.cost === other.cost && one.places.length < other.places.length);

/** The score from which the next better tier begins; undefined in the best one. */
export const nextTierFrom = ({ overall_score }: Pick<Audit, 'overall_score'>, { tiers }: Rubric): number | undefined =>
  tiers.filter(({ min }) => min > overall_score).at(-1)?.min;

/**
 * The cheapest set of an audit's priority actions that reaches a score, by default that of the next better tier: the least
 * effort in sum (each step of the rubric's list of efforts costs twice the one before), then the fewest actions. What they
 * gain is added up, in a pillar never beyond its maximum.
 *
 * @returns undefined without a better tier, and where all actions together do not reach the score
 */
export function cheapestWayUp(record: Audit, rubric: Rubric, target = nextTierFrom(record, rubric)): WayUp | undefined {
  if (target === undefined) return undefined;
  let best = nothingDone;
  for (const [id, { score, max }] of Object.entries(record.pillars))
    best = combined(best, choicesIn(record, rubric, id, max - score), rubric.total);
  const [gain, choice] = cheapest(best, target - record.overall_score);
  if (!choice) return undefined;
  const overall_score = record.overall_score + gain;
  return {
    actions: choice.places.toSorted((a, b) => a - b).flatMap((place) => record.priority_actions[place] ?? []),
    overall_score,
    tier: tierOf(rubric, overall_score).name,
  };
}

/** A way up one criterion: a step for each action, of which the first ones alone can be done. */
type Climbing = readonly { points_gain: number; effort: string }[];

/**
 * How many steps of each criterion reach a number of points together, with the least effort, then the fewest steps; where all
 * of them do not reach it, all.
 */
export function cheapestSteps(climbings: readonly Climbing[], rubric: Rubric, points: number): number[] {
  let best = nothingDone;
  for (const [at, steps] of climbings.entries()) {
    const own: (Choice | undefined)[] = [...nothingDone];
    let [gain, cost] = [0, 0];
    const places: number[] = [];
    for (const { points_gain, effort } of steps) {
      gain += points_gain;
      cost += effortCost(rubric, effort);
      places.push(at);
      own[gain] = { cost, places: [...places] };
    }
    best = combined(best, own, rubric.total);
  }
  const [, choice] = cheapest(best, points);
  return climbings.map((steps, at) => (choice ? choice.places.filter((place) => place === at).length : steps.length));
}

const nothingDone: (Choice | undefined)[] = [{ cost: 0, places: [] }];

/** For each gain in one pillar, at most its room, the best choice among the actions there; by gain. */
function choicesIn(record: Audit, rubric: Rubric, pillar: string, room: number): (Choice | undefined)[] {
  const best: (Choice | undefined)[] = [{ cost: 0, places: [] }];
  for (const [place, { points_gain, effort, pillar: of }] of record.priority_actions.entries()) {
    if (of !== pillar || points_gain <= 0) continue;
    for (const [gain, before] of [...best.entries()].toReversed()) {
      if (!before) continue;
      const reached = Math.min(room, gain + points_gain);
      const choice = { cost: before.cost + effortCost(rubric, effort), places: [...before.places, place] };
      if (better(choice, best[reached])) best[reached] = choice;
    }
  }
  return best;
}

function combined(
  one: readonly (Choice | undefined)[],
  other: readonly (Choice | undefined)[],
  total: number,
): (Choice | undefined)[] {
  const best: (Choice | undefined)[] = [];
  for (const [first, a] of one.entries())
    for (const [second, b] of other.entries()) {
      const gain = first + second;
      if (!a || !b || gain > total) continue;
      const choice = { cost: a.cost + b.cost, places: [...a.places, ...b.places] };
      if (better(choice, best[gain])) best[gain] = choice;
    }
  return best;
}

function cheapest(best: readonly (Choice | undefined)[], needed: number): [gain: number, choice: Choice | undefined] {
  let found: [number, Choice | undefined] = [0, undefined];
  for (const [gain, choice] of best.entries())
    if (choice && gain >= needed && better(choice, found[1])) found = [gain, choice];
  return found;
}
