import { tierNames } from '@readymark/rubric/rubric';
import { placesBy, sorted } from '../../../../catalogue/lists/orders.ts';
import { searchPlaces } from '../../../../catalogue/search/search.ts';
import type { Entry, Listed, Snapshot } from '../../../../catalogue/snapshot.ts';
import { Fault } from '../../../../domain/fault.ts';
import type { Context } from '../../../../operations/context.ts';
import type { OtherBoard } from '../other-boards.ts';
import type { PageInput, Prepared } from '../page-input.ts';
import { type BoardView, otherOf, PAGE_SIZE, readBoardView } from './view.ts';

/**
 * What a leaderboard page shows: its view, its rows, the number of all matching companies, and the number of pages, which
 * is at least 1.
 */
export type ShownBoard = BoardView & {
  rows: readonly Entry[];
  found: number;
  pages: number;
  /** The board that is shown in place of that of now; undefined for that. */
  board: OtherBoard | undefined;
};

/** Reads the board that a query names; undefined where that is the one of now. */
export function prepareBoard(ctx: Context, input: PageInput, query: string): Promise<Prepared> | undefined {
  const other = otherOf(input, new URLSearchParams(query));
  return other && input.other_boards?.read(ctx, other.value).then((board) => ({ board }));
}

/** The input of a page that shows another board: who watches is known of that of now alone. */
export const inputOf = (input: PageInput, board: OtherBoard | undefined): PageInput =>
  board ? { ...input, snapshot: board.snapshot, today: board.today, watchers: new Map() } : input;

/** The page that a query requests, or a Fault when the query is invalid or its page is beyond the last. */
export function boardView(input: PageInput, _name: string, query: string): ShownBoard | Fault {
  const view = readBoardView(query, input);
  if (view instanceof Fault) return view;
  const { page, other } = view;
  const board =
    other && (input.prepared.board ?? new Fault('unavailable', 'This board was not read.', { retry_after: 1 }));
  if (board instanceof Fault) return board;
  const shown = inputOf(input, board);
  const { listed, found } = rowsOf(shown, view);
  const pages = Math.max(1, Math.ceil(found / PAGE_SIZE));
  if (page > pages) return new Fault('not_found', `There is no page ${page} of this list; the last one is ${pages}.`);
  return { ...view, rows: listed.map(shown.snapshot.entryOf), found, pages, board };
}

/** The companies on one page, and how many match. No list of all companies is sorted for one request alone. */
function rowsOf({ snapshot, watchers, rubrics }: PageInput, { page, ...view }: BoardView) {
  const { q, tier } = view;
  const beside = { watchers, tiers: tierNames(rubrics) };
  const hits = searchPlaces(snapshot, q);
  const matches = hits || tier ? sorted(snapshot, inTier(snapshot, hits, tier), view, beside) : undefined;
  const places = matches ?? placesBy(snapshot, view, beside);
  const shown = places.subarray((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return { listed: Array.from(shown, (place) => snapshot.companies[place] as Listed), found: places.length };
}

/** The places of the companies of a tier, or of any tier, among those that a search found. */
function inTier({ companies }: Snapshot, hits: readonly number[] | undefined, tier: string): Int32Array {
  const places = hits ?? companies.keys();
  return Int32Array.from(tier ? [...places].filter((place) => companies[place]?.tier === tier) : places);
}
