import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Listed, Snapshot } from '../snapshot.ts';
import { placesBy, sorted } from './orders.ts';

const listed = (slug: string, audit_date: string, P1: number, overall_score: number, tier: string) =>
  ({
    slug,
    company: slug,
    audit_date,
    pillar_scores: { P1 },
    overall_score,
    tier,
    criterion_ids: [],
    criterion_scores: '',
  }) as never;
const companies: Listed[] = [
  listed('a', '2026-01-02', 5, 9, 'Best'),
  listed('b', '2026-01-01', 9, 9, 'Good'),
  listed('c', '2026-01-02', 0, 4, 'Good'),
  listed('d', '2025-12-31', 9, 1, 'of no rubric'),
];
const tiers = ['Best', 'Good'];

/** A snapshot that counts how often its companies are read. */
function counted() {
  const work = { passes: 0 };
  const snapshot = {
    count: companies.length,
    by_name: companies,
    get companies() {
      work.passes += 1;
      return companies;
    },
  } as unknown as Snapshot;
  return { snapshot, work };
}

const slugsAt = (places: Int32Array) => [...places].map((place) => companies[place]?.slug).join('');

test('companies are in the order that was requested, in both directions, equal ones in leaderboard order', () => {
  const { snapshot } = counted();
  const watchers = new Map([
    ['c', 2],
    ['d', 1_000_000],
  ]);
  const slugs = (sort: string, descending: boolean) =>
    slugsAt(placesBy(snapshot, { sort, descending }, { watchers, tiers }));
  for (const [sort, ascending, descending] of [
    ['rank', 'abcd', 'dcab'],
    ['company', 'abcd', 'dcba'],
    ['overall_score', 'dcab', 'abcd'],
    ['tier', 'bcad', 'abcd'],
    ['audit_date', 'dbac', 'acbd'],
    ['P1', 'cabd', 'bdac'],
    ['P9', 'abcd', 'abcd'],
    ['watchers', 'abcd', 'dcab'],
  ] as const)
    assert.deepEqual([slugs(sort, false), slugs(sort, true)], [ascending, descending], sort);
});

test('some of the companies are sorted alone', () => {
  const { snapshot } = counted();
  const places = sorted(
    snapshot,
    Int32Array.of(1, 2, 3),
    { sort: 'P1', descending: false },
    { watchers: new Map(), tiers },
  );
  assert.equal(slugsAt(places), 'cbd');
});

test('an order is made once per snapshot, and that by watchers once per change of their numbers', () => {
  const { snapshot, work } = counted();
  const watchers = new Map([['c', 2]]);
  const read = (sort: string, of = watchers) => {
    for (const descending of [true, false]) placesBy(snapshot, { sort, descending }, { watchers: of, tiers });
  };
  for (const sort of ['audit_date', 'P1', 'watchers', 'company', 'tier']) read(sort);
  const { passes } = work;
  for (const sort of ['audit_date', 'P1', 'watchers', 'company', 'tier']) read(sort);
  assert.equal(work.passes, passes);
  const changed = new Map([['a', 1]]);
  assert.equal(
    slugsAt(placesBy(snapshot, { sort: 'watchers', descending: true }, { watchers: changed, tiers })),
    'abcd',
  );
  read('P1', changed);
  assert.equal(work.passes, passes + 1);
});
