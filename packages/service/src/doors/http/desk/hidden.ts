import { html } from 'ghtml';

/**
 * Characters that a reader does not see, or that turn what he sees: controls but tab and line ends, direction marks, zero-width
 * ones, soft hyphens, line and paragraph separators, tags, halves of characters.
 */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Text of a site, a company or an operator as HTML, in which every hidden character is written out: what a person reads is
 * what a program would read.
 */
export function seenText(text: string): string {
  let at = 0;
  let made = '';
  for (const { 0: found, index } of text.matchAll(hidden)) {
    made += html`${text.slice(at, index)}<b class="review-hidden">${nameOf(found)}</b>`;
    at = index + found.length;
  }
  return made + html`${text.slice(at)}`;
}

/** The same as plain text. */
export const writtenOut = (text: string): string => text.replace(hidden, (found) => `‹${nameOf(found)}›`);

/** Whether a text has such characters: a field for typing cannot show them. */
export const hasHidden = (text: string): boolean => text.search(hidden) >= 0;
