import { openTimeSlicer } from '../../../catalogue/time-slicer.ts';
import type { Spread } from '../../../domain/spreads.ts';
import type { Context } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { frequentGaps, type Gap } from '../catalogue/gaps.ts';
import type { Moved } from '../catalogue/moved.ts';
import type { PastBoard } from '../catalogue/past-board.ts';
import { endsOf, type PastMonths, pastMonths } from '../domain/months.ts';
import { criterionColumns } from '../store/past-days.ts';
import { pastBoardsOf } from './past-boards.ts';

/** A month of the leaderboard (decision 178), made from the boards at its beginning and at its end. */
export type Report = {
  month: string;
  board: PastBoard;
  /** The rubric of most companies: pillars and gaps are those of companies under it. */
  rubric: string;
  spread: Spread | undefined;
  /** What was there before the month, and what moved in it; undefined for the first month. */
  before: { spread: Spread | undefined; moved: Moved } | undefined;
  gaps: readonly Gap[];
};

/** Audits read in one statement, as for what moved. */
const BATCH_AUDITS = 200;

/** Those of boards that are in memory. */
const known = new WeakMap<PastBoard, readonly Gap[]>();

export const monthsOf = async (ctx: Context): Promise<PastMonths | undefined> =>
  pastMonths(await pastBoardsOf(ctx).days());

/** The report of a month that is over. Faults: those of `board`. */
export async function readReport(ctx: Context, month: string): Promise<Report> {
  const boards = pastBoardsOf(ctx);
  const { before: day, end } = endsOf(month);
  const days = await boards.days();
  const board = await boards.board(end);
  const rubric = board.snapshot.rubric_version;
  const from = days && day >= days.first ? await boards.board(day) : undefined;
  return {
    ...{ month, board, rubric, spread: board.snapshot.spread(rubric) },
    before: from && { spread: from.snapshot.spread(rubric), moved: await boards.moved(from, board) },
    gaps: await gapsOf(ctx, board, rubric),
  };
}

async function gapsOf(ctx: Context, board: PastBoard, version: string): Promise<readonly Gap[]> {
  const made = known.get(board);
  if (made) return made;
  const rubric = ctx.rubrics.get(version);
  if (!rubric) return [];
  const { snapshot } = board;
  const all = snapshot.ranked === snapshot.count;
  const ids = snapshot.companies
    .filter((one) => one.rubric === version && (all || !one.fictional))
    .map(({ audit_id }) => audit_id);
  const columns: string[] = [];
  const slicer = openTimeSlicer();
  for (let at = 0; at < ids.length; at += BATCH_AUDITS) {
    await slicer();
    const batch = ids.slice(at, at + BATCH_AUDITS);
    columns.push(...(await withStoreErrors(ctx, () => criterionColumns(ctx.store.db, batch))).values());
  }
  const gaps = frequentGaps(rubric, columns);
  known.set(board, gaps);
  return gaps;
}
