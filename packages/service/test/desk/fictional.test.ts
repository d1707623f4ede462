import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Fictional companies (decision 105): what says so, wherever one is named. */
const service = await testService('sqlite');
await publish(service, [
  exampleAudit({ slug: 'quorl', company: 'Quorl', fictional: true, audit_date: '2026-05-01' }),
  exampleAudit({ slug: 'quorl', company: 'Quorl', fictional: true }),
  exampleAudit({ slug: 'vimla', company: 'Vimla', fictional: true, scores: 2 }),
]);
const text = async (path: string, accept = '*/*') =>
  (await call(service.url, 'GET', path, { headers: { accept } })).text;
const rpc = async (name: string, given: object) => {
  const params = { name, arguments: given };
  const { json } = await call(service.url, 'POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  });
  return json.result.structuredContent;
};

test('every page and badge that names a fictional company marks it', async () => {
  const mark = /<span class="fictional"[^>]*>fictional<\/span>/;
  for (const path of ['/', '/?q=quorl', '/audits/quorl', '/audits/quorl?pillar=P1', '/compare?slugs=quorl,vimla']) {
    const page = await text(path, 'text/html');
    assert.match(page, mark, path);
    const twin = await text(path, 'text/markdown');
    for (const line of twin.split('\n').filter((one) => /^#.*(Quorl|Vimla)|^\|.*\[(Quorl|Vimla)\]/.test(one)))
      assert.match(line, /(Quorl|Vimla)(\]\([^)]*\))? \(fictional\)/, `${path}: ${line}`);
    assert.match(twin, /\(fictional\)/, path);
  }
  const others = [
    '/audits/quorl/2026-05-01',
    '/audits/quorll',
    '/?q=quorll',
    '/watch?slug=quorl',
    '/watch?slug=quorll',
  ];
  for (const path of others) assert.match(await text(path, 'text/html'), mark, path);
  assert.match(await text('/audits/quorl', 'text/html'), /<title>Quorl \(fictional\): /);
  const badge = await text('/badge/quorl.svg');
  assert.match(badge, /<title id="t">Readymark: Quorl \(fictional\) is /);
  assert.match(badge, />20 Nov 2026 · fictional<\/text>/);
});

test('entries and parts of audits say so in a member of their own, whatever fields are asked for', async () => {
  const index = JSON.parse(await text('/api/audits/index.json'));
  assert.deepEqual(
    index.audits.map(({ fictional }: { fictional?: boolean }) => fictional),
    [true, true],
  );
  for (const fields of [[], ['brief'], ['slug'], ['brief', 'P1-A']])
    for (const entry of (await rpc('list_audits', { fields })).audits) assert.equal(entry.fictional, true);
  for (const view of ['brief', 'P1'])
    assert.equal(JSON.parse(await text(`/api/audits/quorl/${view}.json`)).fictional, true);
  assert.equal((await rpc('get_audit', { slug: 'quorl', view: 'brief' })).fictional, true);
  assert.equal(JSON.parse(await text('/api/audits/quorl.json')).framework, 'Agent Readiness Framework (fictional)');
});
