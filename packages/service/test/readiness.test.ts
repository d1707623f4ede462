import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { until } from '../../../test/world/wait.ts';
import { openStore } from '../src/store/engine/engine.ts';
import { migrate } from '../src/store/upkeep/migrate.ts';
import { call, newKey } from './world/call.ts';
import { sharedDatabases, type TestService, testService } from './world/service.ts';

/** Readiness tells the truth: what this process writes is kept, or `/readyz` says why not (decision 50). */
sharedDatabases();

const register = ({ url }: TestService) => call(url, 'POST', '/api/agent/auth', { body: { type: 'anonymous' } });

async function notReady(service: TestService, why: RegExp): Promise<void> {
  const { status, json, text } = await call(service.url, 'GET', '/readyz');
  assert.equal(status, 503, text);
  assert.equal(json.status, 'degraded');
  assert.match(json.reason, why);
  assert.ok(
    !text.includes(service.data_dir) && !/postgres:\/\/|127\.0\.0\.1|errno|SQLITE_|\bE[A-Z]{4,}/.test(text),
    text,
  );
  assert.equal((await call(service.url, 'GET', '/healthz')).status, 200);
  assert.equal((await call(service.url, 'GET', '/api/audits/index.json')).status, 200);
}

async function ready({ url }: TestService): Promise<void> {
  const { status, json, text } = await call(url, 'GET', '/readyz');
  assert.equal(status, 200, text);
  assert.deepEqual([json.status, json.database, json.reason], ['ready', 'ok', null]);
}

async function unavailable(service: TestService): Promise<void> {
  const { status, json, headers } = await register(service);
  assert.equal(status, 503);
  assert.equal(json.error, 'unavailable');
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
}

const registrations = async ({ store: { db } }: Pick<TestService, 'store'>) =>
  (await db.selectFrom('registrations').select('registration_id').execute()).length;

describe('SQLite', () => {
  test('while another file is at the path no write is acknowledged, and none reaches either file', async () => {
    const service = await testService('sqlite');
    const key = await newKey(service.url);
    await ready(service);
    const file = join(service.data_dir, 'readymark.db');
    const [aside, other] = [join(service.data_dir, 'aside.db'), join(service.data_dir, 'other.db')];
    const made = openStore({ database_url: '', file: other });
    await migrate(made);
    await made.close();
    renameSync(file, aside);
    renameSync(other, file);
    await unavailable(service);
    const wish = { company: 'Acme', website: 'https://acme.example' };
    assert.equal((await call(service.url, 'POST', '/api/audit-requests', { key, body: wish })).status, 503);
    await notReady(service, /replaced or removed/);
    assert.equal(await registrations(service), 1);
    renameSync(file, other);
    const seen = openStore({ database_url: '', file: other });
    assert.equal(await registrations({ store: seen }), 0);
    await seen.close();
    renameSync(aside, file);
    assert.equal((await register(service)).status, 201);
    await ready(service);
  });

  test('nor when the whole folder was removed', async () => {
    const service = await testService('sqlite');
    await ready(service);
    rmSync(service.data_dir, { recursive: true });
    await unavailable(service);
    await notReady(service, /replaced or removed/);
  });

  test('a file that is replaced in the middle of a transaction makes it fail', async () => {
    const service = await testService('sqlite');
    const file = join(service.data_dir, 'readymark.db');
    const work = service.store.transaction(async (tx) => {
      renameSync(file, `${file}.moved`);
      await sql`delete from secrets`.execute(tx);
    });
    await assert.rejects(work, /removed/);
    renameSync(`${file}.moved`, file);
  });

  test('a failed write makes it unready, until a write succeeds', async () => {
    const service = await testService('sqlite');
    await ready(service);
    // As on a disk that was mounted read-only.
    await sql`pragma query_only = on`.execute(service.store.db);
    await ready(service);
    await unavailable(service);
    for (let look = 0; look < 3; look += 1) await notReady(service, /the database is read-only/);
    await sql`pragma query_only = off`.execute(service.store.db);
    assert.equal((await register(service)).status, 201);
    await ready(service);
  });

  test('without any call it finds out by itself that writes succeed again', async () => {
    const service = await testService('sqlite');
    await sql`pragma query_only = on`.execute(service.store.db);
    await unavailable(service);
    await notReady(service, /read-only/);
    await sql`pragma query_only = off`.execute(service.store.db);
    await until(async () => (await call(service.url, 'GET', '/readyz')).status === 200, 'it is ready');
    assert.deepEqual(await service.store.db.selectFrom('secrets').select('name').execute(), []);
  });
});

describe('PostgreSQL', () => {
  test('a server that is read-only makes it unready, also before a write was tried', async () => {
    const service = await testService('postgres');
    await ready(service);
    const name = new URL(service.settings.DATABASE_URL).pathname.slice(1);
    const set = async (value: string) => {
      const client = new pg.Client({ connectionString: service.settings.DATABASE_URL });
      client.on('error', () => {});
      await client.connect();
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await client.end();
    };
    await set('on');
    await until(async () => (await call(service.url, 'GET', '/readyz')).json.database === 'not_writable', 'it knows');
    await notReady(service, /PostgreSQL is read-only/);
    await unavailable(service);
    await set('off');
    await until(async () => (await register(service)).status === 201, 'a write succeeds');
    // A look for newer audits may have lost its connection; the next one follows within a second.
    await until(async () => (await call(service.url, 'GET', '/readyz')).status === 200, 'it is ready again');
  });

  test('a server that fails writes makes it unready, until a write succeeds', async () => {
    const service = await testService('postgres');
    const { db } = service.store;
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file "base/16384/2619"' using errcode = '53100'; end $$`.execute(db);
    for (const table of ['registrations', 'secrets'])
      await sql`create trigger full_disk before insert on ${sql.table(table)} execute function full_disk()`.execute(db);
    await ready(service);
    await unavailable(service);
    await notReady(service, /PostgreSQL has run out of connections, memory or disk/);
    await sql`drop function full_disk() cascade`.execute(db);
    assert.equal((await register(service)).status, 201);
    await ready(service);
  });

  test('a refused call and a lost race are no failed writes', async () => {
    const service = await testService('postgres');
    assert.equal((await call(service.url, 'POST', '/api/agent/auth', { body: { type: 'no such type' } })).status, 422);
    await assert.rejects(
      service.store.transaction(async (tx) => {
        await sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(tx);
      }),
    );
    await ready(service);
  });
});
