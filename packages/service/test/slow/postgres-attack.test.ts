import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { until, within } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { type Called, call } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { startPostgres } from '../world/postgres.ts';
import { type TestService, testService } from '../world/service.ts';

/**
 * PostgreSQL while others attack it (decision 50): a session that holds locks, sessions that are ended again and again, and somebody
 * who takes every connection. Scores are read all the while, no answer is an internal error, and nothing that was acknowledged is lost.
 */
type Attacked = { service: TestService; url: string; stop(): Promise<void> };

async function attacked(): Promise<Attacked> {
  const server = await startPostgres({ fast: true });
  const env = { DATABASE_URL: server.url, DATABASE_TIMEOUT: '2', DATABASE_CONNECTIONS: '4', MAX_EVENT_LOOP_DELAY: '0' };
  const service = await testService('postgres', { ...env, CLIENT_REQUESTS_PER_MINUTE: '0' });
  await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme' })]);
  return {
    service,
    url: server.url,
    async stop() {
      await service.stop();
      await server.stop();
    },
  };
}

const register = ({ url }: TestService, n: number) =>
  call(url, 'POST', '/api/agent/auth', { body: { type: 'anonymous', agent_name: `agent ${n}` } });
const ask = ({ url }: TestService, key: string, n: number) =>
  call(url, 'POST', '/api/audit-requests', {
    key,
    body: { company: `Firm ${n}`, website: `https://firm-${n}.example/` },
  });

/** Done, or refused for a time with the one error body. */
function assertHonest({ status, json, headers, text }: Called): void {
  if (status === 201) return;
  assert.equal(status, 503, text);
  assert.deepEqual([json.error, json.status], ['unavailable', 503]);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.doesNotMatch(text, /postgres|pg_|sql|lock|connection/i);
}

/** Scores come from memory, whatever becomes of the database. */
async function assertReadable({ url }: TestService): Promise<void> {
  for (const path of ['/api/audits/index.json', '/api/audits/acme.json', '/audits/acme', '/'])
    assert.equal((await within(2, call(url, 'GET', path), path)).status, 200, path);
}

const works = (service: TestService) => async () => (await register(service, 0)).status === 201;

test('a session that holds a lock on a table delays what needs it, and nothing else for longer', async (t) => {
  const { service, url, stop } = await attacked();
  t.after(stop);
  const { api_key } = (await register(service, 1)).json;
  const other = openStore({ database_url: url, file: '', connections: 1 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: has } = Promise.withResolvers<void>();
  const holding = other.transaction(async (tx) => {
    await sql`lock table audit_requests in access exclusive mode`.execute(tx);
    has();
    await released;
  });
  await locked;
  const asked = Array.from({ length: 12 }, (_, n) => ask(service, api_key, n));
  await assertReadable(service);
  // More wait than there are connections: each gives its connection back when its time is over.
  const answers = await within(20, Promise.all(asked), 'the answers to those that need the table');
  for (const answer of answers) {
    assert.equal(answer.status, 503, answer.text);
    assertHonest(answer);
  }
  await until(works(service), 'other tables can be written');
  release();
  await holding;
  await until(async () => (await ask(service, api_key, 99)).status === 201, 'and this one again');
  await other.close();
});

test('sessions that are ended again and again lose nothing that was acknowledged', async (t) => {
  const { service, url, stop } = await attacked();
  t.after(stop);
  const other = openStore({ database_url: url, file: '', connections: 1 });
  let ending = true;
  let ended = 0;
  const enders = (async () => {
    while (ending) {
      const { rows } = await sql<{ n: number }>`select count(pg_terminate_backend(pid))::int as n
        from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(other.db);
      ended += rows[0]?.n ?? 0;
      await wait(15);
    }
  })();
  const kept: { registration_id: string; requests: string[] }[] = [];
  const answers: Called[] = [];
  await Promise.all(
    Array.from({ length: 6 }, async (_, agent) => {
      for (let round = 0; round < 12; round++) {
        const registered = await register(service, agent * 100 + round);
        answers.push(registered);
        if (registered.status !== 201) continue;
        const own = { registration_id: registered.json.registration_id as string, requests: [] as string[] };
        kept.push(own);
        const asked = await ask(service, registered.json.api_key, agent * 100 + round);
        answers.push(asked);
        if (asked.status === 201) own.requests.push(asked.json.request_id as string);
      }
    }),
  );
  await assertReadable(service);
  ending = false;
  await enders;
  for (const answer of answers) assertHonest(answer);
  t.diagnostic(`${ended} sessions ended, ${kept.length} registrations of ${answers.length} calls`);
  assert.ok(ended > 20, `${ended} sessions were ended`);
  await until(works(service), 'it works again');
  const has = async (table: 'registrations' | 'audit_requests', column: 'registration_id' | 'request_id') =>
    new Set((await other.db.selectFrom(table).select(column).execute()).map((row) => Object.values(row)[0]));
  const registrations = await has('registrations', 'registration_id');
  const requests = await has('audit_requests', 'request_id');
  for (const own of kept) {
    assert.ok(registrations.has(own.registration_id), own.registration_id);
    for (const request_id of own.requests) assert.ok(requests.has(request_id), request_id);
  }
  const found = (await runDoctor(other, service.rubrics, () => {})).flatMap(({ findings }) => findings);
  assert.deepEqual(found, []);
  await other.close();
});

test('somebody who takes every connection makes writes wait, and no score', async (t) => {
  const { service, url, stop } = await attacked();
  t.after(stop);
  const taken: pg.Client[] = [];
  const take = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    taken.push(client);
    return client;
  };
  const first = await take();
  await assert.rejects(async () => {
    for (;;) await take();
  }, /too many clients|remaining connection slots/);
  // Its own connections go, too, and are taken before it can make new ones.
  await first.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'readymark' and pid <> pg_backend_pid()`,
  );
  await assert.rejects(async () => {
    for (;;) await take();
  }, /too many clients|remaining connection slots/);
  await assertReadable(service);
  for (let n = 0; n < 5; n++) assertHonest(await within(15, register(service, n), 'an answer'));
  await Promise.all(taken.map((client) => client.end()));
  await until(works(service), 'it works again');
});
