import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { fixtureDocument, fixtureLookup, fixtureNotFound } from '../../../../test/world/fixture-documents.ts';
import { type Document, documentInPieces } from '../../../documents/document.ts';
import { serveDocuments } from './documents.ts';

const app = fastify();
const pieces = new Map<string, Document>();
let port = 0;
before(async () => {
  serveDocuments(app, (path, ...more) => pieces.get(path) ?? fixtureLookup(path, ...more), fixtureNotFound);
  app.get('/route', async () => 'from the router');
  app.setErrorHandler((error, _request, reply) => reply.code(405).send({ error: (error as { code?: string }).code }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
after(() => app.close());

type Reply = { status: number; headers: Record<string, string | undefined>; body: Buffer };
function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Reply['headers'],
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

const index = fixtureDocument('/api/audits/index.json');
const path = '/api/audits/index.json';

test('a body in pieces is sent piece by piece where it is large, and as a whole that is made once where it is not', async () => {
  let made = 0;
  const inPieces = (count: number) =>
    documentInPieces(
      {
        byteLength: count * 1_048_576,
        *pieces() {
          for (let piece = 0; piece < count; piece++) {
            made += 1;
            yield Buffer.alloc(1_048_576, 65 + piece);
          }
        },
      },
      { content_type: 'application/json; charset=utf-8', tag: `tag${count}`, modified: index.modified, scores: true },
    );
  pieces.set('/four.json', inPieces(4)).set('/twenty.json', inPieces(20));
  for (const times of [1, 2]) {
    assert.equal((await read('/four.json')).body.byteLength, 4 * 1_048_576, `${times}`);
    assert.equal(made, 4);
  }
  made = 0;
  const begun = await new Promise<number>((resolve, reject) => {
    const sent = request({ port, path: '/twenty.json', agent: false }, (response) => {
      response.once('readable', () => {
        resolve(made);
        response.destroy();
      });
    });
    sent.on('error', reject).end();
  });
  assert.ok(begun < 20, `${begun} pieces were made before the first was taken`);
  const { body } = await read('/twenty.json');
  assert.ok(body.equals(Buffer.concat(Array.from({ length: 20 }, (_, at) => Buffer.alloc(1_048_576, 65 + at)))));
});

test('a document is sent with all headers that caches and browsers need', async () => {
  const { status, headers, body } = await read(path);
  assert.equal(status, 200);
  assert.deepEqual(body, Buffer.from(index.bodies.identity));
  const { date, connection, 'keep-alive': _, ...rest } = headers;
  assert.ok(date && connection);
  assert.deepEqual(rest, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    etag: `"${index.tag}"`,
    'last-modified': 'Sun, 01 Nov 2026 10:20:30 GMT',
    'cache-control': 'public, max-age=60, stale-if-error=604800',
    vary: 'Accept-Encoding',
    link: '<https://creativecommons.org/licenses/by-nc/4.0/>; rel="license"',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate',
    'x-content-type-options': 'nosniff',
  });
});

test('each encoding has its own bytes and its own entity tag', async () => {
  const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
  const tags = new Set<string | undefined>([`"${index.tag}"`]);
  for (const [encoding, decode] of Object.entries(decoders)) {
    const { headers, body } = await read(path, { 'accept-encoding': `${encoding}, deflate` });
    assert.equal(headers['content-encoding'], encoding);
    assert.equal(headers['content-length'], String(body.length));
    assert.deepEqual(decode(body), Buffer.from(index.bodies.identity));
    tags.add(headers.etag);
  }
  assert.equal(tags.size, 4);
});

test('an encoding that does not exist yet is replaced by the next accepted one', async () => {
  const late = fixtureDocument('/late.json');
  const wanted = { 'accept-encoding': 'br, gzip;q=0.5' };
  assert.equal((await read('/late.json', wanted)).headers['content-encoding'], undefined);
  late.bodies.gzip = index.bodies.gzip ?? Buffer.of();
  assert.equal((await read('/late.json', wanted)).headers['content-encoding'], 'gzip');
});

test('an encoding that need not be made goes before others of the same weight, and not before preferred ones', async () => {
  const chosen = async (accept: string) =>
    (await read('/ready.json', { 'accept-encoding': accept })).headers['content-encoding'] ?? 'identity';
  assert.equal(await chosen('gzip, deflate, br, zstd'), 'gzip');
  assert.equal(await chosen('*'), 'gzip');
  assert.equal(await chosen('br, gzip;q=0.9'), 'br');
  assert.equal(await chosen('br'), 'br');
  assert.equal(await chosen('gzip;q=0.5, zstd'), 'zstd');
  assert.equal(await chosen('identity'), 'identity');
});

test('HEAD returns the headers of GET and no body', async () => {
  const [get, head] = [
    await read(path, { 'accept-encoding': 'br' }),
    await read(path, { 'accept-encoding': 'br' }, 'HEAD'),
  ];
  delete get.headers.date;
  delete head.headers.date;
  assert.deepEqual([head.status, head.headers, head.body.length], [200, get.headers, 0]);
});

test('If-None-Match returns 304 for the tag of any encoding, with that tag, in a list, weak, or *', async () => {
  const tag = `"${index.tag}"`;
  for (const value of [tag, `W/${tag}`, `"other", W/${tag}`, '*'])
    assert.equal((await read(path, { 'if-none-match': value })).status, 304, value);
  for (const value of ['"other"', index.tag, `"${index.tag}-x"`, `"${index.tag}x"`, ''])
    assert.equal((await read(path, { 'if-none-match': value })).status, 200, value);
  for (const encoding of ['identity', 'gzip', 'br'])
    for (const other of ['', '-gzip', '-br', '-zstd']) {
      const sent = `"${index.tag}${other}"`;
      const { status, headers } = await read(path, { 'if-none-match': sent, 'accept-encoding': encoding });
      assert.deepEqual([status, headers.etag], [304, sent], `${sent} for ${encoding}`);
    }
  const both = `"${index.tag}", "${index.tag}-br"`;
  const { headers } = await read(path, { 'if-none-match': both, 'accept-encoding': 'br' });
  assert.equal(headers.etag, `"${index.tag}-br"`);
});

test('304 has the headers of 200 except those of the content, and no body', async () => {
  const full = await read(path);
  const { status, headers, body } = await read(path, { 'if-none-match': full.headers.etag ?? '' });
  assert.deepEqual([status, body.length], [304, 0]);
  for (const name of ['etag', 'last-modified', 'cache-control', 'vary', 'link', 'access-control-allow-origin'])
    assert.equal(headers[name], full.headers[name], name);
  assert.equal(headers['content-type'], undefined);
});

test('If-Modified-Since has a resolution of seconds, yields to If-None-Match, and is ignored when it is not a date', async () => {
  const status = async (headers: Record<string, string>) => (await read(path, headers)).status;
  assert.equal(await status({ 'if-modified-since': 'Sun, 01 Nov 2026 10:20:30 GMT' }), 304);
  assert.equal(await status({ 'if-modified-since': 'Sun, 01 Nov 2026 10:20:29 GMT' }), 200);
  assert.equal(await status({ 'if-modified-since': 'later' }), 200);
  assert.equal(await status({ 'if-modified-since': 'Sun, 01 Nov 2026 10:20:30 GMT', 'if-none-match': '"other"' }), 200);
});

test('Range and If-Match are ignored: the whole document is sent', async () => {
  const { status, headers, body } = await read(path, { range: 'bytes=0-9', 'if-match': '"other"' });
  assert.deepEqual([status, headers['content-range'], body.length], [200, undefined, index.bodies.identity.length]);
});

test('headers of the document are merged: Vary and Link are extended, others replaced', async () => {
  const { headers } = await read('/page');
  assert.equal(headers.vary, 'Accept-Encoding, Accept');
  assert.equal(headers.link, '</llms.txt>; rel="describedby"');
  assert.equal(headers['content-security-policy'], "default-src 'none'");
});

test('the query does not matter, and percent-encoded letters are letters', async () => {
  assert.equal((await read(`${path}?fresh=1`)).status, 200);
  assert.equal((await read('/api/audits/%69ndex.json')).status, 200);
  for (const odd of ['/api%2Faudits/index.json', '/api/audits/index.json%00'])
    assert.equal((await read(odd)).status, 404, odd);
});

test('an unknown audit is the fixed 404, and other paths go to the router', async () => {
  const unknown = await read('/api/audits/nobody.json');
  assert.deepEqual([unknown.status, unknown.headers['content-type']], [404, 'application/problem+json']);
  assert.equal(JSON.parse(unknown.body.toString()).error, 'not_found');
  assert.equal(unknown.headers['access-control-allow-origin'], '*');
  assert.equal((await read('/api/audits/nobody.json', {}, 'HEAD')).body.length, 0);
  assert.equal((await read('/route')).body.toString(), 'from the router');
});

test('a preflight is answered, and other methods are refused', async () => {
  const preflight = await read(
    path,
    { origin: 'https://example.org', 'access-control-request-headers': 'if-none-match' },
    'OPTIONS',
  );
  assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin']], [204, '*']);
  for (const method of ['POST', 'PUT', 'DELETE'])
    for (const known of [path, '/api/audits/nobody.json'])
      assert.equal(
        (await read(known, {}, method)).body.toString(),
        '{"error":"method_not_allowed"}',
        `${method} ${known}`,
      );
  assert.equal((await read('/api/audits/nobody.json', {}, 'OPTIONS')).status, 204);
});
