import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { tick } from '../../src/operations/worker.ts';
import { call as callAt } from '../world/call.ts';
import { replyTo } from '../world/network/fast-path.ts';
import { freePort } from '../world/postgres.ts';
import { answers, openWorld, refuses } from '../world/spec-world.ts';

/** Limits per client, kept in memory (decision 74), and what only operators see. */
const from = (address: string) => ({ 'x-forwarded-for': address });

test('calls of one client per minute are limited over keyed endpoints, registration and /mcp together; documents are not', async () => {
  const { call, ctx } = await openWorld('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '6' });
  const headers = from('192.0.2.1');
  const each = [
    'GET /api/agent/me',
    'POST /api/agent/auth',
    'DELETE /api/agent/watch',
    'POST /mcp',
    'GET /api/agent/digest',
    'POST /api/audit-requests',
  ];
  for (const on of each) assert.notEqual((await call(on, { headers })).status, 429, on);
  for (const on of each) {
    const got = await call(on, { headers });
    refuses(got, 429, 'rate_limited', /6 calls from one client in one minute/);
    answers(got, 429, undefined, {
      'retry-after': /^\d+$/,
      'ratelimit-policy': '"client-requests";q=6;w=60',
      ratelimit: /^"client-requests";r=0;t=\d+$/,
    });
  }
  for (const on of [
    'GET /api/audits/index.json',
    'GET /api/watch-stats',
    'GET /auth.md',
    'GET /healthz',
    'OPTIONS /api/agent/me',
  ])
    assert.ok((await call(on, { headers })).status < 300, on);
  assert.equal((await call('GET /api/agent/me', { headers: from('192.0.2.2') })).status, 401);
  // A client can write anything in front of the address that the proxy adds.
  assert.equal((await call('GET /api/agent/me', { headers: from('198.51.100.9, 192.0.2.1') })).status, 429);
  ctx.clock.advance(121_000);
  assert.equal((await call('GET /api/agent/me', { headers })).status, 401);
});

test('a page that must be drawn counts as a call, also one that does not exist; a page in the cache does not', async () => {
  const { call, ctx } = await openWorld('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '5' });
  // What pages show beside the snapshot is noted soon after the start, and then they are drawn again.
  const noted = async () => {
    await tick(ctx);
    return ctx.memory.health !== undefined && ctx.memory.noted.datasets !== undefined;
  };
  await until(noted, 'health and the first dataset are noted');
  const headers = { ...from('192.0.2.1'), accept: 'text/html' };
  const drawn = ['GET /', 'GET /?q=apex', 'GET /audits/apex', 'GET /audits/nobody', 'GET /compare?slugs=apex,nobody'];
  for (const on of drawn) assert.notEqual((await call(on, { headers })).status, 429, on);
  const refused = await call('GET /?q=widgets', { headers });
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  for (const on of [
    'GET /',
    'GET /?utm_source=x',
    'GET /?page=1&q=apex&x=1',
    'GET /audits/apex?x=1',
    'GET /api/audits/apex.json',
    'GET /llms.txt',
  ])
    assert.equal((await call(on, { headers })).status, 200, on);
  assert.equal((await call('GET /audits/nobody', { headers })).status, 429);
  assert.equal((await call('GET /?q=widgets', { headers: from('192.0.2.2') })).status, 200);
});

test('registrations per client and hour are limited if that is set, over REST and tools together, and for each client alone', async () => {
  const { call, ctx } = await openWorld('sqlite', { REGISTRATIONS_PER_CLIENT_PER_HOUR: '3' });
  const register = (address: string) =>
    call('POST /api/agent/auth', { body: { type: 'anonymous' }, headers: from(address) });
  for (let made = 0; made < 3; made++) answers(await register('192.0.2.1'), 201);
  const got = await register('192.0.2.1');
  refuses(got, 429, 'rate_limited', /3 registrations from one client in one hour/);
  answers(got, 429, undefined, { 'ratelimit-policy': '"client-registrations";q=3;w=3600' });
  const params = { name: 'register_agent', arguments: { type: 'anonymous' } };
  const tool = await call('POST /mcp', {
    headers: from('192.0.2.1'),
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  assert.match(tool.text, /rate_limited/);
  answers(await register('192.0.2.2'), 201);
  ctx.clock.advance(7_200_000);
  answers(await register('192.0.2.1'), 201);
});

test('metrics are shown to loopback clients only, not through a proxy, and contain nothing that clients sent', async () => {
  const { call } = await openWorld('sqlite');
  await call('GET /api/agent/me?secret=4711');
  await call('GET /somewhere/4711');
  const got = await call('GET /metrics');
  answers(got, 200, undefined, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  assert.match(got.text, /readymark_http_requests_total\{route="\/api\/agent\/me",status="401"\} 1/);
  assert.match(got.text, /readymark_http_requests_total\{route="none",status="404"\} 1/);
  assert.match(got.text, /readymark_snapshot_version 1/);
  assert.match(got.text, /readymark_snapshot_companies 5/);
  assert.doesNotMatch(got.text, /4711/);
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    refuses(await call('GET /metrics', { headers: { [name]: '192.0.2.1' } }), 404, 'not_found');
});

test('metrics are not shown to a page of another site whose name leads to this machine', async () => {
  const port = await freePort();
  const [one] = [
    await openWorld('sqlite'),
    await openWorld('sqlite', { METRICS_PORT: String(port), HOST: '127.0.0.1' }),
  ];
  for (const at of [Number(new URL(one.url).port), port]) {
    const status = async (host: string) =>
      Number((await replyTo(at, `GET /metrics HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).split(' ')[1]);
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80', 'x'])
      assert.equal(await status(host), 404, host);
    for (const host of ['localhost', 'LOCALHOST:9', '127.0.0.1:1', '[::1]:80'])
      assert.equal(await status(host), 200, host);
  }
});

test('with METRICS_PORT metrics are served at that port and nowhere else', async () => {
  const port = await freePort();
  const { call } = await openWorld('sqlite', { METRICS_PORT: String(port) });
  refuses(await call('GET /metrics'), 404, 'not_found');
  const metrics = `http://127.0.0.1:${port}`;
  assert.match((await callAt(metrics, 'GET', '/metrics')).text, /readymark_snapshot_version 1/);
  const other = async (path: string, method: string) => {
    const { status, headers } = await callAt(metrics, method, path);
    return [status, headers.get('allow')];
  };
  assert.deepEqual(await other('/metrics?name=x', 'HEAD'), [200, null]);
  assert.deepEqual(await other('/metrics', 'POST'), [405, 'GET, HEAD']);
  assert.deepEqual(await other('/', 'GET'), [404, null]);
});
