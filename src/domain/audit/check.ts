import { isDate, slugFault, websiteFault } from '../field.ts';
import { type Rubric, type Rubrics, rubricOfLabel, tierOf } from '../rubric.ts';
import { type Audit, type AuditIssue, type Finding, type PriorityAction, reauditDue, sourceFile } from './audit.ts';
import { own, Reader } from './reader.ts';
import { readCriteria, readPillars } from './scores.ts';

/** Longest lists and texts of a record; generous, so that only nonsense is refused. */
const listMax = 100;
const textMax = 20_000;

/**
 * The rubric of a record. A label that is nobody's is refused, and the record is read on against the rubric whose
 * version it begins with, else the one with as many criteria, so that the other issues are told in the same pass.
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
  const list = reader.list(`$.${key}`, own(input, key), listMax) ?? [];
  return list.flatMap((item, at) => {
    const path = `$.${key}[${at}]`;
    if (!reader.isObject(path, item)) return [];
    const title = reader.text(`${path}.title`, own(item, 'title'), 'line', 1, 1000);
    const detail = reader.text(`${path}.detail`, own(item, 'detail'), 'text', 0, textMax);
    return title === undefined || detail === undefined ? [] : [{ title, detail }];
  });
}

/**
 * Actions, each promising at most what its pillar still lacks (decision 10). Several may overlap, so their sum is not
 * limited.
 */
function readActions(reader: Reader, input: object, rubric: Rubric, pillars: Audit['pillars']): PriorityAction[] {
  const list = reader.list('$.priority_actions', own(input, 'priority_actions'), listMax) ?? [];
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

/**
 * Score and tier. The tier is judged by the sum of the pillars where there is one, so that one wrong number is told
 * once.
 */
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
  // Stamped at publication and never recomputed: a code that is there is kept, known or not (decision 9).
  const code = own(input, 'tier_as_published');
  const stamp = score === undefined ? '' : tierOf(rubric, score).code;
  const tier_as_published = code === undefined ? stamp : reader.text('$.tier_as_published', code, 'line', 1, 16);
  return { overall_score, tier, tier_as_published };
}

/** Dates, and the file name that follows from them. */
function readDates(reader: Reader, input: object, rubric: Rubric, slug: string | undefined) {
  const a_day = 'a day of the calendar, written YYYY-MM-DD, from the year 2000 on';
  const date = (path: string, value: unknown) =>
    reader.judged(path, value, a_day, (text) => (isDate(text) ? undefined : a_day));
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

/**
 * Checks a record completely against its rubric: every issue at once, each with its place, what was found and what was
 * expected.
 *
 * Takes anything and never throws. What passes is rebuilt: the keys of the spec in the spec's order, criteria and
 * pillars in rubric order, unknown keys and `rank` dropped, texts as they were. A missing `tier_as_published` is
 * stamped. Source: spec 2.2; decisions 8-11.
 */
export function checkAudit(input: unknown, rubrics: Rubrics): { audit: Audit } | { issues: AuditIssue[] } {
  const reader = new Reader();
  if (!reader.isObject('$', input)) return { issues: reader.issues };
  const rubric = readRubric(reader, input, rubrics);
  if (rubric === undefined) return { issues: reader.issues };

  const company = reader.text('$.company', own(input, 'company'), 'line', 1, 200);
  const slug = reader.judged('$.slug', own(input, 'slug'), 'a slug', slugFault);
  const website = reader.judged('$.website', own(input, 'website'), 'a URL', websiteFault);
  const { audit_date, reaudit_due, source_file } = readDates(reader, input, rubric, slug);
  const criteria = readCriteria(reader, own(input, 'criteria'), rubric, rubrics);
  const { pillars, sum } = readPillars(reader, own(input, 'pillars'), rubric, criteria);
  const { overall_score, tier, tier_as_published } = readScore(reader, input, rubric, sum);
  const strongest_signals = readFindings(reader, input, 'strongest_signals');
  const critical_gaps = readFindings(reader, input, 'critical_gaps');
  const priority_actions = readActions(reader, input, rubric, pillars);
  const executive_summary = reader.text('$.executive_summary', own(input, 'executive_summary'), 'text', 0, textMax);
  const framework = reader.exactly('$.framework', own(input, 'framework'), rubric.framework, '');

  if (
    reader.issues.length > 0 ||
    company === undefined ||
    slug === undefined ||
    website === undefined ||
    audit_date === undefined ||
    reaudit_due === undefined ||
    overall_score === undefined ||
    tier === undefined ||
    tier_as_published === undefined ||
    executive_summary === undefined ||
    framework === undefined ||
    source_file === undefined
  )
    return { issues: reader.issues };

  return {
    audit: {
      company,
      slug,
      website,
      audit_date,
      reaudit_due,
      overall_score,
      tier,
      tier_as_published,
      pillars,
      criteria,
      strongest_signals,
      critical_gaps,
      priority_actions,
      executive_summary,
      rubric_version: rubric.record_label,
      framework,
      source_file,
    },
  };
}
