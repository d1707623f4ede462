import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf, isMonth, monthAfter, monthBefore, pastMonths } from './months.ts';

test('a month can be shown from its end on, first the one in which something was published', () => {
  const months = (first: string, last: string) => pastMonths({ first, last });
  assert.equal(pastMonths(undefined), undefined);
  assert.equal(months('2026-10-03', '2026-10-30'), undefined, 'October has one day left');
  assert.deepEqual(months('2026-10-03', '2026-10-31'), { first: '2026-10', last: '2026-10' });
  assert.deepEqual(months('2026-10-31', '2026-11-29'), { first: '2026-10', last: '2026-10' });
  assert.deepEqual(months('2025-12-31', '2027-02-28'), { first: '2025-12', last: '2027-02' });
  assert.deepEqual(months('2025-12-31', '2028-02-28'), { first: '2025-12', last: '2028-01' }, 'a leap year');
});

test('months follow one another across years, and end with their last days', () => {
  assert.equal(monthBefore('2026-01'), '2025-12');
  assert.equal(monthAfter('2026-12'), '2027-01');
  assert.equal(monthAfter('2026-02'), '2026-03');
  assert.deepEqual(endsOf('2028-02'), { before: '2028-01-31', end: '2028-02-29' });
  for (const text of ['2026-13', '2026-00', '2026-1', '2026-10-01', '']) assert.equal(isMonth(text), false, text);
  assert.equal(isMonth('2026-10'), true);
});
