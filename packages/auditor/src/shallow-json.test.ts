import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseShallow } from './shallow-json.ts';

test('JSON is read as it is, brackets in texts included', () => {
  assert.deepEqual(parseShallow(`{"a": "${'['.repeat(1_000)}\\"[", "b": [1, {}]}`), {
    a: `${'['.repeat(1_000)}"[`,
    b: [1, {}],
  });
  fc.assert(fc.property(fc.json({ maxDepth: 5 }), (text) => assert.deepEqual(parseShallow(text), JSON.parse(text))));
});

test('what is nested too deep is no JSON to us, and costs nothing', () => {
  assert.deepEqual(
    parseShallow(`${'['.repeat(200)}${']'.repeat(200)}`),
    JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
  );
  const before = process.memoryUsage().rss;
  for (const text of [
    '['.repeat(2_000_000),
    '{"a":'.repeat(500_000),
    `${'['.repeat(201)}${']'.repeat(201)}`,
    '"',
    '{',
    '',
  ])
    assert.throws(() => parseShallow(text), SyntaxError);
  assert.ok(process.memoryUsage().rss - before < 100_000_000);
});
