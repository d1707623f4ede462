import { type Audit, fictionalFramework, reauditDue, sourceFile } from '../src/audit/audit.ts';
import { readRubrics } from '../src/read-rubrics.ts';
import { type Rubric, tierOf } from '../src/rubric.ts';

/** The rubrics of the package, and audits that are valid under them, for tests of many rooms. */
export const rubrics = readRubrics();
export const [v1, v2] = ['v1', 'v2'].map((version) => rubrics.get(version)) as [Rubric, Rubric];

/** What a test specifies of an audit; everything else follows from it. */
export type Wish = {
  slug?: string;
  company?: string;
  audit_date?: string;
  /** Points per criterion: one number for all, or by id (3 where none is named). */
  scores?: number | Readonly<Record<string, number>>;
  rubric?: Rubric;
  /** Whether its framework says that the company does not exist (decision 105). */
  fictional?: boolean;
};

/** A complete audit, new on every call. By default 60 of 100 points under v1: three for each criterion. */
export function exampleAudit(wish: Wish = {}): Audit {
  const {
    slug = 'example-widgets',
    company = 'Example Widgets',
    audit_date = '2026-11-20',
    scores = 3,
    rubric = v1,
    fictional = false,
  } = wish;
  const criteria = rubric.criteria.map(({ id, pillar, name, max }) => ({
    id,
    pillar,
    name,
    score: typeof scores === 'number' ? scores : (scores[id] ?? 3),
    max,
    evidence: `What was seen of ${name}.`,
  }));
  const pillars = Object.fromEntries(
    rubric.pillars.map(({ id, name, max }) => [
      id,
      { name, score: criteria.filter(({ pillar }) => pillar === id).reduce((sum, { score }) => sum + score, 0), max },
    ]),
  );
  const overall_score = Object.values(pillars).reduce((sum, { score }) => sum + score, 0);
  const tier = tierOf(rubric, overall_score);
  return {
    company,
    slug,
    website: `https://${slug}.example/`,
    audit_date,
    reaudit_due: reauditDue(audit_date, rubric.staleness_days),
    overall_score,
    tier: tier.name,
    tier_as_published: tier.code,
    pillars,
    criteria,
    strongest_signals: [{ title: 'Prices are readable', detail: 'One Markdown page lists every plan.' }],
    critical_gaps: [{ title: 'No status history', detail: 'Nothing shows how the service performed.' }],
    priority_actions: [{ action: 'Publish an llms.txt', points_gain: 0, pillar: 'P1', effort: 'Low' }],
    executive_summary: `${company} scores ${overall_score} of 100.`,
    rubric_version: rubric.record_label,
    framework: fictional ? fictionalFramework(rubric.framework) : rubric.framework,
    source_file: sourceFile(slug, audit_date),
  };
}
