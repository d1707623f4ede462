import { type Audit, type AuditRecord, isStale } from '@readymark/rubric/audit/audit';
import { type AuditChanges, auditChanges } from '@readymark/rubric/audit/changes';
import { isSelection, type Selection, selected } from '@readymark/rubric/audit/views';
import { notListed } from '../../../../catalogue/search/nearest.ts';
import type { Correction } from '../../../../domain/audit/correction.ts';
import type { Receipts } from '../../../../domain/auditing/receipts.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { type AuditView, auditView, type CriteriaOrder } from '../audit/view.ts';
import type { PageInput } from '../page-input.ts';
import { oversized, readSelection, selectionParameters, unselectable } from '../selection.ts';

/** What the page of a company shows in HTML and in Markdown. */
export type CompanyView = AuditView<AuditRecord> & {
  /** All current audits, one per date, oldest first; the last one is that of the record. */
  audits: readonly Audit[];
  /** Compared with the previous audit; undefined for a first audit. */
  changes: AuditChanges | undefined;
  /** What was corrected in its audits, newest first. */
  corrections: readonly Correction[];
  stale: boolean;
  watchers: number;
  /** Ranked companies. */
  count: number;
  /** What the audit rests on; undefined for one that was written by hand (decision 90). */
  receipts: Receipts | undefined;
  /** Documents that it cites and that a preview saw changed since; undefined without any. */
  changed_site: ReturnType<NonNullable<PageInput['checks']>['changedSince']>;
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
    corrections: snapshot.corrections(slug),
    stale: isStale(record.reaudit_due, today),
    watchers: watchers.get(slug) ?? 0,
    count: snapshot.ranked,
    receipts: snapshot.receipts(slug),
    changed_site: input.checks?.changedSince(input.noted, snapshot.entry(slug)?.audit_id ?? ''),
    part,
    order,
  };
}

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
