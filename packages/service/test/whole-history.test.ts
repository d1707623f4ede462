import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '../../../test/world/wait.ts';
import { exampleAudit } from '../../rubric/test/example-audit.ts';
import { agentProfile } from '../src/domain/agent.ts';
import { digest } from '../src/domain/digest.ts';
import { call, newKey } from './world/call.ts';
import { recountRequests } from './world/measure/waiting-requests.ts';
import { publish } from './world/operator.ts';
import { engines, sharedDatabases, type TestService, testService } from './world/service.ts';

/** An agent gets every request that it submitted in one call, however many those are (decisions 14 and 23). */
sharedDatabases();

const statuses = ['received', 'completed', 'declined', 'in_review', 'completed'] as const;
type Status = (typeof statuses)[number];

/** Rows of one statement. */
const ROWS = 200;

/**
 * Gives a registration requests as the service stores them, one every minute until now, two of each time.
 *
 * @returns their ids, oldest first
 */
async function addRequests(
  { store, now }: TestService,
  registration_id: string,
  count: number,
  { status, notes = null }: { status?: Status; notes?: string | null } = {},
): Promise<string[]> {
  const current = await store.db.selectFrom('audits').select('audit_id').executeTakeFirst();
  const rows = Array.from({ length: count }, (_, at) => {
    const is = status ?? statuses[at % statuses.length] ?? 'received';
    const submitted_at = new Date(now().getTime() - 60_000 * Math.ceil((count - at) / 2)).toISOString();
    return {
      request_id: `req_${String(at).padStart(6, '0')}`,
      registration_id,
      status: is,
      company: `Company “${at}”`,
      website: `https://c${at}.example/`,
      site: `c${at}.example`,
      contact_email: null,
      address_hash: null,
      notes,
      submitted_at,
      status_changed_at: submitted_at,
      declined_reason: is === 'declined' ? 'There is no offer.' : null,
      scheduled_on: null,
      audit_id: is === 'completed' ? (current?.audit_id ?? null) : null,
    };
  });
  for (let at = 0; at < count; at += ROWS)
    await store.transaction((tx) =>
      tx
        .insertInto('audit_requests')
        .values(rows.slice(at, at + ROWS))
        .execute(),
    );
  await store.transaction(async (tx) => {
    await sql`insert into request_moves (request_id, position, status, at)
      select request_id, 1, status, submitted_at from audit_requests where registration_id = ${registration_id}`.execute(
      tx,
    );
    await recountRequests(tx);
  });
  return rows.map(({ request_id }) => request_id);
}

/** A service with one company, and an agent who has submitted requests. @returns the ids of those, newest first */
async function history(engine: (typeof engines)[number], count: number, of: Parameters<typeof addRequests>[3] = {}) {
  const service = await testService(engine, { CLIENT_REQUESTS_PER_MINUTE: '1000' });
  await publish(service, [exampleAudit()]);
  const key = await newKey(service.url);
  const { registration } = (await call(service.url, 'GET', '/api/agent/me', { key })).json;
  const ids = (await addRequests(service, registration.registration_id, count, of)).reverse();
  return { service, key, ids, url: service.url };
}

const idsOf = (list: readonly { request_id: string }[]) => list.map(({ request_id }) => request_id);
const rpc = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 'é',
  method: 'tools/call',
  params: { name, arguments: args },
});

