import type { Language } from './languages/language.ts';

const known = new WeakMap<readonly string[], readonly string[]>();
/** The fewest letters of a stem in the table of synonyms. */
const SHORTEST = 2;
const stem = (word: string): string => word.replace(/\*$/, '');

/** Phrases, and the same with other words for one of their parts: `cancel at any time`, `call off at any time`. */
export function variantsOf(phrases: readonly string[], language: Language): readonly string[] {
  const before = known.get(phrases);
  if (before) return before;
  const all = new Set(phrases);
  const table = tableOf(language);
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    // Only those that begin as one of its words may be in it.
    for (const { wanted, others } of words.flatMap((word) => table.get(word.slice(0, SHORTEST)) ?? [])) {
      const at = words.findIndex((_, start) => wanted.every((one, step) => isSame(one, words[start + step])));
      if (at < 0) continue;
      for (const other of others) {
        const said = asEnding(words[at] ?? '', wanted, other);
        all.add([...words.slice(0, at), said, ...words.slice(at + wanted.length)].join(' '));
      }
    }
  }
  const made = all.size === phrases.length ? phrases : [...all];
  known.set(phrases, made);
  return made;
}

/** Synonyms by how the first of their words begins. */
type Synonyms = ReadonlyMap<string, readonly { wanted: readonly string[]; others: readonly string[] }[]>;
const tables = new WeakMap<Language, Synonyms>();

function tableOf(language: Language): Synonyms {
  const before = tables.get(language);
  if (before) return before;
  const made = Map.groupBy(
    (language.synonyms ?? []).map(([from, others]) => ({ wanted: from.split(' '), others })),
    ({ wanted: [first = ''] }) => stem(first).slice(0, SHORTEST),
  );
  tables.set(language, made);
  return made;
}

/** A word for another keeps its ending: `your bookings` are `your reservations`, and not one of them. */
const asEnding = (word: string, [wanted = '', ...more]: readonly string[], other: string): string =>
  more.length === 0 &&
  wanted.endsWith('*') &&
  /^[^ ]+\*$/.test(other) &&
  !word.endsWith('*') &&
  word === `${stem(wanted)}s`
    ? `${stem(other)}s`
    : other;

const isSame = (wanted: string, word: string | undefined): boolean => {
  if (word === undefined) return false;
  return wanted.endsWith('*') ? stem(word).startsWith(stem(wanted)) : word === wanted;
};
