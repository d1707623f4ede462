import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { get, replyTo, timeless } from '../world/network/fast-path.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Targets of requests as RFC 9112 3.2 has them, over real connections. */
const service = await testService('sqlite');
await publish(service, [exampleAudit()]);
const port = Number(new URL(service.url).port);
const ask = async (request: string) => timeless(await replyTo(port, request));
const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]);

test('a target in absolute form, as it is sent to a proxy, is answered like its path', async () => {
  const record = '/api/audits/example-widgets.json';
  const paths = [
    '/',
    '/api/audits/index.json',
    record,
    `${record}?view=brief`,
    '/api/audits/nobody.json',
    '/llms.txt',
    '/healthz',
  ];
  for (const path of [...paths, '/audits/example-widgets', '/robots.txt', '/nowhere', '/api/agent/me', '/desk']) {
    const plain = await ask(get(path, 'Accept: text/html'));
    for (const authority of ['http://readymark.test', 'HTTP://readymark.test:8080', 'https://a.example'])
      assert.equal(await ask(get(`${authority}${path}`, 'Accept: text/html')), plain, authority + path);
  }
  assert.equal(await ask(get('http://a.example')), await ask(get('/')));
  assert.equal(await ask(get('http://a.example?sort=company')), await ask(get('/?sort=company')));
  for (const target of ['http://user@a.example/', 'ftp://a.example/', 'http:///', 'http:', '*', 'example'])
    assert.ok([400, 404].includes(statusOf(await ask(get(target)))), target);
});

test('the host in such a target counts, and not that of the Host header', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const post = (target: string, host: string) =>
    `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  assert.equal(statusOf(await ask(post('http://readymark.test/mcp', 'evil.example'))), 200);
  assert.equal(statusOf(await ask(post('http://evil.example/mcp', 'readymark.test'))), 403);
  const metrics = (target: string, host: string) => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  assert.equal(statusOf(await ask(metrics('http://evil.example/metrics', 'localhost'))), 404);
  assert.equal(statusOf(await ask(metrics('http://localhost/metrics', 'evil.example'))), 200);
});
