import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { openCompressor } from '../../src/documents/compressor.ts';
import { documentInPieces } from '../../src/documents/document.ts';
import { syntheticAudit } from '../world/measure/synthetic-audits.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** An index that is made when it is read (decision 204), as clients get it. */
const service = await testService('sqlite');
const path = '/api/audits/index.json';
const url = new URL(path, service.url);

type Reply = { status: number | undefined; headers: Record<string, unknown>; body: Buffer };
const read = (headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Reply>((resolve, reject) => {
    request(url, { method, headers, agent: false }, async (reply) => {
      const body = Buffer.concat(await reply.toArray());
      resolve({ status: reply.statusCode, headers: reply.headers, body });
    })
      .on('error', reject)
      .end();
  });

test('a large index has its length and tag before it is made, and is whole for every reader', {
  timeout: timeLimit(120_000),
}, async () => {
  await publish(
    service,
    Array.from({ length: 3_000 }, (_, number) => syntheticAudit(number)),
  );
  const whole = await read();
  assert.equal(whole.status, 200);
  assert.equal(whole.headers['content-length'], String(whole.body.length));
  const index = JSON.parse(whole.body.toString()) as { count: number; audits: { rank: number; slug: string }[] };
  assert.deepEqual([index.count, index.audits.length], [3_000, 3_000]);
  assert.deepEqual(
    index.audits.map(({ slug, rank }) => `${rank} ${slug}`),
    service.catalogue
      .current()
      .slice(0, 3_000)
      .map(({ slug, rank }) => `${rank} ${slug}`),
  );

  const head = await read({}, 'HEAD');
  assert.deepEqual(
    [head.headers['content-length'], head.headers.etag],
    [whole.headers['content-length'], whole.headers.etag],
  );
  assert.equal(head.body.length, 0);
  assert.equal((await read({ 'if-none-match': String(whole.headers.etag) })).status, 304);

  // A reader that stops in the middle, and goes on after something else was published.
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
  await new Promise((done) => socket.once('readable', done));
  const first = socket.read() as Buffer;
  const gone = connect(Number(url.port), '127.0.0.1');
  gone.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
  await new Promise((done) => gone.once('readable', done));
  gone.destroy();
  await publish(service, [syntheticAudit(5, 3)]);
  const rest = await socket.toArray();
  const slow = Buffer.concat([first, ...rest]);
  assert.ok(slow.subarray(slow.indexOf('\r\n\r\n') + 4).equals(whole.body));

  const after = await read();
  assert.notEqual(after.headers.etag, whole.headers.etag);
  assert.ok(!after.body.equals(whole.body));
  let packed = after;
  await until(async () => {
    packed = await read({ 'accept-encoding': 'gzip' });
    return packed.headers['content-encoding'] === 'gzip';
  }, 'it is compressed');
  assert.ok(gunzipSync(packed.body).equals(after.body));
});

test('a large index is compressed when it is asked for, and not before', async () => {
  let made = 0;
  const pieces = function* () {
    made += 1;
    yield Buffer.alloc(400_000, 'a');
  };
  const failures: unknown[] = [];
  const compressor = openCompressor((error) => failures.push(error));
  const document = documentInPieces(
    { byteLength: 400_000, pieces },
    { content_type: 'application/json', tag: 'tag', modified: new Date(0), scores: true },
  );
  await compressor.compress(document);
  assert.equal(made, 0);
  assert.equal(document.bodies.gzip, undefined);
  assert.equal(made, 1);
  await until(() => document.bodies.gzip !== undefined, 'it is compressed');
  const { gzip } = document.bodies;
  assert.equal(gunzipSync(gzip ?? assert.fail()).byteLength, 400_000);
  await compressor.close();
  assert.deepEqual(failures, []);
});
