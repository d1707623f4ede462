import { createHash } from 'node:crypto';

/**
 * A JSON value as canonical JSON (RFC 8785): members in the order of their names by UTF-16 code units, numbers as
 * ECMAScript writes them, no white space. Equal values have equal text. Members that are undefined are left out.
 *
 * @throws TypeError for what JSON cannot say: a number that is not finite, a lone surrogate, a value of another type
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError('the value has no canonical JSON');
  // Not by way of a sorted object: JavaScript puts names that are whole numbers first, in the order of the numbers.
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${canonicalJson(name)}:${canonicalJson(inner)}`);
  return `{${members.join(',')}}`;
}

/** The SHA-256, in hex, of a value as canonical JSON: what a person approves (decision 93), and what is logged (decision 140). */
export const canonicalHash = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
