import { isDate, slugIssue } from '../field.ts';
import { type Rubric, type Rubrics, rubricOfLabel, tierOf } from '../rubric.ts';
import { reauditDue, sourceFile } from './audit.ts';
import { own } from './reader.ts';

/** One value that was derived anew. */
export type Fixed = { path: string; before: unknown; after: unknown };

/**
 * Writes into a record whatever follows from the rest of it: pillars and maxima of criteria, sums, tier with its code,
 * the day of the re-audit and the name of the file. What does not follow stays as it is, also where it is wrong; so do
 * unknown keys and the order of keys. A sum is written once all its parts are scored.
 *
 * `tier_as_published` follows where it is missing or names another tier of the rubric; an unknown code is kept (decision
 * 8).
 *
 * @param record changed in place
 * @returns what was changed; undefined when this is no audit record: not one known criterion is in it
 */
export function fixAudit(record: unknown, rubrics: Rubrics): Fixed[] | undefined {
  const label = own(record, 'rubric_version');
  const rubric = typeof label === 'string' ? rubricOfLabel(rubrics, label) : undefined;
  const criteria = own(record, 'criteria');
  if (!rubric || !isRecord(record) || !Array.isArray(criteria)) return undefined;
  const rules = new Map(rubric.criteria.map((rule) => [rule.id, rule]));
  const known = criteria.entries().flatMap(([at, item]) => {
    const rule = rules.get(String(own(item, 'id')));
    return rule && isRecord(item) ? [{ at, item, rule }] : [];
  });
  const found = [...known];
  if (!found.length) return undefined;
  const fixed: Fixed[] = [];
  const put = (into: Record<string, unknown>, path: string, key: string, after: unknown) => {
    const before = own(into, key);
    if (before === after) return;
    fixed.push({ path: `${path}.${key}`, before, after });
    into[key] = after;
  };
  for (const { at, item, rule } of found) {
    put(item, `$.criteria[${at}]`, 'pillar', rule.pillar);
    put(item, `$.criteria[${at}]`, 'max', rule.max);
  }
  const score = fixPillars(record, rubric, found, put);
  if (score !== undefined) {
    put(record, '$', 'overall_score', score);
    const tier = tierOf(rubric, score);
    put(record, '$', 'tier', tier.name);
    const code = own(record, 'tier_as_published');
    if (code === undefined || rubric.tiers.some((one) => one.code === code))
      put(record, '$', 'tier_as_published', tier.code);
  }
  const [date, slug] = [own(record, 'audit_date'), own(record, 'slug')];
  if (typeof date === 'string' && isDate(date)) {
    put(record, '$', 'reaudit_due', reauditDue(date, rubric.staleness_days));
    if (typeof slug === 'string' && slugIssue(slug) === undefined)
      put(record, '$', 'source_file', sourceFile(slug, date));
  }
  return fixed;
}

type Put = (into: Record<string, unknown>, path: string, key: string, after: unknown) => void;
type Known = { item: Record<string, unknown>; rule: Rubric['criteria'][number] };

/** @returns the sum of all pillars; undefined while a criterion is not scored */
function fixPillars(
  record: Record<string, unknown>,
  rubric: Rubric,
  known: readonly Known[],
  put: Put,
): number | undefined {
  const pillars = own(record, 'pillars');
  if (!isRecord(pillars)) return undefined;
  const sums = rubric.pillars.map(({ id, name, max }) => {
    const scores = new Map(
      known.filter(({ rule }) => rule.pillar === id).map(({ item, rule }) => [rule.id, scoreOf(item, rule.max)]),
    );
    const complete = rubric.criteria.every((rule) => rule.pillar !== id || scores.get(rule.id) !== undefined);
    const sum = complete ? scores.values().reduce<number>((total, score) => total + (score ?? 0), 0) : undefined;
    const pillar = own(pillars, id) ?? {};
    if (!isRecord(pillar)) return undefined;
    put(pillar, `$.pillars.${id}`, 'name', name);
    if (sum !== undefined) put(pillar, `$.pillars.${id}`, 'score', sum);
    put(pillar, `$.pillars.${id}`, 'max', max);
    pillars[id] = pillar;
    return sum;
  });
  const scored = sums.filter((sum) => sum !== undefined);
  return scored.length === sums.length ? scored.reduce((total, sum) => total + sum, 0) : undefined;
}

function scoreOf(item: Record<string, unknown>, max: number): number | undefined {
  const score = own(item, 'score');
  return typeof score === 'number' && Number.isInteger(score) && score >= 0 && score <= max ? score : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
