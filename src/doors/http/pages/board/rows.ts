import { companiesBy } from '../../../../catalogue/orders.ts';
import { search } from '../../../../catalogue/search.ts';
import type { Entry, Listed } from '../../../../catalogue/snapshot.ts';
import { Fault } from '../../../../domain/fault.ts';
import type { PageInput } from '../page-input.ts';
import { type BoardView, PAGE_SIZE, readBoardView } from './view.ts';

/**
 * What a leaderboard page shows: its view, its rows, the number of all matching companies, and the number of pages, which
 * is at least 1.
 */
export type ShownBoard = BoardView & { rows: readonly Entry[]; found: number; pages: number };

/** The page that a query requests, or a Fault when the query is invalid or its page is beyond the last. */
export function boardView(input: PageInput, _name: string, query: string): ShownBoard | Fault {
  const view = readBoardView(query, input.rubrics);
  if (view instanceof Fault) return view;
  const { page } = view;
  const { listed, found } = rowsOf(input, view);
  const pages = Math.max(1, Math.ceil(found / PAGE_SIZE));
  if (page > pages) return new Fault('not_found', `There is no page ${page} of this list; the last one is ${pages}.`);
  return { ...view, rows: listed.map(input.snapshot.entryOf), found, pages };
}

/** The companies on one page, and how many match. Nothing is sorted for one request alone. */
function rowsOf(input: PageInput, { page, ...view }: BoardView) {
  const matches = matching(input, view);
  return { listed: matches.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), found: matches.length };
}

function matching({ snapshot, watchers }: PageInput, { q, tier, sort }: Omit<BoardView, 'page'>): readonly Listed[] {
  const hits = search(snapshot, q);
  const matches = tier ? hits.filter((company) => company.tier === tier) : hits;
  if (sort === 'rank') return matches;
  const sorted = companiesBy(snapshot, sort, watchers);
  if (matches.length === sorted.length) return sorted;
  const wanted = new Set(matches);
  return sorted.filter((company) => wanted.has(company));
}
