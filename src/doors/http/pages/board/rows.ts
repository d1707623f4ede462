import type { Entry, Snapshot } from '../../../../catalogue/snapshot.ts';
import { hostOf } from '../../html/format.ts';
import type { PageInput } from '../page-input.ts';
import { type BoardView, PAGE_SIZE } from './view.ts';

/** What a leaderboard shows: its rows, and how many there are beyond them. */
export type BoardRows = { rows: readonly Entry[]; found: number; pages: number };

/** Text as it is compared in searches: no case, no accents, no width variants. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const searchable = new WeakMap<Snapshot, readonly string[]>();

/** What a search looks through, per entry, made once per snapshot. */
function haystacks(snapshot: Snapshot): readonly string[] {
  let made = searchable.get(snapshot);
  if (!made) {
    made = snapshot.entries.map(({ company, slug, website }) => folded(`${company} ${slug} ${hostOf(website)}`));
    searchable.set(snapshot, made);
  }
  return made;
}

/** Entries whose name, slug or host holds every word of the text, in leaderboard order. */
export function search(snapshot: Snapshot, text: string): readonly Entry[] {
  const words = [...new Set(folded(text).split(/\s+/).filter(Boolean))];
  if (words.length === 0) return snapshot.entries;
  const texts = haystacks(snapshot);
  return snapshot.entries.filter((_, at) => words.every((word) => texts[at]?.includes(word)));
}

/** How much of a word must be right, longest first: people who mistype mostly get the beginning right. */
const BEGINNINGS = [12, 8, 6, 4, 3];

/**
 * Companies that were perhaps meant by a slug or name that nobody has: those that share the longest beginning of one of
 * its words.
 */
export function nearest(snapshot: Snapshot, name: string, limit = 5): readonly Entry[] {
  const words = folded(name.slice(0, 100))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
    .slice(0, 4);
  if (words.length === 0) return [];
  const texts = haystacks(snapshot);
  for (const length of BEGINNINGS) {
    const beginnings = words
      .filter((word) => word.length >= length || length === BEGINNINGS[0])
      .map((word) => word.slice(0, length));
    const hits = snapshot.entries.filter((_, at) => beginnings.some((beginning) => texts[at]?.includes(beginning)));
    if (hits.length > 0) return hits.slice(0, limit);
  }
  return [];
}

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
