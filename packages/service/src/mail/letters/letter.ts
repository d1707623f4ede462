import { type Audit, isFictional } from '@readymark/rubric/audit/audit';

/** A letter that is ready to be sent, and how untrusted text is put into one (decision 30). */
export type Letter = {
  notice_id: string;
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** When the notice was written: a retry is the same letter, with the same date and Message-ID. */
  date: Date;
  message_id: string;
  headers: Readonly<Record<string, string>>;
  /** What a letter about several things says of this one after its subject: an address, or a reason. */
  short: string;
};

/** What every letter is written from. URLs have no trailing slash. */
export type Occasion = {
  notice_id: string;
  to: string;
  base_url: string;
  unsubscribe_url: string;
  /** When the notice was written, ISO 8601. */
  created_at: string;
  /** Subjects of what else the letter carries, each with what is said of it. */
  also?: readonly (readonly [subject: string, short: string])[];
};

/**
 * Makes untrusted text safe for one line: control characters, line and paragraph separators and white space become one
 * space; invisible format characters (text direction, zero width, tags) are removed, except the joiners that Persian and
 * Indic spelling needs; lone surrogates become U+FFFD. A text of more than `max` characters is cut and ends in an
 * ellipsis.
 */
export function oneLine(text: string, max = 200): string {
  const line = text
    .toWellFormed()
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** The name of a company, safe for one line, with the mark of one that does not exist (decision 105). */
export const companyName = (audit: Pick<Audit, 'company' | 'framework'>): string =>
  `${oneLine(audit.company, 80)}${isFictional(audit) ? ' (fictional)' : ''}`;

/** Makes untrusted text safe for a body: like `oneLine`, but line breaks are kept. */
export const manyLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => oneLine(line, 4000))
    .join('\n')
    .trim();
