import type { Rubrics } from '@readymark/rubric/rubric';
import type { FaultCode } from '../../../../domain/fault.ts';
import { registrationLimit } from '../../../../domain/limit/limit.ts';
import { type HttpBinding, type Operation, saidOf } from '../../../../operations/operation.ts';
import { interface_version, license, type Settings } from '../../../../settings.ts';
import { limitHeaders } from '../../fairness/limits.ts';
import { callsInFewWords } from './compact.ts';
import { sharedParameters, staticPaths, textPaths } from './documents.ts';
import { type Examples, errorResponses, failures, type Json, type ListedCompany, problemSchema } from './parts.ts';
import { inFewWords, inputSchema, replyOf, shapes } from './schemas.ts';

/** Where the description is in all its words, for code generators. */
export const WHOLE_OPENAPI_PATH = '/.well-known/openapi.json';

/**
 * The interface description (OpenAPI 3.1), derived from the registry: paths, bodies, errors and limits are those of the
 * operations. The desk, the health checks and the badges are left out: they are for
 * operators and for pages.
 *
 * @param listed the company that examples name; without one they name none
 * @param words `few` says each thing once, for readers that pay for words; `all` says it at each place where it holds, with
 * examples (decision 60)
 */
export function openapi(
  settings: Settings,
  operations: readonly Operation[],
  listed: ListedCompany | undefined,
  rubrics: Rubrics,
  words: 'few' | 'all' = 'few',
): Json {
  const examples = { listed, rubrics };
  const { BASE_URL, REGISTRATIONS_PER_HOUR } = settings;
  const agents = operations.filter(({ scope }) => scope !== 'operator');
  const paths: Record<string, Json> = {};
  const all = agents
    .flatMap((operation) => operation.http.map((binding) => ({ operation, binding })))
    .filter(({ binding }) => words === 'all' || !binding.at_length);
  for (const bound of Map.groupBy(all, ({ binding: { method, path } }) => `${method} ${path}`).values()) {
    const [{ binding }] = bound as [Bound];
    paths[binding.path] ??= {};
    (paths[binding.path] as Json)[binding.method.toLowerCase()] = describe(bound as [Bound], settings, examples);
  }
  const documents = staticPaths(listed);
  const errors = errorResponses(limit_headers);
  const limit = registrationLimit(REGISTRATIONS_PER_HOUR);
  const example = limitHeaders({ limit, remaining: Math.floor(limit.quota / 5), reset: 840 });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Readymark',
      version: interface_version,
      description:
        'Published scores of how ready companies’ offers are for AI agents, readable without a key, and an agent API: register in one call, request audits, watch companies, retrieve your history. ' +
        `The same capabilities are tools of an MCP server at ${BASE_URL}/mcp. The scores are licensed CC BY-NC 4.0.` +
        (words === 'few'
          ? ` With required members and bounds, for code generators: ${BASE_URL}${WHOLE_OPENAPI_PATH}`
          : ''),
      license: { name: license, identifier: license },
    },
    servers: [{ url: BASE_URL }],
    security: [],
    paths:
      words === 'few'
        ? {
            ...callsInFewWords(paths, go_without_saying),
            ...callsInFewWords(documents, go_without_saying),
          }
        : { ...paths, ...documents, ...textPaths() },
    components: {
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: `The API key of POST /api/agent/auth, as Authorization: Bearer <API_KEY>. Every step: ${BASE_URL}/auth.md`,
        },
      },
      schemas: {
        ...shapes(agents, examples, words),
        ...(words === 'few' ? inFewWords({ Problem: problemSchema }) : { Problem: problemSchema }),
      },
      parameters: sharedParameters(listed),
      responses: words === 'few' ? without(errors, ['Unauthorized', 'NotFound']) : errors,
      headers: {
        'RateLimit-Policy': {
          description: 'The limit: q calls in any w seconds.',
          schema: { type: 'string', ...(words === 'all' && { examples: [example['ratelimit-policy']] }) },
        },
        RateLimit: {
          description: 'What remains: r calls; t seconds until the oldest call leaves the window.',
          schema: { type: 'string', ...(words === 'all' && { examples: [example.ratelimit] }) },
        },
      },
    },
  };
}

/** What is not said where words are counted: a call with a key is refused without it, and what is not there is not found. */
const go_without_saying = ['401', '404'];

const without = (of: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)));

const limit_headers = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

type Bound = { operation: Operation; binding: HttpBinding };

