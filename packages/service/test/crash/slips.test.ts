import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { done, fresh, migrated } from '../world/places.ts';
import { bin, readymark } from '../world/readymark.ts';

/** Slips of an operator that must not cost data: the wrong backup, the wrong file, the wrong folder (decisions 46, 52). */
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
    assert.equal(code, 1, err);
    assert.match(err, /is the database itself/);
  });

  test('on a disk without hard links the old database is kept as a copy', async () => {
    const { folder, DATA_DIR, file, env } = await migrated();
    const backup = join(folder, 'backup.db');
    await done(['backup', backup], env);
    await write(file, 'later');
    const refusing = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      fs.linkSync = () => { throw Object.assign(new Error('no links'), { code: 'EPERM' }); }; syncBuiltinESMExports();`;
    const args = [
      '--import',
      `data:text/javascript,${encodeURIComponent(refusing)}`,
      bin,
      'restore',
      backup,
      '--force',
    ];
    const { code, err } = await run(process.execPath, args, { env });
    assert.equal(code, 0, err);
    assert.deepEqual(await marks(file), []);
    assert.deepEqual(await marks(`${file}.before-restore-1`), ['later']);
    assert.equal(statSync(`${file}.before-restore-1`).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(DATA_DIR), ['readymark.db', 'readymark.db.before-restore-1']);
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
        assert.equal(code, 1, err);
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
    assert.equal(code, 1, err);
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
      assert.equal(code, 1, err);
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
      assert.equal(code, 1, err);
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
    assert.equal(code, 1, err);
    assert.match(err, /kept\.db-wal/);
    assert.ok(!existsSync(to));
    symlinkSync('/dev/null', join(folder, 'device'));
    for (const name of [folder, join(folder, 'device')]) {
      const refused = await readymark(['backup', name, '--force'], env);
      assert.equal(refused.code, 1, refused.err);
      assert.match(refused.err, /is not a file/);
    }
  });
});
