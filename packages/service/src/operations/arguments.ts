import type { Rubrics } from '@readymark/rubric/rubric';
import type { Context } from './context.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';

/**
 * Reads what callers send as they mean it (decision 27). How freely depends on where it comes from: arguments of tools
 * and queries are written by models and as text, a JSON body by a program.
 */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Arguments of a tool, or the parameters of a query. What may be left out may also be null or blank; numbers, booleans,
 * lists and objects may be text; names of an enum may be in any case; blanks around a text do not count. What cannot be
 * read so stays as it is, and the schema refuses it.
 */
export function asMeant(ctx: Pick<Context, 'rubrics'>, operation: Operation, sent: Fields): Fields {
  const { properties = {}, required = [] } = inputSchema(operation, ctx.rubrics);
  const fields = Object.entries(joined(properties, named(operation, properties, sent))).flatMap(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) return [];
    if (isLeftOut(value) && !required.includes(name)) return [];
    // An option that is a text may be a number: the target of a plan is a score, or the name of a tier.
    if (typeof value === 'number' && !required.includes(name) && alternatives(schema).every(isText))
      return [[name, String(value)] as const];
    return [[name, meant(schema, value)] as const];
  });
  return Object.fromEntries(fields);
}

/** The name that the schema has for what was sent under a name: `must` and `must.P1-B` are `min` and `min.P1-B`. */
function nameOf({ aliases = {} }: Operation, sent_as: string): string {
  const [first = ''] = /^\w+/.exec(sent_as) ?? [];
  return Object.hasOwn(aliases, first) ? `${aliases[first]}${sent_as.slice(first.length)}` : sent_as;
}

/** Fields under the names that the schema has. Of one that is sent under two names nothing is lost: objects are one, and what is left out replaces nothing. */
function named(operation: Operation, properties: Properties, sent: Fields): Fields {
  if (!operation.aliases) return sent;
  const fields: Record<string, unknown> = {};
  for (const [sent_as, value] of Object.entries(sent)) {
    const name = nameOf(operation, sent_as);
    const own = fields[name];
    if (own === undefined || isLeftOut(own)) fields[name] = value;
    else if (!isLeftOut(value)) fields[name] = both(properties[name] ?? {}, own, value);
  }
  return fields;
}

/** Two values of one field: the members of both where they are objects, also as text, else the later one. */
function both(schema: JsonSchema, one: unknown, other: unknown): unknown {
  const [first, second] = [meant(schema, one), meant(schema, other)];
  return isObject(first) && isObject(second) ? { ...first, ...second } : other;
}

/** What may stand for a field that is left out. */
const isLeftOut = (value: unknown): boolean => value === null || (typeof value === 'string' && value.trim() === '');

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of an object as a field of its own: `min.P1-B`, or `min[P1-B]`. */
const member = /^(\w{1,40})(?:\.([\w-]{1,40})|\[([\w-]{1,40})\])$/;

/** The name of the object that a field is a member of, where the operation takes one, and its name there. */
function memberOf(properties: Properties, name: string): readonly [of: string, name: string] | undefined {
  const [, of = '', dotted, bracketed] = member.exec(name) ?? [];
  const schema = Object.hasOwn(properties, of) ? properties[of] : undefined;
  // No object of a schema's has this member: it would be lost without a word.
  if ((dotted ?? bracketed) === '__proto__') return undefined;
  return schema && typeof schema.additionalProperties === 'object' ? [of, dotted ?? bracketed ?? ''] : undefined;
}

/** The same fields; those that are members of an object are in it. */
function joined(properties: Properties, sent: Fields): Fields {
  const members = Object.entries(sent).flatMap(([name, value]) => {
    const place = memberOf(properties, name);
    return place && value !== '' && value !== null ? [{ place, value }] : [];
  });
  if (members.length === 0) return sent;
  const objects = Object.groupBy(members, ({ place: [of] }) => of);
  const whole = Object.entries(objects).map(([of, own = []]) => {
    const text = sent[of];
    const known = typeof text === 'string' ? meant(properties[of] ?? {}, text) : text;
    const added = Object.fromEntries(own.map(({ place: [, name], value }) => [name, value]));
    return [of, { ...(typeof known === 'object' ? known : {}), ...added }] as const;
  });
  return { ...sent, ...Object.fromEntries(whole) };
}

type Properties = Readonly<Record<string, JsonSchema>>;

/** Names as models and programs write them. Others are only counted: they are text of the caller's. */
const identifier = /^[a-z_][\w.-]{0,39}$/i;
const IGNORED_MAX = 5;

