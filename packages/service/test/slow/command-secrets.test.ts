import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newDatabase, stopDatabases } from '../world/postgres.ts';
import { readymark, startReadymark } from '../world/readymark.ts';

/** Every user of a machine can read the arguments of every process: no password is one of them (decision 52). */
const folder = mkdtempSync(join(tmpdir(), 'readymark-secrets-'));
after(() => rmSync(folder, { recursive: true, force: true }));
after(stopDatabases);
const password = 'swordfish-4711';

async function source(): Promise<Record<string, string>> {
  const env = { DATA_DIR: mkdtempSync(join(folder, 'data-')) };
  assert.equal((await readymark(['migrate'], env)).code, 0);
  return env;
}

test('copy refuses an address with a password on its command line, and says how to pass it', async () => {
  const env = await source();
  for (const to of [
    `postgres://readymark:${password}@127.0.0.1:1/readymark`,
    `postgresql://:${password}@127.0.0.1:1/readymark`,
    `postgres://readymark@127.0.0.1:1/readymark?password=${password}`,
    `postgres://readymark@127.0.0.1:1/readymark?sslmode=require&PASSWORD=${password}`,
  ]) {
    const { code, out, err } = await readymark(['copy', '--to', to], env);
    assert.equal(code, 1, to);
    assert.match(err, /--to env:TARGET_DATABASE_URL/, to);
    assert.doesNotMatch(out + err, new RegExp(password));
  }
});

test('copy reads the address from an environment variable, and its arguments do not contain it', async () => {
  const url = new URL(await newDatabase());
  url.password = password;
  const env = { ...(await source()), TARGET_DATABASE_URL: url.href };
  const copy = startReadymark(['copy', '--to', 'env:TARGET_DATABASE_URL', '--json'], env);
  const shown = readFileSync(`/proc/${copy.pid}/cmdline`, 'utf8');
  const { code } = await copy.exit;
  assert.equal(code, 0, copy.err());
  assert.ok('copied' in JSON.parse(copy.out()));
  assert.doesNotMatch(shown, new RegExp(password));
});

test('a variable that is not set, or has no address of a database, is named without its value', async () => {
  const env = await source();
  for (const [to, value] of [
    ['env:TARGET_DATABASE_URL', ''],
    ['env:TARGET_DATABASE_URL', `mysql://readymark:${password}@db.example/readymark`],
    ['env:', ''],
    ['env:not a name', ''],
  ] as const) {
    const { code, err } = await readymark(['copy', '--to', to], { ...env, TARGET_DATABASE_URL: value });
    assert.equal(code, 1, to);
    assert.match(err, /TARGET_DATABASE_URL|environment variable/, err);
    assert.doesNotMatch(err, new RegExp(password));
  }
});

test('for PostgreSQL, backup and restore name tools without the address on the command line', async () => {
  const env = { DATA_DIR: folder, DATABASE_URL: `postgres://readymark:${password}@127.0.0.1:1/readymark` };
  for (const command of ['backup', 'restore']) {
    const { code, err } = await readymark([command, 'x.db'], env);
    assert.equal(code, 1);
    assert.match(err, /service=readymark/);
    assert.doesNotMatch(err, /DATABASE_URL|4711/);
  }
});
