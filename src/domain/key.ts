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

/** The credential in an Authorization header of the scheme Bearer (RFC 6750); '' when it has another form. */
export function bearerOf(header: string): string {
  return /^Bearer +([^\s,]+) *$/i.exec(header)?.[1] ?? '';
}
