import { isStale } from '@readymark/rubric/audit/audit';
import { nearest } from '../search/nearest.ts';
import { searchPlaces } from '../search/search.ts';
import type { Listed, Snapshot } from '../snapshot.ts';
import { atLeast, columnOf, sortedBy } from './columns.ts';

/** What a list is filtered and sorted by, with names as they are written in the rubrics. */
export type Wanted = {
  tier: string | undefined;
  min_score: number;
  query: string;
  min: readonly (readonly [id: string, least: number])[];
  stale: boolean | undefined;
  sort: string;
  descending: boolean;
};

/**
 * The places of the companies that match, in leaderboard order.
 *
 * @param day today, by which audits are stale
 * @param among the only companies that may match
 */
export function matching(
  snapshot: Snapshot,
  wanted: Wanted,
  day: string,
  among: { has(slug: string): boolean } | undefined,
): Int32Array {
  const { tier, query, min, stale } = wanted;
  const { companies } = snapshot;
  const end = wanted.min_score > 0 ? scoring(snapshot, wanted.min_score) : companies.length;
  let places = placesBelow(end, searchPlaces(snapshot, query));
  if (tier !== undefined) places = only(places, (place) => companies[place]?.tier === tier);
  if (stale !== undefined)
    places = only(places, (place) => isStale((companies[place] as Listed).reaudit_due, day) === stale);
  if (among) places = only(places, (place) => among.has((companies[place] as Listed).slug));
  for (const [id, least] of min) places = atLeast(places, columnOf(snapshot, id), least);
  return places;
}

/**
 * Places in leaderboard order, in the order that was asked for. Equal companies stay in leaderboard order, and those without the
 * criterion that a list is sorted by come last.
 */
export function inOrder(snapshot: Snapshot, places: Int32Array, { sort, descending }: Wanted): Int32Array {
  // The leaderboard is sorted by score; the worst rank is the lowest score.
  const by_score = sort === 'rank' || sort === 'overall_score';
  if (by_score && descending === (sort === 'overall_score')) return places;
  return sortedBy(places, columnOf(snapshot, by_score ? 'overall_score' : sort), descending && !by_score);
}

/** The places before `end`: all, or those of a sorted list. */
function placesBelow(end: number, list: readonly number[] | undefined): Int32Array {
  const places = new Int32Array(list ? Math.min(end, list.length) : end);
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const place = list ? (list[at] ?? end) : at;
    if (place >= end) break;
    places[count++] = place;
  }
  return places.subarray(0, count);
}

/** The places that pass a test, written over the others. */
function only(places: Int32Array, test: (place: number) => boolean): Int32Array {
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    if (test(place)) places[count++] = place;
  }
  return places.subarray(0, count);
}

/** How many companies have a score or a better one: the first ones, since the best come first. */
function scoring({ companies }: Snapshot, min_score: number): number {
  let [low, high] = [0, companies.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((companies[middle]?.overall_score ?? 0) >= min_score) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The companies that a query finds, or resembles, best first; those that lack the fewest points of what is asked for. */
export function nearestTo(snapshot: Snapshot, count: number, { query, min_score, min }: Wanted): readonly Listed[] {
  const found = searchPlaces(snapshot, query);
  if (found?.length === 0) return nearest(snapshot, query, count);
  const { companies } = snapshot;
  const columns = min.map(([id, least]) => [columnOf(snapshot, id).values, least] as const);
  const lacking = (place: number) => {
    let points = Math.max(0, min_score - (companies[place]?.overall_score ?? 0));
    for (const [values, least] of columns) points += Math.max(0, least - (values[place] ?? -1));
    return points;
  };
  const best: { place: number; lacks: number }[] = [];
  for (let at = 0; at < (found?.length ?? companies.length); at++) {
    const place = found?.[at] ?? at;
    const lacks = lacking(place);
    if (best.length === count && lacks >= (best.at(-1)?.lacks ?? 0)) continue;
    best.push({ place, lacks });
    best.sort((a, b) => a.lacks - b.lacks || a.place - b.place);
    best.length = Math.min(best.length, count);
  }
  return best.map(({ place }) => companies[place] as Listed);
}
