import { hash } from 'node:crypto';

/**
 * API keys (spec 5.3, decision 14): `rmk_`, 43 base62 characters for 32 random bytes, 6 base62 characters of checksum.
 * The prefix lets secret scanners find leaked keys, the checksum lets the service refuse garbage without the database.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^rmk_[0-9A-Za-z]{49}$/;

/** A number in base 62, padded on the left with zeros to a fixed length. */
function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}

/** The first 32 bits of the SHA-256 of the text; six digits are enough, since 62^6 is more than 2^32. */
function checksum(text: string): string {
  return base62(BigInt(`0x${hash('sha256', text).slice(0, 8)}`), 6);
}

/** The key for 32 random bytes. @throws RangeError for any other number of bytes */
export function keyOf(random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('a key is made of exactly 32 random bytes');
  const body = `rmk_${base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), 43)}`;
  return body + checksum(body);
}

/** Whether a text has the form of a key and the right checksum; it may still never have been issued. */
export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
}

/** SHA-256 of a key in lower-case hex, which is stored in place of the key (spec 5.3). */
export function hashKey(text: string): string {
  return hash('sha256', text);
}

/** What is wrong with a text that is not a well-formed key, as a sentence that repeats nothing of it. */
export function keyMistake(text: string): string {
  if (text.startsWith('rmo_')) return 'An operator token was sent where an API key is needed.';
  if (/^\W.*rmk_/.test(text)) return 'There are other characters around the API key, such as quotation marks.';
  if (!text.startsWith('rmk_')) return 'What was sent is not an API key of this service: those begin with rmk_.';
  if (text.length !== KEY_LENGTH)
    return `The API key is ${text.length < KEY_LENGTH ? 'cut off' : 'too long'}: a whole one has ${KEY_LENGTH} characters.`;
  return 'The API key has a typing error: its checksum does not match.';
}

const KEY_LENGTH = 'rmk_'.length + 43 + 6;

/** A credential as a caller presents it: the key, or a sentence that says why there is none. */
export type Presented = string | { mistake: string };

/**
 * The credential in an Authorization header of the scheme Bearer (RFC 6750), or in an argument that contains a key. What
 * begins like a key needs no scheme, and the scheme may be there twice: both can only be meant in one way (decision 14).
 *
 * @returns undefined where nothing follows the scheme: then no key was sent (RFC 6750 3.1)
 */
export function bearerOf(text: string): Presented | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const first = words.findIndex((word) => !/^bearer$/i.test(word));
  const [key, ...more] = first < 0 ? [] : words.slice(first);
  if (key === undefined) return undefined;
  if (more.length === 0 && (first > 0 || key.startsWith('rmk_'))) return key;
  return { mistake: 'The credential was not sent as the word Bearer, a blank and the key.' };
}

/** Headers in which other services expect a key, as they are written. */
const other_headers = ['X-API-Key', 'Api-Key', 'ApiKey', 'X-Auth-Token', 'X-Access-Token', 'X-Api-Token', 'Token'];
const query_names = new Set(['api_key', 'apikey', 'api-key', 'x-api-key', 'access_token', 'key', 'token']);

/** What is wrong when a key was sent where it is not read. */
export const misplacedIn = (where: string): string => `The key was sent in ${where}, where it is not read.`;

/** The header in which a key was sent although it is not read there, as it is usually written (decision 14). */
export function misplacedHeader(headers: Readonly<Record<string, unknown>>): string | undefined {
  return other_headers.find((name) => headers[name.toLowerCase()]);
}

/** Whether a query contains a key, which is never read there: it would end up in logs and histories (decision 14). */
export function hasKeyInQuery(query: string): boolean {
  if (query === '') return false;
  for (const [name, value] of new URLSearchParams(query))
    if (query_names.has(name.toLowerCase()) || isWellFormedKey(value)) return true;
  return false;
}
