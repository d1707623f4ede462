import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inPageWords } from './parts.ts';

const source = join(import.meta.dirname, '../../..');

test('what an operation refuses is said on a page without commands and names of fields', () => {
  assert.equal(
    inPageWords('Use --keep-examples (keep_examples: true) to list them.'),
    'Use the box for it to list them.',
  );
  const lines = globSync(['operations/{desk,auditing}/**/*.ts', 'features/*/operations/*.ts'], { cwd: source })
    .flatMap((file) => readFileSync(join(source, file), 'utf8').split('\n'))
    .filter((line) => !/^\s*(?:\*|\/\*|const revise)/.test(line))
    .filter((line) => /(?:[a-z_]+: true|revise_draft)\)|readymark audits/.test(line));
  assert.ok(lines.length >= 10, `${lines.length}`);
  for (const line of lines)
    assert.doesNotMatch(
      inPageWords(line.replace(/run \$\{revise}/, 'run readymark audits revise')),
      /readymark audits|--[a-z]/,
    );
});
