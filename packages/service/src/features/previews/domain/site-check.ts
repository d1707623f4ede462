import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import type { Rubric } from '@readymark/rubric/rubric';

/** What of a site is demanded: `P1-B` at least 4, `P1` at least 15, `total` at least 60. */
type Demand = { of: string; min: number };

/** One thing that was demanded, or a criterion that nobody demanded anything of. */
export type Checked = {
  of: string;
  name: string;
  /** Null where nothing is demanded. */
  min: number | null;
  low: number;
  proposed: number;
  high: number;
  max: number;
  /** A sentence of found facts; '' for sums. */
  evidence: string;
  /** What the next rung demands; '' at the top and for sums. */
  next: string;
  /** Where it was found or looked for. */
  url: string;
  passed: boolean;
};

const TOTAL = 'total';

/**
 * Reads demands: `P1-B=4`, several with commas between them.
 *
 * @returns what is wrong, as a text
 */
export function readDemands(texts: readonly string[], rubric: Rubric): Demand[] | string {
  const maximum = new Map([
    [TOTAL, rubric.total],
    ...rubric.pillars.map(({ id, max }) => [id, max] as const),
    ...rubric.criteria.map(({ id, max }) => [id, max] as const),
  ]);
  const demands: Demand[] = [];
  for (const text of texts.flatMap((one) => one.split(',')).map((one) => one.trim())) {
    const [, name = '', points = ''] = /^([A-Za-z0-9-]{1,10})=(.{0,10})$/.exec(text) ?? [];
    const of = name.toLowerCase() === TOTAL ? TOTAL : name.toUpperCase();
    const max = maximum.get(of);
    if (max === undefined)
      return `"${text.slice(0, 40)}" names no criterion, pillar or total: write P1-B=4, P1=15 or total=60`;
    if (!/^\d{1,3}$/.test(points) || Number(points) > max)
      return `${of} takes points from 0 to ${max}: write ${of}=${Math.ceil(max / 2)}`;
    demands.push({ of, min: Number(points) });
  }
  return demands;
}

/** Each criterion of a rubric, and each sum that is demanded, with whether it has what is demanded of it. */
export function checkSite(
  proposals: readonly CriterionProposal[],
  rubric: Rubric,
  demands: readonly Demand[],
  website: string,
): Checked[] {
  const minimum = new Map(demands.map(({ of, min }) => [of, min]));
  const scored = rubric.criteria.flatMap(({ id, name, pillar, max }) => {
    const found = proposals.find((one) => one.id === id);
    return found ? [{ found, name, pillar, max }] : [];
  });
  const criteria = scored.map(({ found: { id, low, proposed, high, evidence, rungs, sources }, name, max }) => {
    const min = minimum.get(id) ?? null;
    const next = rungs.find(({ score }) => score > proposed)?.text ?? '';
    const url = sources[0]?.url ?? website;
    return {
      of: id,
      name,
      min,
      low,
      proposed,
      high,
      max,
      evidence,
      next,
      url,
      passed: min === null || proposed >= min,
    };
  });
  const sums = demands
    .filter(({ of }) => !criteria.some((one) => one.of === of))
    .map(({ of, min }) => {
      const parts = scored
        .filter(({ pillar }) => of === TOTAL || pillar === of)
        .map(({ found, max }) => ({ ...found, max }));
      const sum = (points: (one: (typeof parts)[number]) => number) => parts.reduce((all, one) => all + points(one), 0);
      const proposed = sum((one) => one.proposed);
      const name = rubric.pillars.find(({ id }) => id === of)?.name ?? 'All points';
      const points = {
        low: sum(({ low }) => low),
        proposed,
        high: sum(({ high }) => high),
        max: sum(({ max }) => max),
      };
      return { of, name, min, ...points, evidence: '', next: '', url: website, passed: proposed >= min };
    });
  return [...sums, ...criteria];
}
