import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageOf, businessDaysAfter, businessDaysBefore, businessDaysBetween, dayWithinPromise } from './turnaround.ts';

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

test('the age of a request leaves out weekends, and fits the time that many business days ago', () => {
  for (const [from, to, days] of [
    ['2026-11-24T08:30:00.000Z', '2026-11-25T08:30:00.000Z', 1],
    ['2026-11-20T12:00:00.000Z', '2026-11-23T12:00:00.000Z', 1],
    ['2026-11-20T18:00:00.000Z', '2026-11-21T09:00:00.000Z', 0.25],
    ['2026-11-21T09:00:00.000Z', '2026-11-22T23:00:00.000Z', 0],
    ['2026-11-22T09:00:00.000Z', '2026-11-23T06:00:00.000Z', 0.25],
    ['2026-11-16T00:00:00.000Z', '2026-11-22T12:00:00.000Z', 5],
    ['2026-11-18T12:00:00.000Z', '2026-11-18T12:00:00.000Z', 0],
    ['2026-11-18T12:00:00.000Z', '2026-11-17T12:00:00.000Z', 0],
    ['2025-11-18T12:00:00.000Z', '2026-11-18T12:00:00.000Z', 261],
  ] as const) {
    assert.equal(businessDaysBetween(new Date(from), new Date(to)), days, `${from} ${to}`);
    if (days > 0) assert.equal(businessDaysBetween(businessDaysBefore(new Date(to), days), new Date(to)), days);
    if (days > 0) assert.equal(businessDaysBetween(new Date(from), businessDaysAfter(new Date(from), days)), days);
  }
});

test('a waiting request is in time, due soon on the last business day of the promise, and then late', () => {
  const submitted_at = '2026-11-18T12:00:00.000Z';
  const at = (now: string) => ageOf({ status: 'in_review', submitted_at, status_changed_at: now }, new Date(now));
  assert.deepEqual(at('2026-11-18T12:00:00.000Z'), { business_days: 0, promise: 'in_time' });
  assert.deepEqual(at('2026-11-22T18:00:00.000Z'), { business_days: 2.5, promise: 'in_time' });
  assert.deepEqual(at('2026-11-24T11:59:59.999Z'), { business_days: 3.9, promise: 'in_time' });
  assert.deepEqual(at('2026-11-24T12:00:00.000Z'), { business_days: 4, promise: 'due_soon' });
  assert.deepEqual(at('2026-11-25T12:00:00.000Z'), { business_days: 5, promise: 'due_soon' });
  assert.deepEqual(at('2026-11-25T12:00:00.001Z'), { business_days: 5, promise: 'late' });
  const ended = { status: 'declined', submitted_at, status_changed_at: '2026-11-20T12:00:00.000Z' } as const;
  assert.deepEqual(ageOf(ended, new Date('2027-01-01T00:00:00.000Z')), { business_days: 2, promise: null });
});

test('the suggested day is a business day that ends within the promise, or else the next one', () => {
  for (const [submitted_at, now, day] of [
    ['2026-11-16T00:30:00.000Z', '2026-11-16T09:00:00.000Z', '2026-11-20'],
    ['2026-11-16T23:30:00.000Z', '2026-11-17T09:00:00.000Z', '2026-11-20'],
    ['2026-11-18T12:00:00.000Z', '2026-11-18T13:00:00.000Z', '2026-11-24'],
    // Submitted at the weekend: the promise ends a week after the next Monday begins.
    ['2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z', '2026-11-27'],
    ['2026-11-17T00:00:00.000Z', '2026-11-17T08:00:00.000Z', '2026-11-23'],
    // Late, on a Wednesday and on a Saturday.
    ['2026-10-01T12:00:00.000Z', '2026-11-18T12:00:00.000Z', '2026-11-18'],
    ['2026-10-01T12:00:00.000Z', '2026-11-21T12:00:00.000Z', '2026-11-23'],
  ] as const)
    assert.equal(dayWithinPromise(submitted_at, new Date(now)), day, `${submitted_at} at ${now}`);
});
