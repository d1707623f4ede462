import type { CopiedSite } from './copied-site.ts';
import { inTexts } from './document-text.ts';
import { headings, synonyms } from './rewordings.ts';

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The new words in the case of the old ones: as they are, with a capital, or in capitals. */
function likeCase(model: string, text: string): string {
  if (model.length > 1 && model === model.toUpperCase() && /[A-Z]{2}/.test(model)) return text.toUpperCase();
  return /^[A-Z]/.test(model) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

const sameSense = new Map(synonyms.map(([from, to]) => [from.toLowerCase(), to]));
const edged = (word: string) =>
  `${/^\w/.test(word) ? '(?<![\\w-])' : '(?<=\\d)'}${escapePattern(word)}${/\w$/.test(word) ? '(?![\\w-]|\\.\\w)' : ''}`;
const anyWord = new RegExp(
  [...sameSense.keys()]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(edged)
    .join('|'),
  'gi',
);
const said = (word: string) => likeCase(word, sameSense.get(word.toLowerCase()) ?? word);

/** Exchanges words for others of the same sense. */
export const paraphrase = (site: CopiedSite): void =>
  inTexts(site, (text) =>
    text.replace(anyWord, (word) => {
      site.changed += 1;
      return said(word);
    }),
  );

/** Says headings in other words. */
export function renameHeadings(site: CopiedSite): void {
  const known = new Map(headings);
  inTexts(site, (text, { heading }) => {
    const core = text.replace(/^#+\s*/, '').trim();
    if (!heading || !/[a-z]/i.test(core)) return text;
    const plain = core
      .toLowerCase()
      .replace(/[:?!.¶]+$/, '')
      .trim();
    const renamed = known.get(plain) ?? core.replace(anyWord, said);
    if (renamed === core) return text;
    site.changed += 1;
    return text.replace(core, () => renamed);
  });
}

const money = '(?:[$€£¥]|US\\$|USD|EUR|GBP|CHF|ZAR|R(?=\\d))';
const signFirst = new RegExp(
  `(${money})(\\s?)(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d+\\.\\d{1,2})(?![\\d.,]\\d)`,
  'g',
);
const signLast = /(?<![\d.,\w])(\d+)\.(\d{2})(\s?(?:€|EUR|USD|GBP|CHF|ZAR))/g;
const swapped = (number: string) => number.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

/** Writes numbers in the continental form. */
export const translateNumbers = (site: CopiedSite): void =>
  inTexts(site, (text, { before }) => {
    // Cents may be in an element of their own.
    const cents = /\d\s*$/.test(before) ? text.replace(/^(\s*)\.(\d{2})(?!\d)/, '$1,$2') : text;
    const translated = cents
      .replace(signFirst, (_all, sign: string, gap: string, number: string) =>
        sign === 'R' ? `${sign}${gap}${swapped(number)}` : `${swapped(number)} ${sign}`,
      )
      .replace(/(?<![\d.,$€£¥\w])(\d{1,3}(?:,\d{3})+(?:\.\d+)?)(?![\d,]|\.\d)/g, swapped)
      .replace(/(?<![\d.,\w])(\d+)\.(\d+)\s?%/g, '$1,$2 %')
      .replace(signLast, '$1,$2$3');
    if (translated !== text) site.changed += 1;
    return translated;
  });
