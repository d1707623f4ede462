import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../../../../rubric/test/example-audit.ts';
import { publish } from '../../../../../test/world/operator.ts';
import { testService } from '../../../../../test/world/service.ts';
import { coreOperations as operations } from '../../../../operations/index.ts';

type Schema = Record<string, unknown>;
type Response = { $ref?: string; headers?: object; content?: Record<string, { schema: Schema }> };
type Call = {
  operationId: string;
  description?: string;
  security?: object[];
  parameters?: { $ref?: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, Response>;
};
type Description = {
  info: { license: object; description: string };
  paths: Record<string, Record<string, Call>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, { schema: Schema }>;
  };
};

const service = await testService('sqlite', { REGISTRATIONS_PER_HOUR: '7', AUDIT_REQUESTS_PER_DAY: '8' });
await publish(service, [exampleAudit({ slug: 'acme' })]);
const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
const whole = (await (await fetch(`${service.url}/.well-known/openapi.json`)).json()) as Description;
const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({ path, method, call })),
);

const plain = ['string', 'integer', 'number', 'boolean', 'null'];
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** What code generators would make unknown, `{}` or an empty record of, in a schema and all within it. */
function untyped(schema: unknown, path: string): string[] {
  if (!isSchema(schema)) return [`${path} is ${JSON.stringify(schema)}`];
  const { $ref, items, properties, additionalProperties, anyOf, oneOf, allOf } = schema;
  // A value that is named has its own type, what has members is an object, and what has entries is a list or an object.
  if ('const' in schema || Array.isArray(schema.enum)) return [];
  const implied = isSchema(items) ? 'array' : isSchema(properties ?? additionalProperties) ? 'object' : undefined;
  const type = schema.type ?? implied;
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/components/schemas/', '');
    return name in description.components.schemas ? [] : [`${path} refers to ${$ref}`];
  }
  const options = anyOf ?? oneOf ?? allOf;
  if (Array.isArray(options)) return options.flatMap((one, at) => untyped(one, `${path}/${at}`));
  return [type].flat().flatMap((one) => {
    if (plain.includes(String(one))) return [];
    if (one === 'array') return untyped(items, `${path}/items`);
    if (one !== 'object') return [`${path} has the type ${one}`];
    if (isSchema(properties) && Object.keys(properties).length > 0)
      return Object.entries(properties).flatMap(([name, member]) => untyped(member, `${path}/${name}`));
    return untyped(additionalProperties, `${path}/*`);
  });
}

test('every body and parameter of every call is typed down to its values', () => {
  const { schemas, parameters } = description.components;
  const found = Object.entries(schemas).flatMap(([name, one]) => untyped(one, name));
  for (const [name, { schema }] of Object.entries(parameters)) found.push(...untyped(schema, `parameter ${name}`));
  for (const { path, method, call } of calls) {
    for (const { $ref, name, schema } of call.parameters ?? [])
      if ($ref === undefined) found.push(...untyped(schema, `${method} ${path} ${name}`));
    const answers = Object.values(call.responses).filter(({ $ref }) => $ref === undefined);
    for (const { content = {} } of [...(call.requestBody ? [call.requestBody] : []), ...answers])
      for (const { schema } of Object.values(content)) found.push(...untyped(schema, `${method} ${path}`));
    assert.ok(
      Object.keys(call.responses).some((status) => status < '300'),
      `${method} ${path} succeeds`,
    );
  }
  assert.deepEqual(found, []);
});

test('all that agents call is described: also the history, past audits, /mcp and the resource metadata', () => {
  for (const path of ['/api/audits/{slug}/history.json', '/api/audits/{slug}/{audit_date}.json'])
    assert.ok(description.paths[path]?.get, path);
  for (const path of ['/.well-known/oauth-protected-resource', '/audits/{slug}.md', ...Object.keys(description.paths)])
    assert.ok(whole.paths[path], path);
  assert.ok(description.paths['/mcp']?.post);
  for (const { http, scope } of operations)
    for (const { path, at_length = false } of http) {
      assert.equal(path in description.paths, scope !== 'operator' && !at_length, path);
      assert.equal(path in whole.paths, scope !== 'operator', path);
    }
});

test('every call has a name of its own that begins with a verb', () => {
  const names = calls.map(({ call }) => call.operationId);
  assert.equal(new Set(names).size, names.length);
  const verbs = ['get', 'list', 'check', 'request', 'register', 'watch', 'end', 'call'];
  for (const name of names)
    assert.match(
      name,
      new RegExp(`^(${verbs.join('|')})_[a-z_]+$`),
      `${name}: begin it, or the id of its binding, with one of ${verbs}`,
    );
  assert.equal(description.paths['/api/agent/watch']?.delete?.operationId, 'end_watch');
});

test('a call with a key names its scope as what the key must have', () => {
  const keyed = operations.filter(({ scope }) => scope !== null && scope !== 'operator');
  assert.ok(keyed.length > 4);
  for (const { http, scope } of keyed)
    for (const { path, method } of http) {
      const call = description.paths[path]?.[method.toLowerCase()];
      assert.deepEqual(call?.security, [{ api_key: [scope] }], `${method} ${path}`);
    }
});

test('errors are described once, as `default`; at length a call names those that say something of their own', () => {
  for (const { path, method, call } of calls) {
    assert.equal(call.responses.default?.$ref, '#/components/responses/Problem', `${method} ${path}`);
    const errors = Object.keys(call.responses).filter((status) => status >= '400' && status <= '599');
    // That a key is missing, and that nothing is there, goes without saying where words are counted.
    const limited = ['register_agent', 'request_audit', 'request_preview'].includes(call.operationId);
    assert.deepEqual(errors, limited ? ['429'] : [], `${method} ${path}`);
    const keyed = /^\/api\/(agent\/(me|watch|digest)|audit-requests|previews$)/.test(path);
    const at_length = Object.keys(whole.paths[path]?.[method]?.responses ?? {});
    assert.equal(at_length.includes('401'), keyed, `${method} ${path}`);
    assert.equal(at_length.includes('404'), path.includes('{'), `${method} ${path}`);
  }
  const { Unauthorized, TooManyRequests } = whole.components.responses;
  assert.deepEqual(Object.keys(Unauthorized?.headers ?? {}), ['WWW-Authenticate']);
  assert.deepEqual(Object.keys(TooManyRequests?.headers ?? {}), ['Retry-After', 'RateLimit-Policy', 'RateLimit']);
});

test('the licence of the interface is that of the software; that of the scores is named as theirs', () => {
  assert.deepEqual(description.info.license, { name: 'Apache-2.0', identifier: 'Apache-2.0' });
  assert.match(description.info.description, /scores .*CC BY-NC 4\.0/);
});

test('each tier is an enum, and examples name what exists', async () => {
  assert.deepEqual(description.components.schemas.Tier?.enum, [
    'Agent-Ready',
    'Emerging',
    'Human-Dependent',
    'Agent-Invisible',
  ]);
  assert.doesNotMatch(JSON.stringify(description), /example-widgets/);
});
