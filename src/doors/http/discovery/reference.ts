import { faults } from '../../../domain/fault.ts';
import {
  auditRequestLimit,
  BODY_LIMIT_TEXT,
  clientRequestLimit,
  type Limit,
  registrationLimit,
} from '../../../domain/limit/limit.ts';
import type { Settings } from '../../../settings.ts';

type Schema = {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  additionalProperties?: Schema;
  enum?: readonly unknown[];
  example?: unknown;
};
type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>;
type Response = { $ref?: string; description?: string; content?: Content };
type Parameter = { name: string; in: string; required?: boolean; description?: string; example?: unknown };
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, Response>>;
};
type Description = {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: { schemas: Readonly<Record<string, Schema>>; parameters: Readonly<Record<string, Parameter>> };
};

type Limits = Pick<Settings, 'REGISTRATIONS_PER_HOUR' | 'AUDIT_REQUESTS_PER_DAY' | 'CLIENT_REQUESTS_PER_MINUTE'>;

/** /docs.md: the API reference for reading, derived from the interface description, so that the two never differ. */
export function reference(described: object, settings: Limits): string {
  const { info, servers, paths, components } = described as Description;
  const parametersOf = ({ parameters = [] }: Described) =>
    parameters.flatMap((one) =>
      '$ref' in one ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? []) : one,
    );
  const base = servers[0]?.url ?? '';
  const shapes = new Shapes(components.schemas);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) =>
      section(base, method.toUpperCase(), path, { ...call, parameters: parametersOf(call) }, shapes),
    ),
  );
  return `# ${info.title} API ${info.version}

${info.description}

As OpenAPI 3.1: ${base}/openapi.json. How to get a key: ${base}/auth.md. Bodies are JSON in UTF-8, at most ${BODY_LIMIT_TEXT}.

Limits: ${limitsOf(settings)}. \`RateLimit\` says what remains, \`Retry-After\` of a 429 when to try again.

${calls.join('\n\n')}

## Shapes

${shapes.named().join('\n')}

## Errors

Every error is \`application/problem+json\` with \`error\` (the code), \`message\`, and \`remedy\` (the next step).

| Status | \`error\` | What to do |
|---|---|---|
${Object.entries(faults)
  .map(([code, { status, remedy }]) => `| ${status} | \`${code}\` | ${remedy} |`)
  .join('\n')}
`;
}

function limitsOf({ REGISTRATIONS_PER_HOUR, AUDIT_REQUESTS_PER_DAY, CLIENT_REQUESTS_PER_MINUTE }: Limits): string {
  const said = ({ quota, window_words }: Limit, what: string) => `${quota} ${what} in ${window_words}`;
  return [
    said(registrationLimit(REGISTRATIONS_PER_HOUR), 'registrations of all agents together'),
    said(auditRequestLimit(AUDIT_REQUESTS_PER_DAY), 'audit requests of one key'),
    said(clientRequestLimit(CLIENT_REQUESTS_PER_MINUTE), 'calls from one address that are not plain reads'),
  ].join('; ');
}

/** A call whose parameters are all its own. */
type Call = Omit<Described, 'parameters'> & { parameters: readonly Parameter[] };

function section(base: string, method: string, path: string, call: Call, shapes: Shapes): string {
  const body = call.requestBody?.content['application/json'];
  const required = new Set(body && shapes.of(body.schema).required);
  const fields = Object.entries((body && shapes.of(body.schema).properties) ?? {});
  const named = new Set(fields.map(([name]) => name));
  const lines = [
    ...call.parameters.map((row) => {
      const places = row.in + (row.in === 'query' && named.has(row.name) ? ' or body' : '');
      const needed = row.required || required.has(row.name);
      return `- \`${row.name}\` (${places}${needed ? ', required' : ''}): ${row.description ?? ''}`;
    }),
    ...fields
      .filter(([name]) => !call.parameters.some((row) => row.name === name))
      .map(
        ([name, field]) => `- \`${name}\` (body${required.has(name) ? ', required' : ''}): ${field.description ?? ''}`,
      ),
  ];
  const answers = Object.entries(call.responses).map(([status, response]) => {
    const [media = {}] = Object.values(response.content ?? {});
    const reply = 'schema' in media ? shapes.told(media.schema as Schema) : '';
    return `- ${status}: ${[response.description ?? told(status), reply].filter(Boolean).join(': ').replaceAll('.: ', ': ')}`;
  });
  return [
    `## ${method} ${path}`,
    [call.summary, call.description].filter(Boolean).join(' '),
    keyed(call) ? `Needs a key with the scope \`${scopesOf(call).join('`, `')}\`.` : 'Needs no key.',
    lines.join('\n'),
    `\`\`\`sh\n${curl(base, method, path, call)}\n\`\`\``,
    answers.join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Whether there is no way to call without a key. */
const keyed = ({ security = [] }: Pick<Described, 'security'>) =>
  security.length > 0 && security.every((way) => Object.keys(way).length > 0);

/** The scopes that the key must have. */
const scopesOf = ({ security = [] }: Pick<Described, 'security'>) =>
  security.flatMap((way) => Object.values(way)).flat();

/** What a status means that says nothing of its own. */
function told(status: string): string {
  const codes = Object.entries(faults).filter(([, fault]) => String(fault.status) === status);
  return codes.length ? `\`${codes.map(([code]) => code).join('`, `')}\`` : 'Any other error';
}

/** A line for a shell, with the query that a call needs: quoted, and with -g where curl itself would expand the braces of what the caller must fill in. */
function curl(base: string, method: string, path: string, call: Call): string {
  const value = (name: string) => {
    const { example } = call.parameters.find((row) => row.name === name) ?? {};
    return typeof example === 'string' || typeof example === 'number' ? String(example) : `{${name}}`;
  };
  const body = call.requestBody?.content['application/json'];
  // What a body may have too is shown in the query, which is shorter.
  const query = call.parameters.filter(
    (row) => row.in === 'query' && (row.required || row.name in (body?.schema.properties ?? {})),
  );
  const filled =
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name)) +
    (query.length ? `?${query.map(({ name }) => `${name}=${value(name)}`).join('&')}` : '');
  // Where no company is listed, an example cannot name one.
  const blank = (body?.schema.required ?? []).map((name) => [name, `{${name}}`]);
  const example = body?.example ?? (call.requestBody?.required && blank.length ? Object.fromEntries(blank) : undefined);
  const json = example === undefined ? undefined : JSON.stringify(example).replaceAll("'", "'\\''");
  return [
    `curl -s${filled.includes('{') ? 'g' : ''}${method === 'GET' ? '' : ` -X ${method}`} '${base}${filled}'`,
    ...(keyed(call) ? [`-H 'Authorization: Bearer <API_KEY>'`] : []),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${json}'`]),
  ].join(' \\\n  ');
}

