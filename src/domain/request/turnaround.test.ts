import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessDaysBefore } from './turnaround.ts';

test('business days leave out Saturdays and Sundays, in UTC', () => {
  for (const [now, days, before] of [
    ['2026-11-25T08:30:00.000Z', 1, '2026-11-24T08:30:00.000Z'],
    ['2026-11-25T08:30:00.000Z', 5, '2026-11-18T08:30:00.000Z'],
    ['2026-11-23T12:00:00.000Z', 1, '2026-11-20T12:00:00.000Z'],
    ['2026-11-23T12:00:00.000Z', 10, '2026-11-09T12:00:00.000Z'],
    // A Saturday and a Sunday: no business time has passed since the end of Friday.
    ['2026-11-21T12:00:00.000Z', 5, '2026-11-16T00:00:00.000Z'],
    ['2026-11-22T23:59:59.999Z', 5, '2026-11-16T00:00:00.000Z'],
    ['2026-11-23T00:00:00.000Z', 5, '2026-11-16T00:00:00.000Z'],
    ['2026-11-23T00:00:00.001Z', 5, '2026-11-16T00:00:00.001Z'],
  ] as const)
    assert.equal(businessDaysBefore(new Date(now), days).toISOString(), before, `${days} before ${now}`);
});
