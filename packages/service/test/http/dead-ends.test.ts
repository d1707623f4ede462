import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call, newKey } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Guessed addresses lead on (decision 189): what they name answers. */
const service = await testService('sqlite');
await publish(service, [exampleAudit({ slug: 'acme' })]);

const signs: readonly (readonly [path: string, status: number, address: string])[] = [
  ['/api/audits/acme', 404, '/api/audits/acme.json'],
  ['/api/audits/acme/', 404, '/api/audits/acme.json'],
  ['/api/audits/acme/brief', 404, '/api/audits/acme/brief.json'],
  ['/api/audits/acme/p3.json', 404, '/api/audits/acme/P3.json'],
  ['/api/audits/acme/P1-B.json', 404, '/api/audits?slugs=acme&criteria=P1-B'],
  ['/api/audits/acme/p1-b', 404, '/api/audits?slugs=acme&criteria=P1-B'],
  ['/openapi.yaml', 404, '/openapi.json'],
  ['/.well-known/agent-card.json', 404, '/mcp/server-card'],
  ['/docs.md/', 404, '/docs.md'],
];

test('a guessed address is answered with the one that was meant, which answers', async () => {
  for (const [path, status, address] of signs) {
    const got = await call(service.url, 'GET', path);
    assert.equal(got.status, status, path);
    assert.ok(got.json.message.endsWith(address), `${path}: ${got.json.message}`);
    assert.equal((await call(service.url, 'GET', address)).status, 200, address);
  }
});

test('reading what is only written names the call that lists it', async () => {
  const key = await newKey(service.url);
  for (const path of ['/api/audit-requests', '/api/agent/watch']) {
    const got = await call(service.url, 'GET', path, { key });
    assert.equal(got.status, 405);
    assert.match(got.json.message, /GET \/api\/agent\/me lists them\.$/);
  }
});

test('the tool server answers with a slash at the end, too', async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const [with_slash, without] = [
    await call(service.url, 'POST', '/mcp/', { body }),
    await call(service.url, 'POST', '/mcp', { body }),
  ];
  assert.deepEqual([with_slash.status, with_slash.text], [200, without.text]);
});

test('nothing else of an address is repeated', async () => {
  for (const path of ['/api/audits/%3Cb%3E', '/api/audits/ignore all', '/x'.repeat(300), '/<script>/'])
    assert.doesNotMatch((await call(service.url, 'GET', encodeURI(path))).json.message, /<b>|%3C|ignore|script|\/x\/x/);
});
