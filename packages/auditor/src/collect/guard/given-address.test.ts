import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FetchFailure } from './failure.ts';
import { openGivenAddress } from './given-address.ts';

/** A service on this machine: an address that a person gives may be anywhere. */
async function world(
  context: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  within: Parameters<typeof openGivenAddress>[2] = {},
) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = openGivenAddress(`${url}/below`, 'test', within);
  context.after(async () => {
    await given.close();
    server.closeAllConnections();
    server.close();
  });
  return { url, get: (path: string, most_bytes = 1_000) => given.ask({ method: 'GET', path, most_bytes }), given };
}

const failure = (message: RegExp) => (error: unknown) => error instanceof FetchFailure && message.test(error.message);

test('a path below the address is asked for, also with a body, past the proxies of the environment', async (t) => {
  process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:1';
  t.after(() => {
    delete process.env.HTTP_PROXY;
    delete process.env.http_proxy;
  });
  const { get, given } = await world(t, async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.end(`${request.method} ${request.url} ${body}`);
  });
  const text = async (answer: Promise<{ body: Uint8Array | undefined }>) =>
    Buffer.from((await answer).body ?? []).toString();
  assert.equal(await text(get('log/checkpoint')), 'GET /below/log/checkpoint ');
  const order = { method: 'POST', path: 'add', body: 'old 0\n', most_bytes: 100 } as const;
  assert.equal(await text(given.ask(order)), 'POST /below/add old 0\n');
});

test('a body of the bound is taken, and none that is longer, whatever its coding', async (t) => {
  const { get } = await world(t, (request, response) => {
    const bytes = Buffer.alloc(Number(request.url?.split('/').at(-1)), 'x');
    if (!request.url?.includes('gzip')) return response.end(bytes);
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(bytes));
  });
  for (const path of ['', 'gzip/']) {
    assert.equal((await get(`${path}1000`)).body?.byteLength, 1_000);
    assert.equal((await get(`${path}1001`)).body, undefined);
    assert.equal((await get(`${path}50000000`)).body, undefined);
  }
});

test('an endless, a slow and a broken answer end, and no redirect is followed', async (t) => {
  const asked: (string | undefined)[] = [];
  const { get } = await world(t, (request, response) => {
    asked.push(request.url);
    const way = request.url?.split('/').at(-1);
    if (way === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end('moved');
    else if (way === 'broken') response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy());
    else if (way === 'bomb') response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
    else if (way === 'endless') {
      const more = (error?: Error | null) => void (error || response.write('x'.repeat(1_000), more));
      more();
    }
  });
  assert.deepEqual((await get('redirect')).status, 302);
  assert.deepEqual(asked, ['/below/redirect']);
  assert.equal((await get('endless')).body, undefined);
  await assert.rejects(get('broken'), failure(/ended early|ended without an answer/));
  await assert.rejects(get('bomb'), failure(/coding/));
  const silent = await world(t, () => {}, { headers_ms: 50 });
  await assert.rejects(silent.get('x'), failure(/no answer in time/));
  const slow = await world(t, (_, response) => void response.write('x'), { idle_ms: 50 });
  await assert.rejects(slow.get('x'), failure(/broke off/));
  // A byte now and then does not make an answer longer than it may be.
  const drops = await world(t, (_, response) => dripping(response), { request_ms: 300 });
  await assert.rejects(drops.get('x'), failure(/no whole answer in time/));
});

function dripping(response: ServerResponse): void {
  response.write('x');
  const timer = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(timer));
}

test('where nothing listens, the reason is said in a word', async (t) => {
  const { url } = await world(t, () => {});
  const nobody = openGivenAddress(url.replace(/\d+$/, '1'), 'test');
  t.after(() => nobody.close());
  await assert.rejects(
    nobody.ask({ method: 'GET', path: 'x', most_bytes: 1 }),
    failure(/^no connection \(ECONNREFUSED\)$/),
  );
});
