import { z } from 'zod';

/**
 * The fields that several bodies share, with their limits (decision 3).
 *
 * Messages are written for agents: short, what would be right, and never the value that was sent. Lengths count
 * characters (code points) after trimming, which is what `minLength` and `maxLength` of JSON Schema mean; zod's own
 * would count UTF-16 units.
 */

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, and marks that turn the direction of text around.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/**
 * The same, but for what free text of several lines may hold: tab, line feed, carriage return. NUL could not be stored
 * by PostgreSQL.
 */
const unprintableInText = /(?![\t\n\r])\p{Cc}/u;

/** Number of characters (code points). */
export function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/**
 * What a text must be, or undefined when it is that: well-formed Unicode, without control characters (free text may
 * hold tabs and line breaks), `min` to `max` characters long.
 */
export function textFault(text: string, kind: 'line' | 'text', min: number, max: number): string | undefined {
  const length = text.length > 2 * max ? Number.POSITIVE_INFINITY : characters(text);
  if (length < min || length > max)
    return min > 0 ? `${min} to ${max} characters long` : `at most ${max} characters long`;
  if (!text.isWellFormed()) return 'well-formed Unicode (no lone surrogates)';
  if ((kind === 'line' ? unprintable : unprintableInText).test(text)) {
    return kind === 'line'
      ? 'one line without control characters'
      : 'text without control characters other than tab and line break';
  }
  return undefined;
}

/**
 * What a website must be, or undefined: WHATWG URL, `http://` or `https://`, no credentials, at most 2,048 characters
 * (spec 2.4, decision 3).
 */
export function websiteFault(text: string): string | undefined {
  const fault = textFault(text, 'line', 1, 2048);
  if (fault !== undefined) return fault;
  // The parser also takes `https:example.com`, which browsers resolve relative to the page that links it.
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || text !== text.trim() || !/^https?:$/.test(url.protocol))
    return 'an absolute URL that begins with http:// or https://';
  return url.username !== '' || url.password !== '' ? 'a URL without a user name or password in it' : undefined;
}

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What a slug must be, or undefined (decision 11). */
export function slugFault(text: string): string | undefined {
  if (text.length > 64 || !slugPattern.test(text))
    return '1 to 64 lower-case ASCII letters, digits and single hyphens between them';
  return text === 'index' ? 'another word than index, which is reserved' : undefined;
}

const email =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i;

/**
 * What an e-mail address must be, or undefined: `name@host.domain` in ASCII, at most 254 characters, one address, no
 * display name.
 */
function emailFault(text: string): string | undefined {
  return text.length > 254 || !email.test(text)
    ? 'one e-mail address such as agent@example.com, at most 254 characters long'
    : undefined;
}

/**
 * A string after trimming, refused in one message: that it is missing, that it is no string, or what `fault` says it
 * must be.
 */
function field(fault: (text: string) => string | undefined) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .trim()
    .check((context) => {
      const expected = fault(context.value);
      // No `input` in the issue: what was sent is never repeated.
      if (expected !== undefined)
        context.issues.push({ code: 'custom', message: `must be ${expected}`, input: undefined });
    });
}

/** One line of 1 to `max` characters. */
export function singleLine(max: number) {
  return field((text) => textFault(text, 'line', 1, max)).meta({ minLength: 1, maxLength: max });
}

/** Free text of at most `max` characters; line breaks and tabs are allowed, it may be empty. */
export function freeText(max: number) {
  return field((text) => textFault(text, 'text', 0, max)).meta({ maxLength: max });
}

/** What is said of an input that is no object at all. */
export const notAnObject = 'must be a JSON object';

export const companyField = singleLine(200).meta({
  description: 'Company name, one line of 1 to 200 characters.',
  examples: ['Example Widgets'],
});

/** No `format: uri` in its schema: that is RFC 3986, and addresses with letters outside of ASCII are websites too. */
export const websiteField = field(websiteFault).meta({
  minLength: 1,
  maxLength: 2048,
  description: 'Public website of the company: an absolute http:// or https:// URL without credentials in it.',
  examples: ['https://example.com/'],
});

export const emailField = field(emailFault).meta({
  minLength: 3,
  maxLength: 254,
  format: 'email',
  examples: ['agent@example.com'],
});

/**
 * A slug as records carry it. Callers who look a company up send `slugInput`, so that a slip is answered with what is
 * near to it.
 */
export const slugField = field(slugFault).meta({
  minLength: 1,
  maxLength: 64,
  pattern: slugPattern.source,
  description: 'Identifier of the company on the leaderboard, as in /api/audits/{slug}.json.',
  examples: ['example-widgets'],
});

export const slugInput = singleLine(200).meta({
  description: 'Slug of a company from the leaderboard index (see list_audits).',
  examples: ['example-widgets'],
});

/**
 * A time as all bodies carry it: UTC, ISO 8601 with milliseconds and `Z` (decision 2). For replies; nothing is read in
 * with it.
 */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2026-11-20T09:30:00.000Z'] });

/** A day, `YYYY-MM-DD`, UTC (decision 2). For replies; `isDate` checks days that are read in. */
export const day = z.string().meta({ format: 'date', examples: ['2026-11-20'] });

/** Whether a text is a day of the calendar between 2000 and 2999, written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  // The engine takes 30 February for 2 March; a day that exists comes back as it was.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
