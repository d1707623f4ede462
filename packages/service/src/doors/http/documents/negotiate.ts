import type { Encoding } from '../../../documents/document.ts';
import { weightedItems } from './weights.ts';

/** The server's order at equal weights: the smallest bytes first, identity last. */
const smallest_first: readonly Encoding[] = ['br', 'zstd', 'gzip', 'identity'];
/** The order for documents of which gzip need not be made. */
export const gzip_first: readonly Encoding[] = ['gzip', 'br', 'zstd', 'identity'];

/**
 * The encodings that an `Accept-Encoding` value accepts, most preferred first (RFC 9110 12.5.3).
 *
 * Identity alone without a header, because the client did not say what it can decode, and where nothing is acceptable
 * (`*;q=0`), because a server may disregard a preference that it cannot meet (RFC 9110 12.4.1).
 *
 * @param order of encodings with the same weight
 */
export function acceptedEncodings(
  header: string | undefined,
  order: readonly Encoding[] = smallest_first,
): readonly Encoding[] {
  if (header === undefined) return ['identity'];
  const weights = new Map(weightedItems(header).map(({ name, q }) => [name === 'x-gzip' ? 'gzip' : name, q]));
  const other = weights.get('*');
  // Identity is acceptable unless refused; a client that names an encoding prefers it to identity.
  const q = (encoding: Encoding) => weights.get(encoding) ?? other ?? (encoding === 'identity' ? 0.0001 : 0);
  const accepted = order.filter((encoding) => q(encoding) > 0).sort((a, b) => q(b) - q(a));
  return accepted.length > 0 ? accepted : ['identity'];
}

/**
 * The entity tags of an `If-None-Match` value without their quotes, or `*`. Comparison is weak (RFC 9110 13.1.2), so
 * `W/` is dropped. A value without any entity tag returns an empty list, which matches nothing.
 */
export function entityTags(header: string): readonly string[] | '*' {
  if (header.trim() === '*') return '*';
  return [...header.matchAll(/(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g)].map((match) => match[1] ?? '');
}

const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '\\d\\d:\\d\\d:\\d\\d';
const fixdate = new RegExp(`^${day}, \\d\\d ${month} \\d{4} ${time} GMT$`);
const rfc850 = new RegExp(`^${day}[a-z]*, (\\d\\d)-(${month})-(\\d\\d) (${time}) GMT$`);
const asctime = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`);

/** An HTTP-date in milliseconds since 1970 in any of its three forms (RFC 9110 5.6.7), or undefined for anything else. */
export function httpDate(header: string): number | undefined {
  const text = header.trim();
  const old = rfc850.exec(text);
  // Only software of the last century writes two-digit years: 70 to 99 mean 19xx.
  if (old) return valid(Date.parse(`${old[1]} ${old[2]} ${Number(old[3]) < 70 ? '20' : '19'}${old[3]} ${old[4]} GMT`));
  if (fixdate.test(text)) return valid(Date.parse(text));
  return asctime.test(text) ? valid(Date.parse(`${text} GMT`)) : undefined;
}

const valid = (milliseconds: number) => (Number.isNaN(milliseconds) ? undefined : milliseconds);
