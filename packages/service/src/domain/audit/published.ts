import { type Audit, isFictional, pillarScores } from '@readymark/rubric/audit/audit';
import { type Rubrics, rubricOfLabel } from '@readymark/rubric/rubric';

/** An audit as it was published: its record, where it came in the order of publications, and its columns. */
export type PublishedAudit = AuditColumns & {
  audit_id: string;
  publication: number;
  /** JSON of the audit in the current format, without rank. */
  record: string;
  published_at: string;
  /** JSON of the criteria with the sources that they rest on (decision 90); null where no draft of ours was published. */
  receipts: string | null;
  /** People who reviewed it, where its receipts say so (decision 124); null otherwise. */
  reviewed_by: number | null;
  /** The kind of business that its draft said (decision 177); null otherwise. */
  business: string | null;
};

/** What is stored beside a record, so that queries and lists need not parse it. */
type AuditColumns = Pick<
  Audit,
  'slug' | 'company' | 'website' | 'audit_date' | 'reaudit_due' | 'overall_score' | 'tier'
> & {
  /** Rubric version, for example `v1`. */
  rubric: string;
  /** JSON: `{"P1": 18, …}`. */
  pillar_scores: string;
  /** JSON: `{"P1-A": 3, …}`, in the order of the rubric. */
  criterion_scores: string;
  /** 1 when the company does not exist (decision 105), else 0. */
  fictional: number;
};

/** The columns of a valid audit. */
export function auditColumns(audit: Audit, rubrics: Rubrics): AuditColumns {
  const { slug, company, website, audit_date, reaudit_due, overall_score, tier } = audit;
  const rubric = rubricOfLabel(rubrics, audit.rubric_version)?.version ?? '';
  const pillar_scores = JSON.stringify(pillarScores(audit));
  const criterion_scores = JSON.stringify(Object.fromEntries(audit.criteria.map(({ id, score }) => [id, score])));
  return {
    slug,
    company,
    website,
    audit_date,
    reaudit_due,
    overall_score,
    tier,
    rubric,
    pillar_scores,
    criterion_scores,
    fictional: isFictional(audit) ? 1 : 0,
  };
}
