import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterFailure, NOTICE_LEASE_MS, noticeContent } from './notice.ts';

const since = new Date('2026-11-20T12:00:00.000Z');
const later = (seconds: number) => new Date(since.getTime() + seconds * 1000);
const delay = (attempts: number, random = 0.5) => {
  const after = afterFailure({ since, attempts, permanent: false }, since, random);
  return after.status === 'pending' ? (after.due_at.getTime() - since.getTime()) / 1000 : Number.NaN;
};

test('the first retry comes after about 30 seconds, and each later delay is twice as long, up to an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map((n) => delay(n)),
    [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600],
  );
});

test('delays are spread by up to 20 %, so that many notices do not come back at the same moment', () => {
  assert.equal(delay(1, 0), 24);
  assert.ok(delay(1, 0.999_999) > 35.9 && delay(1, 0.999_999) <= 36);
});

test('a notice is tried for 24 hours, the last time at their end, and then fails', () => {
  const last = afterFailure({ since, attempts: 30, permanent: false }, later(86_399), 0.5);
  assert.deepEqual(last, { status: 'pending', due_at: later(86_400) });
  assert.deepEqual(afterFailure({ since, attempts: 31, permanent: false }, later(86_400), 0.5), { status: 'failed' });
});

test('a permanent refusal is not retried', () => {
  assert.deepEqual(afterFailure({ since, attempts: 1, permanent: true }, since, 0.5), { status: 'failed' });
});

test('the next attempt is always in the future and within the 24 hours', () => {
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

test('a mail server that is down for a day is tried about thirty times', () => {
  let [now, attempts] = [since, 0];
  for (;;) {
    const after = afterFailure({ since, attempts: ++attempts, permanent: false }, now, 0.5);
    if (after.status === 'failed') break;
    now = after.due_at;
  }
  assert.ok(attempts >= 25 && attempts <= 40, `${attempts} attempts`);
});

test('a lease on a notice lasts at most 30 seconds', () => {
  assert.ok(NOTICE_LEASE_MS <= 30_000);
});

test('the content of a notice has exactly the fields of its kind, and is null when one is missing', () => {
  const columns = {
    notice_id: 'ntc_1',
    subject_id: 'req_1',
    audit_id: 'aud_1',
    audit_id_before: null,
    company: 'Acme',
    declined_reason: null,
  };
  assert.deepEqual(noticeContent({ ...columns, kind: 'completed' }), {
    kind: 'completed',
    subject_id: 'req_1',
    audit_id: 'aud_1',
  });
  for (const kind of ['reaudit', 'declined', 'unknown']) assert.equal(noticeContent({ ...columns, kind }), null, kind);
});
