import { isDate, slugIssue, websiteIssue } from '../field.ts';
import { type Rubric, type Rubrics, rubricOfLabel, tierOf } from '../rubric.ts';
import {
  type Audit,
  type AuditIssue,
  audit as auditSchema,
  type Finding,
  fictionalFramework,
  type PriorityAction,
  reauditDue,
  sourceFile,
} from './audit.ts';
import { own, Reader } from './reader.ts';
import { readCriteria, readPillars } from './scores.ts';

/** Longest lists and texts of a record; generous, so that only nonsense is refused. */
const LIST_MAX = 100;
const TEXT_MAX = 20_000;

/**
 * The rubric of a record. An unknown label is an issue; checking continues against the rubric whose version the label
 * begins with, else against the one with as many criteria, so that other issues are found in the same pass.
 */
function readRubric(reader: Reader, input: object, rubrics: Rubrics): Rubric | undefined {
  const label = own(input, 'rubric_version');
  const known = typeof label === 'string' ? rubricOfLabel(rubrics, label) : undefined;
  if (known) return known;
  const all = [...rubrics.values()];
  reader.refuse(
    '$.rubric_version',
    label,
    all.map(({ record_label }) => JSON.stringify(record_label)).join(' or ') || 'a known rubric',
  );
  const version = typeof label === 'string' ? label.slice(0, 40).split(' ')[0] : undefined;
  const criteria = own(input, 'criteria');
  const count = Array.isArray(criteria) ? criteria.length : 0;
  return rubrics.get(version ?? '') ?? all.find((rubric) => rubric.criteria.length === count) ?? all[0];
}

function readFindings(reader: Reader, input: object, key: 'strongest_signals' | 'critical_gaps'): Finding[] {
  const list = reader.list(`$.${key}`, own(input, key), LIST_MAX) ?? [];
  return list.flatMap((item, at) => {
    const path = `$.${key}[${at}]`;
    if (!reader.isObject(path, item)) return [];
    const title = reader.text(`${path}.title`, own(item, 'title'), 'line', 1, 1000);
    const detail = reader.text(`${path}.detail`, own(item, 'detail'), 'text', 0, TEXT_MAX);
    return title === undefined || detail === undefined ? [] : [{ title, detail }];
  });
}

/** Actions, each with at most the points that its pillar lacks (decision 10). They may overlap: their sum has no limit. */
function readActions(reader: Reader, input: object, rubric: Rubric, pillars: Audit['pillars']): PriorityAction[] {
  const list = reader.list('$.priority_actions', own(input, 'priority_actions'), LIST_MAX) ?? [];
  const ids = rubric.pillars.map(({ id }) => id);
  return list.flatMap((item, at) => {
    const path = `$.priority_actions[${at}]`;
    if (!reader.isObject(path, item)) return [];
    const action = reader.text(`${path}.action`, own(item, 'action'), 'text', 1, 2000);
    const found = own(item, 'pillar');
    const pillar = ids.find((id) => id === found) ?? reader.refuse(`${path}.pillar`, found, `one of ${ids.join(', ')}`);
    const stated = pillars[pillar ?? ''];
    const [room, why] = stated
      ? [stated.max - stated.score, `, which ${pillar} can still gain (${stated.score} of ${stated.max})`]
      : [rubric.total, ''];
    const points_gain = reader.integer(`${path}.points_gain`, own(item, 'points_gain'), 0, room, why);
    const effort = reader.text(`${path}.effort`, own(item, 'effort'), 'line', 1, 40);
    return action === undefined || points_gain === undefined || pillar === undefined || effort === undefined
      ? []
      : [{ action, points_gain, pillar, effort }];
  });
}

/** Score and tier. The tier is compared with the sum of the pillars if there is one, so that one wrong number is one issue. */
function readScore(reader: Reader, input: object, rubric: Rubric, sum: number | undefined) {
  const found = own(input, 'overall_score');
  let overall_score = reader.integer('$.overall_score', found, 0, rubric.total);
  if (overall_score !== undefined && sum !== undefined)
    overall_score = reader.exactly('$.overall_score', overall_score, sum, ', the sum of the pillar scores');
  const score = sum ?? overall_score;
  const tier =
    score === undefined
      ? reader.text('$.tier', own(input, 'tier'), 'line', 1, 400)
      : reader.exactly('$.tier', own(input, 'tier'), tierOf(rubric, score).name, `, the tier of ${score} points`);
  // Stamped at publication and never recomputed: an existing code is kept, known or not (decision 8).
  const code = own(input, 'tier_as_published');
  const stamp = score === undefined ? '' : tierOf(rubric, score).code;
  const tier_as_published = code === undefined ? stamp : reader.text('$.tier_as_published', code, 'line', 1, 16);
  return { overall_score, tier, tier_as_published };
}

