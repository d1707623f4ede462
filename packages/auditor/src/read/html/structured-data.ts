import { parseShallow } from '../../shallow-json.ts';
import type { StructuredData } from '../site.ts';

const MOST = 500;
const DEEPEST = 20;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name of a vocabulary without its address: `https://schema.org/Product`, `schema:Product` → `Product`. */
export const shortName = (name: string): string => name.trim().replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, '');

/** The types of a node, as short names. */
function typesOf(value: Json): string[] {
  const given = value['@type'] ?? value.type;
  const list = Array.isArray(given) ? given : [given];
  return list.filter((type): type is string => typeof type === 'string' && type.length < 200).map(shortName);
}

/** The nodes of a block of JSON-LD: arrays and @graph taken apart. Undefined when it does not parse. */
export function readJsonLd(text: string): StructuredData[] | undefined {
  const clean = text.replace(/^\s*(?:<!--|<!\[CDATA\[)/, '').replace(/(?:-->|\]\]>)\s*$/, '');
  let parsed: unknown;
  try {
    parsed = parseShallow(clean);
  } catch {
    return undefined;
  }
  const found: StructuredData[] = [];
  const excerpt = clean.trim().slice(0, 300);
  const walk = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || found.length >= MOST) return;
    if (Array.isArray(value)) {
      for (const entry of value.slice(0, MOST)) walk(entry, depth + 1);
      return;
    }
    if (!isObject(value)) return;
    const types = typesOf(value);
    if (types.length > 0) found.push({ form: 'json-ld', types, value, excerpt });
    if (value['@graph'] !== undefined) walk(value['@graph'], depth + 1);
  };
  walk(parsed, 0);
  return found;
}

/** A node of microdata or RDFa while its element is open. */
export type OpenNode = {
  form: 'microdata' | 'rdfa';
  types: string[];
  /** The types as they are in the page. */
  written: string;
  value: Record<string, unknown>;
};

/** Adds a property; several of one name become a list. */
export function addProperty(node: OpenNode, names: string, value: unknown): void {
  for (const raw of names.split(/\s+/).slice(0, 10)) {
    const name = shortName(raw);
    if (name === '' || name === '__proto__') continue;
    const before = Object.hasOwn(node.value, name) ? node.value[name] : undefined;
    if (before === undefined) node.value[name] = value;
    else if (Array.isArray(before)) {
      if (before.length < 100) before.push(value);
    } else node.value[name] = [before, value];
  }
}

export const closedNode = ({ form, types, value, written }: OpenNode): StructuredData => ({
  form,
  types,
  value,
  excerpt: written.slice(0, 300),
});
