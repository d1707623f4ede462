import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { indexEntryOf, ranked } from '../../test/world/plain-leaderboard.ts';
import { indexEntry, leaderboardIndex, rankAmong, withoutOne } from './leaderboard.ts';

const standing = (slug: string, overall_score: number, company = slug) => ({ slug, company, overall_score });

test('equal scores share a rank and the next rank counts them: 1, 2, 2, 4', () => {
  const list = ranked([standing('d', 10), standing('b', 50), standing('a', 90), standing('c', 50)]);
  assert.deepEqual(
    list.map(({ item, rank }) => [item.slug, rank]),
    [
      ['a', 1],
      ['b', 2],
      ['c', 2],
      ['d', 4],
    ],
  );
});

test('inside a tie the order is company name, then slug, by code unit and not by language', () => {
  const list = ranked([
    standing('3', 5, 'ähnlich'),
    standing('2', 5, 'Zeta'),
    standing('9', 5, 'Zeta'),
    standing('1', 5, 'alpha'),
  ]);
  assert.deepEqual(
    list.map(({ item }) => item.slug),
    ['2', '9', '1', '3'],
  );
});

test('a rank is 1 plus the number of companies with a higher score, whatever the order of the input', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 60 }), (scores) => {
      const list = ranked(scores.map((score, at) => standing(`s${at}`, score)));
      const again = ranked(scores.map((score, at) => standing(`s${at}`, score)).reverse());
      assert.deepEqual(list, again);
      const counts = new Map(scores.map((score) => [score, scores.filter((other) => other === score).length]));
      return list.every(({ item, rank }) => rank === rankAmong(counts, item.overall_score));
    }),
  );
});

test('a company does not compete with itself: its own score is taken out first', () => {
  const counts = new Map([
    [90, 1],
    [50, 2],
  ]);
  assert.equal(rankAmong(withoutOne(counts, 90), 60), 1);
  assert.equal(rankAmong(withoutOne(counts, 50), 40), 3);
  assert.equal(rankAmong(withoutOne(counts, undefined), 40), 4);
  assert.equal(counts.get(90), 1, 'the counts themselves are not changed');
});

test('an index entry has the fields of spec 2.1 in that order', () => {
  const entry = indexEntryOf(exampleAudit({ scores: { 'P4-A': 5 } }), 3);
  assert.equal(
    JSON.stringify(entry),
    '{"rank":3,"company":"Example Widgets","slug":"example-widgets","overall_score":62,"tier":"Emerging",' +
      '"pillar_scores":{"P1":15,"P2":15,"P3":12,"P4":8,"P5":12},"detail_json":"/api/audits/example-widgets.json"}',
  );
  assert.equal(JSON.stringify(indexEntry.parse(entry)), JSON.stringify(entry));
  assert.deepEqual(Object.keys(leaderboardIndex.shape), ['count', 'rubric_version', 'audits']);
  assert.ok(z.toJSONSchema(leaderboardIndex));
});
