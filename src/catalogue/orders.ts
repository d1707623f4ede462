import type { Listed, Snapshot } from './snapshot.ts';

/** Numbers of watchers by slug. A new object whenever one has changed. */
type Watchers = ReadonlyMap<string, number>;

/** Orders of a snapshot that were needed so far, and the watchers by which companies were sorted last. */
type Kept = { orders: Map<string, readonly Listed[]>; watchers?: Watchers };

const kept = new WeakMap<Snapshot, Kept>();

/**
 * All companies in an order; equal ones in leaderboard order. Each order is made once per snapshot (that by watchers
 * whenever their numbers change), in time proportional to the companies.
 *
 * @param order `rank`, `company`, `newest`, `oldest`, `watchers`, or the id of a pillar, highest score first
 */
export function companiesBy(snapshot: Snapshot, order: string, watchers: Watchers): readonly Listed[] {
  if (order === 'rank') return snapshot.companies;
  if (order === 'company') return snapshot.by_name;
  const own: Kept = kept.get(snapshot) ?? { orders: new Map() };
  kept.set(snapshot, own);
  if (order === 'watchers' && own.watchers !== watchers) {
    own.orders.delete(order);
    own.watchers = watchers;
  }
  const known = own.orders.get(order);
  if (known) return known;
  const made = sorted(snapshot.companies, order, watchers);
  own.orders.set(order, made);
  return made;
}

function sorted(companies: readonly Listed[], order: string, watchers: Watchers): readonly Listed[] {
  if (order === 'newest') return grouped(companies, ({ audit_date }) => audit_date, descending);
  if (order === 'oldest')
    return grouped(
      companies,
      ({ audit_date }) => audit_date,
      (a, b) => descending(b, a),
    );
  if (order === 'watchers') return grouped(companies, ({ slug }) => watchers.get(slug) ?? 0, descending);
  return grouped(companies, ({ pillar_scores }) => pillar_scores[order] ?? 0, descending);
}

const descending = <Key extends string | number>(a: Key, b: Key) => (a < b ? 1 : a > b ? -1 : 0);

/** Sorted by a key that few companies differ in: groups of equal keys are sorted, not companies. */
function grouped<Key extends string | number>(
  companies: readonly Listed[],
  keyOf: (company: Listed) => Key,
  compare: (a: Key, b: Key) => number,
): readonly Listed[] {
  const groups = new Map<Key, Listed[]>();
  for (const company of companies) {
    const key = keyOf(company);
    const group = groups.get(key);
    if (group) group.push(company);
    else groups.set(key, [company]);
  }
  return [...groups].sort(([a], [b]) => compare(a, b)).flatMap(([, group]) => group);
}
