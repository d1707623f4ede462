import { remembered } from '../../remembered.ts';
import type { Language } from '../statements/languages/language.ts';
import { quantitiesIn } from './quantities.ts';

const money = /[$€£¥₹]\s?\d|\bR ?\d{2}|\d\s?(?:USD|EUR|GBP|CHF|ZAR|€|£|%)/;
const dated =
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b/;
const bounded = /\b(?:under|over|up to|at least|at most|more than|less than|after|before|within|until) \d/i;
const measure =
  /(?:\d\)?|\b(?:one|two|three|four|five|six|seven|eight|ten|twelve|fourteen|thirty|sixty|ninety))[\s-]?(?:days?|hours?|h|minutes?|min|seconds?|weeks?|months?|years?|nights?|(?:business|working|calendar|consecutive) days?|percent|people|persons?|guests?|users?|seats?|requests?|miles?|km|kg|gb|mb)(?![a-z])/i;

/** Names a number that can be checked: an amount, a share, a time, a count with its unit. */
export const isQuantified = (sentence: string, language: Language | undefined): boolean =>
  (hasDigit.test(sentence) && money.test(sentence)) || isMeasured(sentence, language);

/** Names a time, a day, a count with its unit, or a bound: more than a price. */
export const isMeasured = (sentence: string, language: Language | undefined): boolean => {
  if (language === undefined || language.code === 'en') return isMeasuredInEnglish(sentence);
  return hasDigit.test(sentence) && (quantitiesIn(sentence).length > 0 || namesMonth(sentence, language));
};

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
