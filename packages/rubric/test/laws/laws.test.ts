import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, packageOf, sources } from '../../../../test/laws/project.ts';

test('rules are pure: only what reads the files of rubrics does I/O; no clock, no randomness', () => {
  const own = sources.filter(({ name }) => packageOf(name) === 'rubric');
  assert.ok(own.length >= 15);
  for (const file of own) {
    const reads_files = /\/(?:read-rubrics|rubric-versions)\.ts$/.test(file.name);
    for (const { from } of importsOf(file))
      assert.match(
        from,
        reads_files
          ? /^(node:(fs|path)|zod|yaml|packages\/rubric\/src\/.+)$/
          : /^(zod|node:crypto|packages\/rubric\/src\/.+)$/,
        file.name,
      );
    assert.doesNotMatch(file.text, /process\.env|Date\.now\(\)|new Date\(\)|Math\.random|randomBytes/, file.name);
  }
});
