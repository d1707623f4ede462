import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { compareWatchCounts, noticeWords, watchEnded, watchEntry, watchStarted, watchStats } from './watch.ts';

test('bodies have the keys of decisions 20 and 14 in that order', () => {
  assert.deepEqual(Object.keys(watchStarted.shape), [
    'slug',
    'company',
    'watching',
    'watching_since',
    'score_then',
    'score_now',
    'notice',
    'fictional',
  ]);
  assert.deepEqual(Object.keys(watchEnded.shape), ['slug', 'watching', 'fictional']);
  assert.deepEqual(Object.keys(watchEntry.shape), [
    'slug',
    'company',
    'watching_since',
    'rank',
    'overall_score',
    'tier',
    'reaudit_due',
    'stale',
    'fictional',
  ]);
  for (const schema of [watchStarted, watchEnded, watchStats]) assert.ok(z.toJSONSchema(schema));
});

test('a watcher learns where notices go, with the address shortened, or that none will come', () => {
  assert.equal(
    noticeWords('agent@agents.example', 10),
    'When the company is re-audited or its score corrected, a mail goes to the registered contact_email, a…@agents.example. An address gets at most one mail for each publication and 10 a day, whichever registrations name it. The digest reports it too.',
  );
  assert.match(
    noticeWords(null, 10),
    /^No mail will come: .* no contact_email, .* wants no letters\. The digest reports/,
  );
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
