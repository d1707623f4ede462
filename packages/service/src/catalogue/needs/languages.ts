import { stemmer as nl } from '@orama/stemmers/dutch';
import { stemmer as en } from '@orama/stemmers/english';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as de } from '@orama/stemmers/german';
import { stemmer as it } from '@orama/stemmers/italian';
import { stemmer as pt } from '@orama/stemmers/portuguese';
import { stemmer as es } from '@orama/stemmers/spanish';
import { fold } from '../../domain/companies/company-name.ts';
import { empty } from './concepts/around.ts';

/** The languages of needs, in the order of the columns of the concepts. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof languages)[number];

const stemmers = { en, de, fr, es, it, nl, pt };

/** Longer words would keep the text alive in which they were found. */
const REMEMBERED_LETTERS_MAX = 16;

/**
 * Remembers what is made of words, as texts repeat theirs.
 *
 * @param max words that are remembered; beyond them it begins anew
 */
export function remembered<Of extends object | string>(make: (word: string) => Of, max = 20_000): (word: string) => Of {
  const known = new Map<string, Of>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const made = make(word);
    if (word.length <= REMEMBERED_LETTERS_MAX) {
      if (known.size >= max) known.clear();
      known.set(word, made);
    }
    return made;
  };
}

const stems = Object.fromEntries(languages.map((language) => [language, remembered(stemmers[language])]));
/** A folded word without its endings (Snowball). */
export const stemOf = (word: string, language: Language): string => (stems[language] as (word: string) => string)(word);

/** Words that look inflected and are not: a `rating` is not of `rate`. Say so before their forms are asked for. */
const whole_words = new Set(['news', 'fixed']);
export const keepWhole = (word: string): void => void whole_words.add(word);

function withoutInflection(word: string): string {
  if (word.length < 4 || whole_words.has(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  const one = /(?:ss|us|is)$/.test(word) ? word : word.replace(/(?<=(?:ch|sh|x|z|ss))es$|s$/, '');
  if (whole_words.has(one)) return one;
  const root = one.replace(/(?:ing|ed)$/, '');
  if (root !== one && root.length > 2 && /[aeiouy]/.test(root))
    // `tuning` is of `tune`, and `running` of `run`.
    return /^[^aeiou][aeiou][^aeiouwxy]$/.test(root)
      ? `${root}e`
      : root.replace(/([^aeioulsz])\1$/, '$1').replace(/e$/, '');
  return one.length > 4 ? one.replace(/e$/, '') : one;
}

const uninflected = remembered(withoutInflection);

/**
 * What two forms of one word have in common. English words lose their inflection alone, since Snowball makes one of `government` and
 * `governed`, of `organ` and `organic`; those of other languages are stems.
 */
export const formOf = (word: string, language: Language): string =>
  language === 'en' ? uninflected(word) : stemOf(word, language);

/** Scripts that put no blank between words: each two letters stand for a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u;
const word = /[\p{L}\p{N}]+/gu;
const beyond_ascii = /[^\0-\x7f]/;
const ascii_word = /[a-z0-9]+/g;

/** The words of a text, folded, in its order. */
export function wordsOf(text: string): string[] {
  const folded = fold(text.replaceAll(/\bUS\b/g, 'USA'));
  // Most texts, and five times as fast.
  if (!beyond_ascii.test(folded)) return folded.match(ascii_word) ?? [];
  return (folded.match(word) ?? []).flatMap((found) => {
    if (!unspaced.test(found)) return [found];
    const letters = [...found];
    return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

const listed = (text: string) => text.trim().split(/\s+/);

/** Words that say nothing, with a bit for each language in which they do. */
const empty_in = new Map<string, number>();
for (const [at, language] of languages.entries())
  for (const one of listed(empty[language])) empty_in.set(one, (empty_in.get(one) ?? 0) | (1 << at));

/** Whether a word says nothing in a language. */
export const isEmpty = (found: string, language: Language): boolean =>
  (((empty_in.get(found) ?? 0) >> languages.indexOf(language)) & 1) === 1;

/** Whether a word says nothing in some language. */
export const isEmptyAnywhere = (found: string): boolean => empty_in.has(found);

/** The languages whose empty words occur most often among some words; none where none do. */
export function languagesOf(words: readonly string[]): Language[] {
  const found = languages.map(() => 0);
  for (const one of words) {
    const bits = empty_in.get(one) ?? 0;
    for (let at = 0; bits >> at > 0; at++) found[at] = (found[at] as number) + ((bits >> at) & 1);
  }
  const most = Math.max(...found);
  return most > 0 ? languages.filter((_, at) => found[at] === most) : [];
}
