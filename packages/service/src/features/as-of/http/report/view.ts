import { Fault, invalidFields } from '../../../../domain/fault.ts';
import { medianOf, type ScoreCounts } from '../../../../domain/leaderboard.ts';
import { pillarMedians } from '../../../../domain/spreads.ts';
import type { PageInput, Prepared } from '../../../../doors/http/pages/page-input.ts';
import type { Context } from '../../../../operations/context.ts';
import type { Gap } from '../../catalogue/gaps.ts';
import type { CompanyMove, Moved } from '../../catalogue/moved.ts';
import { isMonth, type PastMonths } from '../../domain/months.ts';
import { monthsOf, type Report, readReport } from '../../operations/report.ts';

declare module '../../../../doors/http/pages/page-input.ts' {
  interface Prepared {
    /** The months that can be shown, and the report of one of them (decision 178). */
    reported?: { months: PastMonths | undefined; report?: Report };
  }
}

/** A month of the leaderboard, as its page has it. */
export type ReportView = {
  /** Undefined while no month has ended. */
  shown:
    | {
        month: string;
        day: string;
        companies: number;
        median: number;
        median_before: number | null;
        scores: ScoreCounts;
        tiers: ReadonlyMap<string, number>;
        pillars: readonly { id: string; name: string; max: number; median: number; before: number | null }[];
        rises: readonly CompanyMove[];
        falls: readonly CompanyMove[];
        moved: Moved | undefined;
        gaps: readonly Gap[];
        rubric: string;
      }
    | undefined;
  months: PastMonths | undefined;
  /** Whether it is the month that is shown when none is named. */
  usual: boolean;
};

/** Rises, falls and gaps that are named. */
const NAMED = 5;

const EXPECTED = 'must be a month of the calendar, written YYYY-MM, such as 2026-10';

const readMonth = (query: string): string => (new URLSearchParams(query).getAll('month').at(-1) ?? '').trim();

export function normalReportQuery(query: string): string | Fault {
  const month = readMonth(query);
  if (month && !isMonth(month)) return invalidFields([{ field: 'month', message: EXPECTED }]);
  return month && `?month=${month}`;
}

/** The canonical query of a view. */
export const reportQuery = ({ shown, usual }: Pick<ReportView, 'shown' | 'usual'>): string =>
  shown === undefined || usual ? '' : `?month=${shown.month}`;

const isPast = (month: string, months: PastMonths | undefined): boolean =>
  months !== undefined && month >= months.first && month <= months.last;

/** Reads what a query asks for. */
export async function prepareReport(ctx: Context, _input: PageInput, query: string): Promise<Prepared> {
  const months = await monthsOf(ctx);
  const month = readMonth(query) || (months?.last ?? '');
  if (!isPast(month, months)) return { reported: { months } };
  return { reported: { months, report: await readReport(ctx, month) } };
}

/** The month that a query requests; a Fault for one that cannot be shown. */
export function reportView({ prepared, rubrics }: PageInput, _name: string, query: string): ReportView | Fault {
  const wanted = readMonth(query);
  const { months, report } = prepared.reported ?? {};
  const usual = wanted === '' || wanted === months?.last;
  if (wanted && !isPast(wanted, months))
    return new Fault(
      'not_found',
      months
        ? `Months from ${months.first} to ${months.last} can be shown.`
        : 'No month has ended since the first publication.',
    );
  if (!months) return { shown: undefined, months, usual };
  if (!report) return new Fault('unavailable', 'This month was not read.', { retry_after: 1 });
  const { month, board, rubric, spread, before, gaps } = report;
  const { snapshot, day } = board;
  const { pillars = [] } = rubrics.get(rubric) ?? {};
  const [medians, old] = [spread, before?.spread].map((one) => one && pillarMedians(one));
  const moves = before?.moved.moved ?? [];
  return {
    shown: {
      ...{ month, day, rubric, gaps: gaps.slice(0, NAMED).filter(({ low }) => low > 0), moved: before?.moved },
      ...{ companies: snapshot.ranked, scores: snapshot.scores, tiers: snapshot.tiers },
      median: medianOf(snapshot.scores),
      median_before: before?.spread ? medianOf(before.spread.scores) : null,
      pillars: pillars.map(({ id, name, max }) => ({
        ...{ id, name, max, median: medians?.get(id) ?? 0, before: old?.get(id) ?? null },
      })),
      rises: moves.filter(({ points }) => points > 0).slice(0, NAMED),
      falls: moves.filter(({ points }) => points < 0).slice(0, NAMED),
    },
    ...{ months, usual },
  };
}

/** The same for programs. */
export function reportJson({ shown, months }: ReportView): unknown {
  if (!shown) return { month: null, months: null };
  const { month, day, rubric, companies, median, median_before, scores, tiers, pillars, gaps, moved, rises, falls } =
    shown;
  const move = ({ slug, before, after, points }: CompanyMove) => ({
    ...{ slug, company: after.company, before: before.overall_score, after: after.overall_score, points },
  });
  return {
    ...{ month, months, as_of: day, rubric_version: rubric, companies, median, median_before },
    scores: Object.fromEntries([...scores].sort(([a], [b]) => a - b)),
    ...{ tiers: Object.fromEntries(tiers), pillars, gaps },
    ...(moved && { totals: { ...moved.totals, entered: moved.entered.length, retracted: moved.gone.length } }),
    ...{ rises: rises.map(move), falls: falls.map(move) },
  };
}
