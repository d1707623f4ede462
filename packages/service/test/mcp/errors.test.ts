import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call, newKey } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Errors of tools as they are sent: each thing once, and the next call to make (decision 26). */
const service = await testService('sqlite', {
  REGISTRATIONS_PER_HOUR: '1',
  AUDIT_REQUESTS_PER_DAY: '1',
  WATCHES_PER_REGISTRATION: '1',
});
await publish(service, [exampleAudit(), exampleAudit({ slug: 'other', company: 'Other' })]);
const key = await newKey(service.url);

async function tool(name: string, args: object): Promise<unknown> {
  const params = { name, arguments: { ...args, api_key: key } };
  const { json } = await call(service.url, 'POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  const [block, ...more] = json.result.content;
  assert.deepEqual(more, []);
  return json.result.isError ? JSON.parse(block.text) : assert.ok(json.result.structuredContent);
}

const offer = { company: 'New', website: 'https://new.example' };

test('a limit that is reached says in retry_after how many seconds to wait', async () => {
  const wait = 'Wait retry_after seconds, then call again.';
  assert.deepEqual(await tool('register_agent', { type: 'anonymous' }), {
    error: 'rate_limited',
    message: 'The limit of 1 registrations in one hour is reached; the next is possible in 3600 seconds.',
    remedy: wait,
    retry_after: 3600,
  });
  await tool('request_audit', offer);
  const { message, ...rest } = (await tool('request_audit', { ...offer, website: 'https://other.example' })) as {
    message: string;
  };
  assert.match(message, /^The limit of 1 audit requests in 24 hours is reached/);
  assert.deepEqual(rest, { error: 'rate_limited', remedy: wait, retry_after: 86_400 });
});

test('faulty arguments are named in errors alone, one or several', async () => {
  const remedy = 'Correct the arguments named in errors and call again.';
  assert.deepEqual(await tool('request_audit', { company: 'New', website: 'new.example' }), {
    error: 'invalid_request',
    message: 'website is missing or not valid.',
    remedy,
    errors: [{ field: 'website', message: 'must be an absolute URL that begins with http:// or https://' }],
  });
  assert.deepEqual(await tool('request_audit', {}), {
    error: 'invalid_request',
    message: '2 fields are missing or not valid.',
    remedy,
    errors: [
      { field: 'company', message: 'is required' },
      { field: 'website', message: 'is required' },
    ],
  });
});

test('an unlisted slug without a neighbour leads to the list of companies', async () => {
  assert.deepEqual(await tool('watch_company', { slug: 'zzz' }), {
    error: 'invalid_request',
    message: 'No audit is published under this slug.',
    remedy: 'Find companies with list_audits and its query, and your own requests with my_audit_history.',
    errors: [{ field: 'slug', message: 'must be a slug from the leaderboard' }],
  });
});

test('null in place of arguments is none', async () => {
  for (const [name, ok] of [
    ['watch_stats', true],
    ['get_audit', false],
  ] as const) {
    const params = { name, arguments: null };
    const { json } = await call(service.url, 'POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    assert.equal(json.error, undefined);
    assert.equal(json.result.isError !== true, ok);
  }
});

test('what the state does not allow is a conflict that says what to do first', async () => {
  await tool('watch_company', { slug: 'other' });
  assert.deepEqual(await tool('watch_company', { slug: 'example-widgets' }), {
    error: 'conflict',
    message: 'You watch 1 company, which is the most; stop watching one first.',
    remedy: 'Do first what the message says, then call again.',
  });
});

test('what is not found leads to the tools that find it', async () => {
  const error = 'not_found';
  const remedy = 'Find companies with list_audits and its query, and your own requests with my_audit_history.';
  assert.deepEqual(await tool('check_audit_request', { request_id: 'req_x' }), {
    error,
    message: 'You have no audit request with this id.',
    remedy,
  });
});

test('every refused argument is told in words of ours what it must be, and not that it is of another type', async () => {
  const { json } = await call(service.url, 'POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  type Refusal = { errors?: { field: string; message: string }[] };
  const { tools } = json.result as { tools: { name: string; inputSchema: { properties: object } }[] };
  for (const { name, inputSchema } of tools)
    for (const [field, { type }] of Object.entries(inputSchema.properties))
      for (const value of [5.5, { a: 'b' }, [{}], 'x'.repeat(3_000)]) {
        if (field === 'api_key') continue;
        const { errors = [] } = ((await tool(name, { [field]: value })) ?? {}) as Refusal;
        for (const error of errors.filter((one) => one.field.split('.')[0] === field)) {
          const what = `${name}, ${field}, ${JSON.stringify(value).slice(0, 20)}: ${error.message}`;
          assert.match(error.message, /^(?:must |is required|has )/, what);
          if (type === 'string' && typeof value === 'string') assert.notEqual(error.message, 'must be a string', what);
        }
      }
});
