import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { timeLimit } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { newDatabase, stopDatabases } from '../world/postgres.ts';
import { readymark, temporaryFolder } from '../world/readymark.ts';

/** Only `serve`, `migrate` and `restore` create a database, and `copy` its target (decision 32). */
const folder = temporaryFolder('readymark-places-');
const audit = join(folder, 'a.json');
writeFileSync(audit, JSON.stringify(exampleAudit()));

/** Each command with arguments that are right, where there is a database. */
const refused: Record<string, readonly string[]> = {
  publish: [audit],
  'requests list': [],
  'requests show': ['req_1'],
  'requests review': ['req_1'],
  'requests schedule': ['req_1'],
  'requests complete': ['req_1', '--with', 'acme'],
  'requests decline': ['req_1', '--reason', 'No offer.'],
  'audits start': ['acme'],
  'audits list': [],
  'audits show': ['job_1'],
  'audits cancel': ['job_1'],
  'audits draft': ['job_1'],
  'audits evidence': ['job_1'],
  'audits revise': ['job_1', 'P1-A=3'],
  'audits publish': ['job_1'],
  'audits second': ['job_1', '--to', 'bea'],
  'audits second-list': [],
  'audits second-score': ['job_1', 'P1-A=3'],
  'publications show': ['1'],
  draft: ['acme'],
  diff: ['acme'],
  due: [],
  'evidence forget': ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '--reason', 'x'],
  export: ['public'],
  nodes: [],
  recount: [],
  'blobs copy': ['/nowhere'],
  'blobs sweep': [],
  'notices list': [],
  'notices resend': ['ntc_1'],
  'actions list': [],
  correct: ['acme', '--name', 'Acme'],
  retract: ['acme', '--reason', 'wrong'],
  'operator add': ['ada'],
  'examples remove': [],
  'operator list': [],
  'operator remove': ['ada'],
  'replies begin': ['acme'],
  'replies check': ['prf_1'],
  'replies publish': ['prf_1', '--text', 'We do.'],
  'replies decide': ['rep_1', 'upheld'],
  'replies answer': ['txt_1', 'accept'],
  'replies list': [],
  'replies show': ['rep_1'],
  'replies remove': ['rep_1'],
  verify: ['acme'],
  'key show': [],
  'key rotate': [],
  'key resume': [],
};
/** The same, of databases in a file alone. */
const refused_files: Record<string, readonly string[]> = { backup: ['b.db'], doctor: [], copy: ['--to', 'file:c.db'] };
/** What makes a database, or needs none. */
const others = [
  'serve',
  'migrate',
  'edge',
  'restore',
  'check',
  'check-site',
  'audit',
  'audit score',
  'settings',
  'monitor',
];

let number = 0;
const place = () => {
  const made = join(folder, `place-${number++}`);
  mkdirSync(made);
  return made;
};

/** Runs a command that must be refused in one line, and leave nothing behind. */
async function isRefused(args: readonly string[], env: Record<string, string>, expected: RegExp): Promise<void> {
  const cwd = place();
  const { code, out, err } = await readymark(args, env, cwd);
  assert.deepEqual([code, out], [1, ''], `${args.join(' ')}: ${err}`);
  assert.match(err, expected, args.join(' '));
  assert.equal(err.trimEnd().split('\n').length, 1, err);
  assert.deepEqual(readdirSync(cwd), [], args.join(' '));
}

describe('a place without a database', { concurrency: 2, timeout: timeLimit(240_000) }, () => {
  test('every command is tried below', () => {
    const commands = readFileSync(join(import.meta.dirname, '../../../../docs/reference.md'), 'utf8').split(
      '## Commands',
    )[1];
    const named = [...(commands ?? '').matchAll(/^\| `([a-z-]+(?: [a-z-]+)?)/gm)].map(([, name]) => name ?? '');
    assert.deepEqual(named.sort(), [...Object.keys({ ...refused, ...refused_files }), ...others].sort());
  });

  for (const [command, args] of Object.entries({ ...refused, ...refused_files }))
    test(`is refused by ${command}, which creates nothing`, async () => {
      const data = join(folder, `none-${number++}`);
      const expected =
        /^There is no database at \/.*readymark\.db\. Set DATA_DIR .*`readymark serve` or `readymark migrate`/;
      await isRefused([...command.split(' '), ...args], { DATA_DIR: data }, expected);
      assert.ok(!existsSync(data));
    });

  test('by default the place is ./data', async () => {
    await isRefused(['requests', 'list'], {}, /^There is no database at \/.*\/data\/readymark\.db\./);
  });

  test('an empty file is no database', async () => {
    const data = place();
    writeFileSync(join(data, 'readymark.db'), '');
    await isRefused(['requests', 'list'], { DATA_DIR: data }, /^There is no database at/);
    assert.deepEqual(readdirSync(data), ['readymark.db']);
  });

  test('check and settings do without, and create nothing', async () => {
    const cwd = place();
    for (const args of [['check', audit], ['settings'], ['operator', 'add', 'ada', '--print-only']]) {
      const { code, err } = await readymark(args, {}, cwd);
      assert.equal(code, 0, err);
    }
    assert.deepEqual(readdirSync(cwd), []);
  });

  test('migrate and restore make it, with its folder', async () => {
    const [made, restored] = [join(place(), 'a/b'), join(place(), 'c/d')];
    assert.equal((await readymark(['migrate'], { DATA_DIR: made })).code, 0);
    const backup = join(place(), 'b.db');
    assert.equal((await readymark(['backup', backup], { DATA_DIR: made })).code, 0);
    assert.equal((await readymark(['restore', backup], { DATA_DIR: restored })).code, 0);
    for (const DATA_DIR of [made, restored])
      assert.equal((await readymark(['requests', 'list'], { DATA_DIR })).code, 0);
  });
});

describe('a database that is not ours, or older', () => {
  test('PostgreSQL without our tables', async (t) => {
    t.after(() => stopDatabases());
    const DATABASE_URL = await newDatabase();
    const expected = /^The database has no tables of Readymark\. Set DATABASE_URL .*`readymark migrate`/;
    for (const args of [
      ['requests', 'list'],
      ['publish', audit],
      ['export', 'public'],
    ])
      await isRefused(args, { DATABASE_URL }, expected);
    const store = openStore({ database_url: DATABASE_URL, file: '' });
    assert.deepEqual(await store.db.introspection.getTables(), []);
    await store.close();
  });

  test('SQLite without our tables, and with those of an older version', async () => {
    const data = place();
    const store = openStore({ database_url: '', file: join(data, 'readymark.db') });
    await sql`create table other (name text)`.execute(store.db);
    await isRefused(
      ['requests', 'list'],
      { DATA_DIR: data },
      /^The database has no tables of Readymark\. Set DATA_DIR/,
    );
    await store.close();

    const old = place();
    assert.equal((await readymark(['migrate'], { DATA_DIR: old })).code, 0);
    const older = openStore({ database_url: '', file: join(old, 'readymark.db') });
    const last = sql`(select max(name) from kysely_migration)`;
    await sql`delete from kysely_migration where name = ${last}`.execute(older.db);
    await older.close();
    await isRefused(
      ['requests', 'list'],
      { DATA_DIR: old },
      /^The database is of an older version \(without 0.*`readymark migrate`/,
    );
  });
});
