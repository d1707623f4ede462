import { daysAfter } from '@readymark/rubric/audit/audit';
import type { FieldError } from '@readymark/rubric/field';
import { isDate } from '@readymark/rubric/field';
import { Fault, invalidFields } from '../../../../domain/fault.ts';
import type { PageInput, Prepared } from '../../../../doors/http/pages/page-input.ts';
import type { Context } from '../../../../operations/context.ts';
import type { CompanyMove, Gone, Moved } from '../../catalogue/moved.ts';
import { DAY_EXPECTED, dayFault, type PastDays } from '../../domain/days.ts';
import { pastBoardsOf } from '../../operations/past-boards.ts';

declare module '../../../../doors/http/pages/page-input.ts' {
  interface Prepared {
    /** The days that can be shown, and what moved between two of them (decision 151). */
    past?: { days: PastDays | undefined; moved?: Moved };
  }
}

/** What moved between the ends of two days (decision 151): of the whole list, one page. */
export type MovedView = {
  /** Undefined while no day has ended, or only one. */
  shown: Moved | undefined;
  /** The rows of this page, of each kind. */
  moves: readonly CompanyMove[];
  entered: Moved['entered'];
  gone: readonly Gone[];
  page: number;
  pages: number;
  /** Whether these are the days that are shown when none are named. */
  usual: boolean;
};

/** Companies on one page. */
const PAGE_SIZE = 100;
/** What is shown when no days are named. */
const USUAL_DAYS = 30;

type Wanted = { from: string; to: string; page: number };

/** What a query names, the earlier day first; '' for what it does not name. */
function readWanted(query: string): Wanted | Fault {
  const parameters = new URLSearchParams(query);
  const given = (name: string) => (parameters.getAll(name).at(-1) ?? '').trim();
  const [from, to, page] = [given('from'), given('to'), given('page') || '1'];
  const errors: FieldError[] = [];
  for (const [field, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (day && !isDate(day)) errors.push({ field, message: DAY_EXPECTED });
  if (from && from === to) errors.push({ field: 'from', message: 'must be another day than to' });
  if (!/^[1-9]\d{0,4}$/.test(page)) errors.push({ field: 'page', message: 'must be a whole number from 1' });
  if (errors.length) return invalidFields(errors);
  const swapped = from && to && from > to;
  return { from: swapped ? to : from, to: swapped ? from : to, page: Number(page) };
}

function queryOf({ from, to, page }: Wanted): string {
  const parts = [from && `from=${from}`, to && `to=${to}`, page > 1 && `page=${page}`].filter(Boolean).join('&');
  return parts && `?${parts}`;
}

export function normalMovedQuery(query: string): string | Fault {
  const wanted = readWanted(query);
  return wanted instanceof Fault ? wanted : queryOf(wanted);
}

/** The canonical query of a view. */
export const movedQuery = ({ shown, page, usual }: Pick<MovedView, 'shown' | 'page' | 'usual'>): string =>
  queryOf({ from: usual ? '' : (shown?.from ?? ''), to: usual ? '' : (shown?.to ?? ''), page });

/** Both days: without `to` the last one that ended, without `from` 30 days before, or the first one. */
function bothDays({ from, to }: Wanted, days: PastDays | undefined): { from: string; to: string } | undefined {
  if (!days) return undefined;
  const end = to || days.last;
  const before = daysAfter(end, -USUAL_DAYS);
  return { from: from || (before < days.first ? days.first : before), to: end };
}

/** Reads what a query asks for. */
export async function prepareMoved(ctx: Context, _input: PageInput, query: string): Promise<Prepared> {
  const boards = pastBoardsOf(ctx);
  const days = await boards.days();
  const wanted = readWanted(query);
  const both = wanted instanceof Fault ? undefined : bothDays(wanted, days);
  if (!both || both.from >= both.to || dayFault(both.from, days) || dayFault(both.to, days)) return { past: { days } };
  const [from, to] = [await boards.board(both.from), await boards.board(both.to)];
  return { past: { days, moved: await boards.moved(from, to) } };
}

/** The page that a query requests; a Fault for days that cannot be shown, and for a page beyond the last. */
export function movedView({ prepared }: PageInput, _name: string, query: string): MovedView | Fault {
  const wanted = readWanted(query);
  if (wanted instanceof Fault) return wanted;
  const { days, moved } = prepared.past ?? {};
  const named = (['from', 'to'] as const).find((field) => wanted[field] && dayFault(wanted[field], days, field));
  if (named) return dayFault(wanted[named], days, named) as Fault;
  const both = bothDays(wanted, days);
  const usual = !wanted.from && !wanted.to;
  const nothing = { moves: [], entered: [], gone: [], page: 1, pages: 1, usual };
  // One day alone: there is nothing to compare it with yet.
  if (!both || (!moved && both.from >= both.to)) return { ...nothing, shown: undefined };
  if (!moved) return new Fault('unavailable', 'These days were not read.', { retry_after: 1 });
  const { page } = wanted;
  const pages = Math.max(1, Math.ceil((moved.moved.length + moved.entered.length + moved.gone.length) / PAGE_SIZE));
  if (page > pages) return new Fault('not_found', `There is no page ${page} of this list; the last one is ${pages}.`);
  const [start, end] = [(page - 1) * PAGE_SIZE, page * PAGE_SIZE];
  const part = <Row>(rows: readonly Row[], before: number) =>
    rows.slice(Math.max(0, start - before), Math.max(0, end - before));
  return {
    shown: moved,
    moves: part(moved.moved, 0),
    entered: part(moved.entered, moved.moved.length),
    gone: part(moved.gone, moved.moved.length + moved.entered.length),
    ...{ page, pages, usual },
  };
}

/** The same for programs: of each company the slug that it has now, and what it had at both ends. */
export function movedJson({ shown, moves, entered, gone, page, pages }: MovedView): unknown {
  if (!shown) return { from: null, to: null, moved: [], entered: [], gone: [], corrected: [], page, pages };
  const { from, to, count, totals, retracted_since } = shown;
  return {
    ...{ from, to, count, totals, retracted_since, page, pages },
    moved: moves.map(({ slug, before, after, points, criteria }) => ({
      ...{ slug, company: after.company, ...(after.fictional && { fictional: true }) },
      ...{ points, before: sideOf(before), after: sideOf(after), criteria },
    })),
    entered: entered.map(({ slug, entry }) => ({
      ...{ slug, company: entry.company, ...(entry.fictional && { fictional: true }), ...sideOf(entry) },
    })),
    gone: gone.map(({ slug, at, reason }) => ({ slug, retracted_at: at, reason })),
    corrected: page === 1 ? shown.corrected.slice(0, PAGE_SIZE).map(({ publication: _, ...one }) => one) : [],
  };
}

const sideOf = ({ rank, overall_score, tier, audit_date, detail_json }: CompanyMove['before']) => ({
  ...{ rank, overall_score, tier, audit_date, detail_json },
});
