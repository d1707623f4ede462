import type { Ladder } from '@readymark/rubric/ladder';
import type { Rubric, Rubrics } from '@readymark/rubric/rubric';
import { marginOf, rungsOf } from '@readymark/rubric/rubric-document';
import { counted } from '../../html/format.ts';
import type { PageInput } from '../page-input.ts';

/** What both forms of the page say. */

/** Every ladder as the auditor reads it: conditions over facts, beside the words. */
export const LADDERS_PATH = '/rubrics/ladders.json';

/** The oldest rubric, which is shown whole, and each later one with the one before it. */
export function followed(rubrics: Rubrics): { first: Rubric; later: (readonly [Rubric, Rubric])[] } {
  const [first, ...others] = rubrics.values();
  if (!first) throw new RangeError('there is no rubric');
  return { first, later: others.map((after, at) => [others[at - 1] ?? first, after] as const) };
}

export const about = ({ total, staleness_days }: Rubric): readonly string[] => [
  `An audit gives points for each criterion and records the evidence for them. The criteria of a pillar add up to its score, and the pillars to the overall score, at most ${total}. No weights are applied.`,
  `The overall score determines the tier. A score is stale once its audit is more than ${staleness_days} days old; it remains public, marked as stale, until the next audit.`,
];

/** How long disputes of companies take (decision 156). */
export function disputes({ snapshot: { outcome_days, disputes_decided } }: PageInput): string {
  const decided =
    outcome_days === null
      ? 'No dispute has been decided yet.'
      : `${counted(disputes_decided, 'dispute has', 'disputes have')} been decided; the median time to an outcome is ${counted(outcome_days, 'day')}.`;
  return `A company may reply to its audit and dispute a score. ${decided} A score changes only by a new audit.`;
}

export const use = ({ publishable }: PageInput, { version }: Rubric): string =>
  publishable.includes(version)
    ? 'Audits are published under this rubric.'
    : 'Not in use yet: audits under this rubric are checked but not published.';

/** How points are given, where a rubric has ladders. */
export const steps: readonly (readonly [name: string, text: string])[] = [
  ['Ladder.', 'Each criterion has one: what each score from 0 up demands. The score is the highest rung that holds.'],
  [
    'Proposal.',
    'Our crawler collects what a site shows, and a program proposes the rung, with the lowest and the highest score that the evidence allows. What could not be seen is never counted as absent.',
  ],
  [
    'Margin.',
    'A person decides, and publishes. The margin is how far careful people may differ from the rung about the same evidence: nothing where structure decides, a point or two where words must be judged.',
  ],
];

/** What the ladders as data are good for. */
export const aboutLadders = ({ ladders }: PageInput, { version }: Rubric): readonly string[] =>
  ladders.has(version) ? ['The program reads the same ladders as conditions over facts, which anybody may check.'] : [];

export const ladderOf = ({ ladders }: PageInput, version: string, id: string): Ladder | undefined =>
  ladders.get(version)?.ladders.find((one) => one.id === id);

type Shown = { criterion: Rubric['criteria'][number]; anchor: string };

/** The criteria of a rubric that are new, or whose ladder says something else than in the one before it. */
export function changedCriteria(input: Pick<PageInput, 'ladders'>, before: Rubric, after: Rubric): Shown[] {
  const said = ({ version }: Rubric, { id, max }: Shown['criterion']) => {
    const ladder = input.ladders.get(version)?.ladders.find((one) => one.id === id);
    return ladder && JSON.stringify([rungsOf(ladder), ladder.question, marginOf(ladder, max)]);
  };
  return after.criteria.flatMap((criterion) => {
    const was = before.criteria.find(({ id }) => id === criterion.id);
    if (!was) return [{ criterion, anchor: criterion.id }];
    return said(before, was) === said(after, criterion)
      ? []
      : [{ criterion, anchor: `${after.version}-${criterion.id}` }];
  });
}

/** Where the page shows what the scores of a criterion demand in a rubric: with the newest one, up to it, that changes them. */
export function ladderPath(input: Pick<PageInput, 'rubrics' | 'ladders'>, version: string, id: string): string {
  const { later } = followed(input.rubrics);
  const last = later.findIndex(([, after]) => after.version === version);
  const found = later
    .slice(0, last + 1)
    .flatMap(([before, after]) => changedCriteria(input, before, after))
    .findLast(({ criterion }) => criterion.id === id);
  return `/rubric#${found?.anchor ?? id}`;
}
