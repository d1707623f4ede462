import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import { openStore } from '../../src/store/engine/engine.ts';
import { call, newKey } from '../world/call.ts';
import { run } from '../world/processes.ts';
import { bin, readymark, type Serving, serving } from '../world/readymark.ts';
import { until } from '../world/wait.ts';

/** Slips of an operator that must not cost data: the wrong backup, the wrong file, the wrong folder (decisions 46, 52). */
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function fresh(): { folder: string; DATA_DIR: string; file: string; env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'readymark slips '));
  folders.push(folder);
  const DATA_DIR = join(folder, 'data');
  return { folder, DATA_DIR, file: join(DATA_DIR, 'readymark.db'), env: { DATA_DIR, DATABASE_URL: '' } };
}

const bad = (code: number, err: string) => assert.equal(code, 1, err);
async function done(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, out, err } = await readymark(args, env);
  assert.equal(code, 0, err);
  return out;
}

/** Marks a database with a row of its own. */
async function write(file: string, name: string): Promise<void> {
  const store = openStore({ database_url: '', file });
  const row = { name, value: '', created_at: '2026-11-21T12:00:00.000Z' };
  await store.db.insertInto('secrets').values(row).execute();
  await store.close();
}

/** The marks in a database, which is copied first: opening one changes the files beside it. */
async function marks(file: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'readymark marks '));
  try {
    for (const rest of ['', '-wal']) if (existsSync(file + rest)) cpSync(file + rest, join(folder, `copy.db${rest}`));
    const store = openStore({ database_url: '', file: join(folder, 'copy.db') });
    const rows = await store.db.selectFrom('secrets').select('name').orderBy('name').execute();
    await store.close();
    return rows.map(({ name }) => name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function migrated() {
  const place = fresh();
  await done(['migrate'], place.env);
  return place;
}

describe('restore', () => {
  test('two in a row keep both databases that were in place', async () => {
    const { folder, file, env } = await migrated();
    const [monday, tuesday] = [join(folder, 'monday.db'), join(folder, 'tuesday.db')];
    await write(file, 'monday');
    await done(['backup', monday], env);
    await write(file, 'tuesday');
    await done(['backup', tuesday], env);
    await write(file, 'wednesday');
    const kept: string[] = [];
    for (const backup of [monday, tuesday])
      kept.push(JSON.parse(await done(['restore', backup, '--force', '--json'], env)).kept);
    assert.deepEqual(await marks(file), ['monday', 'tuesday']);
    assert.equal(new Set(kept).size, 2);
    assert.deepEqual(await marks(kept[0] ?? ''), ['monday', 'tuesday', 'wednesday']);
    assert.deepEqual(await marks(kept[1] ?? ''), ['monday']);
    await done(['restore', kept[0] ?? '', '--force'], env);
    assert.deepEqual(await marks(file), ['monday', 'tuesday', 'wednesday'], 'a kept copy can be restored');
  });

  test('a write-ahead log that a crash left is part of the kept database, and never of the new one', async () => {
    const { folder, DATA_DIR, file, env } = await migrated();
    const backup = join(folder, 'backup.db');
    await done(['backup', backup], env);
    const store = openStore({ database_url: '', file });
    await store.db.insertInto('secrets').values({ name: 'in the log', value: '', created_at: '' }).execute();
    // As after a crash: the database and its log, without the process that would have joined them.
    const crashed = join(folder, 'crashed');
    cpSync(DATA_DIR, crashed, { recursive: true });
    await store.close();
    assert.ok(statSync(join(crashed, 'readymark.db-wal')).size > 0);
    const there = { DATA_DIR: crashed, DATABASE_URL: '' };
    const { kept } = JSON.parse(await done(['restore', backup, '--force', '--json'], there));
    assert.deepEqual(await marks(join(crashed, 'readymark.db')), []);
    assert.deepEqual(await marks(kept), ['in the log']);

    // Only the log is left, because somebody removed the database.
    cpSync(join(crashed, 'readymark.db'), join(folder, 'empty.db'));
    rmSync(join(crashed, 'readymark.db'));
    writeFileSync(join(crashed, 'readymark.db-wal'), 'the log of another database');
    await done(['restore', backup], there);
    assert.deepEqual(await marks(join(crashed, 'readymark.db')), []);
    const logs = readdirSync(crashed).filter((name) => name.endsWith('-wal'));
    assert.equal(logs.length, 1);
    assert.equal(readFileSync(join(crashed, logs[0] ?? ''), 'utf8'), 'the log of another database');
    assert.match(logs[0] ?? '', /before-restore/);
  });

  test('the write-ahead log beside a backup belongs to the backup', async () => {
    const { folder, DATA_DIR, file, env } = await migrated();
    const store = openStore({ database_url: '', file });
    await store.db.insertInto('secrets').values({ name: 'in the log', value: '', created_at: '' }).execute();
    const copied = join(folder, 'copied');
    cpSync(DATA_DIR, copied, { recursive: true });
    await store.close();
    const there = { DATA_DIR: join(folder, 'other'), DATABASE_URL: '' };
    await done(['restore', join(copied, 'readymark.db')], there);
    assert.deepEqual(await marks(join(there.DATA_DIR, 'readymark.db')), ['in the log']);
    const { code, err } = await readymark(['restore', file, '--force'], env);
    bad(code, err);
    assert.match(err, /is the database itself/);
  });

  test('a damaged database is kept with its log', async () => {
    const { folder, DATA_DIR, file, env } = await migrated();
    const backup = join(folder, 'backup.db');
    await done(['backup', backup], env);
    writeFileSync(file, 'damaged '.repeat(2_000));
    writeFileSync(`${file}-wal`, 'its log');
    const { kept } = JSON.parse(await done(['restore', backup, '--force', '--json'], env));
    assert.match(readFileSync(kept, 'utf8'), /^damaged/);
    assert.equal(readFileSync(`${kept}-wal`, 'utf8'), 'its log');
    assert.deepEqual(await marks(file), []);
    assert.deepEqual(
      readdirSync(DATA_DIR).filter((name) => /^readymark\.db-|partial/.test(name)),
      [],
    );
  });
});

describe('an empty database is not created beside the remains of another', () => {
  for (const remains of [
    'readymark.db.before-restore',
    'readymark.db.before-restore-1',
    'readymark.db.partial',
    'readymark.db-wal',
  ])
    test(remains, async () => {
      const { DATA_DIR, file, env } = fresh();
      mkdirSync(DATA_DIR);
      writeFileSync(join(DATA_DIR, remains), 'what is left');
      const commands = remains.endsWith('.db.partial') ? ['serve', 'migrate'] : ['serve'];
      for (const command of commands) {
        const { code, err } = await readymark([command], { ...env, PORT: '0' });
        bad(code, err);
        assert.match(err, /readymark restore/);
        assert.ok(err.includes(remains), err);
        assert.equal(existsSync(file) ? statSync(file).size : 0, 0);
        assert.equal(readFileSync(join(DATA_DIR, remains), 'utf8'), 'what is left');
        writeFileSync(file, '');
      }
    });

  test('nor at the end of a link whose target is missing', async () => {
    const { folder, DATA_DIR, file, env } = fresh();
    mkdirSync(DATA_DIR);
    symlinkSync(join(folder, 'volume.db'), file);
    const { code, err } = await readymark(['migrate'], env);
    bad(code, err);
    assert.match(err, /link/);
    assert.ok(!existsSync(join(folder, 'volume.db')));
  });
});

describe('backup', () => {
  test('the database itself is refused as the target under each of its names, also with --force', async () => {
    const { folder, DATA_DIR, file, env } = await migrated();
    symlinkSync(file, join(folder, 'symbolic.db'));
    symlinkSync(DATA_DIR, join(folder, 'data too'));
    linkSync(file, join(folder, 'hard.db'));
    const before = readFileSync(file);
    for (const name of [
      file,
      relative(process.cwd(), file),
      join(folder, 'symbolic.db'),
      join(folder, 'hard.db'),
      join(folder, 'data too', 'readymark.db'),
      `${file}-wal`,
      join(folder, 'data too', 'readymark.db-journal'),
    ]) {
      const { code, err } = await readymark(['backup', name, '--force'], env, process.cwd());
      bad(code, err);
      assert.match(err, /is the database itself/, name);
    }
    assert.deepEqual(readFileSync(file), before);
    assert.deepEqual(readdirSync(DATA_DIR), ['readymark.db']);
  });

  test('a database that another process has open is refused as the target, also with --force', async () => {
    const [source, other] = [await migrated(), await migrated()];
    const store = openStore({ database_url: '', file: other.file });
    await store.db.selectFrom('secrets').selectAll().execute();
    symlinkSync(other.file, join(source.folder, 'link.db'));
    for (const name of [other.file, join(source.folder, 'link.db')]) {
      const { code, err } = await readymark(['backup', name, '--force'], source.env);
      bad(code, err);
      assert.match(err, /in use/);
    }
    await store.close();
    await done(['backup', other.file, '--force'], source.env);
    assert.equal(statSync(other.file).mode & 0o777, 0o600);
  });

  test('the log of another database never becomes that of a backup; folders and devices are refused', async () => {
    const { folder, env } = await migrated();
    const to = join(folder, 'kept.db');
    writeFileSync(`${to}-wal`, 'the log of another database');
    const { code, err } = await readymark(['backup', to], env);
    bad(code, err);
    assert.match(err, /kept\.db-wal/);
    assert.ok(!existsSync(to));
    symlinkSync('/dev/null', join(folder, 'device'));
    for (const name of [folder, join(folder, 'device')]) {
      const refused = await readymark(['backup', name, '--force'], env);
      bad(refused.code, refused.err);
      assert.match(refused.err, /is not a file/);
    }
  });
});

test('export removes none of the copies that the operator made', async () => {
  const { folder, env } = await migrated();
  const site = join(folder, 'site');
  await done(['export', site], env);
  const copies = ['site.backup', 'site.keepme', 'site.2026_1', 'site.abcdef'];
  for (const name of copies) cpSync(site, join(folder, name), { recursive: true, dereference: true });
  const tree = readdirSync(folder).find((name) => lstatSync(join(folder, name)).isDirectory() && /^site\.r/.test(name));
  if (tree) cpSync(join(folder, tree), join(folder, `${tree.slice(0, -1)}_`), { recursive: true });
  symlinkSync('site.backup', join(folder, 'site.abcdef.link'));
  await done(['export', site], env);
  for (const name of [...copies, ...(tree ? [`${tree.slice(0, -1)}_`] : [])])
    assert.ok(existsSync(join(folder, name, 'index.html')), name);
  assert.ok(lstatSync(join(folder, 'site.abcdef.link')).isSymbolicLink());

  // The operator's copy is what the link shows, or is at the place itself.
  rmSync(site);
  symlinkSync('site.keepme', site);
  await done(['export', site], env);
  assert.ok(existsSync(join(folder, 'site.keepme', 'index.html')));
  rmSync(site);
  renameSync(join(folder, 'site.backup'), site);
  writeFileSync(join(site, 'mine.txt'), 'mine');
  await done(['export', site], env);
  assert.ok(existsSync(join(site, 'index.html')));
  assert.ok(
    readdirSync(folder).some((name) => existsSync(join(folder, name, 'mine.txt'))),
    'the folder that was at the place is kept',
  );
});

describe('what the data directory contains is for its owner alone', () => {
  const open = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
      .map(({ name }) => name);

  test('every file is 0600, whatever the folder and the umask; exported trees can be read by all', async () => {
    const { folder, DATA_DIR, file, env } = fresh();
    mkdirSync(DATA_DIR, { mode: 0o755 });
    chmodSync(DATA_DIR, 0o755);
    const as = (umask: string, args: string) =>
      run('sh', ['-c', `umask ${umask}; exec "$0" "$1" ${args}`, process.execPath, bin], { env });
    const service = await serving(env, ['--import', 'data:text/javascript,process.umask(0)', bin, 'serve']);
    await leaveLetter(service, env);
    await until(
      () => existsSync(join(DATA_DIR, 'outbox')) && readdirSync(join(DATA_DIR, 'outbox')).length > 0,
      'a letter',
    );
    assert.ok(existsSync(`${file}-wal`));
    assert.deepEqual(open(DATA_DIR), []);
    await service.stop();
    const backup = join(DATA_DIR, 'backup.db');
    for (const args of [`backup '${backup}'`, `restore '${backup}' --force`]) {
      const { code, err } = await as('000', args);
      assert.equal(code, 0, err);
      assert.deepEqual(open(DATA_DIR), []);
    }
    chmodSync(backup, 0o644);
    assert.equal((await as('000', `restore '${backup}' --force`)).code, 0);
    assert.deepEqual(open(DATA_DIR), ['backup.db'], 'only what the operator opened');
    for (const umask of ['000', '077']) {
      const site = join(folder, `site ${umask}`);
      assert.equal((await as(umask, `export '${site}'`)).code, 0);
      for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
        const { mode } = statSync(join(entry.parentPath, entry.name));
        assert.equal(mode & 0o777, entry.isDirectory() ? 0o755 : 0o644, `${entry.name} with umask ${umask}`);
      }
      assert.equal(statSync(site).mode & 0o777, 0o755);
    }
  });

  test('files that exist with a wider mode are closed at the start', async () => {
    const { DATA_DIR, file, env } = await migrated();
    const outbox = join(DATA_DIR, 'outbox');
    mkdirSync(outbox, { mode: 0o755 });
    writeFileSync(join(outbox, 'ntc_1.eml'), 'To: somebody', { mode: 0o644 });
    for (const rest of ['.before-restore', '.before-restore-1'])
      writeFileSync(`${file}${rest}`, 'old', { mode: 0o664 });
    chmodSync(file, 0o644);
    chmodSync(DATA_DIR, 0o755);
    const service = await serving(env);
    await newKey(service.url);
    assert.deepEqual(open(DATA_DIR), []);
    assert.equal(statSync(outbox).mode & 0o777, 0o700);
    await service.stop();
  });
});

/** Makes the service write a letter: a request that is declined. */
async function leaveLetter({ url }: Serving, env: Record<string, string>): Promise<void> {
  const key = await newKey(url, { contact_email: 'somebody@example.com' });
  const body = { company: 'Acme', website: 'https://acme.example' };
  const { status, json, text } = await call(url, 'POST', '/api/audit-requests', { key, body });
  assert.equal(status, 201, text);
  await done(['requests', 'decline', json.request_id, '--reason', 'There is no offer at this address.'], env);
}
