import { isNumber } from '../../read/text/phrases.ts';
import { remembered } from '../../remembered.ts';

/** A sentence as words and the signs that end clauses, in lower case, each with where it begins. */
export type Token = { text: string; at: number };

const token = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*|[,.;:!?()|•—–]/gu;

/** The words and signs of a sentence, in order. */
export const tokensOf = remembered(20_000, (sentence): readonly Token[] =>
  [...sentence.matchAll(token)].map(({ 0: text, index: at }) => ({ text: text.toLowerCase().replace('’', "'"), at })),
);

const isWord = (text: string | undefined): boolean => text !== undefined && /[\p{L}\p{N}]/u.test(text);
const wordsIn = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*\*?|#/gu;

type Phrase = readonly string[];
/** Phrases by the first two letters of their first word, so that a word is compared only with those that it may begin. */
type PhraseList = ReadonlyMap<string, readonly Phrase[]>;
const lists = new WeakMap<readonly string[], PhraseList>();
/** Phrases that begin with a number are under this. */
const NUMBER = '#';
/** A first word of one letter, or a stem of one, may begin any. */
const ANY = '';

function listOf(phrases: readonly string[]): PhraseList {
  const known = lists.get(phrases);
  if (known) return known;
  const parts = phrases
    .map((phrase) => [...phrase.toLowerCase().matchAll(wordsIn)].map(([one]) => one))
    .filter(({ length }) => length > 0);
  const made = Map.groupBy(parts, ([first = '']) => {
    if (first === '#') return NUMBER;
    return first.replace('*', '').length < 2 ? ANY : first.slice(0, 2);
  });
  lists.set(phrases, made);
  return made;
}

const fits = (part: string, text: string): boolean => {
  if (part === '#') return isNumber(text);
  return part.endsWith('*') ? text.startsWith(part.slice(0, -1)) : part === text;
};

/** Where phrases occur among tokens, as the numbers of their first and last word. Signs between words do not count. */
export function placesIn(tokens: readonly Token[], phrases: readonly string[]): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const list = listOf(phrases);
  if (list.size === 0) return found;
  const words = wordsOf(tokens);
  for (let at = 0; at < words.length; at++)
    for (const key of (words[at] as Word).keys)
      for (const phrase of list.get(key) ?? [])
        if (occurs(words, at, phrase))
          found.push([(words[at] as Word).token, (words[at + phrase.length - 1] as Word).token]);
  return found;
}

/** Whether one of the phrases occurs. */
export function hasPhrase(tokens: readonly Token[], phrases: readonly string[]): boolean {
  const list = listOf(phrases);
  if (list.size === 0) return false;
  const words = wordsOf(tokens);
  for (let at = 0; at < words.length; at++)
    for (const key of (words[at] as Word).keys)
      for (const phrase of list.get(key) ?? []) if (occurs(words, at, phrase)) return true;
  return false;
}

function occurs(words: readonly Word[], at: number, phrase: Phrase): boolean {
  if (at + phrase.length > words.length) return false;
  for (let step = 0; step < phrase.length; step++)
    if (!fits(phrase[step] as string, (words[at + step] as Word).text)) return false;
  return true;
}

/** A word among tokens; `keys` are those of lists whose phrases may begin with it. */
type Word = { text: string; token: number; keys: readonly string[] };
const words_of = new WeakMap<readonly Token[], readonly Word[]>();

/** The words among tokens, without the signs, with the number of each token. */
function wordsOf(tokens: readonly Token[]): readonly Word[] {
  const known = words_of.get(tokens);
  if (known) return known;
  const made: Word[] = [];
  for (const [token, { text }] of tokens.entries())
    if (isWord(text)) {
      const start = text.slice(0, 2);
      made.push({ text, token, keys: isNumber(text) ? [start, NUMBER, ANY] : [start, ANY] });
    }
  words_of.set(tokens, made);
  return made;
}

const breaks = new Set([',', ';', ':', '.', '!', '?', '|', '•', '—', '–']);
/** How far apart two phrases may be, in words, and still say one thing. */
const NEAR = 6;

/** Whether one of each set of phrases occurs in one clause, or at most six words apart; an empty set asks for nothing. */
export function areTogether(tokens: readonly Token[], sets: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = sets
    .filter((phrases) => phrases.length > 0)
    .map((phrases) => placesIn(tokens, phrases));
  return first.some((one) => others.every((places) => places.some((other) => isNear(tokens, one, other))));
}

function isNear(tokens: readonly Token[], one: readonly [number, number], other: readonly [number, number]): boolean {
  const [from, to] = one[0] <= other[0] ? [one[1], other[0]] : [other[1], one[0]];
  if (to <= from) return true;
  const between = tokens.slice(from + 1, to);
  return between.length <= NEAR || !between.some(({ text }) => breaks.has(text));
}

/** Where the clause that a text ends in has the first of these phrases, in characters; -1 where it has none. */
export function placeInLastClause(text: string, phrases: readonly string[]): number {
  const start = Math.max(...[...',;:–—'].map((sign) => text.lastIndexOf(sign))) + 1;
  const tokens = tokensOf(text.slice(start));
  const places = placesIn(tokens, phrases).map(([first]) => tokens[first]?.at ?? 0);
  return places.length > 0 ? start + Math.min(...places) : -1;
}
