import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { timeLimit } from '../../../../../../test/world/wait.ts';
import { fixtureDocument } from '../../../../test/world/fixture-documents.ts';
import { exchange, get, listening, opened, timeless } from '../../../../test/world/network/fast-path.ts';
import { callHeaders, parseSimple } from './parse.ts';

const fast = await listening({ fast_path: true });
const plain = await listening({ fast_path: false });
const index = '/api/audits/index.json';
const record = '/api/audits/company-3.json';
const { tag } = fixtureDocument(index);
const refused = await exchange(plain.port, ['BAD\r\n\r\n']);

/**
 * Sends the same bytes to both servers, expects the same bytes back, and returns how many replies the fast path sent.
 */
async function alike(pieces: readonly (string | Buffer)[], half_close = true): Promise<number> {
  fast.served.length = 0;
  const [with_path, without] = (
    await Promise.all([fast, plain].map(({ port }) => exchange(port, pieces, half_close)))
  ).map(timeless) as [string, string];
  const label = JSON.stringify(pieces.join('|').slice(0, 300));
  assert.match(without, /^HTTP\/1\.1 /, label);
  // The router ends a connection after an error; whether bad bytes behind it are refused before that is a matter of time.
  const closed = with_path.endsWith(refused) && /\r\nconnection: close\r\n/.test(without);
  if (closed || without.endsWith(refused)) {
    // node:http refuses bad bytes at once, and may drop replies to what came before them; those that it sends are equal.
    assert.ok(with_path.endsWith(refused), label);
    const [longer = '', shorter = ''] = [with_path, without]
      .map((all) => (all.endsWith(refused) ? all.slice(0, -refused.length) : all))
      .sort((a, b) => b.length - a.length);
    assert.ok(longer.startsWith(shorter), label);
  } else assert.ok(with_path === without, label);
  return fast.served.length;
}

const simple = [
  get(index),
  get(record),
  get('/page'),
  get('/late.json'),
  get('/large.json'),
  get('/api/audits/nobody.json'),
  get('/api/audits/a@b,c.json'),
  get(index, 'Accept-Encoding: gzip, deflate, br, zstd', 'User-Agent: someone/1.0', 'Accept: */*'),
  get(index, 'accept-encoding:gzip;q=0.3,zstd;q=0.2', 'Connection: keep-alive'),
  get(
    index,
    'Connection: Keep-Alive ',
    'Keep-Alive: 300',
    'Cookie: a=b; c="d"',
    'Authorization: Bearer x',
    'Range: bytes=0-1',
  ),
  get(index, `If-None-Match: "${tag}"`),
  get(index, `If-None-Match: W/"${tag}-br", "x"`, 'Accept-Encoding: br'),
  get(index, 'If-None-Match: *', 'If-Modified-Since: Sun, 01 Nov 2026 10:20:30 GMT'),
  get(index, 'If-Modified-Since: Sun, 01 Nov 2026 10:20:30 GMT'),
  get(record, 'X-Empty:', 'X-Tab:\ta\tb ', 'Sec-Fetch-Mode: cors'),
  get(index).replace('GET', 'HEAD'),
  get('/api/audits/nobody.json', 'Accept-Encoding: br').replace('GET', 'HEAD'),
];

test('the fast path answers plain reads with the same bytes that node:http sends', async () => {
  for (const request of simple) assert.equal(await alike([request]), 1, request);
});

test('a hundred requests in one packet are answered in order', async () => {
  const many = Array.from({ length: 100 }, (_, at) => simple[at % simple.length] ?? '');
  assert.equal(await alike([many.join('') + get('/route', 'Connection: close')], false), 100);
});

test('one unusual request goes to node:http with everything that follows, in the same order', async () => {
  const odd = get('/route');
  const body =
    'POST /echo HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}';
  assert.equal(await alike([simple.slice(0, 5).join('') + odd + simple.join('')]), 5);
  assert.equal(await alike([get(index) + body + get(record) + body]), 1);
  assert.equal(await alike([get(index), get(record), odd, get(index)]), 2);
  const [large, last] = [get('/large.json').repeat(5), get('/route', 'Connection: close')];
  assert.equal(await alike([large + odd + large + last], false), 5);
  assert.equal(await alike([large + odd, large + odd, large + last], false), 5);
  assert.equal(await alike([get(index) + get('/broken.json') + get(index)]), 1);
});

test('a request that is cut anywhere is answered as if it arrived whole', async () => {
  const whole = get(record, 'Accept-Encoding: gzip') + get(index, 'If-None-Match: *');
  const cuts = Array.from({ length: whole.length - 1 }, (_, at) => at + 1);
  for (let at = 0; at < cuts.length; at += 20)
    await Promise.all(cuts.slice(at, at + 20).map((cut) => exchangedAlike([whole.slice(0, cut), whole.slice(cut)])));
});

async function exchangedAlike(pieces: readonly string[]) {
  const [with_path, without] = await Promise.all([
    exchange(fast.port, pieces),
    exchange(plain.port, [pieces.join('')]),
  ]);
  assert.ok(timeless(with_path) === timeless(without), pieces.join('|'));
}

