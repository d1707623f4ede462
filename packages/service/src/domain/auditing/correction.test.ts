import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correctableUntil, isReopened } from './correction.ts';

test('a correction is begun within 15 minutes, and may take longer', () => {
  const published_at = '2026-11-21T12:00:00.000Z';
  assert.equal(correctableUntil(published_at), '2026-11-21T12:15:00.000Z');
  const open = (now: string, ...revised: string[]) =>
    isReopened(
      published_at,
      revised.map((at) => ({ at })),
      new Date(now),
    );
  assert.ok(open('2026-11-21T12:15:00.000Z'));
  assert.ok(!open('2026-11-21T12:15:00.001Z'));
  assert.ok(
    !open('2026-11-21T12:16:00.000Z', '2026-11-21T11:59:00.000Z', published_at),
    'revised before it was published',
  );
  assert.ok(open('2026-11-21T18:00:00.000Z', '2026-11-21T12:14:00.000Z'));
  assert.ok(!open('2026-11-21T18:00:00.000Z', '2026-11-21T12:16:00.000Z'), 'begun too late');
});
