import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { OpenContext } from '../../src/cli/define.ts';
import { openContext } from '../../src/main.ts';
import type { Settings } from '../../src/settings.ts';
import { call } from '../world/call.ts';
import { readymarkHere } from '../world/readymark.ts';
import { testService } from '../world/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'readymark-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;
const fresh = (): string => {
  const made = join(folder, String(number++));
  mkdirSync(made);
  return made;
};

const quiet = (settings: Settings, given: { existing?: boolean } = {}) =>
  openContext(settings, { ...given, log: pino({ level: 'silent' }) });

/** Runs one command in this process, with DATA_DIR as given, and returns what it writes. */
const run = (data: string, args: readonly string[], more: Record<string, string> = {}, open?: OpenContext) =>
  readymarkHere(args, { DATA_DIR: data, ...more }, open && { open });

/** A data directory with an empty, migrated database. */
async function migrated(): Promise<string> {
  const data = fresh();
  assert.equal((await run(data, ['migrate'])).code, 0);
  return data;
}

const write = (name: string, record: unknown, into = fresh()): string => {
  const file = join(into, name);
  writeFileSync(file, typeof record === 'string' ? record : JSON.stringify(record));
  return file;
};

const scores = async (data: string) =>
  (
    await run(data, [
      'publish',
      '--dry-run',
      '--json',
      write('x.json', exampleAudit({ slug: 'probe', company: 'Probe' })),
    ])
  ).out;

