import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import { call } from '../world/call.ts';
import { freePort } from '../world/postgres.ts';
import { bin, readymark, serving } from '../world/readymark.ts';

/** Operating mistakes with processes: several at once, a taken port, a stop with open connections. */
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), 'readymark serving '));
  folders.push(folder);
  return folder;
}

async function taken() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return String((server.address() as { port: number }).port);
}

describe('serving', { timeout: timeLimit(150_000) }, () => {
  test('several that start at once on an empty folder all serve, and the examples are published once', async () => {
    const env = { DATA_DIR: fresh(), DATABASE_URL: '' };
    const all = await Promise.all(Array.from({ length: 4 }, () => serving(env, [bin, 'serve', '--with-examples'])));
    const indexes = await Promise.all(
      all.map(async ({ url }) => (await call(url, 'GET', '/api/audits/index.json')).text),
    );
    assert.equal(new Set(indexes).size, 1);
    assert.equal(all.filter(({ out }) => out().includes('published the fictional examples')).length, 1);
    await Promise.all(all.map(({ stop }) => stop()));
    for (const { ended } of all) assert.equal(ended()?.code, 0);
  });

  test('a taken port is named, and ends the start with exit code 1', async () => {
    const port = await taken();
    const { code, err } = await readymark(['serve'], { DATA_DIR: fresh(), DATABASE_URL: '', PORT: port });
    assert.equal(code, 1);
    assert.equal(
      err,
      `Port ${port} of 127.0.0.1 is taken by another process; stop that process, or set PORT to another port.\n`,
    );
  });

  test('so is a taken metrics port, and a host that is not this machine’s', async () => {
    const METRICS_PORT = await taken();
    const metrics = await readymark(['serve'], {
      DATA_DIR: fresh(),
      DATABASE_URL: '',
      PORT: String(await freePort()),
      METRICS_PORT,
    });
    assert.equal(metrics.code, 1);
    assert.match(metrics.err, new RegExp(`^Port ${METRICS_PORT} of 127.0.0.1 is taken.*METRICS_PORT.*\n$`));
    const host = await readymark(['serve'], { DATA_DIR: fresh(), DATABASE_URL: '', PORT: '0', HOST: '192.0.2.1' });
    assert.equal(host.code, 1);
    assert.match(host.err, /^192\.0\.2\.1 is not an address of this machine.*HOST.*\n$/);
  });

  test('a stop ends within seconds with open connections: on the fast path, idle, or in the middle of a request', async () => {
    const { url, ended, stop } = await serving({ DATA_DIR: fresh(), DATABASE_URL: '' });
    const open = [
      'GET /api/audits/index.json HTTP/1.1\r\nHost: x\r\n\r\n',
      '',
      'POST /api/agent/auth HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    ];
    for (const text of open) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(text);
      after(() => socket.destroy());
    }
    // Its reply comes after the others were read.
    await call(url, 'GET', '/healthz');
    const began = performance.now();
    await stop();
    assert.equal(ended()?.code, 0);
    assert.ok(performance.now() - began < 10_000);
  });
});
