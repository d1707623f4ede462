import { z } from 'zod';

/**
 * The fields that several bodies share, with their limits (decision 1).
 *
 * Messages are written for agents: they are short, say what is expected, and never repeat the value that was sent.
 * Lengths count characters (code points) after trimming, as `minLength` and `maxLength` of JSON Schema do; zod's own
 * checks would count UTF-16 units.
 */

/** One invalid field: its name (dotted path) and what is expected. Never repeats the value that was sent. */
export type FieldError = { field: string; message: string };

/** Control characters (C0, DEL, C1), line and paragraph separators, and marks that change the direction of text. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Control characters except tab, line feed and carriage return, which free text may have. PostgreSQL cannot store NUL. */
const unprintableInText = /(?![\t\n\r])\p{Cc}/u;

/**
 * Where an input has strings that contain NUL, which PostgreSQL can neither store nor compare (decision 1). Inputs may be
 * nested as deeply as JSON allows, so this does not call itself.
 */
export function pathsWithNul(input: unknown): string[][] {
  const found: string[][] = [];
  const waiting: PathNode[] = [{ value: input, name: '', inside: undefined }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place;
    if (typeof value === 'string') {
      if (value.includes('\0')) found.push(pathTo(place));
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) waiting.push({ value: inner, name, inside: place });
  }
  return found.reverse();
}

type PathNode = { value: unknown; name: string; inside: PathNode | undefined };

function pathTo(place: PathNode): string[] {
  const path: string[] = [];
  for (let at: PathNode = place; at.inside; at = at.inside) path.push(at.name);
  return path.reverse();
}

/** Number of characters (code points). */
export function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/**
 * What a text must be, or undefined when it is valid: well-formed Unicode without control characters (free text may have
 * tabs and line breaks), `min` to `max` characters long.
 */
export function textIssue(text: string, kind: 'line' | 'text', min: number, max: number): string | undefined {
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
 * What a website must be, or undefined when it is valid: a WHATWG URL, `http://` or `https://`, no credentials, at most
 * 2,048 characters (spec 2.4, decision 1).
 */
export function websiteIssue(text: string): string | undefined {
  const issue = textIssue(text, 'line', 1, 2048);
  if (issue !== undefined) return issue;
  // The parser also accepts `https:example.com`, which browsers resolve relative to the linking page.
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || text !== text.trim() || !/^https?:$/.test(url.protocol))
    return 'an absolute URL that begins with http:// or https://';
  return url.username !== '' || url.password !== '' ? 'a URL without a user name or password in it' : undefined;
}

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What a slug must be, or undefined when it is valid (decision 101). */
export function slugIssue(text: string): string | undefined {
  if (text.length > 64 || !slugPattern.test(text))
    return '1 to 64 lower-case ASCII letters, digits and single hyphens between them';
  return text === 'index' ? 'another word than index, which is reserved' : undefined;
}

const email =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/i;

/**
 * What an e-mail address must be, or undefined when it is valid: one `name@host.domain` in ASCII without a display name,
 * at most 254 characters.
 */
function emailIssue(text: string): string | undefined {
  return text.length > 254 || !email.test(text)
    ? 'one e-mail address such as agent@example.com, at most 254 characters long'
    : undefined;
}

/**
 * A trimmed string, with one message when it is invalid: it is missing, it is not a string, or what it must be.
 *
 * @param rule returns what a text must be, or undefined when it is valid
 */
function field(rule: (text: string) => string | undefined) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .trim()
    .check((context) => {
      const expected = rule(context.value);
      // No `input` in the issue: the value that was sent is never repeated.
      if (expected !== undefined)
        context.issues.push({ code: 'custom', message: `must be ${expected}`, input: undefined });
    });
}

/** One line of 1 to `max` characters. */
export function singleLine(max: number) {
  return field((text) => textIssue(text, 'line', 1, max)).meta({ minLength: 1, maxLength: max });
}

/** Free text of at most `max` characters; line breaks and tabs are allowed, it may be empty. */
export function freeText(max: number) {
  return field((text) => textIssue(text, 'text', 0, max)).meta({ maxLength: max });
}

/** What text has that is seen by no reader or misleads him: format characters, but for the joiners of letters and emoji. */
const unseen =
  /(?!\u200c|\u200d|[\u0600-\u0605]|\u06dd)[\p{Cf}\p{Zl}\p{Zp}\p{Co}]|(?![\ufe0e\ufe0f])\p{Variation_Selector}/u;

/** Free text of 1 to `max` characters for everybody to read, with line breaks of one kind, and without characters that cannot be seen. */
export function plainText(max: number) {
  return field((text) => {
    const issue = textIssue(text, 'text', 1, max);
    if (issue !== undefined) return issue;
    return unseen.test(text) ? 'text without invisible characters and marks that change its direction' : undefined;
  })
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
    .meta({ minLength: 1, maxLength: max });
}

/** The message for an input that is not an object. */
export const notAnObject = 'must be a JSON object';

export const companyField = singleLine(200).meta({ examples: ['Example Widgets'] });

/** Its schema has no `format: uri`: that means RFC 3986, and websites may have letters outside of ASCII. */
export const websiteField = field(websiteIssue).meta({
  minLength: 1,
  maxLength: 2048,
  description: 'Its public website: an http or https URL.',
  examples: ['https://example.com/'],
});

export const emailField = field(emailIssue).meta({
  minLength: 3,
  maxLength: 254,
  format: 'email',
  examples: ['agent@example.com'],
});

/**
 * A slug in a record. Callers send `slugInput` instead, so that a mistyped slug can be answered with similar ones.
 */
export const slugField = field(slugIssue).meta({
  minLength: 1,
  maxLength: 64,
  pattern: slugPattern.source,
  description: 'Identifier of the company on the leaderboard.',
  examples: ['example-widgets'],
});

export const slugInput = singleLine(200).meta({
  description: 'Slug of a listed company.',
  examples: ['example-widgets'],
});

/**
 * A time in any body: UTC, ISO 8601 with milliseconds and `Z` (decision 1). For output only: it checks nothing.
 */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2026-11-20T09:30:00.000Z'] });

/** A day, `YYYY-MM-DD`, UTC (decision 1). For output only; `isDate` checks input. */
export const day = z.string().meta({ format: 'date', examples: ['2026-11-20'] });

/** Whether a text is a day of the calendar between 2000 and 2999, written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  // The parser reads 30 February as 2 March; an existing day comes back unchanged.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A whole number. */
export const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: `must be a whole number from ${min} to ${max.toLocaleString('en')}` })
    .min(min)
    .max(max);
