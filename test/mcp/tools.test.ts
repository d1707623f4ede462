import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readRubrics } from '../../src/catalogue/rubrics.ts';
import { aboutTools, instructions } from '../../src/doors/mcp/open.ts';
import { toolOf, toolOperations } from '../../src/doors/mcp/tools.ts';
import { operations } from '../../src/operations/index.ts';
import { readSettings } from '../../src/settings.ts';

/** The tools as tools/list returns them (decision 27). Which tools there are is a row of test/spec.test.ts. */
const registered = toolOperations(operations);
const settings = readSettings({});
const rubrics = readRubrics();
const tools = registered.map((operation) => toolOf(operation, settings, rubrics));

test('every tool has title, description, both schemas and all four annotations', () => {
  const annotations = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  for (const tool of tools) {
    assert.ok(tool.title && tool.description.length > 80 && tool.description.length < 400, tool.name);
    assert.deepEqual(Object.keys(tool.annotations), annotations);
    assert.deepEqual([tool.inputSchema.type, tool.outputSchema.type], ['object', 'object']);
  }
});

test('a tier is one of the rubrics’ tiers, in what is sent and in what is answered', () => {
  const tiers = [...new Set([...rubrics.values()].flatMap(({ tiers }) => tiers.map(({ name }) => name)))];
  const found = tools.flatMap(({ name, inputSchema, outputSchema }) =>
    [...schemasOf({ inputSchema, outputSchema })].flatMap(([field, schema]) =>
      /^tier(_then|_now)?$/.test(field) ? [[name, schema] as const] : [],
    ),
  );
  assert.ok(found.length >= 3, `only ${found.length} tiers were found`);
  for (const [name, schema] of found) assert.deepEqual((schema as { enum?: unknown }).enum, tiers, name);
});

/** Every property of a schema, at any depth. */
function* schemasOf(schema: unknown): Generator<[string, unknown]> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.entries(value as object);
    yield* schemasOf(value);
  }
}

test('only tools with a scope take api_key, and none requires it', () => {
  for (const [at, { name, inputSchema }] of tools.entries()) {
    assert.equal('api_key' in (inputSchema.properties as object), registered[at]?.scope !== null, name);
    assert.ok(!(inputSchema.required as string[] | undefined)?.includes('api_key'));
  }
});

test('the tools that only read are those that HTTP binds to GET alone; they may be repeated', () => {
  for (const [at, { name, annotations }] of tools.entries()) {
    const reads = registered[at]?.http.every(({ method }) => method === 'GET');
    assert.equal(annotations.readOnlyHint, reads, name);
    if (reads) assert.deepEqual([annotations.destructiveHint, annotations.idempotentHint], [false, true], name);
    assert.equal(annotations.openWorldHint, false, `${name} works on this service alone`);
  }
});

test('limits in descriptions and instructions are those of the settings and the registry', () => {
  const described = (env: Record<string, string>) =>
    registered.map((operation) => toolOf(operation, readSettings(env), rubrics).description).join('\n');
  assert.match(described({}), /Each registration has 10 requests in 24 hours/);
  assert.match(described({ AUDIT_REQUESTS_PER_DAY: '25' }), /Each registration has 25 requests in 24 hours/);
  const about = aboutTools('http://readymark.test', operations);
  const keyed = tools.filter(({ inputSchema }) => 'api_key' in (inputSchema.properties as object));
  assert.deepEqual(
    about.keyed_tools,
    keyed.map(({ name }) => name),
  );
  for (const name of about.keyed_tools)
    assert.match(instructions(about), new RegExp(`\\b${name}\\b.* need a key`), name);
});

test('every schema is valid JSON Schema 2020-12, without references and without keywords that a strict validator does not know', () => {
  const formats: Record<string, true> = { uri: true, email: true, date: true, 'date-time': true };
  for (const { name, inputSchema, outputSchema } of tools)
    for (const schema of [inputSchema, outputSchema]) {
      assert.doesNotMatch(JSON.stringify(schema), /"type":\[/, `${name}: one type per place`);
      const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, formats, allErrors: true });
      assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
      assert.doesNotThrow(() => ajv.compile(schema), name);
      assert.doesNotMatch(JSON.stringify(schema), /"\$ref"|"\$schema"|x-mcp-header/);
    }
});
