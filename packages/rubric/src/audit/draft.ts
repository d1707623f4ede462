import type { Rubric } from '../rubric.ts';
import { type Audit, type Criterion, frameworkAfter, type PillarScore, reauditDue, sourceFile } from './audit.ts';

/** What is known of a company before its audit is written. */
export type DraftSubject = Pick<Audit, 'company' | 'slug' | 'website'>;

/** The same fields, of which some are not written yet. */
type Unwritten<T, Field extends keyof T> = Omit<T, Field> & { [Key in Field]: T[Key] | null };

/**
 * A record as an auditor begins it. `tier_as_published` is left out where it is stamped at publication. The compiler
 * names `draftAudit` when the record gets a field.
 */
type AuditDraft = Unwritten<
  Omit<Audit, 'pillars' | 'criteria' | 'tier_as_published'>,
  'overall_score' | 'tier' | 'executive_summary'
> & {
  pillars: Record<string, Unwritten<PillarScore, 'score'>>;
  criteria: (Unwritten<Criterion, 'score' | 'evidence'> & { evidence_before?: string })[];
  tier_as_published: string | undefined;
} & Partial<Before>;

/** The texts of the last audit, beside those that are to be written; `check` drops them. */
type Before = { [Field in (typeof texts)[number] as `${Field}_before`]: Audit[Field] };
const texts = ['strongest_signals', 'critical_gaps', 'priority_actions', 'executive_summary'] as const;

/**
 * A draft: everything that follows from the rubric, the company and the day is filled in. What only the auditor can
 * know is null, so that `check` names each place that is still to be written. Scores are those of the last audit if it
 * was made under the same rubric. Its texts are beside the fields that are to be written, never in them (decision 32).
 */
export function draftAudit(
  subject: DraftSubject,
  rubric: Rubric,
  audit_date: string,
  last: Audit | undefined,
): AuditDraft {
  const { company, slug, website } = subject;
  const kept = last?.rubric_version === rubric.record_label ? last : undefined;
  const pillars = Object.fromEntries(
    rubric.pillars.map(({ id, name, max }) => [id, { name, score: kept?.pillars[id]?.score ?? null, max }]),
  );
  const criteria = rubric.criteria.map(({ id, pillar, name, max }) => {
    const before = kept?.criteria.find((criterion) => criterion.id === id);
    const evidence_before = before && { evidence_before: before.evidence };
    return {
      id,
      pillar,
      name: before?.name ?? name,
      score: before?.score ?? null,
      max,
      evidence: null,
      ...evidence_before,
    };
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
    framework: frameworkAfter(rubric.framework, last),
    source_file: sourceFile(slug, audit_date),
    ...(last && Object.fromEntries(texts.map((text) => [`${text}_before`, last[text]]))),
  };
}

/** The evidence of a criterion that nobody has written yet, in a draft by hand (decision 121). It is never published. */
export const NOT_WRITTEN = 'The evidence is not written yet.';

/** Whether nobody has said what a score rests on; also where somebody wrote beside that sentence and left it there. */
export const lacksEvidence = ({ evidence }: { evidence: string }): boolean =>
  evidence.trim() === '' || evidence.includes(NOT_WRITTEN);

/**
 * A slug for a company's name (decision 101): `Café Motör & Co.` gives `cafe-motor-co`; empty when the name has no ASCII
 * letter or digit.
 */
export function slugOf(company: string): string {
  const slug = company
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '');
  return slug === 'index' ? 'index-company' : slug;
}
