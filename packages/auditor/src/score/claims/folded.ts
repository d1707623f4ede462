/** Words in lower case between single spaces, so that ` words of it ` are found by a plain search. */
export const fold = (text: string): string =>
  ` ${plain(text)
    .replace(/[^a-z0-9'%]+/g, ' ')
    .trim()} `;

function plain(text: string): string {
  const lower = text.toLowerCase();
  if (/^[ -~]*$/.test(lower)) return lower;
  return lower.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/[’‘]/g, "'");
}

/** Words of a list by how they begin, so that a sentence is compared only with those that it can have. */
type WordList = ReadonlyMap<string, readonly string[]>;
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
    (word) => word.slice(1, 3).trim(),
  );
  wordLists.set(words, made);
  return made;
}

/** Where the words of folded text begin, by their first two letters. Kept for the sentences that were looked at last. */
type Starts = readonly { key: string; at: number }[];
const starts = new Map<string, Starts>();
const MOST_STARTS = 50_000;

function startsOf(folded: string): Starts {
  const known = starts.get(folded);
  if (known) return known;
  const made: { key: string; at: number }[] = [];
  for (let at = folded.indexOf(' '); at >= 0 && at < folded.length - 1; at = folded.indexOf(' ', at + 1))
    made.push({ key: folded.slice(at + 1, at + 3).trim(), at });
  if (starts.size > MOST_STARTS) starts.clear();
  starts.set(folded, made);
  return made;
}

/** Whether folded text has one of the words; `upgrad*` is any word that begins so. */
export function hasAny(folded: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const list = listOf(words);
  for (const { key, at } of startsOf(folded)) {
    const those = list.get(key);
    if (those !== undefined) for (const word of those) if (folded.startsWith(word, at)) return true;
  }
  return false;
}
