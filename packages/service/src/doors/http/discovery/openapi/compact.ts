import { isDeepStrictEqual } from 'node:util';
import type { Json } from './parts.ts';

/** The same schemas in fewer words: what is said twice is said once. */

/** The same schema with `type: [string, null]` where it has an alternative for null alone. */
export function withTypeLists(schema: Json): Json {
  const inner = Object.entries(schema).map(([name, value]) => [name, inEach(value, withTypeLists)]);
  const { anyOf, ...rest } = Object.fromEntries(inner) as Json;
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { ...rest, anyOf };
  const [one, none, ...more] = anyOf as Json[];
  const is_null = none?.type === 'null' && more.length === 0 && typeof one?.type === 'string' && !('enum' in one);
  return is_null ? { ...one, ...rest, type: [one.type, 'null'] } : { ...rest, anyOf };
}

/** Letters of a description that says little more than the name of its member. */
const SAYS_LITTLE = 36;

/** The same shapes; a member that means the same in several of them is described in the first, where its name does not say it. */
export function describedOnce(shapes: Readonly<Record<string, Json>>): Record<string, Json> {
  const described = new Set<string>();
  function once(schema: Json): Json {
    const { properties, ...rest } = Object.fromEntries(
      Object.entries(schema).map(([name, value]) => [name, name === 'properties' ? value : inEach(value, once)]),
    ) as Json;
    if (!isSchema(properties)) return rest;
    const members = Object.entries(properties).map(([name, member]) => {
      const { description, ...others } = member as Json;
      const new_words =
        typeof description === 'string' && description.length >= SAYS_LITTLE && !described.has(description);
      described.add(String(description));
      return [name, once(new_words ? { ...others, description } : others)];
    });
    return { ...rest, properties: Object.fromEntries(members) };
  }
  return Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, once(schema)]));
}

/**
 * The same shapes, where those that have every member of another refer to it and name only their own.
 *
 * @param bases the name of that other shape, by the name of each that has its members
 */
export function extending(
  shapes: Readonly<Record<string, Json>>,
  bases: Readonly<Record<string, string>>,
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(shapes).map(([name, schema]) => {
      const base = bases[name];
      const inherited = base === undefined ? undefined : shapes[base];
      return [name, base === undefined || !inherited ? schema : extension(schema, inherited, base)];
    }),
  );
}

function extension(schema: Json, inherited: Json, base: string): Json {
  const members = inherited.properties as Json;
  const isOwn = ([name, member]: [string, unknown]) => !isDeepStrictEqual(members[name], member);
  const own = Object.fromEntries(Object.entries(schema.properties as Json).filter(isOwn));
  if (Object.keys(members).some((name) => name in own)) throw new Error(`a shape changes what it has of ${base}`);
  const { description } = schema;
  const required = (schema.required as string[]).filter((name) => name in own);
  return {
    ...(description !== undefined && { description }),
    allOf: [{ $ref: `#/components/schemas/${base}` }, { type: 'object', required, properties: own }],
  };
}

/** The same shapes without `required`: which members are always there is said by the description in all its words. */
export const withoutRequired = (shapes: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, optional(schema) as Json]));

const optional = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(optional);
  if (!isSchema(value)) return value;
  const kept = Object.entries(value).filter(([name, one]) => name !== 'required' || !Array.isArray(one));
  return Object.fromEntries(kept.map(([name, one]) => [name, optional(one)]));
};

/**
 * The same schemas without a type that follows from what else is said: an object has members, and a choice says its values.
 *
 * @param implying further keywords that say of a value which type it has
 */
export const withoutImpliedTypes = (value: unknown, implying: readonly string[] = []): unknown => {
  const within = (inner: unknown) => withoutImpliedTypes(inner, implying);
  if (Array.isArray(value)) return value.map(within);
  if (!isSchema(value)) return value;
  const { anyOf } = value;
  if (Array.isArray(anyOf) && anyOf.every(isPlain)) {
    const { anyOf: _, ...others } = value;
    return { type: anyOf.map(({ type }) => type), ...others };
  }
  const { type, ...rest } = value;
  const says = isChoice(value) || implying.some((keyword) => isSchema(value[keyword]));
  const implied = (type === 'object' && isSchema(value.properties)) || (typeof type === 'string' && says);
  const kept = Object.entries(implied ? rest : value);
  return Object.fromEntries(kept.map(([name, one]) => [name, within(one)]));
};

/** A value of which nothing is said but its type. */
const isPlain = (schema: Json) => typeof schema.type === 'string' && Object.keys(schema).length === 1;

const isChoice = (schema: Json) => 'const' in schema || Array.isArray(schema.enum);

/** What limits what may be sent: the gate names it in its errors. */
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'];

const withoutBounds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutBounds);
  if (!isSchema(value)) return value;
  const kept = Object.entries(value).filter(([name, one]) => typeof one === 'object' || !bounds.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutBounds(one)]));
};

/**
 * The same calls: without tags, without the bounds of what is sent, and with `default` for all errors but those that have a
 * response of their own.
 *
 * @param unsaid statuses that go without saying where these are read
 */
export function callsInFewWords(
  paths: Readonly<Record<string, Json>>,
  unsaid: readonly string[] = [],
): Record<string, Json> {
  const shortened = (method: string, { tags: _, responses, ...call }: Json): Json => {
    const kept = Object.entries(responses as Json).filter(
      ([status]) => !unsaid.includes(status) || (method !== 'get' && status === 'default'),
    );
    const replies = kept.map(([status, reply]) => {
      const { description, ...rest } = reply as Json;
      return [status, status === 'default' ? rest : 'content' in rest ? { description: '', ...rest } : reply];
    });
    const said = withoutImpliedTypes(withoutBounds({ ...call, ...shortestBody(call) })) as Json;
    return { ...said, responses: Object.fromEntries(replies) };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, calls]) => [
      path,
      Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, shortened(method, call as Json)])),
    ]),
  );
}

/** A body whose example has what is required alone. */
function shortestBody({ requestBody: body }: Json): Json | undefined {
  const content = isSchema(body) && isSchema(body.content) ? body.content['application/json'] : undefined;
  if (!isSchema(body) || !isSchema(content) || !isSchema(content.example)) return undefined;
  const { required } = content.schema as { required?: readonly string[] };
  if (!required) return undefined;
  const example = Object.fromEntries(Object.entries(content.example).filter(([name]) => required.includes(name)));
  return { requestBody: { ...body, content: { 'application/json': { ...content, example } } } };
}

const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inEach = (value: unknown, form: (schema: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((one) => (isSchema(one) ? form(one) : one));
  return isSchema(value) ? form(value) : value;
};
