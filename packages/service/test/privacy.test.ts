import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { engines, sharedDatabases } from './world/service.ts';
import { operations } from './world/site.ts';
import { openWorld, type World } from './world/spec-world.ts';

/**
 * Privacy (spec 1.9, 5.3; decisions 14, 25): after correct and incorrect calls of the whole API, neither the database
 * nor the log contains a key, a network address or a user agent, and the log contains nothing that agents sent.
 */
sharedDatabases();

const user_agent = 'PrivacyProbe/7.7 (+https://probe.example)';
const forwarded = '203.0.113.77';
const sent = {
  agent_name: 'Name-zq4711qz',
  agent_provider: 'Provider-zq4711qz',
  contact_email: 'mail-zq4711qz@example.com',
  notes: 'Notes-zq4711qz',
  company: 'Company-zq4711qz',
};

/** Calls every agent operation over REST, with success and with a refusal. @returns all keys */
async function useAll({ call, ctx }: World): Promise<string[]> {
  const common = {
    'user-agent': user_agent,
    'x-forwarded-for': forwarded,
    forwarded: `for=${forwarded}`,
    referer: 'https://referer-zq4711qz.example/',
  };
  const with_key = (key: string) => ({ ...common, authorization: `Bearer ${key}` });
  const { agent_name, agent_provider, contact_email, company, notes } = sent;
  const register = () =>
    call('POST /api/agent/auth', {
      body: { type: 'anonymous', agent_name, agent_provider, contact_email },
      headers: common,
    });
  const key = (await register()).json.api_key as string;
  const other = (await register()).json.api_key as string;
  const headers = { ...with_key(key), 'idempotency-key': key };
  const { request_id } = (
    await call('POST /api/audit-requests', {
      body: { company, website: 'https://site-zq4711qz.example/', notes, contact_email },
      headers,
    })
  ).json;
  for (const each of [with_key(key), with_key(other), with_key(`${key}x`), common]) {
    for (const { http } of operations) {
      for (const { method, path } of http.filter(({ path }) => !path.includes('/desk'))) {
        const on = `${method} ${path.replace('{request_id}', request_id).replace('{slug}', 'apex')}`;
        await call(on, {
          headers: each,
          ...(method === 'GET' ? {} : { body: { type: 'anonymous', slug: 'apex', company, website: 'x', notes } }),
        });
        await call(`${on}?api_key=${key}&slug=query-zq4711qz`, { headers: each });
        if (method !== 'GET') await call(on, { headers: each, body: `{"broken-zq4711qz": "${key}` });
      }
    }
    await call(`GET /api/agent/path-zq4711qz/${key}`, { headers: each });
    await call('POST /mcp', {
      headers: each,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'my_digest', arguments: { api_key: key } } },
    });
  }
  await ctx.catalogue.refresh();
  return [key, other];
}

/** The whole content of the database as text: the files of SQLite with its WAL, or every row of every table. */
async function everythingStored({ ctx }: World): Promise<string> {
  if (ctx.store.engine === 'sqlite') {
    const files = readdirSync(ctx.data_dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /readymark\.db/.test(name),
    );
    assert.ok(
      files.some((name) => name.endsWith('-wal')),
      'the WAL is looked at too',
    );
    return files.map((name) => readFileSync(join(ctx.data_dir, name), 'latin1')).join('\n');
  }
  const tables = await ctx.store.db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) => ctx.store.db.withTables<Record<string, object>>().selectFrom(name).selectAll().execute()),
  );
  return JSON.stringify(rows);
}

for (const engine of engines) {
  test(`no key, address or user agent is stored or logged, and nothing that was sent is logged (${engine})`, async () => {
    const world = await openWorld(engine, { LOG_LEVEL: 'trace' });
    const keys = await useAll(world);
    const stored = await everythingStored(world);
    // The address at which the service listens is not a client's.
    const logged = world.ctx.log_lines.filter((line) => !/is serving|Server listening/.test(line)).join('');
    assert.ok(stored.includes(sent.notes), 'the search looks where data is');
    assert.ok(logged.includes('"route":"/api/agent/me"'), 'the search looks where the log is');
    const never = [
      ...keys,
      ...keys.map((key) => key.slice(4)),
      user_agent,
      'PrivacyProbe',
      forwarded,
      '127.0.0.1',
      '::1',
      '::ffff:',
    ];
    for (const secret of never) {
      assert.ok(!stored.includes(secret), `the database contains ${secret}`);
      assert.ok(!logged.includes(secret), `the log contains ${secret}`);
    }
    for (const text of [...Object.values(sent), 'zq4711qz', 'referer'])
      assert.ok(!logged.includes(text), `the log contains ${text}`);
  });
}

test('a row that the database refuses is not logged, although PostgreSQL repeats it in the error', async () => {
  const { call, ctx } = await openWorld('postgres');
  await sql`alter table registrations add constraint refused check (agent_name is null)`.execute(ctx.store.db);
  const { agent_name, agent_provider, contact_email } = sent;
  const got = await call('POST /api/agent/auth', {
    body: { type: 'anonymous', agent_name, agent_provider, contact_email },
  });
  assert.equal(got.status, 500);
  const logged = ctx.log_lines.join('');
  assert.match(logged, /23514/, 'the log says what kind of error it was');
  assert.doesNotMatch(logged + got.text, /zq4711qz/);
});
