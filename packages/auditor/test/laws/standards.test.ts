import assert from 'node:assert/strict';
import { test } from 'node:test';
import { READ_AGAIN_DAYS, readAgain } from '../../src/standards/standard.ts';
import { standards } from '../../src/standards/standards.ts';

/** The table of standards (decision 195) does not age unnoticed. */
test('somebody read each standard again within 120 days', () => {
  const late = readAgain(standards, new Date().toISOString().slice(0, 10));
  assert.deepEqual(
    late.map(({ id, until }) => `${id}: read its source again (it was due on ${until}), and set read_on`),
    [],
  );
});

test('an entry is late on the day after its 120th, and not before', () => {
  assert.equal(READ_AGAIN_DAYS, 120);
  const entry = { id: 'ard', read_on: '2026-11-26' };
  assert.deepEqual(readAgain([entry], '2027-03-26'), []);
  assert.deepEqual(readAgain([entry], '2027-03-27'), [{ id: 'ard', until: '2027-03-26' }]);
  // All of this table, with a clock that is ahead.
  assert.equal(readAgain(standards, '2027-06-01').length, standards.length);
});

test('each has one id, an https source and a day on which it was read that is not to come', () => {
  assert.equal(new Set(standards.map(({ id }) => id)).size, standards.length);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (const { id, source, read_on } of standards) {
    assert.match(source, /^https:\/\//, id);
    assert.match(read_on, /^20\d\d-\d\d-\d\d$/, id);
    assert.ok(read_on <= tomorrow, `${id} was read on ${read_on}`);
  }
});