/**
 * The names among these that the operation does not take, as an answer may repeat them: at most five, and how many more
 * there are. `also` are further names that it takes, `only` the fields that a binding of it takes.
 */
export function ignoredNames(
  ctx: Pick<Context, 'rubrics'>,
  operation: Operation,
  sent: Fields,
  { also = [], only }: { also?: readonly string[]; only?: readonly string[] | undefined } = {},
): readonly string[] {
  const { properties = {} } = inputSchema(operation, ctx.rubrics);
  const isKnown = (sent_as: string) => {
    const name = nameOf(operation, sent_as);
    return (
      (Object.hasOwn(properties, name) && (only?.includes(name) ?? true)) ||
      also.includes(name) ||
      memberOf(properties, name) !== undefined
    );
  };
  const unknown = Object.keys(sent).filter((name) => !isKnown(name));
  const named = unknown.filter((name) => identifier.test(name)).slice(0, IGNORED_MAX);
  const more = unknown.length - named.length;
  return [...named, ...(more ? [`${more} ${named.length ? 'more' : 'with other names'}`] : [])];
}

/**
 * The fields of a JSON body: null where a field may be left out, as a blank where that is an address of mail, and nothing else
 * that its schema does not allow.
 */
export function withoutNulls(ctx: Pick<Context, 'rubrics'>, operation: Operation, body: Fields): Fields {
  const { properties = {}, required = [] } = inputSchema(operation, ctx.rubrics);
  const isNone = (name: string, value: unknown) =>
    value === null || (typeof value === 'string' && value.trim() === '' && isMail(properties, name));
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isNone(name, value) || required.includes(name)),
  );
}

/** The names of the arguments that an operation takes, in order. */
export function argumentNames(ctx: Pick<Context, 'rubrics'>, operation: Operation): readonly string[] {
  return Object.keys(inputSchema(operation, ctx.rubrics).properties ?? {});
}

const schemas = new WeakMap<Rubrics, Map<Operation, JsonSchema>>();

/** The JSON Schema of an operation's input, made once. */
function inputSchema(operation: Operation, rubrics: Rubrics): JsonSchema {
  const made = schemas.get(rubrics) ?? new Map<Operation, JsonSchema>();
  schemas.set(rubrics, made);
  const schema = made.get(operation) ?? jsonSchema(operation.input, 'input', { rubrics });
  made.set(operation, schema);
  return schema;
}

/** Descends no deeper than the schema does, and into no list that is longer than it allows. */
function meant(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') return meantByText(schema, value.trim());
  for (const { items, maxItems, additionalProperties: members } of alternatives(schema)) {
    if (items && Array.isArray(value))
      return value.length > Number(maxItems ?? value.length) ? value : value.map((one) => meant(items, one));
    if (typeof members === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, meant(members, one)]));
  }
  return value;
}

function meantByText(schema: JsonSchema, text: string): unknown {
  const options = alternatives(schema);
  const names = options.flatMap(({ enum: listed = [], const: only }) => (only === undefined ? listed : [only]));
  const named = names.find((name) => typeof name === 'string' && name.toLowerCase() === text.toLowerCase());
  if (named !== undefined) return named;
  const types = new Set(options.map(({ type }) => type));
  if (types.has('string')) return text;
  if ((types.has('integer') || types.has('number')) && /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
  if (types.has('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (types.has('array') || types.has('object')) return meantByList(schema, text, types.has('array'));
  return text;
}

/** A list or an object as JSON text; a list also as words with commas between them, an object as `P1-B:4,P3:15`. */
function meantByList(schema: JsonSchema, text: string, list: boolean): unknown {
  if (/^[[{]/.test(text))
    try {
      return meant(schema, JSON.parse(text));
    } catch {
      return text;
    }
  const words = text.split(',').flatMap((word) => word.trim() || []);
  if (list) return meant(schema, words);
  const members = words.map((word) => /^([\w-]{1,40})\s*[:=]\s*(\S+)$/.exec(word));
  if (members.length === 0 || members.includes(null)) return text;
  return meant(schema, Object.fromEntries(members.map((one) => [one?.[1] ?? '', one?.[2] ?? ''])));
}

const isMail = (properties: Properties, name: string): boolean =>
  Object.hasOwn(properties, name) && alternatives(properties[name] ?? {}).some(({ format }) => format === 'email');

const isText = ({ type }: JsonSchema): boolean => type === 'string';

const alternatives = ({ anyOf, ...schema }: JsonSchema): readonly JsonSchema[] => anyOf ?? [schema];
