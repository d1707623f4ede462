import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { timeLimit } from '../../../../test/world/wait.ts';
import { newKey, PROBLEM_MEMBERS } from '../world/call.ts';
import { sharedDatabases } from '../world/service.ts';
import { openWorld } from '../world/spec-world.ts';

/**
 * Bad HTTP, byte by byte over a socket: duplicate headers, bad UTF-8, bare line feeds, wrong lengths, slow and
 * incomplete bodies (decision 4).
 */
sharedDatabases();

/**
 * Sends chunks one after the other and returns everything that came back until the server closed or `until` matched.
 */
function exchange(
  url: string,
  chunks: readonly (string | Buffer)[],
  options: { leave_open?: boolean; until?: RegExp } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let text = '';
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (options.until?.test(text)) done();
    });
    socket.on('close', done);
    socket.on('error', (error: Error & { code?: string }) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? done() : reject(error),
    );
    socket.setTimeout(timeLimit(8_000), () => reject(new Error(`no end in time: ${text.slice(0, 200)}`)));
    const write = (at: number): void => {
      const chunk = chunks[at];
      if (chunk === undefined) {
        if (!options.leave_open) socket.end();
      } else socket.write(chunk, () => setImmediate(write, at + 1));
    };
    write(0);
  });
}

/** The statuses of the replies on one connection; each refusal must have the one error body. */
function statuses(text: string): number[] {
  const found: number[] = [];
  for (let rest = text; rest !== ''; ) {
    const [head = '', ...tail] = rest.split('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
    assert.ok(status >= 200 && status < 500, head.slice(0, 200));
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const body = tail.join('\r\n\r\n').slice(0, length);
    if (status >= 400) {
      assert.match(head, /^content-type: application\/problem\+json; charset=utf-8/im, head);
      assert.deepEqual(Object.keys(JSON.parse(body)).slice(0, 7), PROBLEM_MEMBERS);
    }
    found.push(status);
    rest = tail.join('\r\n\r\n').slice(length);
  }
  return found;
}

const world = await openWorld('sqlite');
const key = await newKey(world.url);
const ofSite = (name: string) => `{"company":"A","website":"https://${name}.example"}`;
const good = ofSite('a');
const post = (headers: readonly string[], body: string | Buffer = good) => {
  const head = `POST /api/audit-requests HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), typeof body === 'string' ? Buffer.from(body) : body]);
};
const auth = `Authorization: Bearer ${key}`;
const json = 'Content-Type: application/json';
const length = (body: string | Buffer = good) => `Content-Length: ${Buffer.byteLength(body)}`;
const requests = async () => (await world.call('GET /api/agent/me', { key })).json.request_counts.total as number;

const cases: [string, (string | Buffer)[], number[]][] = [
  ['a whole request', [post([auth, json, length()])], [201]],
  ['two Authorization headers', [post([auth, 'Authorization: Bearer x', json, length()])], [400]],
  ['the same Authorization header twice', [post([auth, auth, json, length()])], [400]],
  ['broken JSON without a key', [post([json, length('{')], '{')], [401]],
  ['an endless body without a key', [post([json, 'Content-Length: 99999999'], '{')], [401]],
  ['two Content-Length headers', [post([auth, json, length(), 'Content-Length: 3'])], [400]],
  ['Content-Length and Transfer-Encoding', [post([auth, json, length(), 'Transfer-Encoding: chunked'])], [400]],
  [
    'a chunk size that is not a number',
    [post([auth, json, 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
    [400],
  ],
  ['a negative Content-Length', [post([auth, json, 'Content-Length: -1'])], [400]],
  ['a header with a NUL', [post([auth, json, length(), 'X-A: a\0b'])], [400]],
  ['a header name with a space', [post([auth, json, length(), 'X A: b'])], [400]],
  ['headers larger than 16 KiB', [post([auth, json, length(), `X-A: ${'a'.repeat(20_000)}`])], [400]],
  ['an unknown method', ['BREW /api/agent/me HTTP/1.1\r\nHost: x\r\n\r\n'], [400]],
  ['text that is not HTTP', ['hello\r\n\r\n'], [400]],
  ['TLS to a plain port', [Buffer.from('160301020001000001fc0303', 'hex'), '\r\n\r\n'], [400]],
  ['another version', ['GET /api/agent/me HTTP/9.9\r\nHost: x\r\n\r\n'], [400]],
  ['no Host header', ['GET /api/agent/me HTTP/1.1\r\nConnection: close\r\n\r\n'], [401]],
  [
    'an absolute target',
    ['GET http://other.example/api/agent/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [401],
  ],
  [
    'an absolute target that is no http address',
    ['GET ftp://other.example/api/agent/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [404],
  ],
  [
    'two Host headers',
    ['GET /api/agent/me HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\nGET /api/agent/me HTTP/1.1\r\n\r\n'],
    [400],
  ],
  [
    'a path of bad UTF-8',
    [Buffer.from(`GET /api/audit-requests/%ff%c0%80 HTTP/1.1\r\nHost: x\r\n${auth}\r\nConnection: close\r\n\r\n`)],
    [400],
  ],
  [
    'a path of raw high bytes',
    [
      Buffer.from(
        `GET /api/audit-requests/\xff\xfe HTTP/1.1\r\nHost: x\r\n${auth}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    ],
    [400],
  ],
  ['a body of bad UTF-8', [post([auth, json, 'Content-Length: 3'], Buffer.from([0x22, 0xff, 0x22]))], [400]],
  ['a body of UTF-16', [post([auth, json, length(Buffer.from(good, 'utf16le'))], Buffer.from(good, 'utf16le'))], [400]],
  ['a body in small pieces', [post([auth, json, length()], ''), ...ofSite('b')], [201]],
  [
    'a chunked body',
    [post([auth, json, 'Transfer-Encoding: chunked'], `${good.length.toString(16)}\r\n${ofSite('c')}\r\n0\r\n\r\n`)],
    [201],
  ],
  [
    'a chunked body over 64 KiB',
    [post([auth, json, 'Transfer-Encoding: chunked'], `11170\r\n${'a'.repeat(70_000)}\r\n0\r\n\r\n`)],
    [413],
  ],
  ['an announced body over 64 KiB', [post([auth, json, 'Content-Length: 70000'], 'a')], [413]],
  ['a body without a type', [post([auth, length()])], [415]],
  ['an unknown Expect', [post([auth, json, length(), 'Expect: 200-maybe'])], [400]],
  ['a compressed body', [post([auth, json, length(), 'Content-Encoding: gzip'])], [415]],
  [
    'a body on GET',
    [
      `GET /api/agent/digest HTTP/1.1\r\nHost: x\r\n${auth}\r\nConnection: close\r\n${json}\r\nContent-Length: 1\r\n\r\n{`,
    ],
    [200],
  ],
];

