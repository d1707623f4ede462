import { search } from '../../../../catalogue/search.ts';
import type { Entry, Snapshot } from '../../../../catalogue/snapshot.ts';
import { Fault } from '../../../../domain/fault.ts';
import type { PageInput } from '../page-input.ts';
import { type BoardView, PAGE_SIZE, readBoardView } from './view.ts';

/** What a leaderboard page shows: its rows, the number of all matching companies, and the number of pages. */
export type BoardRows = { rows: readonly Entry[]; found: number; pages: number };

const names = new Intl.Collator('en');

function order(sort: string, { watchers }: PageInput): ((a: Entry, b: Entry) => number) | undefined {
  const watching = (entry: Entry) => watchers.get(entry.slug) ?? 0;
  switch (sort) {
    case 'rank':
      return undefined;
    case 'company':
      return (a, b) => names.compare(a.company, b.company);
    case 'newest':
      return (a, b) => (a.audit_date < b.audit_date ? 1 : a.audit_date > b.audit_date ? -1 : 0);
    case 'oldest':
      return (a, b) => (a.audit_date < b.audit_date ? -1 : a.audit_date > b.audit_date ? 1 : 0);
    case 'watchers':
      return (a, b) => watching(b) - watching(a);
    default:
      return (a, b) => (b.pillar_scores[sort] ?? 0) - (a.pillar_scores[sort] ?? 0);
  }
}

/** The rows of a view; equal rows stay in leaderboard order. `pages` is at least 1. */
export function boardRows(input: PageInput, { q, tier, sort, page }: BoardView): BoardRows {
  const hits = search(input.snapshot, q);
  const matches = tier ? hits.filter((entry) => entry.tier === tier) : hits;
  const compare = order(sort, input);
  const sorted = compare ? matches.toSorted(compare) : matches;
  const pages = Math.max(1, Math.ceil(matches.length / PAGE_SIZE));
  return { rows: sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), found: matches.length, pages };
}

/** The view that a query requests, or a Fault when the query is invalid or its page is beyond the last. */
export function boardView(input: PageInput, _name: string, query: string): BoardView | Fault {
  const view = readBoardView(query, input.rubrics);
  if (view instanceof Fault) return view;
  const { pages } = boardRows(input, view);
  return view.page > pages
    ? new Fault('not_found', `There is no page ${view.page} of this list; the last one is ${pages}.`)
    : view;
}

const counts = new WeakMap<Snapshot, ReadonlyMap<string, number>>();

/** Companies per tier name, over the whole leaderboard. */
export function tierCounts(snapshot: Snapshot): ReadonlyMap<string, number> {
  let made = counts.get(snapshot);
  if (!made) {
    const tally = new Map<string, number>();
    for (const { tier } of snapshot.entries) tally.set(tier, (tally.get(tier) ?? 0) + 1);
    counts.set(snapshot, tally);
    made = tally;
  }
  return made;
}
