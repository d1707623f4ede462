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
};

/** What every letter is written from. URLs have no trailing slash. */
export type Occasion = {
  notice_id: string;
  to: string;
  base_url: string;
  unsubscribe_url: string;
  /** When the notice was written, ISO 8601. */
  created_at: string;
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

/** The host in a Message-ID. */
const hostOf = (base_url: string) => new URL(base_url).hostname;

/**
 * Builds a letter. Its Message-ID is that of the notice, so that a letter which is sent twice is recognised as the same
 * one.
 */
export function letter(
  {
    notice_id,
    to,
    base_url,
    unsubscribe_url,
    created_at,
  }: Omit<Occasion, 'unsubscribe_url'> & { unsubscribe_url: string | null },
  { subject, text, html }: Pick<Letter, 'subject' | 'text' | 'html'>,
): Letter {
  return {
    notice_id,
    to,
    // An encoded word (RFC 2047) in untrusted text is shown, not decoded.
    subject: oneLine(subject, 150).replaceAll('=?', '= ?'),
    text,
    html,
    date: new Date(created_at),
    message_id: `<${notice_id}@${hostOf(base_url)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe_url !== null && {
        'List-Unsubscribe': `<${unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
