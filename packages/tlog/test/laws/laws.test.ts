import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, packageOf, sources } from '../../../../test/laws/project.ts';

test('the library needs nothing but the hashes and signatures of Node: no I/O, no clock, no randomness of its own', () => {
  const own = sources.filter(({ name }) => packageOf(name) === 'tlog');
  assert.ok(own.length >= 7);
  for (const file of own) {
    for (const { from } of importsOf(file))
      assert.match(from, /^(node:crypto|packages\/tlog\/src\/.+\.ts)$/, file.name);
    assert.doesNotMatch(file.text, /Date\.now\(\)|new Date\(|Math\.random|randomBytes|process\./, file.name);
  }
});
