import { type Audit, type AuditRecord, isStale, type PriorityAction } from '../../../../domain/audit/audit.ts';
import { type AuditChanges, auditChanges } from '../../../../domain/audit/changes.ts';
import { type Rubric, rubricOfLabel, tierOf } from '../../../../domain/rubric.ts';
import { type PageInput, rubricOf } from '../page-input.ts';

/** A step of the way up: an action, and where the score stands when it and all before it are done. */
type Step = PriorityAction & { score_after: number; tier_after: string; reaches: boolean };

/** What a company's page shows in HTML and in Markdown, worked out once. */
export type CompanyView = {
  record: AuditRecord;
  rubric: Rubric;
  /** All standing audits, oldest first; the last one is the record's. */
  audits: readonly Audit[];
  /** Against the audit before; undefined at the first one. */
  changes: AuditChanges | undefined;
  steps: readonly Step[];
  /** The next better tier and the points to it; undefined at the top. */
  next: { tier: string; points: number } | undefined;
  stale: boolean;
  watchers: number;
  /** Companies on the leaderboard. */
  count: number;
};

/** The view of a company; undefined for an unknown slug. */
export function companyView({ snapshot, rubrics, today, watchers }: PageInput, slug: string): CompanyView | undefined {
  const record = snapshot.record(slug);
  if (!record) return undefined;
  const audits = snapshot.audits(slug);
  const before = audits.at(-2);
  const rubric = rubricOfLabel(rubrics, record.rubric_version) ?? rubricOf(rubrics, snapshot.entry(slug)?.rubric ?? '');
  const above = rubric.tiers.filter(({ min }) => min > record.overall_score).at(-1);
  return {
    record,
    rubric,
    audits,
    changes: before && auditChanges(before, record),
    steps: stepsOf(record, rubric),
    next: above && { tier: above.name, points: above.min - record.overall_score },
    stale: isStale(record.reaudit_due, today),
    watchers: watchers.get(slug) ?? 0,
    count: snapshot.count,
  };
}

/** Actions add up in the order that the audit gives them, never past the rubric's total. */
function stepsOf({ overall_score, priority_actions }: Audit, rubric: Rubric): Step[] {
  let score = overall_score;
  return priority_actions.map((action) => {
    const tier_before = tierOf(rubric, score).name;
    score = Math.min(rubric.total, score + action.points_gain);
    const tier_after = tierOf(rubric, score).name;
    return { ...action, score_after: score, tier_after, reaches: tier_after !== tier_before };
  });
}
