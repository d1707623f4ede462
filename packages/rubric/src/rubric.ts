import { z } from 'zod';

/**
 * Rubrics are data (`rubrics/v1.json`, `rubrics/v2.json`; decision 13): pillars, criteria, maxima, tiers. All code that
 * scores, checks or shows an audit reads them from here, so a new version needs a new file and no new code. One that
 * extends another says only what differs.
 */
const line = z.string().trim().min(1).max(400);
const points = z.int().min(1).max(1000);

const rubricPillar = z.strictObject({ id: line, name: line, max: points, description: line });
const rubricCriterion = z.strictObject({ id: line, pillar: line, name: line, max: points, description: line });
const rubricTier = z.strictObject({ name: line, code: line.max(16), min: z.int().min(0), max: z.int().min(0) });

const sum = (items: readonly { max: number }[]) => items.reduce((total, { max }) => total + max, 0);
const unique = (items: readonly string[]) => new Set(items).size === items.length;

/** Contradictions inside a rubric, as sentences; empty for a consistent one. */
function contradictions(rubric: z.infer<typeof rubricShape>): string[] {
  const { pillars, criteria, tiers, efforts, total } = rubric;
  const found: string[] = [];
  for (const [what, ids] of [
    ['pillar ids', pillars.map(({ id }) => id)],
    ['criterion ids', criteria.map(({ id }) => id)],
    ['tier names', tiers.map(({ name }) => name)],
    ['tier codes', tiers.map(({ code }) => code)],
    ['efforts', efforts],
  ] as const) {
    if (!unique(ids)) found.push(`${what} must be unique`);
  }
  if (sum(pillars) !== total) found.push(`the maxima of the pillars must sum to ${total}`);
  for (const pillar of pillars) {
    if (sum(criteria.filter((criterion) => criterion.pillar === pillar.id)) !== pillar.max)
      found.push(`the maxima of the criteria of ${pillar.id} must sum to ${pillar.max}`);
  }
  const order = criteria.map((criterion) => pillars.findIndex(({ id }) => id === criterion.pillar));
  if (order.includes(-1)) found.push('every criterion must belong to a pillar of the rubric');
  if (order.some((place, at) => place < (order[at - 1] ?? 0)))
    found.push('criteria must be in the order of their pillars');
  let next: number = total;
  for (const tier of tiers) {
    if (tier.max !== next || tier.min > tier.max)
      found.push(`tier ${tier.name} must end at ${next}, so that tiers, best first, leave no gap`);
    next = tier.min - 1;
  }
  if (next !== -1) found.push('the last tier must begin at 0');
  return found;
}

const rubricShape = z.strictObject({
  version: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,31}$/),
  record_label: line,
  framework: line,
  // Scores are 0 to 100 on every surface (spec 2.1).
  total: z.literal(100),
  staleness_days: z.int().min(1).max(3660),
  pillars: z.array(rubricPillar).min(1).max(20),
  criteria: z.array(rubricCriterion).min(1).max(100),
  tiers: z.array(rubricTier).min(1).max(20),
  efforts: z.array(line.max(40)).min(1).max(20),
});

/**
 * A rubric file: strict, and refused when its sums, ids or tier bounds contradict one another. The best tier is first.
 */
export const rubricSchema = rubricShape.superRefine((rubric, context) => {
  for (const message of contradictions(rubric)) context.addIssue({ code: 'custom', message });
});

export type Rubric = z.infer<typeof rubricSchema>;

/** A file that extends another rubric: the version and what differs. Pillars and criteria are changed by id. */
export const rubricExtension = rubricShape.partial().extend({
  version: rubricShape.shape.version,
  extends: rubricShape.shape.version,
  pillars: z.array(rubricPillar.partial().extend({ id: line })).default([]),
  criteria: z.array(rubricCriterion.partial().extend({ id: line })).default([]),
});

/** The rubric that changes make of another, as `rubricSchema` reads it. A new criterion is the last of its pillar. */
export function extended(base: Rubric, { extends: _, ...changes }: z.infer<typeof rubricExtension>): unknown {
  const pillars = changedById(base.pillars, changes.pillars);
  const place = ({ pillar }: { pillar?: string | undefined }) => pillars.findIndex(({ id }) => id === pillar);
  const criteria = changedById(base.criteria, changes.criteria).toSorted((a, b) => place(a) - place(b));
  return { ...base, ...changes, pillars, criteria };
}

const changedById = <T extends { id: string }>(all: readonly { id: string }[], changes: readonly T[]): T[] => [
  ...all.map((one) => ({ ...one, ...changes.find(({ id }) => id === one.id) }) as T),
  ...changes.filter(({ id }) => !all.some((one) => one.id === id)),
];
type RubricTier = Rubric['tiers'][number];
/** All rubrics by version (`v1`), oldest first. */
export type Rubrics = ReadonlyMap<string, Rubric>;

/** The order of versions, oldest first (`v2` before `v10`). */
export const compareVersions = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Rubrics by version, oldest first. */
export function rubricsOf(list: readonly Rubric[]): Rubrics {
  const sorted = list.toSorted((a, b) => compareVersions(a.version, b.version));
  return new Map(sorted.map((rubric) => [rubric.version, rubric]));
}

/** The rubrics that audits may be published under (RUBRICS_PUBLISHABLE), oldest first. */
export const publishableRubrics = (rubrics: Rubrics, versions: readonly string[]): readonly Rubric[] =>
  [...rubrics.values()].filter(({ version }) => versions.includes(version));

/**
 * The tier of a score (decision 8). A score outside of 0..total gets the nearest tier; a fraction is rounded down.
 */
export function tierOf(rubric: Rubric, score: number): RubricTier {
  const tier = rubric.tiers.find(({ min }) => score >= min) ?? rubric.tiers.at(-1);
  if (tier === undefined) throw new RangeError(`rubric ${rubric.version} has no tiers`);
  return tier;
}

/** What an effort costs: each step of the rubric's list doubles it. One that the rubric does not know costs the most. */
export function effortCost(rubric: Rubric, effort: string): number {
  const place = rubric.efforts.indexOf(effort);
  return 2 ** (place === -1 ? rubric.efforts.length - 1 : place);
}

/** The rubric with exactly this record label (`v1 (20 criteria, …)`, decision 8). */
export function rubricOfLabel(rubrics: Rubrics, label: string): Rubric | undefined {
  for (const rubric of rubrics.values()) if (rubric.record_label === label) return rubric;
  return undefined;
}

/** The tier names of all rubrics, best first. */
export function tierNames(rubrics: Rubrics): readonly string[] {
  return [...new Set([...rubrics.values()].flatMap(({ tiers }) => tiers.map(({ name }) => name)))];
}
