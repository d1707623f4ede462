import { z } from 'zod';
import { type Audit, type AuditRecord, audit, type PriorityAction } from '../audit/audit.ts';
import { shortenedTogether, weight } from '../audit/brief.ts';
import { auditHead, headOf } from '../audit/views.ts';
import { climbOf } from '../climb.ts';
import type { Ladder } from '../ladder.ts';
import { effortCost, type Rubric } from '../rubric.ts';
import { cheapestSteps, cheapestWayUp, nextTierFrom } from './what-if.ts';

/** What a plan may take, and what its parts do, in tokens of o200k (decision 192). */
const PLAN_MAX = 300;
const AROUND = 92;
const PER_STEP = 21;
const PER_RUNG = 7;
const WEIGHT_PER_TOKEN = 4;

const { priority_actions } = audit.shape;

/** A plan (decision 192): the cheapest steps from an audit to a score. */
export const planView = auditHead.extend({
  priority_actions,
  rungs: z.record(z.string(), z.int()).optional().meta({ description: 'Scores to reach, by criterion.' }),
  target: z.int(),
  reaches: z.int().meta({ description: 'Below target where no more steps are known.' }),
});

type Plan = z.infer<typeof planView>;
type Steps = Pick<Plan, 'reaches' | 'rungs'> & { priority_actions: Step[] };
/** `criterion`: whose rung it reaches. */
type Step = PriorityAction & { criterion?: string };

/**
 * The cheapest steps that bring an audit to a score: of its own priority actions, where they reach it; else up the rungs of
 * its criteria (`rungs`), without those that only a person decides about, of which the first steps are shown. None where the
 * score is reached.
 *
 * @param target by default where the next tier begins; in the best tier the most points that there are
 */
export function planOf(
  record: AuditRecord,
  stale: boolean,
  rubric: Rubric,
  ladders: ReadonlyMap<string, Ladder>,
  target = nextTierFrom(record, rubric) ?? rubric.total,
): Plan {
  const { priority_actions: steps, reaches, rungs } = stepsTo(record, rubric, ladders, target);
  const room = PLAN_MAX - AROUND - PER_RUNG * Object.keys(rungs ?? {}).length;
  const names = weight(record.company) + record.slug.length;
  const shown = rungs ? whole(steps, WEIGHT_PER_TOKEN * room - names) : steps;
  const [company = '', ...actions] = shortenedTogether(
    [record.company, ...shown.map(textOf)],
    Math.max(40 * shown.length, WEIGHT_PER_TOKEN * (room - PER_STEP * shown.length)) - record.slug.length,
  );
  return {
    ...headOf({ ...record, company }, stale),
    priority_actions: shown.map(({ points_gain, pillar, effort }, at) => ({
      ...{ action: actions[at] ?? '', points_gain, pillar, effort },
    })),
    ...(rungs && { rungs }),
    target,
    reaches,
    rank: record.rank,
  };
}

const textOf = ({ action, criterion }: Step): string => (criterion ? `${criterion}: ${action}` : action);

/** As many steps as fit whole, each where those before it leave room; where none does, the first. */
function whole(steps: readonly Step[], room: number): readonly Step[] {
  let left = room;
  const fitting = steps.filter((step) => {
    const takes = weight(textOf(step)) + WEIGHT_PER_TOKEN * PER_STEP;
    if (takes > left) return false;
    left -= takes;
    return true;
  });
  return fitting.length ? fitting : steps.slice(0, 1);
}

function stepsTo(record: Audit, rubric: Rubric, ladders: ReadonlyMap<string, Ladder>, target: number): Steps {
  const { overall_score: score } = record;
  if (score >= target) return { priority_actions: [], reaches: score };
  const way = cheapestWayUp(record, rubric, target);
  if (way) return { priority_actions: way.actions, reaches: way.overall_score };
  const climbings = record.criteria.map((criterion) => waysUp(criterion, ladders));
  const taken = cheapestSteps(climbings, rubric, target - score);
  const steps = climbings.flatMap((own, at) => stepOf(own.slice(0, taken[at]), rubric));
  const cost = ({ points_gain, effort }: Step) => effortCost(rubric, effort) / points_gain;
  const scores = new Map(record.criteria.map((one) => [one.id, one.score]));
  const rungs = steps.map(({ criterion = '', points_gain }) => [criterion, (scores.get(criterion) ?? 0) + points_gain]);
  return {
    priority_actions: steps.toSorted((a, b) => cost(a) - cost(b)),
    ...(steps.length > 0 && { rungs: Object.fromEntries(rungs) }),
    reaches: score + steps.reduce((sum, { points_gain }) => sum + points_gain, 0),
  };
}

/** Steps up one criterion as one: the last action says what is there in the end, the greatest effort what it takes. */
function stepOf(own: readonly Step[], rubric: Rubric): Step[] {
  const [last] = own.slice(-1);
  if (!last) return [];
  const [effort = last.effort] = own
    .map((step) => step.effort)
    .sort((a, b) => effortCost(rubric, b) - effortCost(rubric, a));
  return [{ ...last, points_gain: own.reduce((sum, { points_gain }) => sum + points_gain, 0), effort }];
}

/** The usual ways up one criterion, from its score to the highest rung that no person has to judge. */
function waysUp({ id, pillar, score: from }: Audit['criteria'][number], ladders: ReadonlyMap<string, Ladder>): Step[] {
  const steps: Step[] = [];
  for (let score = from; ; ) {
    const { action, judged } = climbOf(ladders, { id, score }) ?? {};
    if (!action || judged !== undefined || action.to <= score) return steps;
    steps.push({ action: action.action, points_gain: action.to - score, pillar, effort: action.effort, criterion: id });
    score = action.to;
  }
}
