import type { Audit, Criterion } from '@readymark/rubric/audit/audit';
import { type AuditChanges, auditChanges } from '@readymark/rubric/audit/changes';
import { isDate } from '@readymark/rubric/field';
import { notListed } from '../../../../catalogue/search/nearest.ts';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import type { PageInput } from '../page-input.ts';
import { type AuditDate, auditDates, noSuchDate } from '../past-audit/view.ts';

/** One criterion in both audits; undefined on a side whose rubric does not have it. */
export type Pair = { id: string; name: string; before: Criterion | undefined; after: Criterion | undefined };

/** Two audits of one company side by side. */
export type ChangesView = {
  slug: string;
  from: Audit;
  to: Audit;
  changes: AuditChanges;
  /** Criteria with another score or maximum, or that only one side has, in rubric order. */
  moved: readonly Pair[];
  /** Criteria with the same score and other evidence. */
  reworded: readonly Pair[];
  /** Criteria with the same score and evidence. */
  same: readonly Pair[];
  /** Every audit of the company, oldest first. */
  dates: readonly AuditDate[];
  /** Whether these are the two that are shown when none are named. */
  latest: boolean;
};

/**
 * The two audits that a query names. Without `to` it is the current one, without `from` the one before `to`; the earlier one is
 * always on the left. The Fault `not_found` for an unknown company, an unknown date, or a company with one audit.
 */
export function changesView({ snapshot }: PageInput, slug: string, query: string): ChangesView | Fault {
  const dates = auditDates(snapshot, slug);
  const [current, before] = [dates.at(-1), dates.at(-2)];
  if (!current) return notListed(snapshot, slug);
  const wanted = readDates(query);
  if (wanted instanceof Fault) return wanted;
  const known = new Set(dates.map(({ audit_date }) => audit_date));
  if ([wanted.from, wanted.to].some((date) => date !== undefined && !known.has(date))) return noSuchDate(dates);
  if (!before)
    return new Fault('not_found', `This company has one audit, of ${current.audit_date}: there is nothing to compare.`);
  const { from, to } = both(dates, wanted);
  if (from === to) return invalidFields([{ field: 'from', message: 'must be another date than to' }]);
  const [first, second] = [snapshot.audit(slug, from), snapshot.audit(slug, to)];
  if (!first || !second) return noSuchDate(dates);
  const latest = from === before.audit_date && to === current.audit_date;
  return {
    ...{ slug, from: first, to: second, dates, latest },
    changes: auditChanges(first, second),
    ...sorted(first, second),
  };
}

/** Both dates of a comparison, the earlier one first. */
function both(dates: readonly AuditDate[], { from, to }: Wanted): { from: string; to: string } {
  const end = to ?? dates.at(-1)?.audit_date ?? '';
  const at = dates.findIndex(({ audit_date }) => audit_date === end);
  // The oldest audit has none before it, so it is compared with the one after it.
  const start = from ?? (dates[at - 1] ?? dates[at + 1])?.audit_date ?? '';
  return start < end ? { from: start, to: end } : { from: end, to: start };
}

function sorted(from: Audit, to: Audit): Pick<ChangesView, 'moved' | 'reworded' | 'same'> {
  const old = new Map(from.criteria.map((criterion) => [criterion.id, criterion]));
  const now = new Set(to.criteria.map(({ id }) => id));
  const pairs: Pair[] = [
    ...to.criteria.map((after) => ({ id: after.id, name: after.name, before: old.get(after.id), after })),
    ...from.criteria
      .filter(({ id }) => !now.has(id))
      .map((before) => ({ id: before.id, name: before.name, before, after: undefined })),
  ];
  const kind = ({ before, after }: Pair) => {
    if (before?.score !== after?.score || before?.max !== after?.max) return 'moved';
    return before?.evidence === after?.evidence ? 'same' : 'reworded';
  };
  const { moved = [], reworded = [], same = [] } = Object.groupBy(pairs, kind);
  return { moved, reworded, same };
}

type Wanted = { from?: string | undefined; to?: string | undefined };

/** The dates that a query names, or what is wrong with them; a field that a form sends empty names none. */
function readDates(query: string): Wanted | Fault {
  const given = new URLSearchParams(query);
  const [from, to] = ['from', 'to'].map((name) => given.getAll(name).at(-1)?.trim() || undefined);
  const errors = Object.entries({ from, to })
    .filter(([, date]) => date !== undefined && !isDate(date))
    .map(([field]) => ({ field, message: 'must be the day of an audit, written YYYY-MM-DD' }));
  return errors.length ? invalidFields(errors) : { from, to };
}

/** A query with its dates alone. */
export function normalChangesQuery(query: string): string | Fault {
  const dates = readDates(query);
  return dates instanceof Fault ? dates : queryOf(dates);
}

/** The canonical query of a view, with its `?`; '' for the last two audits. */
export const changesQuery = ({ from, to, latest }: ChangesView): string =>
  latest ? '' : queryOf({ from: from.audit_date, to: to.audit_date });

function queryOf({ from, to }: Wanted): string {
  const parameters = [from && `from=${from}`, to && `to=${to}`].filter(Boolean).join('&');
  return parameters && `?${parameters}`;
}
