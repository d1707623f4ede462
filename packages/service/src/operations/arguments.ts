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
  const fields = Object.entries(sent).flatMap(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) return [];
    const left_out = value === null || (typeof value === 'string' && value.trim() === '');
    if (left_out && !required.includes(name)) return [];
    return [[name, meant(schema, value)] as const];
  });
  return Object.fromEntries(fields);
}

/** The fields of a JSON body: null where a field may be left out, and nothing else that its schema does not allow. */
export function withoutNulls(ctx: Pick<Context, 'rubrics'>, operation: Operation, body: Fields): Fields {
  const { required = [] } = inputSchema(operation, ctx.rubrics);
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || required.includes(name)));
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

/** A list or an object as JSON text; a list also as words with commas between them. */
function meantByList(schema: JsonSchema, text: string, list: boolean): unknown {
  if (/^[[{]/.test(text))
    try {
      return meant(schema, JSON.parse(text));
    } catch {
      return text;
    }
  const words = text.split(',').flatMap((word) => word.trim() || []);
  return list ? meant(schema, words) : text;
}

const alternatives = ({ anyOf, ...schema }: JsonSchema): readonly JsonSchema[] => anyOf ?? [schema];
