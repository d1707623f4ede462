import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { aboutTools, instructions } from '../../src/doors/mcp/open.ts';
import { toolOperations, toolsOf } from '../../src/doors/mcp/tools.ts';
import { readSettings } from '../../src/settings.ts';
import { operations } from '../world/site.ts';

/** The tools as tools/list returns them (decision 27). Which tools there are is a row of packages/service/test/spec.test.ts. */
const registered = toolOperations(operations);
const settings = readSettings({});
const rubrics = readRubrics();
const tools = toolsOf(operations, settings, rubrics);

test('every tool has title, description, both schemas and all four annotations', () => {
  const annotations = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  for (const tool of tools) {
    assert.ok(tool.title && tool.description.length > 80 && tool.description.length < 400, tool.name);
    assert.deepEqual(Object.keys(tool.annotations), annotations);
    assert.deepEqual([tool.inputSchema.type, tool.outputSchema.type], ['object', 'object']);
  }
});

test('a tier is one of the rubrics’ tiers in what is sent, and a text in results', () => {
  const tiers = [...new Set([...rubrics.values()].flatMap(({ tiers }) => tiers.map(({ name }) => name)))];
  const found = tools.flatMap(({ name, inputSchema, outputSchema }) =>
    [...schemasOf({ inputSchema, outputSchema })].flatMap(([field, schema]) =>
      /^tier(_then|_now)?$/.test(field) ? [[name, schema] as const] : [],
    ),
  );
  assert.ok(found.length >= 3, `only ${found.length} tiers were found`);
  for (const [name, schema] of found) {
    const { type, enum: choices } = schema as { type?: unknown; enum?: unknown };
    assert.equal(type, 'string', name);
    if (choices !== undefined) assert.deepEqual(choices, tiers, name);
  }
  const list = tools.find(({ name }) => name === 'list_audits');
  const properties = list?.inputSchema.properties as { tier?: { enum?: unknown } } | undefined;
  assert.deepEqual(properties?.tier?.enum, tiers);
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

test('the tools that only read are those that HTTP binds to GET alone, but the one that may visit a site; they may be repeated', () => {
  for (const [at, { name, annotations }] of tools.entries()) {
    const reads = registered[at]?.http.every(({ method }) => method === 'GET');
    // With website it may begin a preview, which everybody can read.
    const visits = name === 'get_audit';
    assert.equal(annotations.readOnlyHint, reads && !visits, name);
    if (reads) assert.deepEqual([annotations.destructiveHint, annotations.idempotentHint], [false, true], name);
    assert.equal(annotations.openWorldHint, visits, name);
  }
});

test('limits in descriptions and instructions are those of the settings and the registry', () => {
  const described = (env: Record<string, string>) =>
    toolsOf(operations, readSettings(env), rubrics)
      .map(({ description }) => description)
      .join('\n');
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

/** Every schema within a schema, with the path to it. */
function* within(schema: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (Array.isArray(schema)) for (const [at, one] of schema.entries()) yield* within(one, `${path}/${at}`);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  yield [path, schema as Record<string, unknown>];
  for (const [name, one] of Object.entries(schema)) if (name !== 'enum') yield* within(one, `${path}/${name}`);
}

test('every schema is valid JSON Schema 2020-12, without keywords that a strict validator does not know', () => {
  for (const { name, inputSchema, outputSchema } of tools)
    for (const schema of [inputSchema, outputSchema]) {
      const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
      assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
      assert.doesNotThrow(() => ajv.compile(schema), name);
    }
});

test('no schema has references, or what readers of it do not need', () => {
  const noise = /"(\$ref|\$defs|\$schema|pattern|minLength|maxLength|format|examples|x-mcp-header)":|9007199254740991/;
  for (const { name, inputSchema, outputSchema } of tools) {
    assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), noise, name);
    // MCP's form of a tool that takes nothing.
    const without = Object.keys(inputSchema.properties ?? {}).length === 0 ? inputSchema : undefined;
    assert.equal(without?.additionalProperties, without && false, name);
    for (const [path, one] of within(inputSchema))
      assert.ok(
        !('additionalProperties' in one) || one.additionalProperties !== false || one === without,
        `${name}${path}`,
      );
  }
});

test('arguments have one type each, without null and const, so that translating clients take them', () => {
  for (const { name, inputSchema } of tools)
    for (const [path, one] of within(inputSchema)) {
      if (/\/properties$/.test(path)) continue;
      assert.equal(typeof one.type, 'string', `${name}${path}`);
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'const', 'nullable'])
        assert.ok(!(keyword in one), `${name}${path} has ${keyword}`);
    }
});

test('every result schema has the members of the result at its root, each with a type, and of alternatives all', () => {
  for (const [at, { name, outputSchema }] of tools.entries()) {
    if (name === 'request_audit') continue;
    const json = z.toJSONSchema(registered[at]?.output as z.ZodType, { io: 'output' });
    const shapes = (json.anyOf ?? [json]) as { properties: object }[];
    assert.deepEqual(
      Object.keys(outputSchema.properties as object).sort(),
      [...new Set(shapes.flatMap(({ properties }) => Object.keys(properties)))].sort(),
      name,
    );
    for (const [path, one] of within(outputSchema))
      if (!/\/properties$/.test(path)) assert.ok('type' in one, `${name}${path} has no type`);
  }
});

test('a result, or a member, that is the whole result of another tool names that tool', () => {
  const requested = tools.find(({ name }) => name === 'request_audit')?.outputSchema;
  assert.deepEqual(requested, { type: 'object', description: 'As check_audit_request returns it.' });
  const history = tools.find(({ name }) => name === 'my_audit_history')?.outputSchema.properties;
  assert.deepEqual((history as Record<string, unknown>).requests, {
    type: 'array',
    items: { type: 'object', description: 'As check_audit_request returns it.' },
  });
});
