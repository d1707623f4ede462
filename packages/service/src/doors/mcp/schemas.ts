/**
 * JSON Schemas as tools/list shows them (decision 27): what a caller needs in order to fill arguments and to read results,
 * because every token of the list is read at the start of every conversation.
 *
 * There are no references: many clients cannot resolve `$ref`, and drop the tool or the whole list.
 */
type Schema = Record<string, unknown>;

/** The schema of an object, as MCP requires it at the root. */
type ObjectSchema = { type: 'object'; [key: string]: unknown };

/**
 * The arguments of a tool: names, types, choices, bounds and descriptions.
 *
 * Every place has one type, without null and `const`: some clients translate these schemas into dialects that know
 * neither, and then refuse every tool. Lengths, formats and patterns are the gate's to check, and its errors name the
 * field. Unknown arguments are not forbidden, because the gate takes the call and names them.
 */
export function argumentsSchema({ properties, required }: Schema): ObjectSchema {
  const needed = Array.isArray(required) && required.length > 0;
  return { type: 'object', properties: each(properties, argument), ...(needed && { required }) };
}

function argument(schema: Schema): Schema {
  const { description, default: fallback } = schema;
  const [first = {}] = alternatives(schema);
  const { type, items, additionalProperties, minimum, maximum } = first;
  const choices = choicesOf(first);
  return {
    ...(type !== undefined && { type }),
    ...(choices && { enum: choices }),
    ...(saysMore(minimum) && { minimum }),
    ...(saysMore(maximum) && { maximum }),
    ...(isSchema(items) && { items: argument(items) }),
    ...(isSchema(first.properties) && argumentsSchema(first)),
    ...(isSchema(additionalProperties) && { additionalProperties: argument(additionalProperties) }),
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
    ...(description !== undefined && { description }),
  };
}

/**
 * The result of a tool: its members with their types, and the members of the entries of its lists. Anything deeper is
 * only an object or a list, and a choice only its type. Alternatives become one object with the members of all. It holds for every result; which
 * members are always there, formats and bounds are in the interface description, whose bodies are the same.
 */
export function resultSchema(schema: Schema): ObjectSchema {
  const { properties, required } = oneOf(alternatives(schema));
  const always = Array.isArray(required) ? new Set(required) : undefined;
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, Schema>>).map(([name, one]) => {
    const inside = always === undefined || always.has(name) ? 'entries' : 'nothing';
    return [name, shown(one, inside)] as const;
  });
  return { type: 'object', properties: Object.fromEntries(members) };
}

/** @param inside what of an object or a list is shown: of a list its entries, of an entry its members */
function shown(schema: Schema, inside: 'entries' | 'members' | 'nothing'): Schema {
  const options = alternatives(schema);
  const one = oneOf(options);
  const {
    type = options.length ? undefined : 'null',
    items,
    properties,
    additionalProperties,
    description,
    ...rest
  } = one;
  const choices = choicesOf(rest);
  const nullable = options.length > 0 && options.length < alternativesWithNull(schema).length;
  const of_entries = inside === 'entries' ? 'members' : 'nothing';
  return {
    ...(type !== undefined && { type: nullable ? [type, 'null'] : type }),
    // What every result says is no choice.
    ...(choices && choices.length > 1 && inside === 'entries' && { enum: nullable ? [...choices, null] : choices }),
    ...(isSchema(items) && { items: shown(items, of_entries) }),
    ...(isSchema(properties) &&
      inside === 'members' && { properties: each(properties, (one) => shown(one, 'nothing')) }),
    ...(isTyped(additionalProperties) &&
      properties !== undefined &&
      inside === 'members' && { additionalProperties: shown(additionalProperties, 'nothing') }),
    // An object without members says in words which it has.
    ...(type === 'object' && !properties && description !== undefined && { description }),
  };
}

/** One schema for several: the members of all objects, the choices of all texts; only the types where they have none in common. */
function oneOf(options: readonly Schema[]): Schema {
  const [first = {}, ...others] = options;
  if (others.length === 0) return first;
  const types = new Set(options.map(({ type }) => type));
  if (types.size > 1) return types.has(undefined) ? {} : { type: [...types] };
  if (first.type === 'object') {
    const names = new Set(options.flatMap(({ properties }) => Object.keys(properties ?? {})));
    const under = (name: string) =>
      options.flatMap(({ properties }) => ((properties as Schema | undefined)?.[name] ?? []) as Schema | []);
    return { type: 'object', properties: Object.fromEntries([...names].map((name) => [name, { anyOf: under(name) }])) };
  }
  const choices = options.map(choicesOf);
  const every = choices.every((some) => some !== undefined) && { enum: [...new Set(choices.flat())] };
  const items = options.flatMap((one) => (isSchema(one.items) ? one.items : []));
  return { type: first.type, ...every, ...(items.length > 0 && { items: { anyOf: items } }) };
}

const choicesOf = (schema: Schema): readonly unknown[] | undefined =>
  'const' in schema ? (schema.type === 'boolean' ? undefined : [schema.const]) : (schema.enum as unknown[] | undefined);

/** What a value may be, other than null. */
const alternatives = (schema: Schema) => alternativesWithNull(schema).filter(({ type }) => type !== 'null');

function alternativesWithNull(schema: Schema): Schema[] {
  const { anyOf, type } = schema;
  if (Array.isArray(anyOf)) return (anyOf as Schema[]).flatMap(alternativesWithNull);
  return Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : [schema];
}

/** Whether a bound says anything: that a count is none below 0 goes without saying, and nobody comes near to a million. */
const saysMore = (bound: unknown) => typeof bound === 'number' && bound > 1 && bound < 1_000_000;

/** Whether something says of which type further members are. */
const isTyped = (value: unknown): value is Schema => isSchema(value) && ('type' in value || 'anyOf' in value);

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const each = (schemas: unknown, form: (schema: Schema) => Schema): Schema =>
  Object.fromEntries(Object.entries((schemas ?? {}) as Schema).map(([name, one]) => [name, form(one as Schema)]));
