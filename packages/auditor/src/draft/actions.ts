import type { Audit, PriorityAction } from '@readymark/rubric/audit/audit';
import type { BusinessKind, Ladder, LadderAction, Ladders } from '@readymark/rubric/ladder';
import { effortCost, type Rubric } from '@readymark/rubric/rubric';
import type { Advice, CriterionProposal } from '../score/proposal.ts';
import { type Drafted, isNotJudged, possibleScore } from './basis.ts';

const FEWEST = 5;
const MOST = 7;

type Candidate = { action: PriorityAction; worth: number; place: number; open: boolean };

/**
 * The actions of a ladder that a kind of business can do. From each score those that are written for the kind come in
 * place of those for all. Where the kind is not known (a draft by hand), those for some kinds are taken only where there
 * are no others.
 */
function fitting(ladder: Ladder | undefined, kind: BusinessKind | undefined): LadderAction[] {
  return [...Map.groupBy(ladder?.actions ?? [], ({ from }) => from).values()].flatMap((actions) => {
    const own = actions.filter((one) => kind !== undefined && one.for?.includes(kind));
    const general = actions.filter((one) => one.for === undefined);
    if (own.length > 0) return own;
    return general.length > 0 || kind !== undefined ? general : actions;
  });
}

/** The action of a criterion that gains most for its effort; none when its score cannot rise or its ladder has none. */
function candidateOf(item: Drafted, rubric: Rubric): Candidate[] {
  const { criterion, ladder, place, proposal } = item;
  const rising = fitting(ladder, proposal?.advice?.business).filter(
    ({ from, to }) => from <= criterion.score && to > criterion.score,
  );
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
  const open = isNotJudged(item) || possibleScore(item) >= to;
  return [{ action: { action, points_gain, pillar: criterion.pillar, effort }, worth, place, open }];
}

/**
 * What to do first: at most one action per criterion, by points gained for the effort. One whose end may be reached
 * already, had everything been seen and judged, is named only while there are fewer than five others.
 */
export function actionsOf(all: readonly Drafted[], rubric: Rubric): PriorityAction[] {
  const sorted = all
    .flatMap((item) => candidateOf(item, rubric))
    .toSorted((a, b) => b.worth - a.worth || a.place - b.place);
  const sure = sorted.filter(({ open }) => !open).slice(0, MOST);
  const open = sorted.filter((item) => item.open).slice(0, Math.max(0, FEWEST - sure.length));
  return [...sure, ...open].map(({ action }) => action);
}

/** An action of a record with the texts that are to be pasted for it. */
export type AdvisedAction = PriorityAction & { snippets: Advice['snippets'] };

/** The actions of a record, each with its snippets. One that a person wrote has none: nothing is known of it. */
export function advisedActions(
  { priority_actions }: Pick<Audit, 'priority_actions'>,
  { ladders }: Ladders,
  proposals: readonly CriterionProposal[],
): AdvisedAction[] {
  return priority_actions.map((action) => {
    const ladder = ladders.find(({ actions }) => actions.some((one) => one.action === action.action));
    const named = ladder?.actions.find((one) => one.action === action.action)?.with;
    const advice = proposals.find(({ id }) => id === ladder?.id)?.advice;
    return { ...action, snippets: advice?.snippets.filter(({ name }) => name === named) ?? [] };
  });
}
