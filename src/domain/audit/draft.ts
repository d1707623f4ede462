import type { Rubric } from '../rubric.ts';
import { type Audit, reauditDue, sourceFile } from './audit.ts';

/** What is known of a company before its audit is written. */
export type DraftSubject = { company: string; slug: string; website: string };

/**
 * A record as an auditor begins it: everything that follows from the rubric, the company and the day is filled in. What
 * only the auditor can know is null, so that `check` names each place that is still to be written. Scores are those of
 * the last audit where there is one under the same rubric.
 */
export function draftAudit(
  subject: DraftSubject,
  rubric: Rubric,
  audit_date: string,
  last: Audit | undefined,
): Record<string, unknown> {
  const { company, slug, website } = subject;
  const kept = last?.rubric_version === rubric.record_label ? last : undefined;
  const pillars = Object.fromEntries(
    rubric.pillars.map(({ id, name, max }) => [id, { name, score: kept?.pillars[id]?.score ?? null, max }]),
  );
  const criteria = rubric.criteria.map(({ id, pillar, name, max }) => {
    const before = kept?.criteria.find((criterion) => criterion.id === id);
    return { id, pillar, name: before?.name ?? name, score: before?.score ?? null, max, evidence: null };
  });
  return {
    company,
    slug,
    website,
    audit_date,
    reaudit_due: reauditDue(audit_date, rubric.staleness_days),
    overall_score: kept?.overall_score ?? null,
    tier: kept?.tier ?? null,
    tier_as_published: kept ? rubric.tiers.find(({ name }) => name === kept.tier)?.code : undefined,
    pillars,
    criteria,
    strongest_signals: [],
    critical_gaps: [],
    priority_actions: [],
    executive_summary: null,
    rubric_version: rubric.record_label,
    framework: rubric.framework,
    source_file: sourceFile(slug, audit_date),
  };
}

/**
 * A slug for a company's name (decision 11): `Café Motör & Co.` gives `cafe-motor-co`; empty when no letter or digit of
 * it is ASCII.
 */
export function slugOf(company: string): string {
  const slug = company
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  return slug === 'index' ? 'index-company' : slug;
}
