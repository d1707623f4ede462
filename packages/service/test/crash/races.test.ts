import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { commit } from '../world/operator.ts';
import { newDatabase } from '../world/postgres.ts';
import { startNode } from '../world/readymark.ts';
import { type Engine, engines, sharedDatabases, testContext } from '../world/service.ts';

/**
 * Limits, idempotency and counts under concurrent calls, with one process and with two on one database (decision 74).
 */
sharedDatabases();

/** Starts nodes on one new, empty database. */
async function nodes(engine: Engine, count: number): Promise<{ urls: string[]; env: Record<string, string> }> {
  const data_dir = mkdtempSync(join(tmpdir(), 'readymark-races-'));
  after(() => rmSync(data_dir, { recursive: true, force: true, maxRetries: 5 }));
  const env = {
    DATA_DIR: data_dir,
    DATABASE_URL: engine === 'postgres' ? await newDatabase() : '',
    BASE_URL: 'http://readymark.test',
  };
  const started = await Promise.all(Array.from({ length: count }, () => startNode(env)));
  return { urls: started.map(({ url }) => url), env };
}

const tally = (statuses: readonly number[]) =>
  Object.fromEntries([200, 201, 429].map((status) => [status, statuses.filter((one) => one === status).length]));

for (const engine of engines) {
  for (const count of [1, 2]) {
    test(`100 registrations at once on an empty store: exactly 60 succeed; then 30 requests at once by one key, the same and different ones: exactly 10 (${engine}, ${count} process${count > 1 ? 'es' : ''})`, async () => {
      const { urls, env } = await nodes(engine, count);
      const url = (at: number) => urls[at % urls.length] ?? '';
      const body = { type: 'anonymous' };
      const registrations = await Promise.all(
        Array.from({ length: 100 }, (_, at) => call(url(at), 'POST', '/api/agent/auth', { body })),
      );
      assert.deepEqual(tally(registrations.map(({ status }) => status)), { 200: 0, 201: 60, 429: 40 });
      const places = registrations
        .filter(({ status }) => status === 201)
        .map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      assert.equal(new Set(places).size, 60);

      const key = registrations.find(({ status }) => status === 201)?.json.api_key;
      const wish = (at: number) => ({
        key,
        body: { company: 'A', website: 'https://a.example', notes: `Wish ${at}` },
      });
      const requested = async (wishOf: typeof wish) => {
        const answers = Array.from({ length: 30 }, (_, at) => call(url(at), 'POST', '/api/audit-requests', wishOf(at)));
        return (await Promise.all(answers)).map(({ status }) => status);
      };
      // The very same request is one, however often it is sent.
      assert.deepEqual(tally(await requested(() => wish(0))), { 200: 29, 201: 1, 429: 0 });
      assert.deepEqual(tally(await requested((at) => wish(at + 1))), { 200: 0, 201: 9, 429: 21 });

      const ctx = await testContext(engine, env);
      const rows = async (table: 'registrations' | 'audit_requests') =>
        Number(
          (
            await ctx.store.db
              .selectFrom(table)
              .select(({ fn }) => fn.countAll().as('rows'))
              .executeTakeFirstOrThrow()
          ).rows,
        );
      assert.deepEqual([await rows('registrations'), await rows('audit_requests')], [60, 10]);
      await ctx.close();
    });
  }

  test(`concurrent calls with one idempotency key make one request, on two processes (${engine})`, async () => {
    const { urls } = await nodes(engine, 2);
    const { json } = await call(urls[0] ?? '', 'POST', '/api/agent/auth', { body: { type: 'anonymous' } });
    const wish = {
      key: json.api_key,
      body: { company: 'A', website: 'https://a.example' },
      headers: { 'idempotency-key': 'once' },
    };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call(urls[at % 2] ?? '', 'POST', '/api/audit-requests', wish)),
    );
    assert.deepEqual([...new Set(all.map(({ status, text }) => `${status} ${text}`))].length, 1);
    const me = await call(urls[1] ?? '', 'GET', '/api/agent/me', { key: json.api_key });
    assert.equal(me.json.request_counts.total, 1);
  });

  test(`watchers are counted exactly under concurrent calls, and another process shows the count within two seconds (${engine})`, async () => {
    const { urls, env } = await nodes(engine, 2);
    const ctx = await testContext(engine, env);
    const audits = [exampleAudit({ slug: 'a', company: 'A' }), exampleAudit({ slug: 'b', company: 'B' })];
    await commit(ctx, audits);
    const listed = async () =>
      (await Promise.all(urls.map((url) => call(url, 'GET', '/api/audits/b.json')))).every(
        ({ status }) => status === 200,
      );
    await until(listed, 'the audits are public');
    const keys = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, at) =>
          (await call(urls[at % 2] ?? '', 'POST', '/api/agent/auth', { body: { type: 'anonymous' } })).json
            .api_key as string,
      ),
    );
    const act = (method: string, slug: string) =>
      keys.flatMap((key, at) =>
        [0, 1].map((more) => call(urls[(at + more) % 2] ?? '', method, '/api/agent/watch', { key, body: { slug } })),
      );
    const made = await Promise.all([...act('POST', 'a'), ...act('POST', 'b')]);
    assert.equal(made.filter(({ status }) => status === 201).length, 24);
    assert.ok(made.every(({ status }) => status === 200 || status === 201));
    await Promise.all([...act('DELETE', 'b'), ...act('POST', 'a')]);
    const expected = '{"companies":[{"slug":"a","watchers":12}]}';
    for (const url of urls) {
      let text = '';
      for (const deadline = performance.now() + timeLimit(2_000); text !== expected; ) {
        assert.ok(performance.now() < deadline, `after two seconds the count is ${text}`);
        text = (await call(url, 'GET', '/api/watch-stats')).text;
      }
    }
    await ctx.close();
  });
}
