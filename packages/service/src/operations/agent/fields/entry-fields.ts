import { isStale } from '@readymark/rubric/audit/audit';
import type { Rubrics } from '@readymark/rubric/rubric';
import { pointsOf } from '../../../catalogue/lists/columns.ts';
import type { Listed, Snapshot } from '../../../catalogue/snapshot.ts';

/** The fields that entries of list_audits may have, as names and as JSON (decision 71). */

/** A name for the first fields of an index entry: what finds a company and compares it with others. */
const BRIEF = 'brief';
const brief = ['rank', 'company', 'slug', 'overall_score', 'tier'] as const;

/** Writes a member of an entry, without the comma before it. `today`: `YYYY-MM-DD` (UTC). */
type Write = (company: Listed, snapshot: Snapshot, today: string) => string;

/** The fields that are neither a pillar nor a criterion, in their order on the wire. */
const writers: Readonly<Record<string, Write>> = {
  rank(company, { json }) {
    const entry = json(company);
    return entry.slice(1, entry.indexOf(','));
  },
  company: ({ company }) => `"company":${JSON.stringify(company)}`,
  slug: ({ slug }) => `"slug":"${slug}"`,
  overall_score: ({ overall_score }) => `"overall_score":${overall_score}`,
  tier: ({ tier }) => `"tier":${JSON.stringify(tier)}`,
  pillar_scores: ({ pillar_scores }) => `"pillar_scores":${JSON.stringify(pillar_scores)}`,
  detail_json: (company, { entryOf }) => `"detail_json":"${entryOf(company).detail_json}"`,
  audit_date: ({ audit_date }) => `"audit_date":"${audit_date}"`,
  reaudit_due: ({ reaudit_due }) => `"reaudit_due":"${reaudit_due}"`,
  stale: ({ reaudit_due }, _snapshot, today) => `"stale":${isStale(reaudit_due, today)}`,
  website: ({ website }) => `"website":${JSON.stringify(website)}`,
};

/** Other names of fields, as models write them (decision 190). */
export const fieldsAlso: ReadonlyMap<string, string> = new Map([
  ['pillars', 'pillar_scores'],
  ['score', 'overall_score'],
  ['name', 'company'],
]);

/** Names that `fields` takes, besides the ids of pillars and criteria. */
export const entryFields: readonly string[] = [BRIEF, ...Object.keys(writers)];

const ids_of = new WeakMap<Rubrics, readonly string[]>();

/** The ids of the criteria of all rubrics. */
export const criterionIds = (rubrics: Rubrics): readonly string[] => pointIds(rubrics).filter((id) => id.includes('-'));

/** The ids of the pillars of all rubrics, each followed by those of its criteria. */
export function pointIds(rubrics: Rubrics): readonly string[] {
  const known = ids_of.get(rubrics);
  if (known) return known;
  const all = [...rubrics.values()];
  const pillars = new Set(all.flatMap((rubric) => rubric.pillars.map(({ id }) => id)));
  const criteria = all.flatMap((rubric) => rubric.criteria);
  const ids = [...pillars].flatMap((pillar) => [
    pillar,
    ...new Set(criteria.filter((one) => one.pillar === pillar).map(({ id }) => id)),
  ]);
  ids_of.set(rubrics, ids);
  return ids;
}

/**
 * A function that writes the entry of a company as JSON.
 *
 * @param names known fields in any order; none for those of the index (spec 2.1)
 * @param today `YYYY-MM-DD` (UTC), which decides about `stale`
 * @returns takes further members too, each with a comma before it
 */
export function entryWriter(
  snapshot: Snapshot,
  names: readonly string[],
  today: string,
  rubrics: Rubrics,
): (company: Listed, more?: string) => string {
  const { json } = snapshot;
  if (!names.length) return (company, more) => (more ? `${json(company).slice(0, -1)}${more}}` : json(company));
  const wanted = new Set(names.flatMap((name) => (name === BRIEF ? brief : [name])));
  const whole_brief = brief.every((name) => wanted.has(name));
  if (whole_brief) for (const name of brief) wanted.delete(name);
  const members: Write[] = Object.entries(writers).flatMap(([name, write]) => (wanted.has(name) ? [write] : []));
  for (const id of pointIds(rubrics))
    if (wanted.has(id)) members.push((company) => `"${id}":${pointsOf(company, id) ?? null}`);
  const maximaOf = differingMaxima(snapshot, [...wanted], rubrics);
  return (company, more = '') => {
    let entry = whole_brief ? briefOf(json(company)) : '';
    for (const write of members) entry += (entry && ',') + write(company, snapshot, today);
    entry += more;
    entry += maximaOf(company);
    // Whatever was asked for: an example must not pass for a company that exists (decision 105).
    if (company.fictional) entry += ',"fictional":true';
    return whole_brief ? `${entry}}` : `{${entry}}`;
  };
}

/**
 * Writes, for companies under another rubric than the one that the list names, the maxima of those points whose maxima differ:
 * 4 of 4 is not 4 of 5.
 */
function differingMaxima(snapshot: Snapshot, ids: readonly string[], rubrics: Rubrics): (company: Listed) => string {
  const most = (version: string, id: string) => {
    const rubric = rubrics.get(version);
    return [...(rubric?.criteria ?? []), ...(rubric?.pillars ?? [])].find((one) => one.id === id)?.max;
  };
  const made = new Map<string, string>();
  return ({ rubric }) => {
    if (rubric === snapshot.rubric_version) return '';
    const known = made.get(rubric);
    if (known !== undefined) return known;
    const differing = ids.flatMap((id) => {
      const own = most(rubric, id);
      return own === undefined || own === most(snapshot.rubric_version, id) ? [] : [[id, own] as const];
    });
    const text = differing.length ? `,"max":${JSON.stringify(Object.fromEntries(differing))}` : '';
    made.set(rubric, text);
    return text;
  };
}

/** An index entry up to its tier, without the closing brace. Quotes in a name are escaped, so this member is found. */
const briefOf = (entry: string) => entry.slice(0, entry.indexOf(',"pillar_scores":'));