test('what could be read in two ways is left to node:http', async () => {
  const head = `GET ${index} HTTP/1.1\r\nHost: a.example\r\n`;
  const smuggled = get('/api/audits/company-9.json');
  const hostile: (string | Buffer)[] = [
    `${head}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    `${head}Content-Length: 0\r\n\r\n${smuggled}`,
    `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef${smuggled}`,
    `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}X: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}Transfer-Encoding\r\n: chunked\r\n\r\n${smuggled}`,
    `${head}Transfer_Encoding\0: chunked\r\n\r\n${smuggled}`,
    `${head}: empty\r\n\r\n${smuggled}`,
    `${head}X: a\0b\r\n\r\n${smuggled}`,
    `${head}X: \xe9\r\n\r\n${smuggled}`,
    `${head}Host: b.example\r\n\r\n${smuggled}`,
    `${head}Connection: close\r\n\r\n${smuggled}`,
    `${head}Connection: keep-alive, X\r\n\r\n`,
    `${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `${head}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
    `${head}Expect: 100-continue\r\n\r\n`,
    `${head}X: ${'a'.repeat(9000)}\r\n\r\n${smuggled}`,
    `${head}X: ${'a'.repeat(20_000)}\r\n\r\n${smuggled}`,
    `${head.replace('Host: a.example\r\n', '')}\r\n${smuggled}`,
    `${head.replace('a.example', '')}\r\n${smuggled}`,
    `${head.replace('a.example', 'a.example/b')}\r\n${smuggled}`,
    `${head.replace('1.1', '1.0')}\r\n${smuggled}`,
    `${head.replace('1.1', '1.0')}Connection: keep-alive\r\n\r\n${smuggled}`,
    `${head.replace('1.1', '2.0')}\r\n${smuggled}`,
    `${head.replace(' HTTP/1.1', '')}\r\n${smuggled}`,
    `${head.replace('GET ', 'GET  ')}\r\n${smuggled}`,
    `${head.replace('GET ', 'get ')}\r\n${smuggled}`,
    `${head.replace('GET /', 'GET http://a.example/')}\r\n${smuggled}`,
    `${head.replace('.json', '.json?a=1')}\r\n${smuggled}`,
    `${head.replace('.json', '.json#a')}\r\n${smuggled}`,
    `${head.replace('index', '%69ndex')}\r\n${smuggled}`,
    `${head.replaceAll('\r\n', '\n')}\n${smuggled}`,
    `\r\n${head}\r\n${smuggled}`,
    ` ${head}\r\n${smuggled}`,
    `OPTIONS * HTTP/1.1\r\nHost: a.example\r\n\r\n${smuggled}`,
    `POST ${index} HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2\r\n\r\n{}`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    Buffer.from(`${head}X: ü\r\n\r\n${smuggled}`, 'utf8'),
    `\r\n\r\n${get(index)}`,
    'GET',
  ];
  for (const request of hostile)
    assert.equal(await alike([typeof request === 'string' ? Buffer.from(request, 'latin1') : request]), 0);
});

test('every head that the fast path accepts, node:http reads as one request with the same meaning', async () => {
  const name = fc.constantFrom(
    'Accept',
    'accept-ENCODING',
    'If-None-Match',
    'Connection',
    'X-A',
    'Host',
    'Content-Length',
    'TE',
    'x y',
    'X:',
  );
  const value = fc.oneof(
    fc.constantFrom('gzip', '*', 'keep-alive', 'close', `"${tag}"`, '3', ' br ; q=1 ', 'a\r\nB: c', 'a\n b', ''),
    fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 8 }),
  );
  const colon = fc.constantFrom(':', ': ', ' :', ':\t', '');
  const odd = fc.tuple(name, colon, value).map((parts) => parts.join(''));
  const good = fc.constantFrom(
    'Accept-Encoding: br',
    'accept: */*',
    `If-None-Match: "${tag}"`,
    'Connection: keep-alive',
    'User-Agent: a (b)',
  );
  const header = fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: odd });
  const known = fc.constantFrom(index, record, '/page', '/api/audits/x.json');
  const path = fc.oneof(
    { weight: 8, arbitrary: known },
    fc.constantFrom('/route', `${index}?a`, '//', '*', '/api/audits/../audits/index.json'),
  );
  const ending = fc.oneof({ weight: 12, arbitrary: fc.constant('\r\n') }, fc.constantFrom('\n', '\r', '\n\r'));
  const one = fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom('GET', 'HEAD') }, fc.constantFrom('POST', 'G T')),
      path,
      fc.array(header, { maxLength: 3 }),
      ending,
    )
    .map(
      ([method, target, headers, end]) =>
        `${method} ${target} HTTP/1.1${end}${['Host: a', ...headers].join(end)}${end}${end}`,
    );
  let on_fast_path = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 3 }), async (requests) => {
      on_fast_path += await alike([Buffer.from(requests.join(''), 'latin1')]);
    }),
    { numRuns: 300 },
  );
  assert.ok(on_fast_path > 100, `${on_fast_path} replies from the fast path`);
});

test('every call that the fast path accepts, node:http reads as one call with the same headers and body', async () => {
  const name = fc.constantFrom(
    'Accept',
    'X-A',
    'Host',
    'Content-Length',
    'content-length',
    'Content-Type',
    'Transfer-Encoding',
    'x y',
    'Authorization',
  );
  const value = fc.constantFrom(
    '0',
    '3',
    ' 4',
    '5 ',
    '05',
    '+5',
    '5, 5',
    '0x5',
    '-1',
    '',
    'chunked',
    'identity',
    'a\r\n b',
    'a\nb',
    'é',
  );
  const odd = fc.tuple(name, fc.constantFrom(':', ': ', ' :', ':\t'), value).map((parts) => parts.join(''));
  const good = fc.constantFrom(
    'Accept: */*',
    'Authorization: Bearer a',
    'Connection: keep-alive',
    'X-Forwarded-For: 192.0.2.1',
    'X-Empty:',
    'X-Tab:\ta ',
  );
  const header = fc.oneof({ weight: 8, arbitrary: good }, { weight: 1, arbitrary: odd });
  const text = fc.oneof(
    fc.constantFrom('', '{"a":1}', get(index), get('/call'), '\r\n\r\n', 'é'),
    fc.string({ maxLength: 9 }),
  );
  const ending = fc.oneof({ weight: 15, arbitrary: fc.constant('\r\n') }, fc.constantFrom('\n', '\r'));
  const one = fc
    .tuple(
      fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'POST', 'DELETE'),
      fc.oneof({ weight: 8, arbitrary: fc.constant('/call') }, fc.constantFrom('/call?a', '/echo', index)),
      fc.array(header, { maxLength: 3 }),
      text,
      ending,
      // Of the length that is said too much or too little is sent now and then.
      fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.constantFrom(-1, 1, 5)),
    )
    .map(([method, target, headers, body, end, wrong]) => {
      const length = Buffer.byteLength(body, 'latin1') + wrong;
      const framed =
        body === '' && wrong === 0 ? [] : [`Content-Length: ${Math.max(0, length)}`, 'Content-Type: application/json'];
      return `${method} ${target} HTTP/1.1${end}${['Host: a', ...framed, ...headers].join(end)}${end}${end}${body}`;
    });
  let on_fast_path = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 3 }), async (requests) => {
      on_fast_path += await alike([Buffer.from(requests.join(''), 'latin1')]);
    }),
    { numRuns: 400, examples: [[['DELETE /call HTTP/1.1\r\nHost: a\r\nContent-Type:0\r\n\r\n']]] },
  );
  assert.ok(on_fast_path > 150, `${on_fast_path} replies from the fast path`);
});

test('a call that is cut anywhere is read as if it arrived whole', async () => {
  const call = 'POST /call HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n{"a":1}';
  assert.equal(await alike([call]), 1);
  assert.equal(await alike([call.repeat(20)]), 20);
  for (let cut = 1; cut < call.length; cut++) await exchangedAlike([call.slice(0, cut), call.slice(cut)]);
});

test('parsing a head takes time in proportion to its length, whatever it contains', () => {
  for (const filling of ['a', ' ', '\t', 'a:', 'a:\r\n', ': ', '\r\n', '\r', 'é']) {
    const started = performance.now();
    for (let times = 0; times < 20; times++) {
      parseSimple(get(index, filling.repeat(8000)));
      callHeaders(`Host: a\r\n${filling.repeat(Math.floor(7900 / filling.length))}\r\n\r\n`);
      parseSimple(get(index, `X-Filled: a${filling.repeat(Math.floor(7900 / filling.length))}b`));
    }
    assert.ok(performance.now() - started < timeLimit(500), JSON.stringify(filling));
  }
});

test('what a slow client has not taken yet is not overwritten by what others read', async () => {
  const path = (number: number) => `/api/audits/company-${(number % 100) + 1}.json`;
  const slow = await opened(fast.port);
  const count = 3_000;
  slow.pause();
  for (let at = 0; at < count - 1; at++) slow.write(get(path(at)));
  // It ends with its last reply: who says goodbye before all was taken may get less, as with node:http.
  slow.write(get(path(count - 1), 'Connection: close'));
  for (let round = 0; round < 20; round++) {
    const all = await exchange(fast.port, [get('/ready.json', 'Accept-Encoding: gzip').repeat(20)]);
    assert.ok(all.length > 1_000);
  }
  const expected = Buffer.concat(Array.from({ length: count }, (_, at) => fixtureDocument(path(at)).bodies.identity));
  const chunks: Buffer[] = [];
  slow.on('data', (chunk: Buffer) => chunks.push(chunk));
  slow.resume();
  await once(slow, 'close');
  const bodies = Buffer.concat(chunks)
    .toString('latin1')
    .split(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\n/)
    .join('');
  assert.ok(bodies === expected.toString('latin1'));
});
