import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources } from '../../../../test/laws/project.ts';
import { READ_AGAIN_DAYS, readAgain, type Standard } from '../../src/standards/standard.ts';
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

test('no other file of the auditor writes an address of the table', () => {
  // robots.txt is no document that is looked for: every visit of a host begins with it.
  const written = (standards as readonly Standard[])
    .filter(({ id }) => id !== 'robots_txt')
    .flatMap(({ paths }) => paths)
    .flatMap((path) =>
      sources
        .filter(({ name }) => /^packages\/auditor\/src\/(?!standards\/)/.test(name) && !name.endsWith('.test.ts'))
        .filter(({ text }) => [`'${path}'`, `"${path}"`, `\`${path}\``].some((quoted) => text.includes(quoted)))
        .map(({ name }) => `${name} writes ${path}: take it from standards.ts`),
    );
  assert.deepEqual(written, []);
});
