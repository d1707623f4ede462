import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '../../../../test/world/wait.ts';
import { unsubscribeLinks } from '../../src/operations/links/unsubscribe.ts';
import { openStore, type Store } from '../../src/store/engine/engine.ts';
import { outageReason } from '../../src/store/engine/outage.ts';
import { startPostgres } from '../world/postgres.ts';
import { testService } from '../world/service.ts';

/** PostgreSQL becomes unavailable in every way that it does (decision 50). */
const count = (store: Store) => sql<{ n: number }>`select 1 as n`.execute(store.db).then(({ rows }) => rows[0]?.n);

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work;
  } finally {
    const took = (performance.now() - started) / 1_000;
    assert.ok(took < seconds, `it took ${took.toFixed(1)} s; the limit is ${seconds} s`);
  }
}

describe('when PostgreSQL becomes unavailable', () => {
  test('killed: calls fail at once as unavailable, and work again when it is back', async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const store = openStore({ database_url: server.url, file: '', timeout: 2 });
    t.after(() => store.close());
    assert.equal(await count(store), 1);
    const cut = store.transaction(async (tx) => {
      server.kill();
      await sql`select pg_sleep(5)`.execute(tx);
    });
    await within(
      3,
      assert.rejects(cut, (error) => outageReason(error) !== undefined),
    );
    await within(
      3,
      assert.rejects(count(store), (error) => outageReason(error) !== undefined),
    );
    await server.restart();
    assert.equal(await count(store), 1);
    assert.equal(await store.transaction(async (tx) => (await sql`select 1`.execute(tx)).rows.length), 1);
  });

  test('silent: a call ends as unavailable within its time limit, and its connection is not used again', async (t) => {
    const server = await startPostgres();
    const store = openStore({ database_url: server.url, file: '', timeout: 1, connections: 1 });
    const pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)).rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    t.after(async () => {
      process.kill(pid, 'SIGCONT');
      await store.close();
      await server.stop();
    });
    await within(
      4,
      assert.rejects(count(store), (error) => outageReason(error) !== undefined),
    );
    assert.equal(await within(2, count(store)), 1);
  });

  test('a connection that died while idle is replaced before a transaction notices', async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const store = openStore({ database_url: server.url, file: '', connections: 2 });
    const other = openStore({ database_url: server.url, file: '', connections: 1 });
    t.after(() => Promise.all([store.close(), other.close()]));
    for (let round = 0; round < 5; round += 1) {
      assert.equal(await count(store), 1);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'readymark'`.execute(
        other.db,
      );
      assert.equal(await store.transaction(async (tx) => (await sql`select 1`.execute(tx)).rows.length), 1);
    }
  });

  test('a deadlocked transaction is run again, and both end', async (t) => {
    const server = await startPostgres({ fast: true });
    t.after(() => server.stop());
    const store = openStore({ database_url: server.url, file: '' });
    t.after(() => store.close());
    let runs = 0;
    let locked = 0;
    const both = Promise.withResolvers<void>();
    const lockTwo = (first: string, second: string) =>
      store.transaction(async (tx) => {
        runs += 1;
        await store.lock(tx, first);
        locked += 1;
        if (locked === 2) both.resolve();
        await both.promise;
        await store.lock(tx, second);
      });
    await Promise.all([lockTwo('a', 'b'), lockTwo('b', 'a')]);
    assert.equal(runs, 3);
  });

  test('announcements are received again within seconds of a kill', async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const store = openStore({ database_url: server.url, file: '' });
    const stop = new AbortController();
    t.after(() => store.close());
    t.after(() => stop.abort());
    let received = Promise.withResolvers<void>();
    store.listen(() => received.resolve(), stop.signal);
    await received.promise;
    server.kill();
    await server.restart();
    const listening = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from pg_stat_activity where application_name = 'readymark listen'`.execute(
          store.db,
        )
      ).rows[0]?.n;
    for (const end = performance.now() + 10_000; (await listening()) !== 1; ) {
      assert.ok(performance.now() < end, 'it did not listen again');
      await new Promise((next) => setTimeout(next, 50));
    }
    received = Promise.withResolvers<void>();
    await store.transaction((tx) => store.announce(tx));
    await within(1, received.promise);
  });
});

test('while the database is away, a link is answered 503 with Retry-After, and one without the right shape is not looked up', async () => {
  const server = await startPostgres({ fast: true });
  const service = await testService('postgres', { DATABASE_URL: server.url, DATABASE_TIMEOUT: '2' });
  const links = await unsubscribeLinks(service);
  const token = new URL(links({ registration_id: 'reg_1' }, service.now().toISOString())).searchParams.get('t') ?? '';
  server.kill();
  // The server's processes live on for a moment.
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503, 'the database is away');
  for (const method of ['GET', 'POST'])
    for (const accept of ['text/html', '*/*']) {
      const away = await fetch(`${service.url}/unsubscribe?t=${token}`, { method, headers: { accept } });
      assert.equal(away.status, 503, `${method} ${await away.text()}`);
      assert.match(away.headers.get('retry-after') ?? '', /^\d+$/);
      for (const wrong of ['', 'x', `${token}x`, token.replace('v1', 'v2')]) {
        const refused = await fetch(`${service.url}/unsubscribe?t=${wrong}`, { method, headers: { accept } });
        assert.equal(refused.status, 400, `${method} ${wrong}`);
      }
    }
  await service.stop();
  await server.stop();
});
