import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call, newKey } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Guessed addresses lead on (decision 189): what they name answers. */
const service = await testService('sqlite');
await publish(service, [exampleAudit({ slug: 'acme' })]);
const first_day = service.clock.now().toISOString().slice(0, 10);
service.clock.advance(2 * 86_400_000);
const last_day = new Date(service.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);

const signs: readonly (readonly [path: string, status: number, address: string])[] = [
  ['/api/audits/acme', 404, '/api/audits/acme.json'],
  ['/api/audits/acme/', 404, '/api/audits/acme.json'],
  ['/api/audits/acme/brief', 404, '/api/audits/acme/brief.json'],
  ['/api/audits/acme/p3.json', 404, '/api/audits/acme/P3.json'],
  ['/api/audits/acme/P1-B.json', 404, '/api/audits?slugs=acme&criteria=P1-B'],
  ['/api/audits/acme/p1-b', 404, '/api/audits?slugs=acme&criteria=P1-B'],
  ['/api/leaderboard', 404, '/api/audits/index.json'],
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

/** What is not there, and the addresses that its remedy names. */
const ways_on: readonly (readonly [path: string, addresses: readonly string[]])[] = [
  ['/api/previews/example.com.json', ['/api/previews', '/check']],
  ['/api/audits/acme/evidence.json', ['/api/audits/acme.json']],
  ['/api/audits?slugs=acme&view=evidence', ['/api/audits/acme.json']],
  ['/api/audits/as-of/2001-01-01/index.json', [`/api/audits/as-of/${first_day}/index.json`]],
  ['/api/audits/as-of/2099-01-01/acme.json', [`/api/audits/as-of/${last_day}/index.json`]],
  ['/api/audits?as_of=2099-01-01', [`/api/audits/as-of/${last_day}/index.json`]],
  ['/api/rubrics/v99.json', ['/api/rubrics/v1.json', '/api/rubrics/v2.json']],
  ['/api/audits/acme/P9.json', ['/api/audits/acme/P1.json', '/api/audits/acme/P5.json']],
  ['/api/audits/acme/2020-01-01.json', ['/api/audits/acme/history.json']],
  ['/api/audits/acme/scores.json', ['/api/audits/acme.json']],
  ['/api/audits/acme/brief', ['/api/audits/acme/brief.json']],
  ['/nothere', ['/llms.txt']],
  ['/api/audits/nobody.json', ['/api/audits/index.json', '/api/agent/me']],
];

test('the remedy of what is not there names the next step, and that answers', async () => {
  const key = await newKey(service.url);
  for (const [path, addresses] of ways_on) {
    const { status, json } = await call(service.url, 'GET', path);
    assert.equal(status, 404, path);
    const named = String(json.remedy).match(/\/[\w./?=&-]*\w/g);
    assert.deepEqual(named, addresses, `${path}: ${json.remedy}`);
    // 405: what is only written.
    for (const address of addresses)
      assert.ok([200, 405].includes((await call(service.url, 'GET', address, { key })).status), address);
  }
});

test('over the tool server the remedy names a tool or an argument', async () => {
  const remedy = async (name: string, args: object) => {
    const params = { name, arguments: args };
    const { json } = await call(service.url, 'POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    return JSON.parse(json.result.content[0].text).remedy;
  };
  assert.match(await remedy('get_audit', { slug: 'acme', view: 'evidence' }), /get_audit .*without view/);
  assert.match(await remedy('list_audits', { as_of: '2001-01-01' }), new RegExp(`as_of ${first_day}`));
  assert.match(await remedy('get_audit', { slug: 'acme', as_of: '2099-01-01' }), new RegExp(`as_of ${last_day}`));
});

test('a day that is none is named as the parameter is', async () => {
  for (const path of [
    '/api/audits/as-of/yesterday/index.json',
    '/api/audits/as-of/2026-02-30/acme.json',
    '/api/audits?as_of=x',
  ])
    assert.deepEqual(
      (await call(service.url, 'GET', path)).json.errors.map(({ field }: { field: string }) => field),
      ['as_of'],
      path,
    );
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
