import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { declineRequest } from '../../src/operations/desk/decline-request.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { reviewRequest } from '../../src/operations/desk/review-request.ts';
import { scheduleRequest } from '../../src/operations/desk/schedule-request.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { call } from '../world/call.ts';
import { operator, publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

type Tool = { name: string; outputSchema: object };
type Result = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
};

const service = await testService('sqlite');
await publish(service, [exampleAudit(), exampleAudit({ slug: 'other', scores: 4 })]);

const rpc = async <T>(method: string, params: object): Promise<T> =>
  (await call(service.url, 'POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method, params } })).json.result as T;

test('every result fits the schema of its tool, and its text is the same JSON once, without spaces', async () => {
  const { tools } = await rpc<{ tools: Tool[] }>('tools/list', {});
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
  const fits = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
  const called = new Set<string>();
  let api_key: unknown;
  async function result(name: string, args: object = {}): Promise<Record<string, unknown>> {
    const { isError, content, structuredContent } = await rpc<Result>('tools/call', {
      name,
      arguments: { ...args, ...(api_key === undefined ? {} : { api_key }) },
    });
    assert.ok(!isError, `${name}: ${content[0]?.text}`);
    const valid = fits.get(name);
    assert.ok(valid?.(structuredContent), `${name}: ${ajv.errorsText(valid?.errors)}`);
    assert.deepEqual(content, [{ type: 'text', text: JSON.stringify(structuredContent) }]);
    called.add(name);
    return structuredContent;
  }

  await result('list_audits');
  await result('list_audits', { limit: 1 });
  await result('list_audits', { query: 'nobody has this name' });
  const chosen = await result('list_audits', { fields: ['brief', 'P1', 'P1-B', 'P3-E', 'stale', 'website'] });
  assert.ok((chosen.audits as object[]).every((one) => 'P1-B' in one));
  await result('get_audit', { slug: 'other' });
  for (const part of [{ view: 'brief' }, { pillar: 'P3' }, { criteria: ['P1-B'], evidence: false }, { history: true }])
    await result('get_audit', { slug: 'other', ...part });
  await result('get_audit', { slugs: ['other', 'nobody'], criteria: ['P1-B'] });
  api_key = (await result('register_agent', { type: 'anonymous', contact_email: 'agent@example.com' })).api_key;
  for (const name of ['my_audit_history', 'my_digest', 'watch_stats']) await result(name);

  const request = async (company: string) => {
    const { request_id } = await result('request_audit', { company, website: `https://${company}.example/` });
    await result('check_audit_request', { request_id });
    return String(request_id);
  };
  const [declined, completed] = [await request('third'), await request('fourth')];
  await result('watch_company', { slug: 'other' });
  await result('watch_company', { slug: 'example-widgets', watching: true });
  await result('watch_company', { slug: 'example-widgets', watching: false });
  await execute(service, declineRequest, operator, { request_id: declined, reason: 'It has no public offer.' }, {});
  for (const move of [reviewRequest, scheduleRequest])
    await execute(service, move, operator, { request_id: completed }, {});
  const audits = [
    exampleAudit({ slug: 'fourth', company: 'fourth' }),
    exampleAudit({ slug: 'other', scores: 3, audit_date: '2026-11-21' }),
  ];
  await execute(service, publishAudits, operator, { audits, completes: [completed] }, {});
  await tick(service);
  for (const request_id of [declined, completed]) await result('check_audit_request', { request_id });
  for (const name of ['my_audit_history', 'my_digest', 'watch_stats']) await result(name);
  const moved = await result('my_digest', { since: '2026-01-01' });
  assert.deepEqual([(moved.companies as object[]).length, (moved.declined_requests as object[]).length], [1, 1]);
  const wrong = await rpc<Result>('tools/call', { name: 'get_audit', arguments: { slug: 'nobody' } });
  assert.equal(wrong.isError, true);
  assert.equal(wrong.content[0]?.text, JSON.stringify(JSON.parse(wrong.content[0]?.text ?? '')));
  assert.deepEqual([...called].sort(), tools.map(({ name }) => name).sort());
});

test('the list of tools says that entries may have points of pillars and criteria, and no text under other names', async () => {
  const { tools } = await rpc<{ tools: Tool[] }>('tools/list', {});
  const schema = tools.find(({ name }) => name === 'list_audits')?.outputSchema ?? {};
  const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  assert.equal(fits({ audits: [{ slug: 'other', 'P1-B': 4, 'P3-E': null }] }), true);
  assert.equal(fits({ audits: [{ 'P1-B': 'four' }] }), false);
});
