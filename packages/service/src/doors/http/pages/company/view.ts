import { type Audit, type AuditRecord, isStale, type PriorityAction } from '@readymark/rubric/audit/audit';
import { type AuditChanges, auditChanges } from '@readymark/rubric/audit/changes';
import { isSelection, type Selection, selected } from '@readymark/rubric/audit/views';
import type { Ladder } from '@readymark/rubric/ladder';
import type { LaddersOf } from '@readymark/rubric/read-rubrics';
import { type Rubric, rubricOfLabel, tierOf } from '@readymark/rubric/rubric';
import { notListed } from '../../../../catalogue/nearest.ts';
import type { Receipts } from '../../../../domain/auditing/receipts.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { type AuditReplies, repliesTo } from '../replies/view.ts';
import { ladderPath } from '../rubric/view.ts';
import { oversized, readSelection, selectionParameters, unselectable } from '../selection.ts';

/** An action, with the score and tier after it and all actions before it are completed. */
type Step = PriorityAction & { score_after: number; tier_after: string; reaches: boolean };

/** What every page of one audit shows, of the current one or of an earlier one. */
export type AuditView<Shown extends Audit = Audit> = {
  record: Shown;
  rubric: Rubric;
  /** How points are given under that rubric, by criterion; empty for one without ladders (decision 91). */
  ladders: ReadonlyMap<string, Ladder>;
  /** Where the ladder of a criterion is shown. */
  ladderAt(id: string): string;
  steps: readonly Step[];
  /** The next better tier and the points to it; undefined in the best tier. */
  next: { tier: string; points: number } | undefined;
  /** What the company says of it (decision 156). */
  replies: AuditReplies;
};

/** Criteria by pillar, in rubric order (decision 8), or those that lack most first. */
export type CriteriaOrder = 'pillar' | 'weakest';

/** What the page of a company shows in HTML and in Markdown. */
export type CompanyView = AuditView<AuditRecord> & {
  /** All current audits, one per date, oldest first; the last one is that of the record. */
  audits: readonly Audit[];
  /** Compared with the previous audit; undefined for a first audit. */
  changes: AuditChanges | undefined;
  stale: boolean;
  watchers: number;
  /** Ranked companies. */
  count: number;
  /** What the audit rests on; undefined for one that was written by hand (decision 90). */
  receipts: Receipts | undefined;
  /** Pillars and criteria that were asked for, and what of the audit that is; undefined for the whole audit. */
  part: { selection: Selection; pillars: Audit['pillars']; criteria: Audit['criteria'] } | undefined;
  order: CriteriaOrder;
};

/**
 * The view of a company: the whole audit, or what a query selects of it. The Fault `not_found` for an unknown slug,
 * `gone` for a retracted company, `invalid_request` for ids that the audit does not have.
 */
export function companyView(input: PageInput, slug: string, query: string): CompanyView | Fault {
  const { snapshot, today, watchers } = input;
  const record = snapshot.record(slug);
  if (!record) return notListed(snapshot, slug);
  const order = readOrder(query);
  if (order instanceof Fault) return order;
  const selection = readSelection(query);
  const wrong = unselectable([record], selection);
  if (wrong) return wrong;
  const part = isSelection(selection) ? { selection, pillars: {}, ...selected(record, selection) } : undefined;
  const audits = part ? [record] : snapshot.audits(slug);
  const before = audits.at(-2);
  return {
    ...auditView(input, record, part ? 'alone' : 'beside'),
    audits,
    changes: before && auditChanges(before, record),
    stale: isStale(record.reaudit_due, today),
    watchers: watchers.get(slug) ?? 0,
    count: snapshot.ranked,
    receipts: snapshot.receipts(slug),
    part,
    order,
  };
}

/** What any page shows of one audit of a company. @param where whether it shows more than the audit: see `repliesTo` */
export function auditView<Shown extends Audit>(
  input: PageInput,
  record: Shown,
  where: 'beside' | 'alone' = 'alone',
): AuditView<Shown> {
  const { snapshot, rubrics, ladders, today } = input;
  const rubric =
    rubricOfLabel(rubrics, record.rubric_version) ?? rubricOf(rubrics, snapshot.entry(record.slug)?.rubric ?? '');
  const above = rubric.tiers.filter(({ min }) => min > record.overall_score).at(-1);
  return {
    record,
    rubric,
    ladders: laddersById(ladders, rubric),
    ladderAt: (id) => ladderPath(input, rubric.version, id),
    steps: stepsOf(record, rubric),
    next: above && { tier: above.name, points: above.min - record.overall_score },
    replies: repliesTo(record, snapshot.replies(record.slug), { today, where }),
  };
}

const laddersById = (ladders: LaddersOf, { version }: Rubric): ReadonlyMap<string, Ladder> =>
  new Map(ladders.get(version)?.ladders.map((ladder) => [ladder.id, ladder]));

/** A query with its selection and order alone, in normal form. */
export function normalCompanyQuery(query: string): string | Fault {
  const selection = readSelection(query);
  const order = readOrder(query);
  return order instanceof Fault ? order : (oversized(selection) ?? queryOf(selection, order));
}

/** The canonical query of a view, with its `?`; '' for the whole audit by pillar. */
export const companyQuery = ({ part, order }: CompanyView): string => queryOf(part?.selection ?? {}, order);

/** The same criteria in another order. */
export const reordered = (view: CompanyView, order: CriteriaOrder): string =>
  `/audits/${view.record.slug}${companyQuery({ ...view, order })}`;

const queryOf = (selection: Selection, order: CriteriaOrder) => {
  const parameters = [selectionParameters(selection), order === 'weakest' ? 'order=weakest' : ''].filter(Boolean);
  return parameters.length ? `?${parameters.join('&')}` : '';
};

/** The order that a query asks for; the last one, as a form that repeats a field sends it. */
function readOrder(query: string): CriteriaOrder | Fault {
  const order = new URLSearchParams(query).getAll('order').at(-1)?.trim().toLowerCase() || 'pillar';
  return order === 'pillar' || order === 'weakest'
    ? order
    : invalidFields([{ field: 'order', message: 'must be pillar or weakest' }]);
}

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
