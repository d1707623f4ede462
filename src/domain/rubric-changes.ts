import type { Rubric } from './rubric.ts';

/** One difference between two rubrics, in words: what is different, and how it is in each; null where it does not exist. */
type RubricChange = { what: string; before: string | null; after: string | null };

/**
 * What a rubric changes of an earlier one, in the order of its pillars: names, points and descriptions of pillars and
 * criteria, tiers with their bounds, and when a score is stale.
 */
export function rubricChanges(before: Rubric, after: Rubric): RubricChange[] {
  return [
    ...changed(partsOf(before), partsOf(after)),
    ...changed(tiersOf(before), tiersOf(after)),
    ...changed(
      new Map([['Stale after', `${before.staleness_days} days`]]),
      new Map([['Stale after', `${after.staleness_days} days`]]),
    ),
  ];
}

/** The criteria that a rubric has and an earlier one had not. */
export function addedCriteria(before: Rubric, after: Rubric): Rubric['criteria'] {
  const known = new Set(before.criteria.map(({ id }) => id));
  return after.criteria.filter(({ id }) => !known.has(id));
}

/** Pillars and criteria by what they are called in a table, each with what may differ. */
function partsOf({ pillars, criteria }: Rubric): Map<string, string> {
  const parts = [...pillars, ...criteria].sort((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(
    parts.flatMap(({ id, name, max, description }) => [
      [`${id}, points`, String(max)],
      [`${id}, name`, name],
      [`${id}, description`, description],
    ]),
  );
}

const tiersOf = ({ tiers }: Rubric): Map<string, string> =>
  new Map(tiers.map(({ name, code, min, max }) => [`Tier ${name}`, `${min} to ${max}, code ${code}`]));

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): RubricChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .map((what) => ({ what, before: before.get(what) ?? null, after: after.get(what) ?? null }))
    .filter((one) => one.before !== one.after);
}
