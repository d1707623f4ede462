/** A sentence as words and the signs that end clauses, in lower case, each with where it begins. */
export type Token = { text: string; at: number };

const token = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*|[,.;:!?()|•—–]/gu;

/** The words and signs of a sentence, in order. */
export const tokensOf = (sentence: string): Token[] =>
  [...sentence.matchAll(token)].map(({ 0: text, index: at }) => ({ text: text.toLowerCase().replace('’', "'"), at }));

const isWord = (text: string | undefined): boolean => text !== undefined && /[\p{L}\p{N}]/u.test(text);
const wordsIn = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*\*?|#/gu;
const parts = new Map<string, readonly string[]>();

function partsOf(phrase: string): readonly string[] {
  const known = parts.get(phrase);
  if (known) return known;
  const made = [...phrase.toLowerCase().matchAll(wordsIn)].map(([one]) => one);
  parts.set(phrase, made);
  return made;
}

const fits = (part: string, text: string): boolean => {
  if (part === '#') return /^\d/.test(text);
  return part.endsWith('*') ? text.startsWith(part.slice(0, -1)) : part === text;
};

/** Where phrases occur among tokens, as the numbers of their first and last word. Signs between words do not count. */
export function placesIn(tokens: readonly Token[], phrases: readonly string[]): (readonly [number, number])[] {
  const words = tokens.flatMap(({ text }, at) => (isWord(text) ? [{ text, at }] : []));
  const found: (readonly [number, number])[] = [];
  for (const phrase of phrases) {
    const wanted = partsOf(phrase);
    for (let at = 0; at + wanted.length <= words.length; at++) {
      if (wanted.length === 0 || !wanted.every((part, step) => fits(part, words[at + step]?.text ?? ''))) continue;
      found.push([words[at]?.at ?? 0, words[at + wanted.length - 1]?.at ?? 0]);
    }
  }
  return found;
}

/** Whether one of the phrases occurs. */
export const hasPhrase = (tokens: readonly Token[], phrases: readonly string[]): boolean =>
  placesIn(tokens, phrases).length > 0;

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
