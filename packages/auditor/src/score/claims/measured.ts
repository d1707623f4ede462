import { remembered } from '../../remembered.ts';
import { en } from '../statements/languages/en.ts';
import type { Language } from '../statements/languages/language.ts';
import { quantitiesIn } from './quantities.ts';

const money = /[$€£¥₹]\s?\d|\bR ?\d{2}|\d\s?(?:USD|EUR|GBP|CHF|ZAR|€|£|%)/;
const dated =
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b/;
const bounded = /\b(?:under|over|up to|at least|at most|more than|less than|after|before|within|until) \d/i;
const measure = new RegExp(
  `(?:\\d\\)?|\\b(?:${en.numbers.join('|')}))[\\s-]?(?:days?|hours?|h|minutes?|min|seconds?|weeks?|months?|years?|nights?|(?:business|working|calendar|consecutive) days?|percent|people|persons?|guests?|users?|seats?|requests?|miles?|km|kg|gb|mb)(?![a-z])`,
  'i',
);

/** Names a number that can be checked: an amount, a share, a time, a count with its unit. */
export const isQuantified = (sentence: string, language: Language | undefined): boolean =>
  (hasDigit.test(sentence) && money.test(sentence)) || isMeasured(sentence, language);

/** Names a time, a day, a count with its unit, or a bound: more than a price. */
export const isMeasured = (sentence: string, language: Language | undefined): boolean => {
  if (language === undefined || language.code === 'en') return isMeasuredInEnglish(sentence);
  if (hasDigit.test(sentence) && (quantitiesIn(sentence).length > 0 || namesMonth(sentence, language))) return true;
  return countOf(language).test(sentence);
};

/** A number that is written as a word, with its unit: `zwei Wochen`, `quinze jours`. */
function countOf(language: Language): RegExp {
  const known = counts.get(language);
  if (known) return known;
  const [numbers, units] = [language.numbers.join('|'), Object.keys(language.units).join('|')];
  const made = new RegExp(`(?<!\\p{L})(?:${numbers}) (?:${units})(?!\\p{L})`, 'iu');
  counts.set(language, made);
  return made;
}
const counts = new Map<Language, RegExp>();

const hasDigit = /\d/;
const isMeasuredInEnglish = remembered(
  20_000,
  (sentence) => measure.test(sentence) || (hasDigit.test(sentence) && (dated.test(sentence) || bounded.test(sentence))),
);

/** A day of a month: a number beside the name of a month. */
const namesMonth = (sentence: string, { months }: Language): boolean =>
  sentence
    .toLowerCase()
    .split(/[\s,()]+/)
    .some(
      (word, at, all) => months.some((month) => word.startsWith(month)) && /^\d{1,2}[.º°]?$/.test(all[at - 1] ?? ''),
    );
