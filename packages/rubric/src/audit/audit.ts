import { z } from 'zod';
import { day, slugField, websiteField } from '../field.ts';

/**
 * The audit record (spec 2.2, decision 8): its shape, the order of its keys, and its dates. `check.ts` decides whether a
 * record is valid under its rubric; this schema only describes valid records. A new field: decision 45.
 */
const points = z.int().min(0).max(1000);
const pillarId = z.string().meta({ description: 'Pillar of the rubric, P1 to P5.', examples: ['P1'] });

/** A tier by name. Rubrics say which there are: JSON Schemas list them (`operations/json-schema.ts`). */
export const tierField = z.string({ error: 'must be the name of a tier' });

export const overallScore = z
  .int()
  .min(0)
  .max(100)
  .meta({ description: 'Points of 100, the sum of the pillar scores.', examples: [64] });

const pillar = z.object({ name: z.string(), score: points, max: points });

const criterion = z.object({
  id: z.string().meta({ description: 'Criterion of the rubric.', examples: ['P1-A'] }),
  pillar: pillarId,
  name: z.string(),
  score: points,
  max: points,
  evidence: z.string().meta({ description: 'What was observed, and where.' }),
});

const finding = z.object({ title: z.string(), detail: z.string() });

const action = z.object({
  action: z.string(),
  points_gain: points.meta({ description: 'Points that it can gain, at most what the pillar lacks.' }),
  pillar: pillarId,
  effort: z.string().meta({ description: 'Low, Med or High.', examples: ['Low'] }),
});

/** An audit as it is published and stored: the record of spec 2.2 without `rank`, which the leaderboard adds. */
export const audit = z
  .object({
    company: z.string(),
    slug: slugField,
    website: websiteField,
    audit_date: day.meta({ description: 'Day of the audit (UTC).' }),
    reaudit_due: day.meta({ description: 'audit_date plus 180 days. The score is stale once today is past it.' }),
    overall_score: overallScore,
    tier: tierField,
    tier_as_published: z.string().meta({ description: 'Code of the tier at publication.', examples: ['E'] }),
    pillars: z.record(z.string(), pillar).meta({ description: 'Pillar scores by pillar id, P1 to P5.' }),
    criteria: z.array(criterion).meta({ description: 'Scores and evidence per criterion, in rubric order.' }),
    strongest_signals: z.array(finding),
    critical_gaps: z.array(finding),
    priority_actions: z.array(action),
    executive_summary: z.string(),
    rubric_version: z
      .string()
      .meta({ description: 'Rubric and its scope.', examples: ['v1 (20 criteria, 100 points; P3-E not scored)'] }),
    framework: z.string(),
    source_file: z.string().meta({ description: 'File name of the audit.' }),
  })
  .meta({ description: 'A whole audit.' });

export type Audit = z.infer<typeof audit>;
export type Criterion = Audit['criteria'][number];
export type PillarScore = Audit['pillars'][string];
export type Finding = Audit['strongest_signals'][number];
export type PriorityAction = Audit['priority_actions'][number];

/** The points of each pillar, by pillar id, in rubric order. */
export function pillarScores({ pillars }: Pick<Audit, 'pillars'>): Record<string, number> {
  return Object.fromEntries(Object.entries(pillars).map(([id, { score }]) => [id, score]));
}

/** The record as the service returns it: an audit and its rank (spec 2.2). */
export const auditRecord = audit
  .extend({ rank: z.int().min(1).meta({ description: 'Equal scores share a rank.' }) })
  .meta({ description: 'A whole audit, with its rank.' });

export type AuditRecord = z.infer<typeof auditRecord>;

/**
 * One thing that is wrong in a document: where (JSON path), what was found, what was expected, and a sentence that does
 * not repeat the value.
 */
export type AuditIssue = {
  path: string;
  /** The criterion or pillar in words, `P3-C Audit Trail`, where the path only counts. */
  about?: string;
  found: string;
  expected: string;
  message: string;
};

/** The text of an issue where its path is not shown beside it. */
export const issueText = ({ about, message }: Pick<AuditIssue, 'about' | 'message'>): string =>
  about === undefined ? message : `${about}: ${message}`;

/** The day that is `days` days after another, both `YYYY-MM-DD`, UTC. */
export function daysAfter(date: string, days: number): string {
  const found = new Date(`${date}T00:00:00.000Z`);
  found.setUTCDate(found.getUTCDate() + days);
  return found.toISOString().slice(0, 10);
}

/** `audit_date` plus `days` days (spec 2.2). */
export function reauditDue(audit_date: string, days: number): string {
  return daysAfter(audit_date, days);
}

/** The latest date of an audit that may be published: tomorrow, for auditors east of Greenwich (decision 8). */
export function latestAuditDate(today: string): string {
  return daysAfter(today, 1);
}

/** What is wrong with the date of an audit on a day; undefined where it may be published then. @param path of the date */
export function dateIssue(
  { audit_date }: Pick<Audit, 'audit_date'>,
  today: string,
  path: string,
): AuditIssue | undefined {
  const latest = latestAuditDate(today);
  if (audit_date <= latest) return undefined;
  return {
    path,
    found: audit_date,
    expected: `${latest} or earlier`,
    message: `audit_date must be ${latest}, which is tomorrow (UTC), or earlier: an audit cannot be made in the future`,
  };
}

/** Whether a score is stale, in bodies (spec 2.2). */
export const staleField = z.boolean().meta({ description: 'Today is past reaudit_due.' });

/** Whether a score is stale: today (`YYYY-MM-DD`, UTC) is later than the day its re-audit was due (spec 2.2). */
export function isStale(reaudit_due: string, today: string): boolean {
  return today > reaudit_due;
}

/** What follows the name of the framework in the record of a company that does not exist (decision 105). */
const FICTIONAL = ' (fictional)';

/** The framework that a record names when its company does not exist. */
export const fictionalFramework = (framework: string): string => `${framework}${FICTIONAL}`;

/** Whether the company of a record does not exist (decision 105). */
export const isFictional = ({ framework }: Pick<Audit, 'framework'>): boolean => framework.endsWith(FICTIONAL);

/** The framework of the next audit of a company: what does not exist stays fictional (decision 105). */
export const frameworkAfter = (framework: string, last: Pick<Audit, 'framework'> | undefined): string =>
  last && isFictional(last) ? fictionalFramework(framework) : framework;

/** The required name of an audit's file (decision 8). */
export function sourceFile(slug: string, audit_date: string): string {
  return `${slug}_${audit_date}.audit.json`;
}
