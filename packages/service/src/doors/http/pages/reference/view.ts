import { type FaultCode, faults } from '../../../../domain/fault.ts';
import {
  auditRequestLimit,
  BODY_LIMIT_TEXT,
  clientRequestLimit,
  type Limit,
  registrationLimit,
} from '../../../../domain/limit/limit.ts';
import { saidOf } from '../../../../operations/operation.ts';
import { openapi } from '../../discovery/openapi/openapi.ts';
import type { ListedCompany } from '../../discovery/openapi/parts.ts';
import { inputSchema } from '../../discovery/openapi/schemas.ts';
import type { PageInput } from '../page-input.ts';
import { type Described, type Description, nameOf, type Parameter, type Response, type Schema } from './description.ts';
import { curl, keyed } from './request.ts';
import { sampleOf } from './sample.ts';
import { type Field, type Shape, Shapes, type TypeWords } from './shapes.ts';

/** What the reference says, for its HTML and its Markdown: one view, so that they agree (decision 60). */
export type ApiReference = {
  title: string;
  about: string;
  base_url: string;
  body_limit: string;
  limits: readonly string[];
  groups: readonly { name: string; calls: readonly CallView[] }[];
  tools: readonly ToolView[];
  tool_example: { request: string; reply: string };
  shapes: readonly Shape[];
};

export type CallView = {
  /** Its name in the interface description, and its anchor. */
  id: string;
  title: string;
  method: string;
  path: string;
  text: string;
  key: string;
  fields: readonly SentField[];
  request: string;
  /** By status. */
  replies: readonly { status: string; text: string; media: string }[];
  bodies: readonly Body[];
  /** Errors that only some calls have. */
  errors: readonly FaultCode[];
  /** The tools that do the same. */
  tools: readonly string[];
};

export type SentField = Field & { place: string };

type Body = { type: TypeWords; fields: readonly Field[]; sample: string };

type ToolView = {
  name: string;
  text: string;
  key: string;
  fields: readonly Field[];
  /** The calls that do the same. */
  calls: readonly { id: string; method: string; path: string }[];
};

/** What the reference is made of; `listed` is the company that examples name. */
type ReferenceFacts = Pick<PageInput, 'settings' | 'operations' | 'rubrics'> & { listed: ListedCompany | undefined };

/** The reference, from the interface description in all its words. */
export function apiReference({ settings, operations, rubrics, listed }: ReferenceFacts): ApiReference {
  const description = openapi(settings, operations, listed, rubrics, 'all') as unknown as Description;
  const { info, servers, components } = description;
  const base_url = servers[0]?.url ?? '';
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const shapes = new Shapes(
    components.schemas,
    calls.map(({ call }) => bodiesOf(call)),
  );
  const facts = { base_url, slug: 'example-widgets', company: 'Example Widgets' };
  const tools = operations.filter(({ tool }) => tool !== undefined);
  const views = calls.map(({ path, method, call }) => {
    const parameters = (call.parameters ?? []).flatMap((one) =>
      '$ref' in one ? (components.parameters[nameOf(one) ?? ''] ?? []) : one,
    );
    const replies = repliesOf(call, components);
    const view: CallView = {
      id: call.operationId,
      title: call.operationId.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
      method,
      path,
      text: [call.summary, call.description].filter(Boolean).join(' '),
      key: keyOf(call),
      fields: sentFields(call, parameters, shapes),
      request: curl(base_url, method, path, { ...call, parameters }),
      replies: replies.map(({ status, description: text = '', content = {} }) => ({
        status,
        text,
        media: Object.keys(content).join(', '),
      })),
      bodies: bodiesRead(replies, shapes, (schema) => sampleOf(schema, components.schemas, facts)),
      errors: errorsOf(call, description),
      tools: tools
        .filter(({ http }) => http.some((one) => one.path === path && one.method === method))
        .map(({ name }) => name),
    };
    return { tag: call.tags[0] ?? '', view };
  });
  const groups = [...new Set(views.map(({ tag }) => tag))].map((name) => ({
    name,
    calls: views.filter(({ tag }) => tag === name).map(({ view }) => view),
  }));
  return {
    title: `${info.title} API ${info.version}`,
    about: info.description,
    base_url,
    body_limit: BODY_LIMIT_TEXT,
    limits: limitsOf(settings),
    groups,
    tool_example: {
      request: curl(base_url, 'POST', '/mcp', {
        ...tool_call,
        requestBody: { content: { 'application/json': tool_call_body } },
      }),
      reply: sampleOf({ $ref: 'ToolReply' }, components.schemas, facts),
    },
    tools: tools.map((operation) => {
      const { name, scope, http, tool, input, unlisted = [] } = operation;
      const { summary, guidance } = saidOf(operation, tool ?? { guidance: '' }, settings);
      return {
        name,
        text: `${summary} ${guidance}`.trim(),
        key: scope === null ? 'No key' : `Key with the scope ${scope}`,
        fields: shapes
          .fieldsOf(inputSchema(input, { listed, rubrics }) as Schema, 'sent')
          .filter((field) => !unlisted.includes(field.name)),
        calls: views.flatMap(({ view: { id, method, path } }) =>
          http.some((one) => one.path === path && one.method === method) ? [{ id, method, path }] : [],
        ),
      };
    }),
    shapes: shapes.linked(),
  };
}

