import type { Rubric, Rubrics } from '../rubric.ts';
import type { Audit, Criterion, PillarScore } from './audit.ts';
import { own, type Reader, shown } from './reader.ts';

/** Criteria and pillars of a record, read against its rubric (spec 2.2, decision 10). */

/** What is expected in place of an unknown id; names another rubric that has this id, if there is one. */
function expectedId(id: unknown, rubric: Rubric, rubrics: Rubrics): string {
  const elsewhere = [...rubrics.values()].find((other) => other.criteria.some((criterion) => criterion.id === id));
  const hint = elsewhere ? ` (it belongs to ${elsewhere.version})` : '';
  return `a criterion of ${rubric.version}, ${rubric.criteria[0]?.id} to ${rubric.criteria.at(-1)?.id}${hint}`;
}

function readCriterion(
  reader: Reader,
  path: string,
  item: object,
  rule: Rubric['criteria'][number],
): Criterion | undefined {
  const pillar = reader.exactly(`${path}.pillar`, own(item, 'pillar'), rule.pillar, `, the pillar of ${rule.id}`);
  // The id decides; the wording of the name may differ between records.
  const name = reader.text(`${path}.name`, own(item, 'name'), 'line', 1, 200);
  const score = reader.integer(`${path}.score`, own(item, 'score'), 0, rule.max);
  const max = reader.exactly(`${path}.max`, own(item, 'max'), rule.max, `, the maximum of ${rule.id}`);
  const evidence = reader.text(`${path}.evidence`, own(item, 'evidence'), 'text', 0, 10_000);
  if (pillar === undefined || name === undefined || score === undefined || max === undefined || evidence === undefined)
    return undefined;
  return { id: rule.id, pillar, name, score, max, evidence };
}

/**
 * The valid criteria in the order of the list. Missing, unknown and repeated ids are issues. The order is checked only in
 * a list with exactly the rubric's criteria, because one gap would put everything after it out of place.
 */
export function readCriteria(reader: Reader, value: unknown, rubric: Rubric, rubrics: Rubrics): Criterion[] {
  const list = reader.list('$.criteria', value, 100);
  if (list === undefined) return [];
  const rules = new Map(rubric.criteria.map((rule) => [rule.id, rule]));
  const seen = new Set<string>();
  const criteria: Criterion[] = [];
  let readable = true;
  for (const [at, item] of list.entries()) {
    const path = `$.criteria[${at}]`;
    if (!reader.isObject(path, item)) {
      readable = false;
      continue;
    }
    const id = own(item, 'id');
    const rule = typeof id === 'string' ? rules.get(id) : undefined;
    if (rule === undefined || seen.has(rule.id)) {
      readable = false;
      reader.refuse(
        `${path}.id`,
        id,
        rule ? 'a criterion that is not in the list already' : expectedId(id, rubric, rubrics),
      );
      continue;
    }
    seen.add(rule.id);
    const criterion = reader.about(`${rule.id} ${rule.name}`, () => readCriterion(reader, path, item, rule));
    if (criterion) criteria.push(criterion);
  }
  const missing = rubric.criteria.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
  if (missing.length > 0) {
    reader.addIssue(
      '$.criteria',
      `${list.length} criteria, without ${missing.join(', ')}`,
      `the ${rules.size} criteria of ${rubric.version}`,
    );
  } else if (readable) {
    for (const [at, rule] of rubric.criteria.entries())
      reader.exactly(`$.criteria[${at}].id`, own(list[at], 'id'), rule.id, ', in rubric order');
  }
  return criteria;
}

/** The sum over a pillar's criteria; undefined unless all of them are valid. */
function criteriaSum(rubric: Rubric, criteria: readonly Criterion[], pillar: string): number | undefined {
  const valid = criteria.filter((criterion) => criterion.pillar === pillar);
  if (valid.length !== rubric.criteria.filter((rule) => rule.pillar === pillar).length) return undefined;
  return valid.reduce((sum, { score }) => sum + score, 0);
}

/** One pillar: its stated score where that is possible, and the pillar where it is valid. */
function readPillar(
  reader: Reader,
  item: unknown,
  rule: Rubric['pillars'][number],
  sum: number | undefined,
): { score?: number; pillar?: PillarScore } {
  const path = `$.pillars.${rule.id}`;
  if (!reader.isObject(path, item)) return {};
  const name = reader.exactly(`${path}.name`, own(item, 'name'), rule.name, '');
  const score = reader.integer(`${path}.score`, own(item, 'score'), 0, rule.max);
  const max = reader.exactly(`${path}.max`, own(item, 'max'), rule.max, `, the maximum of ${rule.id}`);
  if (score === undefined) return {};
  if (sum !== undefined) reader.exactly(`${path}.score`, score, sum, ', the sum of its criteria');
  return name !== undefined && max !== undefined ? { score, pillar: { name, score, max } } : { score };
}

/** The valid pillars in rubric order, and the sum of the stated scores when all pillars have one. */
export function readPillars(
  reader: Reader,
  value: unknown,
  rubric: Rubric,
  criteria: readonly Criterion[],
): { pillars: Audit['pillars']; sum: number | undefined } {
  const pillars: Record<string, PillarScore> = {};
  if (!reader.isObject('$.pillars', value)) return { pillars, sum: undefined };
  const scores: number[] = [];
  for (const rule of rubric.pillars) {
    const { score, pillar } = reader.about(`${rule.id} ${rule.name}`, () =>
      readPillar(reader, own(value, rule.id), rule, criteriaSum(rubric, criteria, rule.id)),
    );
    if (score !== undefined) scores.push(score);
    if (pillar !== undefined) pillars[rule.id] = pillar;
  }
  const unknown = Object.keys(value).filter((key) => !rubric.pillars.some(({ id }) => id === key));
  if (unknown.length > 0)
    reader.addIssue(
      '$.pillars',
      `${unknown.length} more, such as ${shown(unknown[0])}`,
      `an object with exactly the keys ${rubric.pillars.map(({ id }) => id).join(', ')}`,
    );
  const sum = scores.length === rubric.pillars.length ? scores.reduce((total, score) => total + score, 0) : undefined;
  return { pillars, sum };
}
