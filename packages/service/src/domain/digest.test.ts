import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criterionScores, totalOf } from '@readymark/rubric/audit/criterion-scores';
import { z } from 'zod';
import { rubrics } from '../../../rubric/test/example-audit.ts';
import {
  asOf,
  changesOf,
  digest,
  digestOf,
  latestSince,
  movedBetween,
  sinceField,
  type WatchedCompany,
} from './digest.ts';

const times = { now: '2026-11-20T10:00:00.000Z', as_of: '2026-11-20T09:59:00.000Z' };

const watched = (slug: string, score_then: number, score_now: number, more: Partial<WatchedCompany> = {}) => ({
  since: '2026-06-01T00:00:00.000Z',
  slug,
  company: slug.toUpperCase(),
  watching_since: '2026-06-01T00:00:00.000Z',
  score_then,
  score_now,
  tier_then: 'Emerging',
  tier_now: 'Emerging',
  rank: 1,
  reaudits: 1,
  reaudit_due: '2027-05-19',
  last_reaudit: '2026-11-18',
  moved: [{ id: 'P1-B', name: 'Machine-Readable Pricing', from: 2, to: 5 }],
  ...more,
});

test('the digest lists the best gain first, then by slug, and sums the net points', () => {
  const companies = [watched('b', 60, 62), watched('z', 80, 70), watched('a', 60, 62), watched('c', 10, 50)];
  const body = digestOf(times, companies, []);
  const gains = body.companies.map((item) => [item.slug, 'points_gained' in item && item.points_gained]);
  assert.deepEqual(gains, [
    ['c', 40],
    ['a', 2],
    ['b', 2],
    ['z', -10],
  ]);
  assert.deepEqual([body.watching, body.net_points_gained], [4, 34]);
  assert.equal(JSON.stringify(digest.parse(body)), JSON.stringify(body));
  const changes = changesOf(times, companies, { completed: [], declined: [] });
  assert.deepEqual([changes.companies.map(({ slug }) => slug), changes.net_points_gained], [['c', 'a', 'b', 'z'], 34]);
  assert.equal(JSON.stringify(digest.parse(changes)), JSON.stringify(changes));
});

test('a watched company is stale once the day of the digest is past reaudit_due', () => {
  const stale = (reaudit_due: string) => {
    const [company] = digestOf(
      { ...times, now: '2026-11-20T23:59:59.999Z' },
      [watched('a', 1, 1, { reaudit_due })],
      [],
    ).companies;
    return company && 'stale' in company && company.stale;
  };
  assert.deepEqual([stale('2026-11-19'), stale('2026-11-20')], [true, false]);
});

test('a digest without watches is empty and gains nothing', () => {
  assert.deepEqual(digestOf(times, [], []), {
    generated_at: times.now,
    watching: 0,
    net_points_gained: 0,
    companies: [],
    completed_requests: [],
    as_of: times.as_of,
  });
});

test('what changed since a time: only who was re-audited or moved, in the short form; the others are counted', () => {
  const still = { reaudits: 0, last_reaudit: null, moved: [] };
  const body = changesOf(
    times,
    [
      watched('moved', 52, 60),
      watched('still', 40, 40, still),
      watched('same', 40, 40, { moved: [] }),
      watched('corrected', 40, 41, {
        reaudits: 0,
        last_reaudit: null,
        moved: [{ id: 'P3-E', name: 'x', from: null, to: 1 }],
      }),
    ],
    { completed: [], declined: [] },
  );
  assert.deepEqual(body, {
    watching: 4,
    net_points_gained: 9,
    companies: [
      {
        slug: 'moved',
        score_then: 52,
        score_now: 60,
        last_reaudit: '2026-11-18',
        moved: [{ id: 'P1-B', name: 'Machine-Readable Pricing', from: 2, to: 5 }],
      },
      {
        slug: 'corrected',
        score_then: 40,
        score_now: 41,
        last_reaudit: null,
        moved: [{ id: 'P3-E', name: 'x', from: null, to: 1 }],
      },
      { slug: 'same', score_then: 40, score_now: 40, last_reaudit: '2026-11-18', moved: [] },
    ],
    completed_requests: [],
    as_of: times.as_of,
  });
});