/** A call of a tool that needs no key. */
const tool_call = { operationId: 'call_tool_server', tags: [], summary: '', parameters: [], responses: {} };
const tool_call_body = {
  schema: {},
  example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_audits', arguments: { limit: 3 } } },
};

const bodiesOf = ({ requestBody, responses }: Described): Schema[] =>
  [requestBody, ...Object.values(responses)].flatMap((one) =>
    Object.values(one?.content ?? {}).map(({ schema }) => schema),
  );

function limitsOf(settings: PageInput['settings']): readonly string[] {
  const said = ({ quota, window_words }: Limit, what: string) =>
    `${quota.toLocaleString('en')} ${what} in ${window_words}`;
  return [
    said(registrationLimit(settings.REGISTRATIONS_PER_HOUR), 'registrations of all agents together'),
    said(auditRequestLimit(settings.AUDIT_REQUESTS_PER_DAY), 'audit requests of one key'),
    said(clientRequestLimit(settings.CLIENT_REQUESTS_PER_MINUTE), 'calls from one address that are not plain reads'),
  ];
}

function keyOf(call: Described): string {
  const scopes = (call.security ?? []).flatMap((way) => Object.values(way)).flat();
  if (keyed(call)) return `Key with the scope ${scopes.join(', ')}`;
  return call.security?.length ? 'No key; some tools need one' : 'No key';
}

function sentFields(call: Described, parameters: readonly Parameter[], shapes: Shapes): SentField[] {
  const body = call.requestBody?.content['application/json']?.schema;
  const in_body = body ? shapes.fieldsOf(body, 'sent') : [];
  const sent = parameters.map((row): SentField => {
    const also = row.in === 'query' ? in_body.find(({ name }) => name === row.name) : undefined;
    return {
      name: row.name,
      place: `${row.in}${also ? ' or body' : ''}`,
      type: shapes.typeOf(row.schema ?? {}),
      presence: row.required ? 'required' : (also?.presence ?? ''),
      description: row.description ?? '',
      fields: [],
    };
  });
  const rest = in_body.filter(({ name }) => !sent.some((one) => one.name === name));
  return [...sent, ...rest.map((field) => ({ ...field, place: 'body' }))];
}

/** What may come back beside an error: by status, and the bodies. */
function repliesOf({ responses }: Described, { responses: named }: Description['components']) {
  return Object.entries(responses)
    .map(([status, one]) => ({ status, ...(named[nameOf(one) ?? ''] ?? one) }))
    .filter(({ status }) => /^[23]/.test(status));
}

/** Errors that a call may have beside those of every call, in the order of their table. */
function errorsOf({ responses }: Described, { components }: Description): FaultCode[] {
  const said = Object.values(responses).flatMap((one) => {
    const named = components.responses[nameOf(one) ?? ''];
    return [...(one.description ?? named?.description ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code);
  });
  return (Object.keys(faults) as FaultCode[]).filter((code) => said.includes(code));
}

function bodiesRead(replies: readonly Response[], shapes: Shapes, sample: (schema: Schema) => string): Body[] {
  const bodies = new Map<string, Body>();
  for (const { content = {} } of replies)
    for (const [media, { schema }] of Object.entries(content)) {
      const type = shapes.typeOf(schema);
      bodies.set(JSON.stringify([media, schema]), {
        type,
        fields: shapes.fieldsOf(schema, 'read'),
        // The example of the tool server asks for the tools; what a tool replies is shown with the tools.
        sample: media === 'application/json' && nameOf(schema) !== 'ToolReply' ? sample(schema) : '',
      });
    }
  return [...bodies.values()];
}
