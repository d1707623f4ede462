import { search } from '../../../../catalogue/search.ts';
import type { Entry, Snapshot } from '../../../../catalogue/snapshot.ts';
import type { PageInput } from '../page-input.ts';
import { type BoardView, PAGE_SIZE } from './view.ts';

/** What a leaderboard shows: its rows, and how many there are beyond them. */
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

/** Rows of a view; equals stay in leaderboard order. `pages` is at least 1. */
export function boardRows(input: PageInput, { q, tier, sort, page }: BoardView): BoardRows {
  const hits = search(input.snapshot, q);
  const kept = tier ? hits.filter((entry) => entry.tier === tier) : hits;
  const compare = order(sort, input);
  const sorted = compare ? kept.toSorted(compare) : kept;
  const pages = Math.max(1, Math.ceil(kept.length / PAGE_SIZE));
  return { rows: sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), found: kept.length, pages };
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
