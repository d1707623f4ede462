import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { bin, readymark, temporaryFolder } from '../world/readymark.ts';

/** A command starts quickly because it loads only what it needs, and Node keeps what it compiled (decision 32). */
const folder = temporaryFolder('readymark-loading-');

const root = join(import.meta.dirname, '../../../..');

/** Writes the address of every module that is loaded into the file LOADED. */
const record = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
`)}`;

/** The npm packages and the rooms of the packages that a command loads. */
async function loadedBy(args: readonly string[], env: Record<string, string>): Promise<Set<string>> {
  const LOADED = join(folder, `${args.join('-').replaceAll(/\W/g, '-')}.txt`);
  const { code, err } = await run(process.execPath, ['--import', record, bin, ...args], { env: { ...env, LOADED } });
  assert.equal(code, 0, err);
  const names = readFileSync(LOADED, 'utf8')
    .split('\n')
    .flatMap(
      (url) =>
        /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)|\/(packages\/\w+\/src\/(?:doors\/)?[\w.]+)/.exec(url)?.slice(1) ?? [],
    )
    .filter((name) => name !== undefined);
  return new Set(names);
}

const doors = [
  'fastify',
  'prom-client',
  'packages/service/src/doors/http',
  'packages/service/src/doors/mcp',
  '@modelcontextprotocol/server',
];
const auditing = [
  'ai',
  'undici',
  'htmlparser2',
  'robots-parser',
  'ipaddr.js',
  'packages/auditor/src/collect',
  'packages/auditor/src/score',
];
const database = ['kysely', 'pg', 'packages/service/src/store', 'packages/service/src/operations'];

describe('a command loads only what it needs', () => {
  const cases: Record<string, readonly string[]> = {
    '--version': [...doors, ...auditing, ...database, 'nodemailer', 'pino', 'zod'],
    '--help': [...doors, ...auditing, ...database, 'nodemailer', 'pino', 'zod'],
    settings: [...doors, ...auditing, ...database, 'nodemailer', 'pino', 'zod'],
    'requests list': [...doors, ...auditing, 'nodemailer'],
    'publish --dry-run examples/frostmurble_2026-10-08.audit.json': [...doors, ...auditing, 'nodemailer'],
  };
  const DATA_DIR = join(folder, 'data');
  for (const [command, absent] of Object.entries(cases))
    test(command, async () => {
      if (!existsSync(DATA_DIR)) assert.equal((await readymark(['migrate'], { DATA_DIR })).code, 0);
      const loaded = await loadedBy(command.split(' '), { DATA_DIR });
      assert.ok(loaded.has('commander') && loaded.has('packages/service/src/cli'));
      assert.deepEqual(
        absent.filter((name) => loaded.has(name)),
        [],
      );
    });

  test('the names above are those of packages and rooms', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of new Set(Object.values(cases).flat()))
      assert.ok(name in dependencies || existsSync(join(root, name)), name);
  });
});

describe('what Node compiled is kept where only the user can write', () => {
  const home = (mode = 0o700) => {
    const made = join(folder, `home-${readdirSync(folder).length}`);
    mkdirSync(made);
    chmodSync(made, mode);
    return made;
  };
  const settings = (HOME: string) =>
    run(process.execPath, [bin, 'settings'], { env: { HOME, NODE_COMPILE_CACHE: '' } });

  test('in the cache of the user, closed to others', async () => {
    const HOME = home();
    assert.equal((await settings(HOME)).code, 0);
    const kept = join(HOME, '.cache/readymark');
    assert.equal(statSync(kept).mode & 0o777, 0o700);
    assert.equal(readdirSync(kept).length, 1);
    assert.equal((await settings(HOME)).code, 0);
  });

  test('nowhere where others could change it', async () => {
    const open = home(0o777);
    const other = home();
    const cache = home();
    mkdirSync(join(cache, '.cache/readymark'), { recursive: true });
    chmodSync(join(cache, '.cache/readymark'), 0o777);
    if (process.getuid?.() === 0) chownSync(other, 65_534, 65_534);
    for (const HOME of [open, ...(process.getuid?.() === 0 ? [other] : []), cache, join(folder, 'none')]) {
      assert.equal((await settings(HOME)).code, 0);
      const kept = join(HOME, '.cache/readymark');
      assert.deepEqual(existsSync(kept) ? readdirSync(kept) : [], [], HOME);
    }
    assert.ok(!existsSync(join(folder, 'none')));
  });
});
