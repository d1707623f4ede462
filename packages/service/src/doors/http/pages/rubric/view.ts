import type { Rubric, Rubrics } from '@readymark/rubric/rubric';
import { marginOf, rungsOf } from '@readymark/rubric/rubric-document';
import type { PageInput } from '../page-input.ts';

/** The oldest rubric, which is shown whole, and each later one with the one before it. */
export function followed(rubrics: Rubrics): { first: Rubric; later: (readonly [Rubric, Rubric])[] } {
  const [first, ...others] = rubrics.values();
  if (!first) throw new RangeError('there is no rubric');
  return { first, later: others.map((after, at) => [others[at - 1] ?? first, after] as const) };
}

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
