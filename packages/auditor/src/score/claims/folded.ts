import { remembered } from '../../remembered.ts';

/** How many sentences are kept with what was found in them: those of a large site. */
const MOST_KEPT = 50_000;

/** Words in lower case between single spaces, so that ` words of it ` are found by a plain search. */
export const fold = remembered(
  MOST_KEPT,
  (text) =>
    ` ${plain(text)
      .replace(/[^a-z0-9'%]+/g, ' ')
      .trim()} `,
);

function plain(text: string): string {
  const lower = text.toLowerCase();
  if (/^[ -~]*$/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/[’‘]/g, "'");
}

/** A number for each beginning of a word, its first two letters: a number is found faster in a map than a text. */
const beginnings = new Map<string, number>();
function beginningOf(text: string, at: number): number {
  const letters = text.slice(at, at + 2).trim();
  const known = beginnings.get(letters);
  if (known !== undefined) return known;
  beginnings.set(letters, beginnings.size);
  return beginnings.size - 1;
}

/** Words of a list by how they begin, so that a sentence is compared only with those that it can have. */
type WordList = ReadonlyMap<number, readonly string[]>;
const wordLists = new WeakMap<readonly string[], WordList>();

function listOf(words: readonly string[]): WordList {
  const known = wordLists.get(words);
  if (known) return known;
  const made = Map.groupBy(
    words.flatMap((word) => {
      const folded = fold(word).trim();
      if (folded === '') return [];
      return [word.endsWith('*') ? ` ${folded}` : ` ${folded} `];
    }),
    (word) => beginningOf(word, 1),
  );
  wordLists.set(words, made);
  return made;
}

/** For each word of folded text the number of its beginning, and then where it begins. */
const startsOf = remembered(MOST_KEPT, (folded): readonly number[] => {
  const made: number[] = [];
  for (let at = folded.indexOf(' '); at >= 0 && at < folded.length - 1; at = folded.indexOf(' ', at + 1))
    made.push(beginningOf(folded, at + 1), at);
  return made;
});

/** Whether folded text has one of the words; `upgrad*` is any word that begins so. */
export function hasAny(folded: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const list = listOf(words);
  const starts = startsOf(folded);
  for (let word = 0; word < starts.length; word += 2) {
    const those = list.get(starts[word] as number);
    if (those !== undefined) for (const one of those) if (folded.startsWith(one, starts[word + 1])) return true;
  }
  return false;
}

/** Whether folded text begins with one of the words. */
export const beginsWithAny = (folded: string, words: readonly string[]): boolean =>
  words.some((word) => folded.startsWith(word.endsWith('*') ? fold(word).trimEnd() : fold(word)));

/** A sentence without what differs between entries made from one template: numbers and names. */
export const templateOf = (sentence: string): string =>
  fold(sentence.replace(/(?<=\s)\p{Lu}[\p{L}\p{N}-]*/gu, 'x').replace(/\d[\d.,]*/g, '0'));
