import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { run, start } from '../../../../test/world/processes.ts';
import { freePort } from '../world/postgres.ts';
import { bin, temporaryFolder } from '../world/readymark.ts';

/** The first thing an operator meets: which Node runs the program, and which version it is. */
const root = join(import.meta.dirname, '../../../..');
const launcher = join(root, 'bin/readymark');
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};
/** What a Node says that cannot run the program. @param is its version */
const refusal = (is: string) =>
  `Readymark needs Node 24 from 24.16, or 26.1 or newer (this is ${is}). In a checkout, npm ci installs one that bin/readymark uses.\n`;

test('--version prints the version of the package', async () => {
  assert.deepEqual(await run(process.execPath, [bin, '--version']), { code: 0, out: `${version}\n`, err: '' });
});

test('a Node that is too old gets one line that says what is needed, and exit code 1', async () => {
  assert.equal(engines.node, '^24.16.0 || >=26.1.0');
  const on = (is: string) => {
    const fake = `data:text/javascript,Object.defineProperty(process, 'version', { value: '${is}' })`;
    return run(process.execPath, ['--import', fake, bin, '--version']);
  };
  for (const is of ['v20.20.2', 'v24.15.0', 'v25.9.0', 'v26.0.0'])
    assert.deepEqual(await on(is), { code: 1, out: '', err: refusal(is) });
  for (const is of ['v24.16.0', 'v26.1.0', 'v27.0.0'])
    assert.deepEqual(await on(is), { code: 0, out: `${version}\n`, err: '' }, is);
});

/** Nodes of the machine that are older than what the package needs. */
const older: { node: string; is: string }[] = [];
for (const node of ['/usr/bin/node', '/usr/local/bin/node'].filter((file) => existsSync(file))) {
  const is = (await run(node, ['--version'], { shared: true })).out.trim();
  if (Number.parseInt(is.slice(1), 10) < 24) older.push({ node, is });
}

test('the same with a Node that really is too old', {
  skip: older.length ? false : 'this machine has none',
}, async () => {
  for (const { node, is } of older) {
    assert.deepEqual(await run(node, [bin, '--version']), { code: 1, out: '', err: refusal(is) });
  }
});

test('the launcher runs from any folder, through symbolic links of both kinds, and passes arguments on', async () => {
  const folder = join(temporaryFolder('readymark-launcher-'), 'with a space');
  mkdirSync(folder);
  symlinkSync(launcher, join(folder, 'absolute'));
  symlinkSync(relative(folder, launcher), join(folder, 'relative'));
  symlinkSync('relative', join(folder, 'twice'));
  const ours = { code: 0, out: `${version}\n`, err: '' };
  for (const name of ['absolute', 'relative', 'twice']) {
    assert.deepEqual(await run(join(folder, name), ['--version'], { cwd: '/' }), ours, name);
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    assert.deepEqual(await run('sh', ['-c', `${name} --version`], { cwd: '/', env }), ours, name);
  }
  assert.deepEqual(await run('sh', ['readymark', '--version'], { cwd: join(root, 'bin') }), ours);
  const { code, err } = await run(launcher, ['check', 'no such  file']);
  assert.equal(code, 1);
  assert.match(err, /no such {2}file/);
});

test('the launcher becomes the program: a signal reaches the service, which ends as it should', async () => {
  const env = { DATA_DIR: temporaryFolder('readymark-launcher-'), PORT: String(await freePort()) };
  const service = start(launcher, ['serve'], { env });
  await service.prints(/Readymark is serving/);
  assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
});

test('a checkout without its packages runs with the Node of PATH, or says in one line what to do', async () => {
  const folder = temporaryFolder('readymark-bare-');
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  const bare = join(folder, 'bin/readymark');
  const nowhere = await run(bare, ['settings'], { env: { PATH: folder } });
  assert.deepEqual([nowhere.code, nowhere.out], [1, '']);
  assert.equal(
    nowhere.err,
    `There is no Node to run Readymark with. Run npm ci in ${folder}, which installs one, or install Node.\n`,
  );
  symlinkSync('/bin/echo', join(folder, 'node'));
  const { code, out } = await run(bare, ['settings'], { env: { PATH: folder } });
  assert.deepEqual([code, out], [0, `${join(folder, 'bin/readymark.js')} settings\n`]);
});
