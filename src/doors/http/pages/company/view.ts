import { noAudit } from '../../../../catalogue/nearest.ts';
import { type Audit, type AuditRecord, isStale, type PriorityAction } from '../../../../domain/audit/audit.ts';
import { type AuditChanges, auditChanges } from '../../../../domain/audit/changes.ts';
import { isSelection, type Selection, selected } from '../../../../domain/audit/views.ts';
import type { Receipts } from '../../../../domain/auditing/receipts.ts';
import type { Fault } from '../../../../domain/fault.ts';
import { type Rubric, rubricOfLabel, tierOf } from '../../../../domain/rubric.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { oversized, readSelection, selectionParameters, unselectable } from '../selection.ts';

/** An action, with the score and tier after it and all actions before it are completed. */
type Step = PriorityAction & { score_after: number; tier_after: string; reaches: boolean };

/** What the page of a company shows in HTML and in Markdown. */
export type CompanyView = {
  record: AuditRecord;
  rubric: Rubric;
  /** All current audits, one per date, oldest first; the last one is that of the record. */
  audits: readonly Audit[];
  /** Compared with the previous audit; undefined for a first audit. */
  changes: AuditChanges | undefined;
  steps: readonly Step[];
  /** The next better tier and the points to it; undefined in the best tier. */
  next: { tier: string; points: number } | undefined;
  stale: boolean;
  watchers: number;
  /** Ranked companies. */
  count: number;
  /** What the audit rests on; undefined for one that was written by hand (decision 94). */
  receipts: Receipts | undefined;
  /** Pillars and criteria that were asked for, and what of the audit that is; undefined for the whole audit. */
  part: { selection: Selection; pillars: Audit['pillars']; criteria: Audit['criteria'] } | undefined;
};

/**
 * The view of a company: the whole audit, or what a query selects of it. The Fault `not_found` for an unknown slug,
 * `invalid_request` for ids that the audit does not have.
 */
export function companyView(
  { snapshot, rubrics, today, watchers }: PageInput,
  slug: string,
  query: string,
): CompanyView | Fault {
  const record = snapshot.record(slug);
  if (!record) return noAudit();
  const selection = readSelection(query);
  const wrong = unselectable([record], selection);
  if (wrong) return wrong;
  const part = isSelection(selection) ? { selection, pillars: {}, ...selected(record, selection) } : undefined;
  const audits = part ? [record] : snapshot.audits(slug);
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
    count: snapshot.ranked,
    receipts: snapshot.receipts(slug),
    part,
  };
}

/** A query with its selection alone, in normal form. */
export function normalCompanyQuery(query: string): string | Fault {
  const selection = readSelection(query);
  return oversized(selection) ?? queryOf(selection);
}

/** The canonical query of a view, with its `?`; '' for the whole audit. */
export const companyQuery = ({ part }: CompanyView): string => (part ? queryOf(part.selection) : '');

const queryOf = (selection: Selection) => {
  const parameters = selectionParameters(selection);
  return parameters && `?${parameters}`;
};

/** Actions add up in the order of the audit, never beyond the rubric's total. */
function stepsOf({ overall_score, priority_actions }: Audit, rubric: Rubric): Step[] {
  let score = overall_score;
  return priority_actions.map((action) => {
    const tier_before = tierOf(rubric, score).name;
    score = Math.min(rubric.total, score + action.points_gain);
    const tier_after = tierOf(rubric, score).name;
    return { ...action, score_after: score, tier_after, reaches: tier_after !== tier_before };
  });
}
