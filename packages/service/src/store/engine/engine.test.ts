import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { start } from '../../../../../test/world/processes.ts';
import { until } from '../../../../../test/world/wait.ts';
import { newDatabase } from '../../../test/world/postgres.ts';
import { engines, sharedDatabases, testContext } from '../../../test/world/service.ts';
import { openPublication } from '../publications.ts';
import { migrate } from '../upkeep/migrate.ts';
import { openStore } from './engine.ts';
import { prepared } from './postgres.ts';

sharedDatabases();

test('a store that was closed has no file open, also where nobody asked it anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-closed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'readymark.db');
  const asked = openStore({ database_url: '', file });
  await migrate(asked);
  const unasked = openStore({ database_url: '', file });
  await asked.close();
  await unasked.close();
  const raw = new DatabaseSync(file);
  // Only one that is alone leaves WAL mode.
  assert.equal(raw.prepare('pragma journal_mode = delete').get()?.journal_mode, 'delete');
  raw.close();
});

test('a store that is closed while somebody listens asks its file nothing any more', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-listening-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const store = openStore({ database_url: '', file: join(folder, 'readymark.db') });
  await migrate(store);
  t.mock.timers.enable({ apis: ['setInterval'] });
  store.listen(() => {}, new AbortController().signal);
  t.mock.timers.tick(1_000);
  await store.close();
  assert.doesNotThrow(() => t.mock.timers.tick(1_000));
});

for (const engine of engines)
  describe(`the store on ${engine}`, () => {
    test('a transaction that fails leaves nothing behind', async () => {
      const { store } = await testContext(engine);
      const work = store.transaction(async (tx) => {
        await tx.insertInto('counters').values({ name: 'x', value: 1 }).execute();
        throw new Error('stop');
      });
      await assert.rejects(work, /stop/);
      assert.deepEqual(await store.db.selectFrom('counters').selectAll().execute(), []);
    });

    test('a unique violation is recognised by its code', async () => {
      const { store } = await testContext(engine);
      const insert = () => store.db.insertInto('counters').values({ name: 'x', value: 1 }).execute();
      await insert();
      await assert.rejects(insert(), (error) => store.isUniqueViolation(error));
    });

    test('concurrent transactions on one counter all count', async () => {
      const first = await testContext(engine);
      const second = await testContext(engine, { DATA_DIR: first.data_dir, DATABASE_URL: first.settings.DATABASE_URL });
      const bump = ({ store }: typeof first) =>
        store.transaction(async (tx) => {
          await store.lock(tx, 'x');
          const row = await tx.selectFrom('counters').select('value').where('name', '=', 'x').executeTakeFirst();
          if (row)
            await tx
              .updateTable('counters')
              .set({ value: row.value + 1 })
              .where('name', '=', 'x')
              .execute();
          else await tx.insertInto('counters').values({ name: 'x', value: 1 }).execute();
        });
      await Promise.all(Array.from({ length: 40 }, (_, n) => bump(n % 2 ? first : second)));
      assert.equal((await first.store.db.selectFrom('counters').select('value').executeTakeFirstOrThrow()).value, 40);
    });
  });

test('a prepared statement is parsed once a connection, and goes on when another node changes its table', async () => {
  const { store } = await testContext('postgres', { DATABASE_CONNECTIONS: '8' });
  const read = () =>
    store.transaction((tx) =>
      tx.selectFrom('counters').select(['name', 'value']).where('name', '=', 'x').modifyEnd(prepared).execute(),
    );
  const onAll = () => Promise.all(Array.from({ length: 8 }, read));
  await store.db.insertInto('counters').values({ name: 'x', value: 7 }).execute();
  const found = [await onAll(), await onAll()];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements where statement like '%counters%'`.execute(store.db);
  assert.deepEqual(rows, [{ count: 1 }]);
  await sql`alter table counters add column later text`.execute(store.db);
  found.push(await onAll());
  await sql`alter table counters alter column value type smallint`.execute(store.db);
  found.push(await onAll(), await onAll());
  assert.deepEqual(found, Array(5).fill(Array(8).fill([{ name: 'x', value: 7 }])));
});

for (const engine of engines)
  test(`a statement that writes a row can announce a publication on ${engine}`, async (t) => {
    const { store, settings } = await testContext(engine);
    let heard = 0;
    if (engine === 'postgres') {
      // Not by the store's own listener, which also polls.
      const client = new pg.Client({ connectionString: settings.DATABASE_URL });
      t.after(() => client.end());
      await client.connect();
      await client.query('listen readymark');
      client.on('notification', () => (heard += 1));
    } else {
      const end = new AbortController();
      t.after(() => end.abort());
      store.listen(() => (heard += 1), end.signal);
    }
    const row = { name: 'x', value: 1 };
    await store.transaction((tx) =>
      tx.insertInto('counters').values(row).returning(store.announcing().as('announced')).execute(),
    );
    await until(() => heard === 1, 'the announcement');
  });

test('PostgreSQL itself ends a statement at the time limit, and a transaction that nobody goes on with at three times it', async (t) => {
  const store = openStore({ database_url: await newDatabase(), file: '', timeout: 1 });
  t.after(() => store.close());
  await assert.rejects(sql`select pg_sleep(3)`.execute(store.db), { code: '57014' });
  const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(store.db);
  assert.deepEqual(rows, [{ idle_in_transaction_session_timeout: '3s' }]);
});

test('a SQLite file that another process is just making is waited for', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-engine-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'readymark.db');
  const holder = start(process.execPath, [
    '-e',
    `const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(${JSON.stringify(file)});
    db.exec('create table t (a); begin exclusive');
    console.log('held');
    setTimeout(() => { db.exec('commit'); db.close(); }, 500);`,
  ]);
  await holder.prints(/held/);
  const store = openStore({ database_url: '', file });
  t.after(() => store.close());
  const { rows } = await sql`pragma journal_mode`.execute(store.db);
  assert.deepEqual({ ...(rows[0] as object) }, { journal_mode: 'wal' });
});

test('a database and its other files are private, whatever the folder, the umask and who could read them before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-private-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const umask = process.umask(0);
  try {
    chmodSync(folder, 0o777);
    const file = join(folder, 'readymark.db');
    const modes = () => ['', '-wal', '-shm'].map((ending) => statSync(file + ending).mode & 0o777);
    const write = async () => {
      const store = openStore({ database_url: '', file });
      await migrate(store);
      await store.transaction((tx) => openPublication(store, tx, 'audits', new Date('2026-11-21')));
      return store;
    };
    const first = await write();
    assert.deepEqual(modes(), [0o600, 0o600, 0o600]);
    for (const ending of ['', '-wal', '-shm']) chmodSync(file + ending, 0o666);
    const second = await write();
    assert.deepEqual(modes(), [0o600, 0o600, 0o600]);
    await first.close();
    await second.close();
  } finally {
    process.umask(umask);
  }
});
