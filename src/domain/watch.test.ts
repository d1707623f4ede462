import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import {
  compareWatchCounts,
  digest,
  digestOf,
  type WatchedCompany,
  watchEnded,
  watchEntry,
  watchStarted,
  watchStats,
} from './watch.ts';

const watched = (slug: string, score_then: number, score_now: number, reaudit_due = '2027-05-19'): WatchedCompany => ({
  slug,
  company: slug.toUpperCase(),
  watching_since: '2026-06-01T00:00:00.000Z',
  score_then,
  score_now,
  tier_then: 'Emerging',
  tier_now: 'Emerging',
  rank: 1,
  reaudits: 1,
  reaudit_due,
});

test('the digest lists the best gain first, then by slug, and sums the net points', () => {
  const body = digestOf(
    '2026-11-20T10:00:00.000Z',
    [watched('b', 60, 62), watched('z', 80, 70), watched('a', 60, 62), watched('c', 10, 50)],
    [],
  );
  assert.deepEqual(
    body.companies.map(({ slug, points_gained }) => [slug, points_gained]),
    [
      ['c', 40],
      ['a', 2],
      ['b', 2],
      ['z', -10],
    ],
  );
  assert.deepEqual([body.watching, body.net_points_gained], [4, 34]);
  assert.equal(JSON.stringify(digest.parse(body)), JSON.stringify(body));
});

test('a watched company is stale once the day of the digest is past reaudit_due', () => {
  const stale = (due: string) =>
    digestOf('2026-11-20T23:59:59.999Z', [watched('a', 1, 1, due)], []).companies[0]?.stale;
  assert.deepEqual([stale('2026-11-19'), stale('2026-11-20')], [true, false]);
});

test('a digest without watches is empty and gains nothing', () => {
  assert.deepEqual(digestOf('2026-11-20T10:00:00.000Z', [], []), {
    generated_at: '2026-11-20T10:00:00.000Z',
    watching: 0,
    net_points_gained: 0,
    companies: [],
    completed_requests: [],
  });
});

test('bodies have the keys of decisions 20, 22 and 23 in that order', () => {
  assert.deepEqual(Object.keys(watchStarted.shape), [
    'slug',
    'company',
    'watching',
    'watching_since',
    'score_then',
    'score_now',
  ]);
  assert.deepEqual(Object.keys(watchEnded.shape), ['slug', 'watching']);
  assert.deepEqual(Object.keys(watchEntry.shape), [
    'slug',
    'company',
    'watching_since',
    'rank',
    'overall_score',
    'tier',
    'reaudit_due',
    'stale',
  ]);
  assert.deepEqual(Object.keys(digest.shape), [
    'generated_at',
    'watching',
    'net_points_gained',
    'companies',
    'completed_requests',
  ]);
  assert.deepEqual(Object.keys(digestOf('2026-11-20T10:00:00.000Z', [watched('a', 1, 2)], []).companies[0] ?? {}), [
    'slug',
    'company',
    'watching_since',
    'score_then',
    'score_now',
    'points_gained',
    'tier_then',
    'tier_now',
    'rank',
    'reaudits',
    'reaudit_due',
    'stale',
  ]);
  for (const schema of [watchStarted, watchEnded, watchStats, digest]) assert.ok(z.toJSONSchema(schema));
});

test('watch statistics list the most watched company first, then by slug', () => {
  const counts = [
    { slug: 'b', watchers: 1 },
    { slug: 'c', watchers: 7 },
    { slug: 'a', watchers: 1 },
  ];
  assert.deepEqual(
    counts.sort(compareWatchCounts).map(({ slug }) => slug),
    ['c', 'a', 'b'],
  );
});
