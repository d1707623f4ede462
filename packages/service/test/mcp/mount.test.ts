import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { keyOf } from '../../src/domain/key.ts';
import { testService } from '../world/service.ts';

/** The tool server as it is deployed: mounted in the HTTP server of a listening service. */
const service = await testService('sqlite');
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/mcp`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

test('tools/list is answered at /mcp', async () => {
  const response = await post(list);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.ok(Array.isArray(((await response.json()) as { result: { tools: unknown } }).result.tools));
});

test('refusals at /mcp are JSON-RPC: method, media type, JSON, size, origin', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await fetch(`${service.url}/mcp`, { method });
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
  }
  const code = async (response: Promise<Response>) => {
    const answer = await response;
    return [answer.status, ((await answer.json()) as { error: { code: number } }).error.code];
  };
  assert.deepEqual(await code(post(list, { 'content-type': 'text/plain' })), [415, -32000]);
  assert.deepEqual(await code(post('{')), [400, -32700]);
  assert.deepEqual(await code(post(`[${list}]`)), [400, -32600]);
  assert.deepEqual(await code(post(' '.repeat(65_537))), [413, -32000]);
  assert.deepEqual(await code(post(list, { origin: 'https://evil.example' })), [403, -32000]);
  assert.equal((await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).status, 202);
});

test('a body with a Content-Encoding is refused with what to send, also when its reply is known', async () => {
  const known = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"watch_stats","arguments":{}}}';
  for (let times = 0; times < 2; times++) assert.equal((await post(known)).status, 200);
  for (const coding of ['gzip', 'br', 'identity, gzip', 'x-unknown']) {
    const response = await post(known, { 'content-encoding': coding });
    assert.deepEqual([response.status, response.headers.get('accept-encoding')], [415, 'identity'], coding);
    const { error } = (await response.json()) as { error: { code: number; message: string } };
    assert.deepEqual(error, { code: -32000, message: 'Send the body without Content-Encoding.' });
  }
  for (const coding of ['', 'identity', 'Identity'])
    assert.equal((await post(known, { 'content-encoding': coding })).status, 200);
});

test('a body of exactly 64 KiB is accepted, and characters of several bytes arrive whole', async () => {
  assert.equal((await post(list.padEnd(65_536))).status, 200);
  const response = await post('{"jsonrpc":"2.0","id":"é—😀","method":"ping"}');
  assert.equal(((await response.json()) as { id: string }).id, 'é—😀');
});

test('an Authorization header that is sent twice is malformed, as over REST, and a tool error', async () => {
  const { hostname, port } = new URL(service.url);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'my_digest', arguments: {} } };
  const key = keyOf(Buffer.alloc(32, 7));
  const twice = ['Authorization', `Bearer ${key}`, 'authorization', `Bearer ${key}`];
  const headers = ['Host', 'readymark.test', 'Content-Type', 'application/json', ...twice];
  const sent = request({ hostname, port, path: '/mcp', method: 'POST', headers });
  sent.end(JSON.stringify(call));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { result } = JSON.parse(Buffer.concat(await response.toArray()).toString());
  assert.deepEqual([response.statusCode, result.isError], [200, true]);
  assert.equal(JSON.parse(result.content[0].text).error, 'malformed');
});
