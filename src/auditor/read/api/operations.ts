import { listOf, objectOf, wordOf } from '../parse-data.ts';
import type { Operation } from '../site.ts';
import type { Pointers } from './pointers.ts';

type Json = Readonly<Record<string, unknown>>;
type Kind = 'openapi' | 'swagger';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
/** Operations that are read of one description. */
const MOST = 3000;

/** The operations of an OpenAPI or Swagger document, and what is wrong with them. */
export function readOperations(value: Json, pointers: Pointers, kind: Kind) {
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
      const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)].flatMap((parameter): Json[] => {
        const found = pointers.resolve(parameter);
        return found ? [found] : [];
      });
      const read = readOperation(path, method, operation, parameters, pointers, kind, around);
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
  kind: Kind,
  around: readonly unknown[],
): Operation {
  const security = Array.isArray(operation.security) ? listOf(operation.security) : around;
  const demands = security.map(objectOf).filter((one) => one !== undefined);
  return {
    method: method.toUpperCase(),
    path,
    operation_id: wordOf(operation.operationId),
    summary: (wordOf(operation.summary) ?? wordOf(operation.description) ?? '').slice(0, 500),
    tags: listOf(operation.tags).flatMap((tag) => wordOf(tag) ?? []),
    parameters: parameters.flatMap((one) => wordOf(one.name)?.toLowerCase() ?? []),
    body_fields: bodyFields(operation, parameters, pointers, kind),
    responses: Object.entries(objectOf(operation.responses) ?? {}).map(([status, raw]) =>
      readResponse(status, raw, pointers, kind),
    ),
    scopes: [
      ...new Set(
        demands.flatMap((one) =>
          Object.values(one).flatMap((scopes) => listOf(scopes).flatMap((scope) => wordOf(scope) ?? [])),
        ),
      ),
    ],
    secured:
      demands.some((one) => Object.keys(one).length > 0) && !demands.some((one) => Object.keys(one).length === 0),
  };
}

function readResponse(status: string, raw: unknown, pointers: Pointers, kind: Kind): Operation['responses'][number] {
  const response = pointers.resolve(raw) ?? {};
  const media = Object.values(objectOf(response.content) ?? {});
  return {
    status,
    schema:
      kind === 'swagger'
        ? objectOf(response.schema) !== undefined
        : media.some((one) => objectOf(objectOf(one)?.schema) !== undefined),
    headers: Object.keys(objectOf(response.headers) ?? {}).map((name) => name.toLowerCase()),
  };
}

function bodyFields(operation: Json, parameters: readonly Json[], pointers: Pointers, kind: Kind): string[] {
  const schemas =
    kind === 'swagger'
      ? parameters.filter((one) => one.in === 'body').map((one) => one.schema)
      : Object.values(objectOf(pointers.resolve(operation.requestBody)?.content) ?? {}).map(
          (one) => objectOf(one)?.schema,
        );
  const names = new Set<string>();
  for (const schema of schemas) collect(pointers.resolve(schema), names, pointers, 0);
  return [...names];
}

/** Names of properties, through allOf, anyOf and oneOf. */
function collect(schema: Json | undefined, names: Set<string>, pointers: Pointers, depth: number): void {
  if (!schema || depth > 4 || names.size > 300) return;
  for (const name of Object.keys(objectOf(schema.properties) ?? {})) names.add(name);
  for (const word of ['allOf', 'anyOf', 'oneOf'])
    for (const part of listOf(schema[word]).slice(0, 50)) collect(pointers.resolve(part), names, pointers, depth + 1);
}
