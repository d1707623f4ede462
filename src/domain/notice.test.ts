import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterFailure, noticeLeaseSeconds } from './notice.ts';

const since = new Date('2026-11-20T12:00:00.000Z');
const later = (seconds: number) => new Date(since.getTime() + seconds * 1000);
const delay = (attempts: number, random = 0.5) => {
  const after = afterFailure({ since, attempts, permanent: false }, since, random);
  return after.status === 'pending' ? (after.due_at.getTime() - since.getTime()) / 1000 : Number.NaN;
};

test('the first retry comes after about 30 seconds, and every further one after twice as long, up to an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map((n) => delay(n)),
    [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600],
  );
});

test('the delay is spread by a fifth to either side, so that a crowd of notices does not come back as one', () => {
  assert.equal(delay(1, 0), 24);
  assert.ok(delay(1, 0.999_999) > 35.9 && delay(1, 0.999_999) <= 36);
});

test('a notice is tried for 24 hours, a last time at their end, and then fails', () => {
  const last = afterFailure({ since, attempts: 30, permanent: false }, later(86_399), 0.5);
  assert.deepEqual(last, { status: 'pending', due_at: later(86_400) });
  assert.deepEqual(afterFailure({ since, attempts: 31, permanent: false }, later(86_400), 0.5), { status: 'failed' });
});

test('a refusal for good is not retried', () => {
  assert.deepEqual(afterFailure({ since, attempts: 1, permanent: true }, since, 0.5), { status: 'failed' });
});

test('whatever happens, the next attempt lies in the future and within the 24 hours', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 0, max: 86_399 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempts, at, random) => {
        const after = afterFailure({ since, attempts, permanent: false }, later(at), random);
        assert.ok(after.status === 'pending' && after.due_at > later(at) && after.due_at <= later(86_400));
      },
    ),
  );
});

test('a mail server that stays away for a day is tried about thirty times', () => {
  let [now, attempts] = [since, 0];
  for (;;) {
    const after = afterFailure({ since, attempts: ++attempts, permanent: false }, now, 0.5);
    if (after.status === 'failed') break;
    now = after.due_at;
  }
  assert.ok(attempts >= 25 && attempts <= 40, `${attempts} attempts`);
});

test('a worker holds a notice for at most 30 seconds', () => {
  assert.ok(noticeLeaseSeconds <= 30);
});