/** Describes a call; where several operations are bound to it, the first, with the parameters and replies of all. */
function describe(
  [{ operation, binding }, ...others]: readonly [Bound, ...Bound[]],
  settings: Settings,
  examples: Examples,
): Json {
  const { scope } = operation;
  const { summary, guidance } = saidOf(operation, binding, settings);
  const input = inputMembers(operation, binding, examples);
  const body = requestBody(binding, input);
  const own = [...parametersOf(binding, input), ...extraHeaders(operation)];
  const further = others.flatMap((one) =>
    parametersOf(one.binding, inputMembers(one.operation, one.binding, examples)),
  );
  const parameters = [
    ...own,
    ...further.filter((one) => own.every(({ name, in: where }) => name !== one.name || where !== one.in)),
  ];
  const replies = [{ operation, binding }, ...others].flatMap((one) => replyOf(one.operation, one.binding));
  return {
    operationId: binding.id ?? operation.name,
    tags: [scope === null && binding.method === 'GET' ? 'Scores' : 'Agents'],
    summary,
    ...(guidance !== '' && { description: guidance }),
    ...(scope && { security: [{ api_key: [scope] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...success(binding, replies), ...failures(faultsOf(operation, binding)) },
  };
}

/** The members of an input, each with its JSON Schema, without those that the binding sets. */
type InputMembers = { members: Readonly<Record<string, Json>>; required: readonly string[] };

function inputMembers({ input, unlisted = [] }: Operation, binding: HttpBinding, examples: Examples): InputMembers {
  const { properties = {}, required = [] } = inputSchema(input, examples) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const { fixed = {}, only } = binding;
  const members = Object.fromEntries(
    Object.entries(properties).filter(
      ([name]) => !(name in fixed) && !unlisted.includes(name) && (only?.includes(name) ?? true),
    ),
  );
  return { members, required: required.filter((name) => name in members) };
}

function parametersOf(binding: HttpBinding, { members, required }: InputMembers): Json[] {
  const inPath = [...binding.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const path = inPath.map((name) =>
    name in sharedParameters(undefined)
      ? { $ref: `#/components/parameters/${name}` }
      : { name, in: 'path', required: true, ...parameter(members[name]) },
  );
  if (binding.fields !== 'query' && binding.fields !== 'body_or_query') return path;
  const query = Object.keys(members)
    .filter((name) => !inPath.includes(name))
    .map((name) => ({
      name,
      in: 'query',
      ...(binding.fields === 'query' && required.includes(name) && { required: true }),
      ...parameter(members[name]),
    }));
  return [...path, ...query];
}

function parameter(member: Json = {}): Json {
  const { description, examples: _, ...schema } = member;
  const example = exampleOf(member);
  // Members of an object are parameters of their own.
  const style = schema.type === 'object' && { style: 'deepObject' };
  return {
    ...style,
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}

const extraHeaders = ({ faults }: Operation): Json[] =>
  faults.includes('idempotency_conflict')
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Any string that you choose. For 24 hours the same key and body return the first reply again, without counting.',
          schema: { type: 'string', maxLength: 255 },
        },
      ]
    : [];

function requestBody(binding: HttpBinding, { members, required }: InputMembers): Json | undefined {
  if (binding.fields !== 'body' && binding.fields !== 'body_or_query') return undefined;
  const example = Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => {
      const value = exampleOf(member);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // The example of the body shows those of its members; where the query may have them too, it describes them.
  const in_query = binding.fields === 'body_or_query';
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, { examples: _, description, ...one }]) => [
      name,
      { ...one, ...(description !== undefined && !in_query && { description }) },
    ]),
  );
  const schema = { type: 'object', properties, ...(required.length && { required }) };
  // An example that lacks a required member would not be accepted.
  const complete = !in_query && required.every((name) => name in example);
  return {
    ...(binding.fields === 'body' && { required: true }),
    content: { 'application/json': { schema, ...(complete && { example }) } },
  };
}

/** The example of a schema: its constant, its own first example, or that of its first alternative. */
function exampleOf(member: Json): unknown {
  if ('const' in member) return member.const;
  if (Array.isArray(member.examples)) return member.examples[0];
  const options = member.anyOf as Json[] | undefined;
  return options?.map(exampleOf).find((value) => value !== undefined);
}

function success({ status, creates, accepts }: HttpBinding, replies: readonly Json[]): Json {
  const [only = {}] = replies;
  const content = { 'application/json': { schema: replies.length > 1 ? { anyOf: replies } : only } };
  const created = { description: 'Created.', content };
  if (status === 201) return { 201: created };
  return {
    200: { description: creates ? 'It was so already.' : 'The reply.', content },
    ...(creates && { 201: created }),
    ...(accepts && { 202: { description: 'Under way.', content } }),
  };
}

/** The errors that a call may have beside those of every call: of its handler, and of the gate by its binding. */
function faultsOf({ faults: own, scope }: Operation, binding: HttpBinding): FaultCode[] {
  // A published document takes no input beside its path.
  if (binding.document) return binding.path.includes('{') ? ['not_found', 'gone'] : [];
  const { fields } = binding;
  const codes: FaultCode[] = [...(binding.faults ?? own)];
  if (fields !== 'none') codes.push('invalid_request');
  if (scope) codes.push('invalid_token');
  return codes;
}
