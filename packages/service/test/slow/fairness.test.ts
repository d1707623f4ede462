import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { before, describe, test } from 'node:test';
import { start } from '../../../../test/world/processes.ts';
import { until, within } from '../../../../test/world/wait.ts';
import { busyWith, crowd, newcomer } from '../world/measure/crowd.ts';
import { bin, program, type Serving, serving, startPublisher, temporaryFolder } from '../world/readymark.ts';

/** What one client may take from the others (decision 74): memory, the event loop, descriptors. */
const COMPANIES = 2_000;

const folder = temporaryFolder('readymark-fairness-');
let node: Serving;
before(async () => {
  const publisher = await startPublisher({ DATA_DIR: folder });
  await publisher.publish({ synthetic: { from: 0, to: COMPANIES, round: 0 } });
  await publisher.stop();
  node = await serving({ DATA_DIR: folder, LOG_LEVEL: 'info' });
});

const portOf = (url: string) => Number(new URL(url).port);
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

function toolCall(args: object): string {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_audits', arguments: args },
  });
  return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Connects and sends everything at once; reads nothing until it is resumed. */
async function unread(url: string, text: string): Promise<Socket> {
  const socket = connect(portOf(url), '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

describe('a client that does not read', () => {
  test('costs one answer per connection, however many requests it pipelines, and gets all of them when it reads', async (t) => {
    await newcomer(node.url, '/');
    /** The memory while others are answered, MiB: that of the middle, for on a busy machine garbage waits to be collected. */
    const usualMemory = async () => {
      const probes: number[] = [];
      for (let probe = 0; probe < 60; probe++) {
        await newcomer(node.url, '/?sort=company');
        probes.push(memoryOf(node.pid));
      }
      return probes.sort((a, b) => a - b)[30] ?? 0;
    };
    // Measured alike, so that what those who read cost is in both.
    const before = await usualMemory();
    const sockets = await Promise.all(
      Array.from({ length: 5 }, () => unread(node.url, toolCall({ limit: 1_000 }).repeat(250))),
    );
    const with_them = await usualMemory();
    t.diagnostic(`${before.toFixed(0)} MiB before, ${with_them.toFixed(0)} MiB with them`);
    assert.ok(with_them - before < 64, `it grew from ${before.toFixed(0)} to ${with_them.toFixed(0)} MiB`);
    const [first] = sockets as [Socket];
    let answers = 0;
    let rest = '';
    first.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1');
      answers += text.split('HTTP/1.1 200 OK').length - 1;
      rest = text.slice(-14);
    });
    first.resume();
    await until(() => answers === 250, `all answers arrive (${answers})`);
    for (const socket of sockets) socket.destroy();
  });

  test('does not end a node that has little memory', async () => {
    // Of which it needs 70 MB for itself. All answers to these connections would be more than 2 GB.
    const small = await serving({ DATA_DIR: folder, LOG_LEVEL: 'info', NODE_OPTIONS: '--max-old-space-size=128' });
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () => unread(small.url, toolCall({ limit: 1_000 }).repeat(250))),
    );
    for (let probe = 0; probe < 20; probe++) await newcomer(small.url, '/?sort=newest');
    assert.equal(small.ended(), undefined);
    for (const socket of sockets) socket.destroy();
    await small.stop();
  });

  test('is disconnected after SEND_TIMEOUT, whatever it requested', async () => {
    const impatient = await serving({ DATA_DIR: folder, SEND_TIMEOUT: '1', LOG_LEVEL: 'info' });
    for (const request of [
      toolCall({ limit: 1_000 }),
      'GET /api/audits/index.json HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET /api/audits/index.json HTTP/1.1\r\nHost: localhost\r\nX-Odd:\tyes\r\nConnection: keep-alive, x\r\n\r\n',
    ]) {
      const socket = await unread(impatient.url, request.repeat(200));
      const connections = () => established(impatient.url);
      await until(() => connections() === 0, `no connection is left after ${request.slice(0, 40)}`);
      socket.destroy();
    }
    await impatient.stop();
  });
});

/** Connections that a server on loopback has now, from the system's table. */
function established(url: string): number {
  const port = portOf(url).toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => new RegExp(`^\\s*\\d+: 0100007F:${port} \\S+ 01 `).test(line)).length;
}

for (const what of busyWith)
  test(`new connections are answered soon beside many busy clients (${what}s)`, async (t) => {
    const busy = await crowd(node.url, 200, what);
    await until(() => busy.served() > 400, 'all clients are busy');
    // All at once: they wait for one another as well.
    const times = await Promise.all(Array.from({ length: 60 }, () => newcomer(node.url, '/api/audits/company-1.json')));
    busy.leave();
    times.sort((a, b) => a - b);
    t.diagnostic(`median ${times[30]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms`);
    assert.ok((times.at(-1) ?? 0) < 2_000, `the longest took ${times.at(-1)?.toFixed(0)} ms`);
  });

describe('without descriptors', () => {
  test('a node holds fewer connections than configured, says so, and lives on', async () => {
    const data = temporaryFolder('readymark-descriptors-');
    const script = ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, bin, 'serve'];
    const small = start('sh', script, { env: { DATA_DIR: data, PORT: '0', LOG_LEVEL: 'info' } });
    const [, port = ''] = await small.prints(/"port":(\d+),.*Readymark is serving/);
    assert.match(small.out(), /MAX_CONNECTIONS is lowered/);
    const crowd = start(process.execPath, [program('idle-connections'), `http://127.0.0.1:${port}`, '400']);
    await within(30, crowd.prints(/\d+\n/), 'the connections were tried');
    await crowd.kill();
    await until(
      async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status === 200,
      'it answers again',
    );
    assert.equal(small.ended(), undefined);
  });

  test('a storm of connections that are reset is not logged request by request', async () => {
    const lines = node.out().split('\n').length;
    for (let round = 0; round < 20; round++)
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const socket = connect(portOf(node.url), '127.0.0.1');
          socket.on('error', () => {});
          await once(socket, 'connect');
          socket.write(toolCall({ query: 'x' }).repeat(3));
          socket.resetAndDestroy();
        }),
      );
    await newcomer(node.url, '/healthz');
    const failed = node
      .out()
      .split('\n')
      .slice(lines)
      .filter((line) => line.includes('a request failed'));
    assert.equal(failed.length, 0, String(failed[0]).slice(0, 300));
  });
});
