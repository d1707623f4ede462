import type { PriorityAction } from '@readymark/rubric/audit/audit';
import { effortCost, type Rubric } from '@readymark/rubric/rubric';
import { type Drafted, possibleScore } from './basis.ts';

const FEWEST = 5;
const MOST = 7;

type Candidate = { action: PriorityAction; worth: number; place: number; open: boolean };

/** The action of a criterion that gains most for its effort; none when its score cannot rise or its ladder has none. */
function candidateOf(item: Drafted, rubric: Rubric): Candidate[] {
  const { criterion, ladder, place } = item;
  const rising = (ladder?.actions ?? []).filter(({ from, to }) => from <= criterion.score && to > criterion.score);
  // One written for this very score knows what is there already; others are the next best.
  const exact = rising.filter(({ from }) => from === criterion.score);
  const [best] = (exact.length > 0 ? exact : rising)
    .map(({ to, action, effort }) => {
      const points_gain = to - criterion.score;
      return { points_gain, to, worth: points_gain / effortCost(rubric, effort), action, effort };
    })
    .toSorted((a, b) => b.worth - a.worth || b.points_gain - a.points_gain);
  if (best === undefined) return [];
  const { action, points_gain, effort, worth, to } = best;
  const open = possibleScore(item) >= to;
  return [{ action: { action, points_gain, pillar: criterion.pillar, effort }, worth, place, open }];
}

/**
 * What to do first: at most one action per criterion, by points gained for the effort. One whose end may be reached
 * already, had everything been seen, is named only while there are fewer than five others.
 */
export function actionsOf(all: readonly Drafted[], rubric: Rubric): PriorityAction[] {
  const sorted = all
    .flatMap((item) => candidateOf(item, rubric))
    .toSorted((a, b) => b.worth - a.worth || a.place - b.place);
  const sure = sorted.filter(({ open }) => !open).slice(0, MOST);
  const open = sorted.filter((item) => item.open).slice(0, Math.max(0, FEWEST - sure.length));
  return [...sure, ...open].map(({ action }) => action);
}