for (const [name, chunks, expected] of cases) {
  test(`over a bare socket: ${name} is answered ${expected.join(', ')}`, async () => {
    const before = await requests();
    const closing = /^HTTP.*?\r\n\r\n.*\}$/s;
    const text = await exchange(world.url, chunks, { leave_open: true, until: closing });
    assert.deepEqual(statuses(text), expected);
    assert.equal(await requests(), before + (expected[0] === 201 ? 1 : 0));
  });
}

test('an incomplete body writes nothing, and the service continues', async () => {
  const before = await requests();
  await exchange(world.url, [post([auth, json, 'Content-Length: 100'], good)]);
  await exchange(world.url, [post([auth, json, 'Transfer-Encoding: chunked'], '2d\r\n{"comp')]);
  assert.equal(await requests(), before);
});

test('a head or body that arrives too slowly is refused with the one error body, and delays no other client', async () => {
  const slow = await openWorld('sqlite', { REQUEST_TIMEOUT: '1', HEADERS_TIMEOUT: '1' });
  const slow_key = await newKey(slow.url);
  const begun = [
    [post([`Authorization: Bearer ${slow_key}`, json, 'Content-Length: 100'], good)],
    ['POST /api/audit-requests HTTP/1.1\r\nHost: x\r\nAuthor'],
  ].map((chunks) => exchange(slow.url, chunks, { leave_open: true }));
  assert.equal((await slow.call('GET /api/agent/me', { key: slow_key })).status, 200);
  for (const text of await Promise.all(begun)) assert.deepEqual(statuses(text), [400]);
  assert.equal((await slow.call('GET /api/agent/me', { key: slow_key })).json.request_counts.total, 0);
});

test('whatever bytes arrive, every status is below 500 and every refusal has the one error body', async () => {
  const line = fc.oneof(
    fc.constantFrom(
      'Host: x',
      auth,
      json,
      'Transfer-Encoding: chunked',
      'Content-Length: 5',
      'Content-Length: 0',
      'Connection: keep-alive',
      'Upgrade: websocket',
      'Connection: upgrade',
      ' folded',
      'Expect: 100-continue',
      ':',
      'A',
      '',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 30 }),
  );
  const start = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'GET /api/agent/me HTTP/1.1',
        'POST /api/agent/watch HTTP/1.1',
        'DELETE /api/agent/watch HTTP/1.1',
        'GET /api/audits/index.json HTTP/1.1',
        'OPTIONS * HTTP/1.1',
        'GET  HTTP/1.1',
        'GET /api/watch-stats HTTP/1.0',
        'CONNECT a:1 HTTP/1.1',
        'GET /?a#b HTTP/1.1',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 40 }) },
  );
  const message = fc.tuple(
    start,
    fc.array(line, { maxLength: 6 }),
    fc.constantFrom('\r\n', '\n'),
    fc.uint8Array({ maxLength: 30 }),
  );
  await fc.assert(
    fc.asyncProperty(message, async ([first, lines, end, body]) => {
      const head = Buffer.from(`${[first, ...lines].join(end)}${end}${end}`, 'latin1');
      const text = (await exchange(world.url, [Buffer.concat([head, Buffer.from(body)])])).replaceAll(
        'HTTP/1.1 100 Continue\r\n\r\n',
        '',
      );
      if (!/^(HEAD|GET \/api\/audits)/.test(first)) statuses(text);
    }),
    { numRuns: 300 },
  );
  assert.deepEqual(
    world.ctx.log_lines.filter((line) => /"level":(50|60)/.test(line)),
    [],
  );
});
