import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { mock, test } from 'node:test';
import { fixtureDocument } from '../../../../test/world/fixture-documents.ts';
import { get, listening, opened } from '../../../../test/world/network/fast-path.ts';

const index = '/api/audits/index.json';
const large = '/large.json';
const size = fixtureDocument(large).bodies.identity.byteLength;

/** Everything that arrives until the server closes. */
async function drain(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

const replies = (bytes: Buffer) => bytes.toString('latin1').split('HTTP/1.1 200 OK\r\n').length - 1;

test('a client that sends requests without reading makes the server wait, not buffer', async () => {
  const { app, port } = await listening({ fast_path: true });
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const client = await opened(port);
  client.pause();
  const [server_side] = await accepted;
  let most = 0;
  const original = server_side.write.bind(server_side) as (...args: unknown[]) => boolean;
  server_side.write = ((...args: unknown[]) => {
    const went = original(...args);
    most = Math.max(most, server_side.writableLength);
    return went;
  }) as Socket['write'];
  const requested = 60;
  client.write(get(large).repeat(requested));
  const small = 3000;
  client.write(get(index).repeat(small));
  await once(server_side, 'pause');
  client.end();
  const bytes = await drain(client.resume());
  assert.equal(replies(bytes), requested + small);
  assert.ok(bytes.length > requested * size);
  assert.ok(most < 2 * size, `${most} bytes were buffered for the client`);
});

test('a client that stops reading is disconnected after the send timeout', async () => {
  const { app, port } = await listening({ fast_path: true, send_timeout_ms: 50 });
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const client = await opened(port);
  client.on('error', () => {});
  client.pause().write(get(large).repeat(40));
  const [server_side] = await accepted;
  await once(server_side, 'close');
  client.destroy();
});

test('a client that closes its sending side still gets its replies, and one that resets harms no other', async () => {
  const { port } = await listening({ fast_path: true });
  const half = await opened(port);
  half.end(get(index).repeat(3));
  assert.equal(replies(await drain(half)), 3);
  const silent = await opened(port);
  silent.end();
  assert.equal((await drain(silent)).length, 0);
  const rude = await opened(port);
  rude.write(get(large).repeat(20));
  await once(rude, 'readable');
  rude.resetAndDestroy();
  const next = await opened(port);
  next.end(get(index));
  assert.equal(replies(await drain(next)), 1);
});

test('connections that are silent for too long are closed, others are not', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const { port } = await listening({ fast_path: true, keepAliveTimeout: 5000, headersTimeout: 20_000 });
  const [silent, idle, busy] = [await opened(port), await opened(port), await opened(port)];
  const read = async (client: Socket) => {
    client.write(get(index));
    await once(client, 'data');
  };
  await read(idle);
  for (let seconds = 0; seconds < 6; seconds += 2) {
    await read(busy);
    mock.timers.tick(2000);
  }
  assert.ok(!idle.readableEnded);
  const idle_closed = once(idle.resume(), 'close');
  mock.timers.tick(1000);
  await idle_closed;
  for (let seconds = 7; seconds < 21; seconds += 2) {
    await read(busy);
    assert.ok(!silent.readableEnded);
    mock.timers.tick(2000);
  }
  await once(silent.resume(), 'close');
  await read(busy);
  busy.destroy();
});

test('closing the server ends idle connections at once and lets a slow reader finish', async () => {
  const { app, port } = await listening({ fast_path: true });
  const idle = await opened(port);
  idle.write(get(index));
  await once(idle, 'data');
  const slow = await opened(port);
  slow.pause().write(get(large).repeat(10));
  await once(slow, 'readable');
  const ended = once(idle.resume(), 'close');
  const closed = app.close();
  await ended;
  const bytes = await drain(slow.resume());
  assert.equal(replies(bytes), 10);
  assert.ok(bytes.length > 10 * size);
  await closed;
  await assert.rejects(opened(port));
});

test('closeAllConnections drops every connection', async () => {
  const { app, port } = await listening({ fast_path: true });
  const slow = await opened(port);
  slow.on('error', () => {});
  slow.pause().write(get(large).repeat(40));
  await once(slow, 'readable');
  app.server.closeAllConnections();
  assert.ok((await drain(slow.resume())).length < 40 * size);
});

test('a half-sent head falls under the time limits of node:http', async () => {
  const { port } = await listening({ fast_path: true, headersTimeout: 20 });
  for (const start of ['GET /api/aud', `${get(index)}GET /api/aud`]) {
    const client = await opened(port);
    client.write(start);
    assert.match((await drain(client)).toString('latin1'), /HTTP\/1\.1 408 /);
  }
});

test('Date is the time of the given clock, in seconds', async () => {
  const { port } = await listening({ fast_path: true });
  const client = await opened(port);
  const before = Math.floor(Date.now() / 1000) * 1000;
  client.end(get(index));
  const date = /\r\nDate: ([^\r]*)\r\n/.exec((await drain(client)).toString('latin1'))?.[1] ?? '';
  assert.ok(Date.parse(date) >= before && Date.parse(date) <= Date.now(), date);
});