/** The shapes of bodies, in words. */
class Shapes {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  /** A schema, or the one that it refers to, with the members of those that it extends. */
  of(schema: Schema): Schema {
    const name = nameOf(schema);
    const found = name === undefined ? schema : (this.#schemas[name] ?? {});
    if (!found.allOf) return found;
    return { ...found, properties: Object.assign({}, ...found.allOf.map((one) => this.of(one).properties)) };
  }

  /** The members of a reply. */
  told(schema: Schema): string {
    const name = nameOf(schema);
    const members = this.#members(this.of(schema));
    if (name === undefined && schema.oneOf) return schema.oneOf.map((one) => this.told(one)).join(', or ');
    return members ? `${name === undefined ? '' : `${name} with `}${members}` : '';
  }

  /** A line for every shape that other shapes contain. */
  named(): string[] {
    const inner = new Set<string>();
    for (const schema of Object.values(this.#schemas))
      for (const one of Object.values(this.of(schema).properties ?? {})) namesIn(one, inner);
    return Object.entries(this.#schemas).flatMap(([name, schema]) => {
      if (!inner.has(name)) return [];
      const members = this.#members(schema);
      const says = members || (schema.enum ?? []).map((value) => `\`${value}\``).join(', ') || schema.description;
      return [`- ${name}: ${says}`];
    });
  }

  #members({ properties }: Schema): string {
    return Object.entries(properties ?? {})
      .map(([name, schema]) => {
        const inside = this.#inside(schema);
        return `\`${name}\`${inside ? ` (${inside})` : ''}`;
      })
      .join(', ');
  }

  /** What is in a member: a named shape, the names of its own members, or '' for a plain value. */
  #inside(schema: Schema): string {
    const name = nameOf(schema);
    if (name !== undefined) return name;
    if (schema.items) return `each ${this.#inside(schema.items)}`.replace(/^each $/, 'list');
    if (schema.additionalProperties) return `by id: ${this.#inside(schema.additionalProperties)}`.replace(/: $/, '');
    const [first] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    return first ? this.#inside(first) : this.#members(schema);
  }
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

function namesIn(schema: Schema, found: Set<string>): void {
  const name = nameOf(schema);
  if (name !== undefined) found.add(name);
  const { items, additionalProperties, anyOf = [], properties = {} } = schema;
  for (const one of [items, additionalProperties, ...anyOf, ...Object.values(properties)])
    if (typeof one === 'object') namesIn(one, found);
}
