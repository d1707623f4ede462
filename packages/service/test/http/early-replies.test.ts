import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { keyOf } from '../../src/domain/key.ts';
import { call, newKey } from '../world/call.ts';
import { exchange, opened, replyTo, timeless } from '../world/network/fast-path.ts';
import { testService } from '../world/service.ts';
import { operations } from '../world/site.ts';

/**
 * Refusals that memory alone decides about are sent before the router (decision 227): at the socket and behind `node:http`. They are compared
 * with those of the router, which answers whatever has a query.
 */
const service = await testService('sqlite', { REGISTRATIONS_PER_HOUR: '1', CLIENT_REQUESTS_PER_MINUTE: '0' });
after(() => service.stop());
const port = Number(new URL(service.url).port);
const key = await newKey(service.url);
const body = '{"type":"anonymous","agent_name":"é"}';
// The first refusal is decided by the rows; from then on memory knows of it.
assert.equal((await call(service.url, 'POST', '/api/agent/auth', { body })).status, 429);

type Wish = { headers?: readonly string[]; body?: string | undefined };
const sent = (method: string, path: string, { headers = [], body }: Wish = {}): string => {
  const framed =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path} HTTP/1.1`, 'Host: readymark.test', ...framed, ...headers, '', body ?? ''].join('\r\n');
};

/** The reply to the same call at the socket, behind `node:http`, and of the router. */
async function everywhere(method: string, path: string, wish: Wish = {}): Promise<string> {
  const at_socket = timeless(await replyTo(port, sent(method, path, wish)));
  const behind = timeless(
    await replyTo(port, sent(method, path, { ...wish, headers: ['TE: trailers', ...(wish.headers ?? [])] })),
  );
  const routed = timeless(await replyTo(port, sent(method, `${path}?routed`, wish)));
  const label = `${method} ${path} ${JSON.stringify(wish).replaceAll(key, 'KEY')}`;
  assert.match(routed, /^HTTP\/1\.1 \d{3}/, label);
  assert.equal(at_socket, routed, label);
  assert.equal(behind, routed, label);
  return routed;
}

const bad_keys = ['', 'Bearer', 'Bearer x', 'Basic eDp5', 'Bearer a b', `Bearer ${key.slice(0, -2)}`, `Bearer ${key}0`];
const headers_of: (readonly string[])[] = [
  [],
  ...bad_keys.map((sent) => [`Authorization: ${sent}`]),
  [`Authorization: Bearer ${keyOf(new Uint8Array(32).fill(9))}`],
  ['Authorization: Bearer x', 'authorization: Bearer y'],
  [`X-API-Key: ${key}`],
  ['x-auth-token: ', 'Token: t'],
  ['Accept: text/html', 'User-Agent: Mozilla/5.0'],
  ['Accept: application/json;q=0.1, text/html'],
  ['Origin: https://a.example', 'Cookie: a=b', 'X-Forwarded-For: 192.0.2.7, 10.0.0.1'],
  ['Content-Encoding: gzip'],
  ['Idempotency-Key: "\u0001"'],
  ['Expect: 100-continue'],
  ['Expect: nothing'],
  ['Connection: close'],
];

test('the refusals of every call of agents are those of the router, whatever is sent', async () => {
  const calls = operations.flatMap(({ scope, refuse, http }) =>
    scope === 'operator' || (scope === null && !refuse)
      ? []
      : http.filter(({ path, document }) => !document && !path.includes('{')),
  );
  const paths = new Set(calls.map(({ path }) => path));
  assert.ok(paths.has('/api/agent/auth') && paths.has('/api/agent/me') && paths.size > 4);
  const statuses = new Set<string>();
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'OPTIONS'])
      for (const headers of path === '/api/agent/auth' || path === '/api/agent/me'
        ? headers_of
        : headers_of.slice(0, 4)) {
        const wish = method === 'POST' || method === 'DELETE' ? { headers, body } : { headers };
        statuses.add((await everywhere(method, path, wish)).slice(9, 12));
      }
  for (const status of ['401', '405', '429']) assert.ok(statuses.has(status), status);
});

test('a refused registration is refused without its body, with one that is no JSON, and with a long one', async () => {
  const challenge = /^HTTP\/1\.1 429 .*"error":"rate_limited"/s;
  for (const text of [undefined, '', '{', ' '.repeat(9_000), 'a'.repeat(70_000)])
    assert.match(await everywhere('POST', '/api/agent/auth', { body: text }), challenge);
});

test('they are counted and logged, each with an id of its own, and count against the limit of their client', async () => {
  const limited = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '3' });
  const at = Number(new URL(limited.url).port);
  const from = (client: string) =>
    sent('GET', '/api/agent/me', { headers: ['Authorization: Bearer x', `X-Forwarded-For: ${client}`] });
  const statuses = async (client: string) =>
    [...(await exchange(at, [from(client).repeat(5)])).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) =>
      Number(status),
    );
  assert.deepEqual(await statuses('192.0.2.1'), [401, 401, 401, 429, 429]);
  assert.deepEqual(await statuses('192.0.2.2'), [401, 401, 401, 429, 429]);
  const lines = limited.log_lines
    .filter((line) => line.includes('"route":"/api/agent/me"'))
    .map((line) => JSON.parse(line) as { method: string; status: number; id: string });
  assert.equal(lines.filter(({ method, status }) => method === 'GET' && status === 401).length, 6);
  assert.equal(new Set(lines.filter(({ status }) => status === 401).map(({ id }) => id)).size, 6);
  const metrics = await (await fetch(`${limited.url}/metrics`)).text();
  assert.match(metrics, /^readymark_http_requests_total\{route="\/api\/agent\/me",status="401"\} 6$/m);
  await limited.stop();
});

test('what could be read in two ways is refused or answered as behind node:http, and no body is read as a request', async () => {
  const head = (...headers: string[]) =>
    [
      'POST /api/agent/auth HTTP/1.1',
      'Host: readymark.test',
      'Content-Type: application/json',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const smuggled = sent('GET', '/healthz');
  const length = `Content-Length: ${smuggled.length}`;
  const hostile: string[] = [
    head(length) + smuggled,
    head(length) + smuggled + smuggled,
    head(length) + smuggled.slice(0, -2),
    head() + smuggled,
    head('Content-Length: 0') + smuggled,
    head(length, length) + smuggled,
    head(length, 'Content-Length: 0') + smuggled,
    head('Content-Length: 0', length) + smuggled,
    head(`Content-Length: ${smuggled.length}, ${smuggled.length}`) + smuggled,
    head(`Content-Length: 0${smuggled.length}`) + smuggled,
    head(`Content-Length: +${smuggled.length}`) + smuggled,
    head(`Content-Length: ${smuggled.length}.0`) + smuggled,
    head(`Content-Length: 0x${smuggled.length.toString(16)}`) + smuggled,
    head('Content-Length: -1') + smuggled,
    head('Content-Length:') + smuggled,
    head(`Content-Length : ${smuggled.length}`) + smuggled,
    head(`Content-Length:\t${smuggled.length} `) + smuggled,
    head(length, 'Transfer-Encoding: chunked') + `0\r\n\r\n${smuggled}`,
    head('Transfer-Encoding: chunked') + `0\r\n\r\n${smuggled}`,
    head('Transfer-Encoding: xchunked', length) + smuggled,
    head('Transfer-Encoding : chunked', length) + smuggled,
    head('Transfer_Encoding: chunked', length) + smuggled,
    head('X: a\r\n Content-Length: 5') + smuggled,
    head(`X: a\n${length}`) + smuggled,
    head(`X: a\r${length}`) + smuggled,
    head(`X: a\0b`, length) + smuggled,
    head('Host: other.example', length) + smuggled,
    head(length).replaceAll('\r\n', '\n') + smuggled,
    head(length).replace('HTTP/1.1', 'HTTP/1.0') + smuggled,
    head(length).replace('POST', 'GET') + smuggled,
    head(length).replace('POST /', 'POST http://a.example/') + smuggled,
    head(length, 'Expect: 100-continue') + smuggled,
    head(length, 'Connection: close') + smuggled + smuggled,
    `\r\n${head(length)}${smuggled}`,
  ];
  const last = sent('GET', '/healthz', { headers: ['Connection: close'] });
  for (const text of hostile) {
    const [at_socket, behind] = (await Promise.all([reached(text + last), reached(text + last, true)])).map(closing);
    assert.equal(at_socket, behind, JSON.stringify(text.slice(0, 160)));
  }
  // Behind this nothing is read, and its connection is closed for its silence after a minute: here the client closes it.
  const upgrade = ['Upgrade: h2c', 'Connection: Upgrade'];
  const [at_socket = '', behind] = await Promise.all(
    [upgrade, ['TE: trailers', ...upgrade]].map((headers) => replyTo(port, head(length, ...headers) + smuggled)),
  );
  assert.equal(timeless(at_socket), timeless(behind ?? ''));
  assert.doesNotMatch(at_socket, /"status":"ok"/);
});

/** Replies without times, and without what node:http may say of bytes behind the end of a connection. */
const closing = (replies: string) =>
  timeless(replies).replace(/(\r\nConnection: close\r\n.*?)HTTP\/1\.1 400 .*$/s, '$1');

/** All replies to what is sent, at the socket or on a connection that `node:http` has. */
async function reached(text: string, behind = false): Promise<string> {
  const socket = await opened(port);
  let replies = '';
  socket.on('data', (chunk: Buffer) => {
    replies += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  if (behind) {
    socket.write(sent('GET', '/healthz', { headers: ['TE: trailers'] }));
    await once(socket, 'data');
    assert.match(replies, /"status":"ok"}$/);
    replies = '';
  }
  const closed = once(socket, 'close');
  socket.write(text, 'latin1');
  await closed;
  return replies;
}
