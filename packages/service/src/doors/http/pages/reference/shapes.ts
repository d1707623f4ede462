import { nameOf, type Schema } from './description.ts';

/** A type in words; names of shapes are links. */
export type TypeWords = readonly (string | { shape: string })[];

/** A member of a body, with those of the objects in it. */
export type Field = {
  name: string;
  type: TypeWords;
  /** In what is sent: it cannot be left out. In replies: it is not in each of them. */
  presence: 'required' | 'not always' | '';
  description: string;
  fields: readonly Field[];
};

/** A body that several calls send or return, or a part of one. */
export type Shape = { name: string; description: string; type: TypeWords; fields: readonly Field[] };

const formats: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'time (UTC)',
  email: 'e-mail address',
  uri: 'URL',
};

/** The shapes of bodies in words: each that occurs once is shown where it occurs, the others once on their own. */
export class Shapes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #uses = new Map<string, number>();
  readonly #linked = new Set<string>();

  /** @param bodies the schemas of each call */
  constructor(schemas: Readonly<Record<string, Schema>>, bodies: readonly (readonly Schema[])[]) {
    this.#schemas = schemas;
    const use = (names: ReadonlySet<string>) => {
      for (const name of names) this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
    };
    for (const schemas of bodies) use(new Set(schemas.flatMap((one) => [...namesIn(one)])));
    for (const schema of Object.values(schemas))
      for (const own of [schema, ...(schema.allOf ?? [])])
        for (const member of Object.values(own.properties ?? {})) use(namesIn(member));
  }

  /** A schema, or the one that it refers to, with the members of those that it extends. */
  resolved(schema: Schema): Schema {
    const name = nameOf(schema);
    const found = name === undefined ? schema : (this.#schemas[name] ?? {});
    if (!found.allOf) return found;
    const parts = found.allOf.map((one) => this.resolved(one));
    return {
      ...found,
      type: 'object',
      required: parts.flatMap(({ required = [] }) => required),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    };
  }

  /** What a value is: its type with its bounds. */
  typeOf(schema: Schema): TypeWords {
    const name = nameOf(schema);
    if (name !== undefined && !this.#shownHere(name)) {
      this.#linked.add(name);
      return [{ shape: name }];
    }
    const { anyOf, oneOf, items, additionalProperties, ...plain } = this.resolved(schema);
    const options = (anyOf ?? oneOf)?.map((one) => this.typeOf(one));
    if (options) return options.flatMap((one, at) => (at > 0 ? [' or ', ...one] : one));
    const types = [plain.type ?? []].flat();
    const or_null = types.length > 1 && types.includes('null') ? [' or null'] : [];
    const [type = 'any value', ...more] = types.filter((one) => one !== 'null');
    if (type === 'any value') return ['null'];
    if (more.length) return [[type, ...more].join(' or '), ...or_null];
    if (type === 'array' && items) return ['list of ', ...plural(this.typeOf(items)), ...or_null, ...bounds(plain)];
    if (additionalProperties) return ['object by id: ', ...this.typeOf(additionalProperties), ...or_null];
    if (plain.const !== undefined) return [JSON.stringify(plain.const), ...or_null];
    if (plain.enum) return [plain.enum.map((one) => JSON.stringify(one)).join(' or '), ...or_null];
    return [formats[plain.format ?? ''] ?? type, ...or_null, ...bounds(plain)];
  }

  /** The members of an object, or of the objects in a list, in a map or beside null. */
  fieldsOf(schema: Schema, side: 'sent' | 'read'): readonly Field[] {
    const { properties, required = [] } = this.#object(schema) ?? {};
    return Object.entries(properties ?? {}).map(([name, member]) => ({
      name,
      type: this.typeOf(member),
      presence: required.includes(name) ? (side === 'sent' ? 'required' : '') : side === 'sent' ? '' : 'not always',
      description: member.description ?? '',
      fields: this.fieldsOf(member, side),
    }));
  }

  /** The shapes that were linked, with those that they link. To be called last. */
  linked(): readonly Shape[] {
    const shapes = new Map<string, Shape>();
    for (const name of this.#linked) {
      const schema = this.#schemas[name] ?? {};
      const { description = '' } = schema;
      const own = this.resolved(schema);
      shapes.set(name, { name, description, type: this.typeOf(own), fields: this.fieldsOf(own, 'read') });
    }
    return [...shapes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #object(schema: Schema): Schema | undefined {
    const name = nameOf(schema);
    if (name !== undefined && !this.#shownHere(name)) return undefined;
    const { items, additionalProperties, anyOf = [], ...own } = this.resolved(schema);
    if (own.properties) return own;
    const inner = items ?? additionalProperties ?? anyOf.find(({ type }) => type !== 'null');
    return inner && this.#object(inner);
  }

  #shownHere(name: string): boolean {
    return (this.#uses.get(name) ?? 0) <= 1;
  }
}

/** Bounds in words. */
function bounds(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, default: otherwise } = schema;
  return [
    between(minimum, maximum, ''),
    between(minLength, maxLength, ' characters'),
    between(undefined, maxItems, ' entries'),
    otherwise === undefined ? '' : `${JSON.stringify(otherwise)} by default`,
  ].flatMap((said) => (said ? [`, ${said}`] : []));
}

const grouped = (count: number) => count.toLocaleString('en');

function between(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined) return min === undefined ? '' : `at least ${grouped(min)}${unit}`;
  return min === undefined ? `at most ${grouped(max)}${unit}` : `${grouped(min)} to ${grouped(max)}${unit}`;
}

/** What a list is of. */
const plural = ([first = '', ...rest]: TypeWords): TypeWords =>
  typeof first === 'string' && /^(object|string|integer|number|date)\b/.test(first)
    ? [
        first.replace(/^\w+/, '$&s'),
        ...rest.map((one) => (typeof one === 'string' ? one.replace(/^, /, ', each ') : one)),
      ]
    : [first, ...rest];

function namesIn(schema: Schema, found = new Set<string>()): Set<string> {
  const name = nameOf(schema);
  if (name !== undefined) found.add(name);
  const { items, additionalProperties, anyOf = [], oneOf = [], properties = {} } = schema;
  for (const one of [items, additionalProperties, ...anyOf, ...oneOf, ...Object.values(properties)])
    if (typeof one === 'object') namesIn(one, found);
  return found;
}
