import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../test/world/any-text.ts';
import { type FaultCode, faults } from '../../src/domain/fault.ts';
import { toolOperations } from '../../src/doors/mcp/tools.ts';
import { envelope } from '../mcp/fixture.ts';
import { testService } from '../world/service.ts';
import { operations } from '../world/site.ts';

/** Whatever is sent to /mcp: never a 5xx, always one JSON-RPC message or an empty reply, and nothing is written. */
const service = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '0' });
const tables = ['registrations', 'audit_requests', 'watches'] as const;
const counts = async () =>
  Promise.all(
    tables.map((table) =>
      service.store.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow(),
    ),
  );

async function send(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Promise<void> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.text();
  if (response.status === 503) {
    // The machine is busy and the service refused the call (decision 74): send it again.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return send(body, headers);
  }
  assert.ok(response.status < 500 && response.status !== 401, `${response.status} ${text}`);
  if (response.status === 202) return assert.equal(text, '');
  const message = JSON.parse(text);
  assert.equal(message.jsonrpc, '2.0');
  assert.ok('result' in message !== 'error' in message);
  assert.doesNotMatch(text, /\bat .*\.ts\b|SQLITE|node_modules|call stack/);
  if (message.result?.isError) {
    const error = JSON.parse(message.result.content[0].text);
    assert.ok(faults[error.error as FaultCode].status < 500, text);
    assert.deepEqual(Object.keys(error).slice(0, 3), ['error', 'message', 'remedy']);
  }
}

const stateless = { 'mcp-protocol-version': '2026-07-28' };
const names = toolOperations(operations).map(({ name }) => name);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText({ maxLength: 300 }),
  fc.constantFrom('\ud800', '\u0000', 'x'.repeat(5000), '', ' ', '../..', 'null', -1, 1e308, 2 ** 53, true, [], {}),
);
/** Values for the arguments that tools know. Registering needs none (decision 190), so below it has a wrong type. */
const args = fc.dictionary(
  fc.constantFrom(
    'slug',
    'company',
    'request_id',
    'api_key',
    'tier',
    'min_score',
    'query',
    'limit',
    'offset',
    'watching',
    'agent_name',
    'more',
    '__proto__',
  ),
  anything,
  { maxKeys: 5 },
);
const runs = { numRuns: 150 };

test('any arguments to any tool, in both eras', async () => {
  const before = await counts();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.oneof(args, anything), fc.boolean(), async (name, any, modern) => {
      const registers = name === 'register_agent';
      const given = registers ? { ...(typeof any === 'object' ? any : {}), type: 'another' } : any;
      const params = { name, arguments: given, ...(modern ? { _meta: envelope() } : {}) };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      await send(body, modern ? { ...stateless, 'mcp-method': 'tools/call', 'mcp-name': name } : {});
    }),
    runs,
  );
  assert.deepEqual(await counts(), before);
});

test('any JSON in place of a message, and any members of a message', async () => {
  const message = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), anything),
      id: fc.oneof(fc.constant(1), anything),
      method: fc.oneof(
        fc.constantFrom('tools/list', 'tools/call', 'initialize', 'ping', 'server/discover', 'notifications/cancelled'),
        anything,
      ),
      params: fc.oneof(
        anything,
        fc.record({
          name: anything,
          _meta: fc.oneof(anything, fc.record({ progressToken: anything })),
          cursor: anything,
        }),
      ),
      result: anything,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(message, anything), fc.boolean(), (given, modern) =>
      send(JSON.stringify(given), modern ? stateless : {}),
    ),
    runs,
  );
});

test('any bytes, and any values of the protocol’s headers', async () => {
  const header = fc.oneof(
    fc.constantFrom('2026-07-28', '2025-11-25', 'tools/list', '=?base64?!?=', '=?base64??=', '0'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.trim()),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }).map((array) => Uint8Array.from(array)),
    fc.constant(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')),
  );
  const headers = fc.dictionary(
    fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'accept', 'authorization'),
    header,
  );
  await fc.assert(fc.asyncProperty(bytes, headers, send), runs);
});
