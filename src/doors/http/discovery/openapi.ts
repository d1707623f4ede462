import { z } from 'zod';
import { type FaultCode, faults } from '../../../domain/fault.ts';
import type { HttpBinding, Operation } from '../../../operations/operation.ts';
import { staticPaths } from './openapi-documents.ts';
import { example_slug, failure, interface_version, problemSchema } from './openapi-parts.ts';

type Json = Record<string, unknown>;

/**
 * The interface description (OpenAPI 3.1), made from the registry: paths, bodies, errors and limits stand where the
 * operations say them. The desk is left out: it is for operators, and its command line describes it.
 */
export function openapi(base_url: string, operations: readonly Operation[]): Json {
  const agents = operations.filter(({ scope }) => scope !== 'operator');
  const paths: Record<string, Json> = {};
  for (const operation of agents)
    for (const binding of operation.http) {
      paths[binding.path] ??= {};
      (paths[binding.path] as Json)[binding.method.toLowerCase()] = describe(operation, binding);
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Readymark',
      version: interface_version,
      summary: 'How ready companies’ offers are for use by AI agents.',
      description:
        'Published audit scores, readable without a key, and an agent API: register anonymously in one call, ask for audits, watch companies and recall everything. ' +
        `The same capabilities are tools of an MCP server at ${base_url}/mcp. Scores are licensed CC BY-NC 4.0.`,
      license: { name: 'CC BY-NC 4.0 (the published scores)', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
    },
    servers: [{ url: base_url }],
    externalDocs: { url: `${base_url}/auth.md`, description: 'How an agent gets a key' },
    security: [],
    tags: [
      { name: 'Scores', description: 'Static documents, for anyone.' },
      {
        name: 'Agents',
        description: 'What a key opens. The key comes from POST /api/agent/auth, in one anonymous call.',
      },
      { name: 'Service', description: 'Whether the service is well.' },
    ],
    paths: { ...paths, ...staticPaths() },
    components: {
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'The API key of POST /api/agent/auth, as Authorization: Bearer <API_KEY>.',
        },
      },
      schemas: {
        problem: problemSchema,
        ...Object.fromEntries(agents.map((operation) => [operation.name, outputSchema(operation.output)])),
      },
      headers: {
        'ratelimit-policy': {
          description: 'The limit: q calls in any w seconds.',
          schema: { type: 'string', examples: ['"registrations";q=60;w=3600'] },
        },
        ratelimit: {
          description: 'What is left: r calls; t seconds until the oldest leaves the window.',
          schema: { type: 'string', examples: ['"registrations";r=12;t=840'] },
        },
      },
    },
  };
}

function describe(operation: Operation, binding: HttpBinding): Json {
  const { scope } = operation;
  const limited = operation.faults.includes('rate_limited');
  const body = requestBody(operation, binding);
  return {
    operationId: binding.method === 'DELETE' ? `${operation.name}_end` : operation.name,
    tags: [scope === null && binding.method === 'GET' ? 'Scores' : 'Agents'],
    summary: titleOf(operation, binding),
    description: binding.document
      ? operation.summary
      : `${operation.description}${scope ? `\n\nScope: \`${scope}\`.` : ''}`,
    security: scope ? [{ api_key: [] }] : [],
    parameters: parameters(operation, binding),
    ...(body && { requestBody: body }),
    responses: { ...success(operation, binding, limited), ...failures(operation, binding) },
  };
}

/** Two calls of one operation need two titles. */
const titleOf = ({ title, http }: Operation, { method }: HttpBinding) =>
  method === 'DELETE' && http.length > 1 ? `${title}: end` : title;

/** JSON Schema of what comes in, member by member; what the binding itself fixes is left out. */
function inputMembers(
  { input }: Operation,
  binding: HttpBinding,
): { members: Record<string, Json>; required: string[] } {
  const schema = z.toJSONSchema(input, { io: 'input' }) as { properties?: Record<string, Json>; required?: string[] };
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => !(name in (binding.fixed ?? {})));
  return { members: Object.fromEntries(members), required: schema.required ?? [] };
}

function parameters(operation: Operation, binding: HttpBinding): Json[] {
  const { members, required } = inputMembers(operation, binding);
  const inPath = [...binding.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const path = inPath.map((name) => ({ name, in: 'path', required: true, ...parameter(members[name], name) }));
  if (binding.fields !== 'query' && binding.fields !== 'body_or_query') return [...path, ...extraHeaders(operation)];
  const query = Object.keys(members).filter((name) => !inPath.includes(name));
  return [
    ...path,
    ...query.map((name) => ({
      name,
      in: 'query',
      required: binding.fields === 'query' && required.includes(name),
      ...parameter(members[name], name),
    })),
    ...extraHeaders(operation),
  ];
}

function parameter({ description, examples: _, ...schema }: Json = {}, name: string): Json {
  return {
    ...(description !== undefined && { description }),
    schema,
    ...(name === 'slug' && { example: example_slug }),
  };
}

const extraHeaders = ({ faults }: Operation): Json[] =>
  faults.includes('idempotency_conflict')
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Any string of your own, kept 24 h: the same key and body give the first reply again, without counting.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : [];

function requestBody(operation: Operation, binding: HttpBinding): Json | undefined {
  if (binding.fields !== 'body' && binding.fields !== 'body_or_query') return undefined;
  const { members, required } = inputMembers(operation, binding);
  const example = Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => {
      const value = name === 'slug' ? example_slug : exampleOf(member);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const schema = {
    type: 'object',
    properties: members,
    ...(required.length && { required: required.filter((name) => name in members) }),
  };
  return { required: binding.fields === 'body', content: { 'application/json': { schema, example } } };
}

function exampleOf(member: Json): unknown {
  if ('const' in member) return member.const;
  if (Array.isArray(member.examples)) return member.examples[0];
  const options = member.anyOf as Json[] | undefined;
  return options?.map(exampleOf).find((value) => value !== undefined);
}

function success(operation: Operation, binding: HttpBinding, limited: boolean): Json {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${operation.name}` } } };
  const headers = limited
    ? {
        'RateLimit-Policy': { $ref: '#/components/headers/ratelimit-policy' },
        RateLimit: { $ref: '#/components/headers/ratelimit' },
      }
    : undefined;
  const reply = { description: operation.title, ...(headers && { headers }), content };
  const made =
    operation.name === 'watch_company' && binding.method === 'POST'
      ? { 201: { ...reply, description: 'The watch is new' } }
      : {};
  return { [binding.status]: reply, ...made };
}

/** The answers that are not a success: those of the gate, which follow from the binding, and those of the handler. */
function failures(operation: Operation, binding: HttpBinding): Json {
  const codes = new Set<FaultCode>(operation.faults);
  if (binding.fields !== 'none') codes.add('invalid_request');
  if (binding.fields === 'body' || binding.fields === 'body_or_query')
    for (const code of ['malformed', 'payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (operation.scope) codes.add('invalid_token').add('insufficient_scope');
  if (!binding.document) codes.add('rate_limited').add('unavailable');
  if (binding.document && !binding.path.includes('{')) codes.add('method_not_allowed');
  const byStatus = new Map<number, FaultCode[]>();
  for (const code of codes) byStatus.set(faults[code].status, [...(byStatus.get(faults[code].status) ?? []), code]);
  return Object.fromEntries([...byStatus].sort(([a], [b]) => a - b).map(([status, list]) => [status, failure(list)]));
}

function outputSchema(output: z.ZodType): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(output, { io: 'output' });
  return schema;
}
