import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { read, root } from '../../../../test/laws/project.ts';

test('verify.js needs nothing: it imports no file, and names nothing of Node', () => {
  const text = read('packages/verify/verify.js');
  assert.doesNotMatch(text, /^import\b|\bimport\(|\brequire\(|\bBuffer\b|\bprocess\b|^export default/m);
});

test('the package is that one file', () => {
  const code = readdirSync(join(root, 'packages/verify')).filter((name) => /\.[jt]s$/.test(name));
  assert.deepEqual(code, ['verify.js']);
});
