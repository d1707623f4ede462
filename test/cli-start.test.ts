import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** The first thing an operator meets: which Node runs the program, and which version it is. */
const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin/readymark.js');
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};
const needed = engines.node.replace('>=', '');

function start(node: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(node, args, { encoding: 'utf8', timeout: 60_000 });
  return { status, out: stdout, err: stderr };
}

test('--version prints the version of the package', () => {
  assert.deepEqual(start(process.execPath, bin, '--version'), { status: 0, out: `${version}\n`, err: '' });
});

test('a Node that is too old gets one line that says what is needed, and exit code 1', () => {
  const fake = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`;
  const { status, out, err } = start(process.execPath, '--import', fake, bin, 'settings');
  assert.deepEqual([status, out], [1, '']);
  assert.equal(err, `Readymark needs Node ${needed} or newer (this is v20.20.2); use npx readymark\n`);
});

/** Nodes of the machine that are older than what the package needs. */
const older = ['/usr/bin/node', '/usr/local/bin/node']
  .filter((node) => existsSync(node))
  .map((node) => ({ node, is: start(node, '--version').out.trim() }))
  .filter(({ is }) => Number.parseInt(is.slice(1), 10) < Number(needed));

test('the same with a Node that really is too old', { skip: older.length ? false : 'this machine has none' }, () => {
  for (const { node, is } of older) {
    const { status, out, err } = start(node, bin, '--version');
    assert.deepEqual([status, out], [1, ''], is);
    assert.equal(err, `Readymark needs Node ${needed} or newer (this is ${is}); use npx readymark\n`);
  }
});
