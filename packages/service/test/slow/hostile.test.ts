import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { until, within } from '../../../../test/world/wait.ts';
import { call } from '../world/call.ts';
import { startNode, startProgram } from '../world/readymark.ts';

/** Slow, greedy and hostile clients: the service keeps replying to all others at once. */
const folder = mkdtempSync(join(tmpdir(), 'readymark-hostile-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const env = {
  DATA_DIR: folder,
  BASE_URL: 'http://readymark.test',
  HEADERS_TIMEOUT: '2',
  REQUEST_TIMEOUT: '3',
  IDLE_TIMEOUT: '4',
  MAX_CONNECTIONS: '12000',
};

/** A client's socket that keeps what it received, and whether the server closed it. */
async function openSocket(url: string): Promise<{ socket: Socket; received(): string; closed: Promise<void> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, received: () => received, closed };
}

/** The slowest of ten ordinary calls, in milliseconds. */
async function slowestOfOthers(url: string): Promise<number> {
  let slowest = 0;
  for (let at = 0; at < 10; at += 1) {
    const started = performance.now();
    const { status } = await call(
      url,
      at % 2 ? 'GET' : 'POST',
      at % 2 ? '/api/audits/index.json' : '/api/audit-requests',
    );
    assert.equal(status, at % 2 ? 200 : 401);
    slowest = Math.max(slowest, performance.now() - started);
  }
  return slowest;
}

const node = await startNode(env);
// Started outside of a test, it ends with none, and would keep this process alive.
after(() => node.stop());
const { url } = node;
/** What ten calls take on this machine at their slowest, while nobody else asks. */
const quiet = await slowestOfOthers(url);

describe('hostile clients', () => {
  test('hundreds of slow headers, slow bodies and silent connections are closed in time, and no other client waits', async (t) => {
    const heads = [
      'GET /api/audits/index.json HTTP/1.1\r\nHost: x\r\nX-Slow: ',
      'POST /api/agent/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"type',
      'G',
    ];
    const all = await Promise.all(Array.from({ length: 300 }, () => openSocket(url)));
    const drip = setInterval(() => {
      for (const { socket } of all) if (socket.writable) socket.write('a');
    }, 200);
    t.after(() => clearInterval(drip));
    for (const [at, { socket }] of all.entries()) socket.write(heads[at % heads.length] ?? '');
    assert.ok((await slowestOfOthers(url)) < 1_000 + 10 * quiet);
    await within(15, Promise.all(all.map(({ closed }) => closed)), 'all of them are closed');
    for (const { received } of all) assert.match(received(), /^(HTTP\/1\.1 (408|400) |$)/);
  });

  test('half-open connections and silent ones are closed after the idle time', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => openSocket(url)));
    for (const { socket } of all.slice(100)) socket.end();
    await within(15, Promise.all(all.map(({ closed }) => closed)), 'all of them are closed');
  });

  test('huge headers are refused, and each of many requests in one packet gets one reply', async () => {
    const huge = await openSocket(url);
    huge.socket.write(`GET /api/audits/index.json HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(200_000)}\r\n\r\n`);
    await within(10, huge.closed, 'it is closed');
    assert.match(huge.received(), /^HTTP\/1\.1 400 [\s\S]*larger than 16 KiB/);
    for (const path of ['/api/audits/index.json', '/healthz']) {
      const pipelined = await openSocket(url);
      pipelined.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(500));
      await until(() => pipelined.received().match(/HTTP\/1\.1 200 /g)?.length === 500, `500 replies for ${path}`);
      pipelined.socket.destroy();
    }
    assert.ok((await slowestOfOthers(url)) < 1_000 + 10 * quiet);
  });

  test('clients that request much and read nothing cost bounded memory', async () => {
    const rss = async () => (await call(url, 'GET', '/healthz')).status === 200 && memoryOf(node.pid);
    const before = Number(await rss());
    const all = await Promise.all(Array.from({ length: 50 }, () => openSocket(url)));
    for (const { socket } of all) {
      socket.pause();
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000));
    }
    await new Promise((next) => setTimeout(next, 1_000));
    assert.ok((await slowestOfOthers(url)) < 1_500 + 10 * quiet);
    // What it holds: the least of some looks, for on a busy machine garbage waits to be collected.
    let held = Number(await rss());
    for (let look = 0; look < 20; look++) held = Math.min(held, Number(await rss()));
    const grown = (held - before) / 2 ** 20;
    for (const { socket } of all) socket.destroy();
    assert.ok(grown < 400, `it grew by ${grown.toFixed(0)} MiB`);
  });

  test('with ten thousand idle connections others get their replies at once', async (t) => {
    const crowd = startProgram('idle-connections', [url, '10000']);
    const open = Number((await within(60, crowd.prints(/\d+\n/), 'the connections are open'))[0]);
    t.diagnostic(`${open} idle connections, ${(memoryOf(node.pid) / 2 ** 20).toFixed(0)} MiB`);
    assert.ok(
      open >= 1_000,
      'ten thousand where the system lets one process open as many (ulimit -n), a thousand anywhere',
    );
    assert.ok((await slowestOfOthers(url)) < 1_500 + 10 * quiet);
  });
});

describe('a node at its limits', () => {
  test('connections beyond MAX_CONNECTIONS are closed at once; when others close, new ones are accepted', async () => {
    const node = await startNode({ ...env, DATA_DIR: join(folder, 'few'), MAX_CONNECTIONS: '20' });
    const all = await Promise.all(Array.from({ length: 40 }, () => openSocket(node.url)));
    await until(
      () => all.filter(({ socket }) => socket.closed).length >= 20,
      'the connections beyond the limit are closed',
    );
    for (const { socket } of all) socket.destroy();
    await until(
      async () => (await call(node.url, 'GET', '/healthz').catch(() => undefined))?.status === 200,
      'new connections are accepted',
    );
  });

  test('while its event loop lags, calls are 503 with Retry-After, and public documents and health are not', async () => {
    const node = await startNode({ ...env, DATA_DIR: join(folder, 'lag'), MAX_EVENT_LOOP_DELAY: '1' });
    let refused = await call(node.url, 'POST', '/api/agent/auth', { body: {} });
    await until(async () => {
      // A process that was stopped for a while surely lags, even on a quiet machine.
      node.signal('SIGSTOP');
      await new Promise((next) => setTimeout(next, 400));
      node.signal('SIGCONT');
      refused = await call(node.url, 'POST', '/api/agent/auth', { body: {} });
      return refused.status === 503;
    }, 'the delay exceeds the limit');
    assert.equal(refused.status, 503);
    assert.equal(refused.json.error, 'unavailable');
    assert.equal(refused.headers.get('retry-after'), '5');
    for (const path of ['/api/audits/index.json', '/healthz'])
      assert.equal((await call(node.url, 'GET', path)).status, 200);
  });
});

/** Resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
