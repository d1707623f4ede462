import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageOf, sources } from '../../../../test/laws/project.ts';

/** Laws of the auditing agent: it meets hostile sites, and is used without the service. */
const own = sources.filter(({ name }) => packageOf(name) === 'auditor');

test('JSON of sites is parsed only where its depth is bounded', () => {
  const reading = own.filter(({ name }) => /^packages\/auditor\/src\/(collect|read|score)\//.test(name));
  assert.ok(reading.length > 50);
  for (const { name, text } of reading)
    assert.doesNotMatch(text.replaceAll('JSON.parse(JSON.stringify(', ''), /JSON\.parse\(/, name);
});

test('the environment, the clock and randomness are given', () => {
  for (const { name, text } of own.filter(({ name }) => name !== 'packages/auditor/src/command/main.ts'))
    assert.doesNotMatch(
      text,
      /process\.env|Date\.now\(\)|new Date\(\)|Math\.random|randomBytes\(|randomUUID|getRandomValues/,
      name,
    );
});