for (const engine of engines)
  describe(`a long history on ${engine}`, () => {
    test('is whole in the profile, newest first, over HTTP and in the tool alike', async () => {
      const { service, key, ids, url } = await history(engine, 1_003);
      const me = (query = '') => call(url, 'GET', `/api/agent/me${query}`, { key });
      const { status, headers, text, json } = await me();
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.deepEqual(idsOf(json.requests), ids);
      assert.equal(json.request_counts.total, ids.length);
      assert.equal(JSON.stringify(agentProfile.parse(json)), text);
      const [last] = json.requests.slice(-1);
      assert.deepEqual([last.queue.position, last.status_history.length], [1, 1]);
      assert.equal(json.requests.at(-2).audit.slug, 'example-widgets');

      for (const body of [
        rpc('my_audit_history', { api_key: key }),
        rpc('my_audit_history', { api_key: key, odd: 1 }),
      ]) {
        const tool = await call(url, 'POST', '/mcp', { body });
        assert.equal(tool.json.id, 'é');
        assert.deepEqual(tool.json.result.structuredContent, json);
        assert.equal(tool.json.result.content[0].text, text);
        assert.equal(tool.json.result.content.length, 'odd' in body.params.arguments ? 2 : 1);
      }

      assert.deepEqual(idsOf((await me('?limit=3')).json.requests), ids.slice(0, 3));
      assert.deepEqual(idsOf((await me('?limit=200&offset=900')).json.requests), ids.slice(900, 1_100));
      assert.deepEqual(idsOf((await me('?offset=7')).json.requests), ids.slice(7));
      assert.deepEqual((await me('?offset=2000')).json.requests, []);
      for (const query of ['limit=0', 'limit=201', 'offset=-1', 'limit=x'])
        assert.equal((await me(`?${query}`)).status, 422, query);
      const head = await fetch(`${url}/api/agent/me`, { method: 'HEAD', headers: { authorization: `Bearer ${key}` } });
      assert.deepEqual([head.status, await head.text()], [200, '']);
      await service.stop();
    });

    test('has every completed and declined request in the digest, whole and since a time', async () => {
      const { service, key, ids, url } = await history(engine, 1_200);
      const is = (...wanted: Status[]) =>
        ids.filter((_, at) => wanted.includes(statuses[(ids.length - 1 - at) % statuses.length] ?? 'received'));
      const report = async (query = '') => {
        const { status, json, text } = await call(url, 'GET', `/api/agent/digest${query}`, { key });
        assert.equal(status, 200);
        assert.equal(JSON.stringify(digest.parse(json)), text);
        const tool = await call(url, 'POST', '/mcp', {
          body: rpc('my_digest', { api_key: key, ...(query && { since: query.slice(7) }) }),
        });
        assert.deepEqual(
          { ...tool.json.result.structuredContent, generated_at: json.generated_at },
          { generated_at: json.generated_at, ...json },
        );
        assert.deepEqual(JSON.parse(tool.json.result.content[0].text), tool.json.result.structuredContent);
        return json;
      };
      const whole = await report();
      assert.deepEqual(idsOf(whole.completed_requests), is('completed'));
      assert.deepEqual(Object.keys(whole).slice(-2), ['completed_requests', 'as_of']);
      const since = await report('?since=2020-01-01');
      assert.deepEqual(idsOf(since.completed_requests), is('completed'));
      assert.deepEqual(idsOf(since.declined_requests), is('declined'));
      assert.deepEqual(Object.keys(since).slice(-3), ['completed_requests', 'declined_requests', 'as_of']);
      const from = service.now().getTime() - 300 * 60_000;
      const late = await report(`?since=${new Date(from).toISOString()}`);
      assert.deepEqual(
        idsOf(late.completed_requests),
        is('completed').filter((id) => ids.indexOf(id) < 598),
      );
      await service.stop();
    });

    test('of companies that were retracted is as valid: a page without any of them shown is left out', async () => {
      const { service, key, ids, url } = await history(engine, 650, { status: 'completed' });
      const rows = service.store.db.updateTable('audit_requests').set({ audit_id: null });
      const [newest, oldest] = [ids.slice(0, 440), ids.slice(460, 640)];
      for (const gone of [newest, oldest]) await rows.where('request_id', 'in', gone).execute();
      const { json } = await call(url, 'GET', '/api/agent/digest', { key });
      assert.deepEqual(idsOf(json.completed_requests), [...ids.slice(440, 460), ...ids.slice(640)]);
      await service.stop();
    });

    test('that cannot be read to its end is cut off, not closed as if it were whole, and the log says why', async () => {
      const { service, key, url } = await history(engine, 4_000, { notes: 'n'.repeat(4_000) });
      for (const request of [
        `GET /api/agent/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`,
        toolCall(rpc('my_audit_history', { api_key: key })),
      ]) {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.write(request);
        await once(socket, 'readable');
        const logged = service.log_lines.length;
        await sql`alter table request_moves rename to moved_away`.execute(service.store.db);
        let text = '';
        socket.setEncoding('latin1').on('data', (chunk) => {
          text = (text + chunk).slice(-20);
        });
        socket.on('error', () => {});
        await once(socket, 'close');
        await sql`alter table moved_away rename to request_moves`.execute(service.store.db);
        assert.doesNotMatch(text, /\r\n0\r\n\r\n$/);
        const lines = service.log_lines.slice(logged).join('');
        assert.match(lines, /request_moves/);
        assert.ok(!lines.includes(key));
      }
      assert.equal((await call(url, 'GET', '/api/agent/me?limit=1', { key })).status, 200);
      await service.stop();
    });

    test('is read no faster than its reader takes it, and counts as unread until then', async () => {
      const { service, key, url } = await history(engine, 6_000, { notes: 'n'.repeat(4_000) });
      const me = () => call(url, 'GET', '/api/agent/me?limit=1', { key });
      for (const request of [
        `GET /api/agent/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`,
        toolCall(rpc('my_audit_history', { api_key: key })),
      ]) {
        const sockets = await Promise.all(
          Array.from({ length: 20 }, async () => {
            const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
            socket.on('error', () => {});
            await once(socket, 'connect');
            socket.write(request);
            return socket;
          }),
        );
        await until(async () => (await me()).status === 429, 'a further request is refused');
        for (const socket of sockets) socket.destroy();
        await until(async () => (await me()).status === 200, 'and is not any more when they are gone');
      }
      await service.stop();
    });
  });

function toolCall(message: object): string {
  const body = JSON.stringify(message);
  return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
