import type { Listed, Snapshot } from '../snapshot.ts';
import { type Column, columnOf, rankedColumn, sortedBy } from './columns.ts';

/** Numbers of watchers by slug. A new object whenever one has changed. */
type Watchers = ReadonlyMap<string, number>;

/**
 * An order of companies. `sort`: `rank`, `company`, `overall_score`, `tier`, `audit_date`, `watchers`, or the id of a
 * pillar.
 */
type SortOrder = { sort: string; descending: boolean };

/** What orders need beyond the snapshot: the numbers of watchers, and the names of the tiers, best first. */
type Beside = { watchers: Watchers; tiers: readonly string[] };

/** Orders of a snapshot that were needed so far, and the watchers by which companies were sorted last. */
type Kept = { orders: Map<string, Int32Array>; columns: Map<string, Column>; watchers?: Watchers };

const kept = new WeakMap<Snapshot, Kept>();

/**
 * The places of all companies in an order; equal ones in leaderboard order. Each order is made once per snapshot (that by
 * watchers whenever their numbers change), in time proportional to the companies, and takes four bytes for each.
 */
export function placesBy(snapshot: Snapshot, order: SortOrder, beside: Beside): Int32Array {
  const { orders } = keptOf(snapshot, beside.watchers);
  const key = `${order.sort} ${order.descending}`;
  const known = orders.get(key);
  if (known) return known;
  const all = new Int32Array(snapshot.count);
  for (let place = 0; place < all.length; place++) all[place] = place;
  const made = sorted(snapshot, all, order, beside);
  orders.set(key, made);
  return made;
}

/** Some places in an order. Takes time in proportion to them. */
export function sorted(
  snapshot: Snapshot,
  places: Int32Array,
  { sort, descending }: SortOrder,
  beside: Beside,
): Int32Array {
  // The leaderboard is sorted by score: the best rank is the highest one.
  if (sort === 'rank') return descending ? sortedBy(places, columnOf(snapshot, 'overall_score'), false) : places;
  return sortedBy(places, columnBy(snapshot, sort, beside), descending);
}

function columnBy(snapshot: Snapshot, sort: string, { watchers, tiers }: Beside): Column {
  if (sort !== 'watchers' && sort !== 'tier') return columnOf(snapshot, sort);
  const { columns } = keptOf(snapshot, watchers);
  const known = columns.get(sort);
  if (known) return known;
  const numbered =
    sort === 'tier'
      ? ({ tier }: Listed) => tiers.length - 1 - (tiers.includes(tier) ? tiers.indexOf(tier) : tiers.length)
      : ({ slug }: Listed) => watchers.get(slug) ?? 0;
  const made = rankedColumn(snapshot.companies, numbered);
  columns.set(sort, made);
  return made;
}

function keptOf(snapshot: Snapshot, watchers: Watchers): Kept {
  const own: Kept = kept.get(snapshot) ?? { orders: new Map(), columns: new Map(), watchers };
  kept.set(snapshot, own);
  if (own.watchers !== watchers) {
    own.columns.delete('watchers');
    for (const direction of [true, false]) own.orders.delete(`watchers ${direction}`);
    own.watchers = watchers;
  }
  return own;
}
