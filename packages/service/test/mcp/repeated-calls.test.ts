import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/**
 * Tool calls that were answered before are answered in front of the router (decision 215): by the same bytes, and under the same
 * limits, as those that go through it. Over a real connection, because what arrives in pieces matters.
 */
const call = (slug: string, id: unknown = 7) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_audit', arguments: { slug, view: 'brief' } },
  });

/** A request as bytes. A parameter at the address keeps it from being answered in front of the router. */
const sent = (body: string, { path = '/mcp', headers = [] as string[] } = {}) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: readymark.test',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n');

/** Sends pieces one after another, each when the server had a turn, and reads until the server closes. */
async function exchange(url: string, pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((turn) => setImmediate(turn));
  }
  socket.end();
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const timeless = (text: string) => text.replaceAll(/Date: .*\r\n/g, '');
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const routed = { path: '/mcp?routed' };

async function opened(env: Record<string, string> = {}) {
  const service = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '0', ...env });
  await publish(service, [exampleAudit({ slug: 'acme', company: 'Acmé “7”', audit_date: '2026-11-01', scores: 3 })]);
  await service.catalogue.refresh();
  return service;
}

describe('tool calls that were answered before', () => {
  test('get the bytes that the router sends, however they arrive, one after another', async () => {
    const { url, stop } = await opened();
    const first = timeless(await exchange(url, [sent(call('acme'), routed)]));
    assert.match(first, /^HTTP\/1\.1 200 OK\r\n.*"structuredContent"/s);
    const again = async (...pieces: (string | Buffer)[]) => timeless(await exchange(url, pieces));
    assert.equal(await again(sent(call('acme'))), first);
    const bytes = Buffer.from(sent(call('acme')));
    for (let at = 1; at < bytes.length; at += 17)
      assert.equal(await again(bytes.subarray(0, at), bytes.subarray(at)), first, String(at));
    const both = await again(sent(call('acme')) + sent(call('acme', 'eight')) + sent(call('acme')));
    assert.equal(
      both,
      first +
        first.replace('"id":7', '"id":"eight"').replace(/Length: (\d+)/, (_, n) => `Length: ${Number(n) + 6}`) +
        first,
    );
    await stop();
  });

  test('are other calls where a header is empty that was not there', async () => {
    const { url, stop } = await opened();
    const empty = { headers: ['MCP-Protocol-Version: '] };
    const first = timeless(await exchange(url, [sent(call('acme'), { ...routed, ...empty })]));
    assert.match(first, /^HTTP\/1\.1 400 /);
    for (let times = 0; times < 2; times++)
      assert.match(await exchange(url, [sent(call('acme'))]), /^HTTP\/1\.1 200 OK/);
    assert.equal(timeless(await exchange(url, [sent(call('acme'), empty)])), first);
    assert.equal(timeless(await exchange(url, [sent(call('acme'), { ...routed, ...empty })])), first);
    await stop();
  });

  test('are other calls where anything of them differs, and reach the router whole', async () => {
    const { url, stop } = await opened();
    await exchange(url, [sent(call('acme'))]);
    const twice = { headers: ['Authorization: Bearer a', 'Authorization: Bearer b'] };
    const others: [string, Parameters<typeof sent>[1]?][] = [
      [call('none')],
      [call('acme', null)],
      [call('acme', 7.5)],
      [`${call('acme').slice(0, -1)},"id":8}`],
      [call('acme').slice(0, -1)],
      [`[${call('acme')}]`],
      [call('acme'), twice],
      [call('acme'), { headers: ['Origin: https://evil.example'] }],
      [call('acme'), { headers: ['MCP-Protocol-Version: 2026-07-28'] }],
      [call('acme'), { headers: ['MCP-Protocol-Version: 1999-01-01'] }],
      [call('acme').replace('"jsonrpc":"2.0"', '"jsonrpc":"2.1"')],
      [call('acme').replace('"id"', '"\\u0069d":9,"id"')],
      [call('acme').replace('"params"', '"\\u0069d":9,"params"')],
      [''],
      [' '.repeat(8_000)],
    ];
    for (const [body, options] of others) {
      const label = `${body} ${JSON.stringify(options)}`;
      const by_router = timeless(await exchange(url, [sent(body, { ...options, ...routed })]));
      assert.match(by_router, /^HTTP\/1\.1 /, label);
      for (let times = 0; times < 2; times += 1)
        assert.equal(timeless(await exchange(url, [sent(body, options)])), by_router, label);
    }
    await stop();
  });

  test('are not what is no JSON, although it has the same letters before and behind another place of the id', async () => {
    const { url, stop } = await opened();
    const rest = call('acme').slice(call('acme').indexOf(',"method"'));
    await exchange(url, [sent(`{"id":7,"jsonrpc":"2.0"\n${rest}`)]);
    const reply = await exchange(url, [sent(`{\n,"jsonrpc":"2.0""id":8${rest}`)]);
    assert.deepEqual(statuses(reply), [400]);
    await stop();
  });

  test('count against the limit of their client, whose address is that which proxies say', async () => {
    const { url, stop } = await opened({ CLIENT_REQUESTS_PER_MINUTE: '4' });
    const from = (client: string) => ({ headers: [`X-Forwarded-For: ${client}`] });
    const ask = async (client: string) => statuses(await exchange(url, [sent(call('acme'), from(client)).repeat(6)]));
    assert.deepEqual(await ask('192.0.2.1'), [200, 200, 200, 200, 429, 429]);
    assert.deepEqual(await ask('192.0.2.2'), [200, 200, 200, 200, 429, 429]);
    assert.deepEqual(await ask('192.0.2.1'), [429, 429, 429, 429, 429, 429]);
    await stop();
  });

  test('are answered anew after a publication, and counted and logged as those before', async () => {
    const { url, stop, ...service } = await opened();
    const score = async () => /"overall_score":(\d+)/.exec(await exchange(url, [sent(call('acme'))]))?.[1];
    const before = await score();
    assert.equal(await score(), before);
    await publish(service, [exampleAudit({ slug: 'acme', company: 'Acmé “7”', audit_date: '2026-11-02', scores: 5 })]);
    await service.catalogue.refresh();
    assert.notEqual(await score(), before);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    assert.match(metrics, /^readymark_http_requests_total\{route="\/mcp",status="200"\} 3$/m);
    const lines = service.log_lines.filter((line) => line.includes('"route":"/mcp"')).map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ level, method, status, ms }) => [level, method, status, ms >= 0]),
      Array(3).fill([30, 'POST', 200, true]),
    );
    await stop();
  });
});
