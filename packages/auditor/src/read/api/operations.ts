import { listOf, objectOf, wordOf } from '../parse-data.ts';
import type { Operation } from '../site.ts';
import type { Pointers } from './pointers.ts';

type Json = Readonly<Record<string, unknown>>;
type Dialect = 'openapi' | 'swagger';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** Operations that are read of one description. */
const MOST = 3000;
/** Members that are read of any one list or object of a description; of a body, schemas and names. */
const MOST_PARTS = 300;

/**
 * What is read of an object or list, kept by it: thousands of operations may refer to one that has a million members.
 */
function once<In extends object, Out>(read: (from: In) => Out): (from: In) => Out {
  const known = new WeakMap<In, Out>();
  return (from) => {
    const out = known.get(from) ?? read(from);
    known.set(from, out);
    return out;
  };
}

const firstMembers = once((object: Json) => Object.entries(object).slice(0, MOST_PARTS));
const membersOf = (value: unknown) => firstMembers(objectOf(value) ?? {});
const firstOf = (value: unknown) => listOf(value).slice(0, MOST_PARTS);

/** The operations of an OpenAPI or Swagger document, and what is wrong with them. */
export function readOperations(value: Json, pointers: Pointers, kind: Dialect) {
  const operations: Operation[] = [];
  const problems: string[] = [];
  const ids = new Set<string>();
  const around = listOf(value.security);
  for (const [path, raw] of Object.entries(objectOf(value.paths) ?? {})) {
    const item = pointers.resolve(raw);
    if (!item || path.startsWith('x-')) continue;
    if (!path.startsWith('/')) problems.push(`path ${path.slice(0, 60)} does not begin with /`);
    for (const method of methods) {
      const operation = objectOf(item[method]);
      if (!operation || operations.length >= MOST) continue;
      const where = `${method.toUpperCase()} ${path.slice(0, 100)}`;
      const written = [...firstOf(item.parameters), ...firstOf(operation.parameters)];
      const parameters = written.map((one) => pointers.resolve(one)).filter((one) => one !== undefined);
      const read = {
        ...readOperation(path, method, operation, parameters, pointers, kind, around),
        needs_arguments: written.map(objectOf).some((one) => one?.required === true || one?.$ref !== undefined),
      };
      operations.push(read);
      if (read.operation_id !== undefined && ids.has(read.operation_id))
        problems.push(`operationId ${read.operation_id.slice(0, 60)} is used twice`);
      ids.add(read.operation_id ?? '');
      if (read.responses.length === 0 && (kind === 'swagger' || /^3\.0/.test(wordOf(value.openapi) ?? '')))
        problems.push(`${where} has no responses`);
      problems.push(...pathProblems(where, path, parameters));
    }
  }
  return { operations, problems: problems.slice(0, 50) };
}

function pathProblems(where: string, path: string, parameters: readonly Json[]): string[] {
  const declared = new Set(parameters.filter((one) => one.in === 'path').map((one) => one.name));
  const missing = [...path.slice(0, 500).matchAll(/\{([^{}/]{1,100})\}/g)]
    .map(([, name]) => name)
    .filter((name) => !declared.has(name));
  return missing.length === 0 ? [] : [`${where} does not declare {${missing[0]}}`];
}

function readOperation(
  path: string,
  method: string,
  operation: Json,
  parameters: readonly Json[],
  pointers: Pointers,
  kind: Dialect,
  around: readonly unknown[],
): Omit<Operation, 'needs_arguments'> {
  return {
    method: method.toUpperCase(),
    path,
    operation_id: wordOf(operation.operationId),
    summary: (wordOf(operation.summary) ?? wordOf(operation.description) ?? '').slice(0, 500),
    tags: firstOf(operation.tags).flatMap((tag) => wordOf(tag) ?? []),
    parameters: parameters.flatMap((one) => wordOf(one.name)?.toLowerCase() ?? []),
    body_fields: bodyFields(operation, parameters, pointers, kind),
    responses: membersOf(operation.responses).map(([status, raw]) => readResponse(status, raw, pointers, kind)),
    ...demandsOf(Array.isArray(operation.security) ? operation.security : around),
  };
}

/** What a list of security requirements demands. */
const demandsOf = once((security: readonly unknown[]): Pick<Operation, 'scopes' | 'secured'> => {
  const demands = firstOf(security).flatMap((one) => (objectOf(one) ? [membersOf(one)] : []));
  const scopes = demands.flat().flatMap(([, named]) => firstOf(named).flatMap((scope) => wordOf(scope) ?? []));
  const secured = demands.some(({ length }) => length > 0) && !demands.some(({ length }) => length === 0);
  return { scopes: [...new Set(scopes)].slice(0, MOST_PARTS), secured };
});

function readResponse(status: string, raw: unknown, pointers: Pointers, kind: Dialect): Operation['responses'][number] {
  const response = pointers.resolve(raw) ?? {};
  const { described, ...read } = contentOf(response);
  return { status, schema: kind === 'swagger' ? objectOf(response.schema) !== undefined : described, ...read };
}

const contentOf = once((response: Json) => ({
  described: membersOf(response.content).some(([, one]) => objectOf(objectOf(one)?.schema) !== undefined),
  headers: membersOf(response.headers).map(([name]) => name.toLowerCase()),
}));

function bodyFields(operation: Json, parameters: readonly Json[], pointers: Pointers, kind: Dialect): string[] {
  const schemas =
    kind === 'swagger'
      ? parameters.filter((one) => one.in === 'body').map((one) => one.schema)
      : membersOf(pointers.resolve(operation.requestBody)?.content).map(([, one]) => objectOf(one)?.schema);
  const read: Fields = { names: new Set(), schemas: new Set() };
  for (const schema of schemas) collect(pointers.resolve(schema), read, pointers, 0);
  return [...read.names];
}

type Fields = { names: Set<string>; schemas: Set<Json> };

/** Names of properties, through allOf, anyOf and oneOf; each schema once, as they may hold one another. */
function collect(schema: Json | undefined, read: Fields, pointers: Pointers, depth: number): void {
  const { names, schemas } = read;
  if (!schema || depth > 4 || names.size > MOST_PARTS || schemas.size > MOST_PARTS || schemas.has(schema)) return;
  schemas.add(schema);
  for (const [name] of membersOf(schema.properties)) names.add(name);
  for (const word of ['allOf', 'anyOf', 'oneOf'])
    for (const part of listOf(schema[word]).slice(0, 50)) collect(pointers.resolve(part), read, pointers, depth + 1);
}
