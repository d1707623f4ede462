import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Fault } from '../../src/domain/fault.ts';
import { keyOf } from '../../src/domain/key.ts';
import { dispatcher } from '../../src/doors/mcp/dispatch.ts';
import { toolsOf } from '../../src/doors/mcp/tools.ts';
import { type Operation, operation, registrationOf } from '../../src/operations/operation.ts';
import { testContext } from '../world/service.ts';

/** How the registry becomes tools: schemas, keys and errors (spec 4, decision 27). */
const common = { title: 'T', summary: 'S.', faults: [] };
const hints = { guidance: 'G.', repeatable: true } as const;
const open = operation({
  ...common,
  name: 'look',
  scope: null,
  input: z.object({ slug: z.string().meta({ description: 'Which.' }), times: z.int().default(1) }),
  output: z.object({ slug: z.string(), times: z.int() }),
  http: [],
  tool: hints,
  handler: async (_, input) => {
    if (input.slug === 'none') throw new Fault('not_found', 'No such thing.');
    return { body: input };
  },
});
const keyed = operation({
  ...common,
  name: 'own',
  scope: 'audit_requests:read_own',
  input: z.object({}),
  output: z.object({ registration_id: z.string() }),
  http: [],
  tool: hints,
  handler: async (_, _input, caller) => ({ body: { registration_id: registrationOf(caller) } }),
});
const untooled = operation({ ...open, name: 'desk' });
delete (untooled as { tool?: unknown }).tool;
const registry: readonly Operation[] = [open, keyed, untooled] as unknown as readonly Operation[];

const ctx = await testContext('sqlite');
const call = (name: string, args: Record<string, unknown>, headers = {}) =>
  dispatcher(ctx, registry)(name, args, { headers, query: '', client: undefined });
const refusal = async (...of: Parameters<typeof call>) => {
  const result = await call(...of);
  return 'error' in result ? result.error : assert.fail('the call was not refused');
};
const key = keyOf(Buffer.alloc(32, 7));

test('operations with a tool binding are tools, in their order; one with a scope takes api_key', () => {
  const tools = toolsOf(registry, ctx.settings, ctx.rubrics);
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['look', 'own'],
  );
  assert.deepEqual(tools[0]?.inputSchema, {
    type: 'object',
    properties: {
      slug: { type: 'string', description: 'Which.' },
      times: { type: 'integer', default: 1 },
    },
    required: ['slug'],
  });
  assert.deepEqual(Object.keys(tools[1]?.inputSchema.properties as object), ['api_key']);
  assert.equal(tools[1]?.inputSchema.required, undefined);
  assert.deepEqual(tools[0]?.annotations, {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
});

test('arguments go through the gate, which answers with the one error', async () => {
  assert.deepEqual(await call('look', { slug: 'a' }), { structuredContent: { slug: 'a', times: 1 } });
  assert.deepEqual(await call('look', { slug: 'a', more: 1 }), {
    structuredContent: { slug: 'a', times: 1 },
    note: 'Ignored unknown arguments: more. look takes slug, times.',
  });
  const wrong = await refusal('look', { slug: 5 });
  assert.deepEqual([wrong.error, wrong.errors?.[0]?.field], ['invalid_request', 'slug']);
  assert.equal((await refusal('look', { slug: 'none' })).error, 'not_found');
});

test('a missing or unknown key is refused as invalid_token, wherever it is sent', async () => {
  assert.equal((await refusal('own', {})).error, 'invalid_token');
  assert.equal((await refusal('own', { api_key: '' })).error, 'invalid_token');
  assert.equal((await refusal('own', { api_key: 'garbage' })).error, 'invalid_token');
  assert.equal((await refusal('own', { api_key: key })).error, 'invalid_token');
  assert.equal((await refusal('own', {}, { authorization: `Bearer ${key}` })).error, 'invalid_token');
  assert.equal((await refusal('own', {}, { authorization: 'Basic x' })).error, 'invalid_token');
});

test('a key in the argument and a different one in the header are refused', async () => {
  const headers = { authorization: `Bearer ${key}` };
  const differing = await refusal('own', { api_key: keyOf(Buffer.alloc(32, 8)) }, headers);
  assert.deepEqual([differing.error, differing.errors?.[0]?.field], ['invalid_request', 'api_key']);
  assert.equal((await refusal('own', { api_key: key }, headers)).error, 'invalid_token');
  assert.equal((await refusal('own', { api_key: 5 }, headers)).error, 'invalid_request');
});

test('a header that is sent twice is malformed for every tool, as over REST', async () => {
  const authorization = [`Bearer ${key}`, `Bearer ${key}`];
  assert.equal((await refusal('own', {}, { authorization })).error, 'malformed');
  assert.equal((await refusal('look', { slug: 'a' }, { authorization })).error, 'malformed');
});

test('a tool without a key ignores one', async () => {
  assert.deepEqual(await call('look', { slug: 'a', api_key: 5 }, { authorization: 'Basic x' }), {
    structuredContent: { slug: 'a', times: 1 },
  });
});
