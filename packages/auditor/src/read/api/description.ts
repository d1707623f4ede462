import { listOf, objectOf, wordOf } from '../parse-data.ts';
import type { ApiDescription, Operation, ReadItem } from '../site.ts';
import { readOperations } from './operations.ts';
import { Pointers } from './pointers.ts';

type Json = Readonly<Record<string, unknown>>;

type Description = Omit<ApiDescription, 'item'>;

/** The description of an API at an address, by the shape of its body; undefined when it is none. */
export function readApi(url: string, parsed: unknown): Description | undefined {
  const value = objectOf(parsed);
  if (!value) return undefined;
  if (wordOf(value.openapi)) return openApi(url, value, 'openapi');
  if (value.swagger !== undefined && objectOf(value.paths)) return openApi(url, value, 'swagger');
  if (wordOf(value.asyncapi)) return asyncApi(value);
  const schema = objectOf(objectOf(value.data)?.__schema) ?? objectOf(value.__schema);
  if (schema) return graphQl(value, listOf(schema.types).length);
  return undefined;
}

/** A GraphQL schema in its own language. */
export function readGraphQl(item: ReadItem, text: string): Description | undefined {
  if (!/\.(?:graphql|graphqls|gql|sdl)$/i.test(new URL(item.final_url).pathname) && !/graphql/.test(item.content_type))
    return undefined;
  const fields = /\btype\s{1,9}Query\b/.test(text) ? (text.match(/^[ \t]{1,9}\w{1,99}[(:]/gm) ?? []).length : 0;
  return fields === 0 ? undefined : graphQl({}, fields);
}

const without = {
  errors: [],
  servers: [],
  security_schemes: {},
  declares_security: false,
  operations: [],
  webhooks: 0,
};

const graphQl = (value: Json, found: number): Description => ({
  ...without,
  kind: 'graphql',
  version: '',
  errors: found === 0 ? ['it has no types'] : [],
  value,
});

function asyncApi(value: Json): Description {
  const channels = Object.keys(objectOf(value.channels) ?? {}).length;
  return {
    ...without,
    kind: 'asyncapi',
    version: wordOf(value.asyncapi) ?? '',
    errors: channels === 0 ? ['it has no channels'] : [],
    servers: Object.values(objectOf(value.servers) ?? {}).flatMap(
      (server) => wordOf(objectOf(server)?.url ?? objectOf(server)?.host) ?? [],
    ),
    security_schemes: objectOf(objectOf(value.components)?.securitySchemes) ?? {},
    declares_security: objectOf(objectOf(value.components)?.securitySchemes) !== undefined,
    webhooks: channels,
    value,
  };
}

function openApi(url: string, value: Json, kind: 'openapi' | 'swagger'): Description {
  const pointers = new Pointers(value);
  const components = objectOf(value.components);
  const schemes = objectOf(kind === 'swagger' ? value.securityDefinitions : components?.securitySchemes);
  const { operations, problems } = readOperations(value, pointers, kind);
  return {
    kind,
    version: wordOf(value[kind]) ?? String(value[kind]),
    errors: [...documentProblems(value, kind), ...problems, ...pointers.problems].slice(0, 50),
    servers: kind === 'swagger' ? swaggerServers(url, value) : openApiServers(url, value),
    security_schemes: schemes ?? {},
    declares_security:
      schemes !== undefined || Array.isArray(value.security) || operations.some(({ secured }) => secured),
    operations,
    webhooks: Object.keys(objectOf(value.webhooks) ?? {}).length + callbacks(value, operations),
    value,
  };
}

function documentProblems(value: Json, kind: 'openapi' | 'swagger'): string[] {
  const found: string[] = [];
  const version = wordOf(value[kind]) ?? '';
  if (!(kind === 'swagger' ? /^2\.0$/ : /^3\.[0-2](?:\.\d{1,3})?$/).test(version))
    found.push(`${kind} ${version.slice(0, 20)} is not a version that exists`);
  const info = objectOf(value.info);
  if (!wordOf(info?.title)) found.push('info.title is missing');
  if (!wordOf(info?.version)) found.push('info.version is missing');
  const needsPaths = kind === 'swagger' || version.startsWith('3.0');
  if (!objectOf(value.paths) && (needsPaths || (!objectOf(value.webhooks) && !objectOf(value.components))))
    found.push('paths are missing');
  return found;
}

const openApiServers = (base: string, value: Json): string[] =>
  listOf(value.servers).flatMap((server) => {
    const url = wordOf(objectOf(server)?.url);
    return url === undefined ? [] : [URL.parse(url, base)?.href ?? url];
  });

function swaggerServers(base: string, value: Json): string[] {
  const host = wordOf(value.host) ?? new URL(base).host;
  const schemes = listOf(value.schemes).flatMap((scheme) => wordOf(scheme) ?? []);
  return (schemes.length > 0 ? schemes : ['https']).map(
    (scheme) => `${scheme}://${host}${wordOf(value.basePath) ?? ''}`,
  );
}

/** Operations that call back. */
function callbacks(value: Json, operations: readonly Operation[]): number {
  const paths = objectOf(value.paths) ?? {};
  return operations.filter(({ path, method }) => {
    const operation = objectOf(objectOf(paths[path])?.[method.toLowerCase()]);
    return objectOf(operation?.callbacks) !== undefined;
  }).length;
}
