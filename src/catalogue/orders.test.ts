import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companiesBy } from './orders.ts';
import type { Listed, Snapshot } from './snapshot.ts';

const listed = (slug: string, audit_date: string, P1: number) => ({ slug, audit_date, pillar_scores: { P1 } }) as never;
const companies: Listed[] = [
  listed('a', '2026-01-02', 5),
  listed('b', '2026-01-01', 9),
  listed('c', '2026-01-02', 0),
  listed('d', '2025-12-31', 9),
];

/** A snapshot that counts how often its companies are read. */
function counted() {
  const work = { passes: 0 };
  const snapshot = {
    by_name: companies,
    get companies() {
      work.passes += 1;
      return companies;
    },
  } as unknown as Snapshot;
  return { snapshot, work };
}

test('companies are in the order that was requested, equal ones in leaderboard order', () => {
  const { snapshot } = counted();
  const watchers = new Map([
    ['c', 2],
    ['d', 10],
  ]);
  const slugs = (order: string) => companiesBy(snapshot, order, watchers).map(({ slug }) => slug);
  assert.deepEqual(slugs('rank').join(''), 'abcd');
  assert.deepEqual(slugs('newest').join(''), 'acbd');
  assert.deepEqual(slugs('oldest').join(''), 'dbac');
  assert.deepEqual(slugs('P1').join(''), 'bdac');
  assert.deepEqual(slugs('P9').join(''), 'abcd');
  assert.deepEqual(slugs('watchers').join(''), 'dcab');
});

test('an order is made once per snapshot, and that by watchers once per change of their numbers', () => {
  const { snapshot, work } = counted();
  const watchers = new Map([['c', 2]]);
  for (let round = 0; round < 5; round++)
    for (const order of ['newest', 'oldest', 'P1', 'watchers', 'company']) companiesBy(snapshot, order, watchers);
  assert.equal(work.passes, 4);
  companiesBy(snapshot, 'watchers', new Map());
  companiesBy(snapshot, 'P1', new Map());
  assert.equal(work.passes, 5);
});
