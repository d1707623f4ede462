import type { Encoding } from '../../../documents/document.ts';

/** At equal q the server decides: the smallest bytes first, identity last. */
const order: readonly Encoding[] = ['br', 'zstd', 'gzip', 'identity'];

/**
 * The encodings that an `Accept-Encoding` value accepts, most wanted first (RFC 9110 12.5.3).
 *
 * No header, and a header under which nothing is acceptable (`*;q=0`), both give identity alone: the first because the
 * sender said nothing about what it can decode, the second because a server may disregard a preference that it cannot
 * meet (RFC 9110 12.4.1).
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return ['identity'];
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weight(parameters));
  }
  const other = weights.get('*');
  // Identity is acceptable unless refused, but whoever names a coding prefers it to none.
  const q = (encoding: Encoding) => weights.get(encoding) ?? other ?? (encoding === 'identity' ? 0.0001 : 0);
  const accepted = order.filter((encoding) => q(encoding) > 0).sort((a, b) => q(b) - q(a));
  return accepted.length > 0 ? accepted : ['identity'];
}

/** The value of `q` among an item's parameters: 1 without one, 0 when it is no weight at all. */
function weight(parameters: readonly string[]): number {
  const value = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  if (value === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}

/**
 * The validators of an `If-None-Match` value as they stand inside the quotes, or `*`. Comparison is weak (RFC 9110
 * 13.1.2), so `W/` is dropped. A value with no entity tag in it gives an empty list: it matches nothing.
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

/** An HTTP-date in milliseconds since 1970 in any of its three forms (RFC 9110 5.6.7), or undefined when it is none. */
export function httpDate(header: string): number | undefined {
  const text = header.trim();
  const old = rfc850.exec(text);
  // Two-digit years only stand in dates of the last century's software: 70 to 99 are 19xx.
  if (old) return valid(Date.parse(`${old[1]} ${old[2]} ${Number(old[3]) < 70 ? '20' : '19'}${old[3]} ${old[4]} GMT`));
  if (fixdate.test(text)) return valid(Date.parse(text));
  return asctime.test(text) ? valid(Date.parse(`${text} GMT`)) : undefined;
}

const valid = (milliseconds: number) => (Number.isNaN(milliseconds) ? undefined : milliseconds);
