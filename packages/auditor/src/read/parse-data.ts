import { parseDocument } from 'yaml';
import { shallowOrNothing } from '../shallow-json.ts';
import type { ReadItem } from './site.ts';

type Json = Readonly<Record<string, unknown>>;

/** Longest YAML that is read, in characters: it takes some 50 times as long as JSON. */
const LONGEST_YAML = 1_000_000;

/** A value as an object; undefined when it is none. */
export const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The data of a body that is JSON or YAML by its type, address or first character. Undefined when it is neither. */
export function parseData(item: Pick<ReadItem, 'final_url' | 'content_type'>, text: string): unknown {
  const path = new URL(item.final_url).pathname.toLowerCase();
  const first = /\S/.exec(text.slice(0, 1000))?.[0] ?? '';
  if (first === '<' || first === '') return undefined;
  if (first === '{' || first === '[') return shallowOrNothing(text);
  if (/yaml/.test(item.content_type) || /\.ya?ml$/.test(path)) return parseYaml(text);
  return undefined;
}

/** Aliases are bounded, so that a small document cannot become a large one. */
function parseYaml(text: string): unknown {
  if (text.length > LONGEST_YAML) return undefined;
  try {
    const document = parseDocument(text, { schema: 'core', prettyErrors: false, uniqueKeys: false, stringKeys: true });
    // Through text, so that an alias of a thing inside itself throws here and is not walked for ever later.
    return document.errors.length > 0 ? undefined : JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 50 })));
  } catch {
    return undefined;
  }
}
