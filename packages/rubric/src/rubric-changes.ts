import type { Rubric } from './rubric.ts';

/** One difference between two rubrics, in words: what is different, and how it is in each; null where it does not exist. */
type RubricChange = { what: string; before: string | null; after: string | null };

/**
 * What a rubric changes of an earlier one, in the order of its pillars: points, names and descriptions of pillars and
 * criteria, tiers with their bounds, and when a score is stale. What only one of the two has is one change.
 */
export function rubricChanges(before: Rubric, after: Rubric): RubricChange[] {
  const [parts_before, parts_after] = [partsOf(before), partsOf(after)];
  const ids = [...new Set([...parts_before.keys(), ...parts_after.keys()])].sort();
  const parts = ids.flatMap((id) => {
    const [was, is] = [parts_before.get(id), parts_after.get(id)];
    if (was && is) return differences(`${id} ${is.name}`, was, is);
    const whole = (part: ScoredPart | undefined) => part && `${part.max} points`;
    return [change(`${id} ${(is ?? was)?.name}`, whole(was), whole(is))];
  });
  const tiers = tiersOf(before);
  const names = [...new Set([...tiers.keys(), ...tiersOf(after).keys()])];
  return [
    ...parts,
    ...names.map((name) => change(`Tier ${name}`, tiers.get(name), tiersOf(after).get(name))),
    change('Stale after', `${before.staleness_days} days`, `${after.staleness_days} days`),
  ].filter((one) => one.before !== one.after);
}

const change = (what: string, before: string | undefined, after: string | undefined): RubricChange => ({
  what,
  before: before ?? null,
  after: after ?? null,
});

type ScoredPart = { name: string; max: number; description: string };

const partsOf = ({ pillars, criteria }: Rubric): ReadonlyMap<string, ScoredPart> =>
  new Map([...pillars, ...criteria].map((part) => [part.id, part]));

const differences = (what: string, was: ScoredPart, is: ScoredPart): RubricChange[] => [
  change(`${what}, points`, String(was.max), String(is.max)),
  change(`${what}, name`, was.name, is.name),
  change(`${what}, description`, was.description, is.description),
];

const tiersOf = ({ tiers }: Rubric): ReadonlyMap<string, string> =>
  new Map(tiers.map(({ name, code, min, max }) => [name, `${min} to ${max}, code ${code}`]));