describe('the command line', () => {
  test('check prints score, tier and pillars of a valid file, and exits with 0', async () => {
    const { code, out } = await run(fresh(), ['check', write('a.json', exampleAudit())]);
    assert.equal(code, 0);
    assert.match(out, /^good /);
  });

  test('check names every issue with its file and path, and exits with 1', async () => {
    const audit = exampleAudit();
    const bad = { ...audit, overall_score: audit.overall_score + 1, reaudit_due: '2026-02-30' };
    const { code, err } = await run(fresh(), ['check', write('bad.json', bad)]);
    assert.equal(code, 1);
    assert.match(err, /bad\.json: \$\.overall_score/);
    assert.match(err, /bad\.json: \$\.reaudit_due/);
  });

  test('with --json a refusal is one JSON document on standard error', async () => {
    const { code, err } = await run(fresh(), ['publish', '--json', write('bad.json', '{"company": ')]);
    assert.equal(code, 1);
    assert.match(JSON.parse(err).errors[0].field, /bad\.json: \$/);
  });

  test('wrong usage exits with 2 and points to --help', async () => {
    for (const args of [['nonsense'], ['check'], ['publish', '--nonsense', 'x']]) {
      const { code, err } = await run(fresh(), args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, /--help/);
    }
  });

  test('every command has --json and examples in its help', async () => {
    const { out } = await run(fresh(), ['--help']);
    const names = [...out.matchAll(/^ {2}(\w+) /gm)]
      .map((match) => match[1] ?? '')
      .filter((name) => name !== 'help' && name !== 'h');
    assert.ok(names.includes('serve') && names.includes('publish'));
    for (const name of names) {
      const help = await run(fresh(), [name, '--help']);
      assert.equal(help.code, 0, name);
      assert.match(help.out, /Examples:\n {2}\$ readymark /, name);
      if (!/Commands:/.test(help.out)) assert.match(help.out, /--json/, name);
    }
  });

  test('publish of a folder with one bad file among 1,000 publishes nothing and names that file', async () => {
    const data = await migrated();
    const many = fresh();
    for (let n = 0; n < 1_000; n++) write(`c${n}.json`, exampleAudit({ slug: `c-${n}`, company: `C ${n}` }), many);
    write('c500.json', `${JSON.stringify(exampleAudit({ slug: 'c-500' })).slice(0, -20)}`, many);
    const refused = await run(data, ['publish', many]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /c500\.json: \$ /);
    assert.equal(refused.err.trim().split('\n').length, 2);
    write('c500.json', exampleAudit({ slug: 'c-500', company: 'C 500' }), many);
    const done = await run(data, ['publish', many, '--json']);
    assert.equal(done.code, 0, done.err);
    const reply = JSON.parse(done.out);
    assert.equal(reply.publication, 1, 'the refused attempt left no trace');
    assert.equal(reply.published.length, 1_000);
  });

  test('a dry run writes nothing', async () => {
    const data = await migrated();
    const file = write('a.json', exampleAudit());
    assert.match((await run(data, ['publish', '--dry-run', file])).out, /dry run/);
    assert.equal(JSON.parse((await run(data, ['publish', '--json', file])).out).publication, 1);
  });

  test('an audit of the same date is refused without --replace, an older one always', async () => {
    const data = await migrated();
    const publish = (audit: unknown, ...more: string[]) => run(data, ['publish', write('a.json', audit), ...more]);
    assert.equal((await publish(exampleAudit())).code, 0);
    const again = await publish(exampleAudit());
    assert.equal(again.code, 1);
    assert.match(again.err, /--replace/);
    assert.equal((await publish(exampleAudit(), '--replace')).code, 0);
    const older = await publish(exampleAudit({ audit_date: '2025-01-01' }), '--replace');
    assert.equal(older.code, 1);
    assert.match(older.err, /older/);
  });

  test('hostile files are refused with a path, and nothing is published', async () => {
    const data = await migrated();
    const audit = exampleAudit();
    const criteria = audit.criteria;
    const hostile: Record<string, unknown> = {
      'not-json.json': 'nope',
      'truncated.json': JSON.stringify(audit).slice(0, 500),
      'array.json': [],
      'null.json': 'null',
      'nan.json': JSON.stringify(audit).replace(`"overall_score":${audit.overall_score}`, '"overall_score":NaN'),
      'proto.json': '{"__proto__":{"company":"x"},"constructor":{"prototype":{}}}',
      'long.json': { ...audit, executive_summary: 'x'.repeat(9_000_000) },
      'huge.json': 'x'.repeat(11_000_000),
      'twice.json': { ...audit, criteria: [criteria[0], ...criteria.slice(0, -1)] },
      'twenty-one.json': { ...audit, criteria: [...criteria, criteria[0]] },
      'slug-slash.json': { ...audit, slug: 'a/b' },
      'slug-dots.json': { ...audit, slug: '..' },
      'slug-index.json': { ...audit, slug: 'index' },
      'no-such-day.json': { ...audit, audit_date: '2026-02-30' },
      'binary.json': '\u0000\u0001',
    };
    for (const [name, record] of Object.entries(hostile)) {
      const { code, err } = await run(data, ['publish', write(name, record)]);
      assert.equal(code, 1, name);
      assert.match(err, new RegExp(`${name}: \\$`), name);
      assert.ok(err.length < 20_000, `${name} makes a short error`);
    }
    const utf16 = write('utf16.json', '');
    writeFileSync(utf16, Buffer.from('\ufeff{}', 'utf16le'));
    assert.match((await run(data, ['publish', utf16])).err, /not UTF-8/);
    assert.equal(JSON.parse(await scores(data)).published.length, 1);
    assert.equal(JSON.parse((await run(data, ['publish', '--json', write('a.json', audit)])).out).publication, 1);
  });

  test('a full disk is reported as such, and nothing is changed', async () => {
    const data = await migrated();
    assert.equal((await run(data, ['publish', write('a.json', exampleAudit())])).code, 0);
    const full: OpenContext = (settings, given) => {
      const ctx = quiet(settings, given);
      const { transaction } = ctx.store;
      // SQLite itself returns the error of a full disk: the file may not grow.
      const limited = async () => {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(ctx.store.db);
        await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count ?? 1))}`.execute(ctx.store.db);
      };
      return { ...ctx, store: { ...ctx.store, transaction: async (work) => limited().then(() => transaction(work)) } };
    };
    const many = fresh();
    for (let n = 0; n < 200; n++) write(`c${n}.json`, exampleAudit({ slug: `c-${n}`, company: `C ${n}` }), many);
    const { code, err } = await run(data, ['publish', many], {}, full);
    assert.equal(code, 1);
    assert.match(err, /disk is full/, err);
    assert.equal(JSON.parse((await run(data, ['publish', many, '--json'])).out).publication, 2);
  });

  test('a data directory that cannot be created or written is reported with the cause', async () => {
    const file = write('file', 'not a folder');
    for (const data of [file, join(file, 'below')]) {
      const { code, err } = await run(data, ['publish', write('a.json', exampleAudit())]);
      assert.equal(code, 1);
      assert.match(err, /DATA_DIR/);
    }
  });

  test('a file that is not a database is not changed', async () => {
    const data = fresh();
    write('readymark.db', 'this is not a database, and it is longer than the header of one would be: '.repeat(4), data);
    const before = readFileSync(join(data, 'readymark.db'), 'utf8');
    const { code, err } = await run(data, ['publish', write('a.json', exampleAudit())]);
    assert.equal(code, 1);
    assert.match(err, /not a Readymark database/);
    assert.equal(readFileSync(join(data, 'readymark.db'), 'utf8'), before);
  });

  test('a database of a newer version is refused and not changed', async () => {
    const data = fresh();
    await run(data, ['migrate']);
    const ctx = quiet({ ...(await import('../../src/settings.ts')).readSettings({ DATA_DIR: data }) });
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')`.execute(
      ctx.store.db,
    );
    await ctx.close();
    for (const args of [['migrate'], ['publish', write('a.json', exampleAudit())], ['serve']] as const) {
      const { code, err } = await run(data, args);
      assert.equal(code, 1, args.join(' '));
      assert.match(err, /newer version/);
    }
  });

  test('a wrong setting stops the start with its name, its value and what is expected', async () => {
    const { code, err } = await run(fresh(), ['serve'], { PORT: 'eighty' });
    assert.equal(code, 1);
    assert.match(err, /PORT is "eighty"; expected a whole number/);
  });

  test('settings prints the table and hides secrets', async () => {
    const { out } = await run(fresh(), ['settings', '--json'], { SMTP_URL: 'smtp://user:secret@localhost' });
    assert.doesNotMatch(out, /secret@/);
    assert.equal(JSON.parse(out).find((row: { name: string }) => row.name === 'PORT').value, '8080');
  });

  test('a running server shows within a second what a command publishes', async () => {
    const service = await testService('sqlite');
    const count = async () => (await call(service.url, 'GET', '/api/audits/index.json')).json.count;
    assert.equal(await count(), 0);
    assert.equal((await run(service.data_dir, ['publish', write('a.json', exampleAudit())])).code, 0);
    const published = performance.now();
    while ((await count()) === 0) assert.ok(performance.now() - published < 1_000, 'visible within a second');
  });

  // Decision 46.
  test('export writes the bytes that the server serves, and replaces only a folder that an export made', async () => {
    const data = await migrated();
    await run(data, [
      'publish',
      write('a.json', exampleAudit()),
      write('b.json', exampleAudit({ slug: 'b', company: 'B', scores: 4 })),
    ]);
    const tree = join(data, 'public');
    const done = await run(data, ['export', tree, '--json'], { BASE_URL: 'http://readymark.test' });
    assert.equal(done.code, 0, done.err);
    const service = await testService('sqlite', { DATA_DIR: data });
    for (const [path, file] of [
      ['/api/audits/index.json', 'api/audits/index.json'],
      ['/api/audits/b.json', 'api/audits/b.json'],
      ['/api/audits/b/history.json', 'api/audits/b/history.json'],
      ['/audits/b', 'audits/b.html'],
      ['/badge/b.svg', 'badge/b.svg'],
      ['/llms.txt', 'llms.txt'],
    ] as const)
      assert.equal(readFileSync(join(tree, file), 'utf8'), (await call(service.url, 'GET', path)).text, path);
    const index = readFileSync(join(tree, 'api/audits/index.json'));
    assert.deepEqual(brotliDecompressSync(readFileSync(join(tree, 'api/audits/index.json.br'))), index);
    assert.deepEqual(gunzipSync(readFileSync(join(tree, 'api/audits/index.json.gz'))), index);
    assert.deepEqual(zstdDecompressSync(readFileSync(join(tree, 'api/audits/index.json.zst'))), index);
    const refused = await run(data, ['export', data]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /nothing was changed/);
  });

  const real = process.env.READYMARK_AUDITS;
  test('the real audits are valid, and can be published', {
    skip: !real && 'READYMARK_AUDITS is not set',
  }, async () => {
    const copy = fresh();
    cpSync(real ?? '', copy, { recursive: true });
    assert.equal((await run(fresh(), ['check', copy])).code, 0);
    assert.equal((await run(await migrated(), ['publish', copy])).code, 0);
  });
});
