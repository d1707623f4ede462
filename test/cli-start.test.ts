import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from './world/processes.ts';

/** The first thing an operator meets: which Node runs the program, and which version it is. */
const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin/readymark.js');
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};
const needed = engines.node.replace('>=', '');

test('--version prints the version of the package', async () => {
  assert.deepEqual(await run(process.execPath, [bin, '--version']), { code: 0, out: `${version}\n`, err: '' });
});

test('a Node that is too old gets one line that says what is needed, and exit code 1', async () => {
  const fake = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`;
  const { code, out, err } = await run(process.execPath, ['--import', fake, bin, 'settings']);
  assert.deepEqual([code, out], [1, '']);
  assert.equal(err, `Readymark needs Node ${needed} or newer (this is v20.20.2); use npx readymark\n`);
});

/** Nodes of the machine that are older than what the package needs. */
const older: { node: string; is: string }[] = [];
for (const node of ['/usr/bin/node', '/usr/local/bin/node'].filter((file) => existsSync(file))) {
  const is = (await run(node, ['--version'], { shared: true })).out.trim();
  if (Number.parseInt(is.slice(1), 10) < Number(needed)) older.push({ node, is });
}

test('the same with a Node that really is too old', {
  skip: older.length ? false : 'this machine has none',
}, async () => {
  for (const { node, is } of older) {
    const { code, out, err } = await run(node, [bin, '--version']);
    assert.deepEqual([code, out], [1, ''], is);
    assert.equal(err, `Readymark needs Node ${needed} or newer (this is ${is}); use npx readymark\n`);
  }
});