/** Dates, and the file name derived from them. */
function readDates(reader: Reader, input: object, rubric: Rubric, slug: string | undefined) {
  const a_day = 'a day of the calendar, written YYYY-MM-DD, from the year 2000 on';
  const date = (path: string, value: unknown) =>
    reader.byRule(path, value, a_day, (text) => (isDate(text) ? undefined : a_day));
  const audit_date = date('$.audit_date', own(input, 'audit_date'));
  const due = own(input, 'reaudit_due');
  const reaudit_due =
    audit_date === undefined
      ? date('$.reaudit_due', due)
      : reader.exactly(
          '$.reaudit_due',
          due,
          reauditDue(audit_date, rubric.staleness_days),
          `, audit_date plus ${rubric.staleness_days} days`,
        );
  const file = own(input, 'source_file');
  const source_file =
    slug === undefined || audit_date === undefined
      ? reader.text('$.source_file', file, 'line', 1, 200)
      : reader.exactly('$.source_file', file, sourceFile(slug, audit_date), ', from slug and audit_date');
  return { audit_date, reaudit_due, source_file };
}

/** The framework of the rubric, with the mark of a company that does not exist where it has one (decision 105). */
function readFramework(reader: Reader, found: unknown, framework: string): string | undefined {
  const fictional = fictionalFramework(framework);
  return found === fictional ? fictional : reader.exactly('$.framework', found, framework, '');
}

/** Every field of a record, undefined where it is wrong: the compiler names this place when the schema gets a field. */
type Fields = { [Field in keyof Audit]: Audit[Field] | undefined };

function readFields(reader: Reader, input: object, rubric: Rubric, rubrics: Rubrics): Fields {
  const company = reader.text('$.company', own(input, 'company'), 'line', 1, 200);
  const slug = reader.byRule(
    '$.slug',
    own(input, 'slug'),
    'lower-case letters and digits in groups, joined by single hyphens',
    slugIssue,
  );
  const website = reader.byRule(
    '$.website',
    own(input, 'website'),
    'an address that begins with https:// or http://',
    websiteIssue,
  );
  const dates = readDates(reader, input, rubric, slug);
  const criteria = readCriteria(reader, own(input, 'criteria'), rubric, rubrics);
  const { pillars, sum } = readPillars(reader, own(input, 'pillars'), rubric, criteria);
  return {
    company,
    slug,
    website,
    ...dates,
    ...readScore(reader, input, rubric, sum),
    pillars,
    criteria,
    strongest_signals: readFindings(reader, input, 'strongest_signals'),
    critical_gaps: readFindings(reader, input, 'critical_gaps'),
    priority_actions: readActions(reader, input, rubric, pillars),
    executive_summary: reader.text('$.executive_summary', own(input, 'executive_summary'), 'text', 0, TEXT_MAX),
    rubric_version: rubric.record_label,
    framework: readFramework(reader, own(input, 'framework'), rubric.framework),
  };
}

/** The record with the keys in the order of the schema; undefined when a field is missing. */
function auditOf(fields: Fields): Audit | undefined {
  const entries = (Object.keys(auditSchema.shape) as (keyof Audit)[]).map((field) => [field, fields[field]] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as Audit);
}

/**
 * Checks a record completely against its rubric: every issue at once, each with its place, what was found and what was
 * expected.
 *
 * Takes anything and never throws. A valid record is rebuilt: the keys of the spec in the spec's order, criteria and
 * pillars in rubric order, unknown keys and `rank` dropped, texts unchanged. A missing `tier_as_published` is stamped.
 * Source: spec 2.2; decisions 8, 10 and 101.
 */
export function checkAudit(input: unknown, rubrics: Rubrics): { audit: Audit } | { issues: AuditIssue[] } {
  const reader = new Reader();
  if (!reader.isObject('$', input)) return { issues: reader.issues };
  const rubric = readRubric(reader, input, rubrics);
  if (rubric === undefined) return { issues: reader.issues };
  const audit = auditOf(readFields(reader, input, rubric, rubrics));
  return audit === undefined || reader.issues.length > 0 ? { issues: reader.issues } : { audit };
}