test('what is due within 14 days is named, and what became stale since then, whether it moved or not', () => {
  const due = (slug: string, reaudit_due: string, since = '2026-11-10T08:00:00.000Z') =>
    watched(slug, 1, 1, { reaudit_due, since, reaudits: 0, moved: [], last_reaudit: null });
  const { due_soon, became_stale, companies } = changesOf(
    times,
    [
      due('in-15-days', '2026-12-05'),
      due('in-14-days', '2026-12-04'),
      due('today', '2026-11-20'),
      due('also-today', '2026-11-20'),
      due('yesterday', '2026-11-19'),
      due('day-of-since', '2026-11-10'),
      due('stale-before', '2026-11-09'),
      due('watched-later', '2026-11-10', '2026-11-11T00:00:00.000Z'),
    ],
    { completed: [], declined: [] },
  );
  assert.deepEqual(
    [due_soon, became_stale, companies],
    [['also-today', 'today', 'in-14-days'], ['day-of-since', 'yesterday'], []],
  );
});

const scored = (rubric: string, scores: readonly number[]) => {
  const ids = rubrics.get(rubric)?.criteria.map(({ id }) => id) ?? [];
  return {
    rubric,
    ...criterionScores(JSON.stringify(Object.fromEntries(ids.map((id, at) => [id, scores[at]])))),
  };
};

test('the criteria that moved between two audits have the names of the rubric, and null where a rubric lacks one', () => {
  const v1 = (...changed: [number, number][]) => {
    const scores: number[] = Array(20).fill(3);
    for (const [at, score] of changed) scores[at] = score;
    return scored('v1', scores);
  };
  assert.deepEqual(movedBetween(v1(), v1(), rubrics), []);
  assert.deepEqual(movedBetween(v1([0, 5]), v1([1, 4]), rubrics), [
    { id: 'P1-A', name: 'Structured Data', from: 5, to: 3 },
    { id: 'P1-B', name: 'Machine-Readable Pricing', from: 3, to: 4 },
  ]);
  const v2 = scored('v2', Array(21).fill(3));
  assert.deepEqual(movedBetween(v1(), v2, rubrics), [{ id: 'P3-E', name: 'Agent Registration', from: null, to: 3 }]);
  assert.deepEqual(movedBetween(v2, v1(), rubrics), [{ id: 'P3-E', name: 'Agent Registration', from: 3, to: null }]);
  assert.equal(totalOf(v1([0, 5])), 62);
});

test('since is a day or a time in UTC or with an offset, also one whose plus a query turned into a blank', () => {
  for (const [sent, read] of [
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    [' 2026-11-20T09:30:00.123Z ', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.123456789Z', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T11:30:00+02:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T11:30:00 02:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T04:30:00-05:00', '2026-11-20T09:30:00.000Z'],
    // Callers that want everything name the beginning of time, or what they take for it.
    ['1999-12-31', '1999-12-31T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1970-01-01T00:00:00+01:00', '1970-01-01T00:00:00.000Z'],
    ['0001-01-01', '1970-01-01T00:00:00.000Z'],
    ['3000-01-01', '3000-01-01T00:00:00.000Z'],
  ])
    assert.equal(sinceField.parse(sent), read);
  for (const wrong of [
    'yesterday',
    '2026-02-30',
    '1999-02-29',
    '-001-01-01',
    '2026-02-30T00:00:00Z',
    '2026-11-20T25:00:00Z',
    '20261120',
    '1',
    '2026-11-20 09:30',
    5,
    '2026-11-20T09:30:00+99:00',
  ]) {
    const { error } = sinceField.safeParse(wrong);
    assert.equal(error?.issues.length, 1, String(wrong));
    assert.ok(!error.issues[0]?.message.includes(String(wrong)) || wrong === '1' || wrong === 5, String(wrong));
  }
});

test('as_of is the newest change that is told, at least a minute ago and never after now', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  assert.equal(asOf(now, []), '2026-11-20T09:59:00.000Z');
  assert.equal(asOf(now, ['2026-11-20T09:00:00.000Z']), '2026-11-20T09:59:00.000Z');
  assert.equal(asOf(now, ['2026-11-20T09:59:30.000Z', '2026-11-20T09:00:00.000Z']), '2026-11-20T09:59:30.000Z');
  assert.equal(asOf(now, ['2026-11-20T10:00:07.000Z']), '2026-11-20T10:00:00.000Z');
  assert.equal(latestSince(now, new Date(0)), now.getTime() + 60_000);
  assert.equal(latestSince(now, new Date('2026-11-21')), Date.parse('2026-11-21'));
});

test('the keys are those of decision 23, in that order', () => {
  assert.deepEqual(Object.keys(digestOf(times, [watched('a', 1, 2)], []).companies[0] ?? {}), [
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
    'last_reaudit',
    'moved',
  ]);
  const schema = z.toJSONSchema(digest);
  assert.equal(schema.type, 'object');
  assert.deepEqual(schema.required, ['watching', 'net_points_gained', 'companies', 'completed_requests', 'as_of']);
});
