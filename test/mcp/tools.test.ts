import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { toolOf, toolOperations } from '../../src/doors/mcp/tools.ts';
import { operations } from '../../src/operations/index.ts';

/** The nine tools (spec 4, decision 27), as tools/list gives them. */
const tools = toolOperations(operations).map(toolOf);
const keyed = ['request_audit', 'check_audit_request', 'my_audit_history', 'watch_company', 'my_digest'];

test('there are exactly the nine tools of the spec, in its order', () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['list_audits', 'get_audit', 'watch_stats', 'register_agent', ...keyed],
  );
});

test('every tool has title, description, both schemas and all four annotations; every argument is described', () => {
  const annotations = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  for (const tool of tools) {
    assert.ok(tool.title && tool.description.length > 80, tool.name);
    assert.deepEqual(Object.keys(tool.annotations), annotations);
    assert.deepEqual([tool.inputSchema.type, tool.outputSchema.type], ['object', 'object']);
    for (const [field, schema] of Object.entries(
      tool.inputSchema.properties as Record<string, { description?: string }>,
    ))
      assert.ok(schema.description, `${tool.name}.${field}`);
  }
});

test('only keyed tools take api_key, and none requires it', () => {
  for (const { name, inputSchema } of tools) {
    assert.equal('api_key' in (inputSchema.properties as object), keyed.includes(name), name);
    assert.ok(!(inputSchema.required as string[] | undefined)?.includes('api_key'));
  }
});

test('annotations say which tools only read, and which may be repeated', () => {
  const hints = Object.fromEntries(
    tools.map(({ name, annotations: a }) => [
      name,
      [a.readOnlyHint, a.destructiveHint, a.idempotentHint, a.openWorldHint],
    ]),
  );
  const reads = [true, false, true, false];
  assert.deepEqual(hints, {
    list_audits: reads,
    get_audit: reads,
    watch_stats: reads,
    register_agent: [false, false, false, false],
    request_audit: [false, false, false, false],
    check_audit_request: reads,
    my_audit_history: reads,
    watch_company: [false, false, true, false],
    my_digest: reads,
  });
});

test('every schema is valid JSON Schema 2020-12, without references and without words that a strict validator does not know', () => {
  const formats: Record<string, true> = { uri: true, email: true, date: true, 'date-time': true };
  for (const { name, inputSchema, outputSchema } of tools)
    for (const schema of [inputSchema, outputSchema]) {
      assert.doesNotMatch(JSON.stringify(schema), /"type":\[/, `${name}: one type in each place`);
      const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, formats, allErrors: true });
      assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
      assert.doesNotThrow(() => ajv.compile(schema), name);
      assert.doesNotMatch(JSON.stringify(schema), /"\$ref"|"\$schema"|x-mcp-header/);
    }
});
