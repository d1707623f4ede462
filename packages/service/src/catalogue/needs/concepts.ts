import { fold } from '../../domain/companies/company-name.ts';
import { circumstances, false_friends, means } from './concepts/around.ts';
import { business } from './concepts/business.ts';
import { living } from './concepts/living.ts';
import { trades } from './concepts/trades.ts';
import { formOf, isEmpty, keepWhole, type Language, languages } from './languages.ts';

/**
 * What businesses do, in seven languages (decision 192). A line is a concept: its name, after `<` the wider ones, after `:`
 * the words for it in English, German, French, Spanish, Italian, Dutch and Portuguese, with `|` between the languages. Words with hyphens follow
 * one another in a text; a `?` is behind words that mean other things as often.
 */
type Concept = {
  name: string;
  /** What it is: the thing that is needed, for whom or when, or how it is offered. */
  kind: 'thing' | 'circumstance' | 'means';
  /** All wider concepts, and how much it counts as them: a cottage is a lodging. */
  kinds: readonly (readonly [number, number])[];
  /** The wider ones that it is all at once, where there are several: the rental of bicycles is about bicycles and a rental. */
  both: readonly number[];
};

/** A concept that a word stands for, and how surely. */
export type Meaning = { concept: number; sure: number };

/** What a word that means other things as often counts. */
const UNSURE = 0.4;
/** What a concept counts as the wider one. */
const KIND_OF = 0.6;

type Phrase = { first: string; rest: readonly string[]; meanings: Meaning[] };
/** Words by what their forms have in common, and as they are written, which comes first; phrases by their first two words. */
type Vocabulary = {
  written: Map<string, Meaning[]>;
  single: Map<string, Meaning[]>;
  phrases: Map<string, Map<string, Phrase[]>>;
};

export const concepts: Concept[] = [];
const vocabularies = new Map<Language, Vocabulary>(
  languages.map((language) => [language, { written: new Map(), single: new Map(), phrases: new Map() }]),
);

read([
  ['thing', living],
  ['thing', trades],
  ['thing', business],
  ['circumstance', circumstances],
  ['means', means],
]);

function read(tables: readonly (readonly [Concept['kind'], string])[]): void {
  const lines = tables.flatMap(([kind, table]) =>
    table
      .split('\n')
      .filter((line) => line.trim() && !line.startsWith('#'))
      .map((line) => {
        const at = line.indexOf(':');
        const [name = '', above = ''] = line.slice(0, at).split('<');
        return { kind, name: name.trim(), above: above.trim().split(/\s+/).filter(Boolean), words: line.slice(at + 1) };
      }),
  );
  for (const { words } of lines)
    for (const [inflected] of words.split('|', 1)[0]?.matchAll(/(?<![^\s])[a-z]+(?:ing|ed)(?=s?\??(?:\s|$))/g) ?? [])
      keepWhole(inflected);
  const number_of = new Map(lines.map(({ name }, at) => [name, at]));
  const above_of = (at: number): number[] =>
    (lines[at]?.above ?? []).map((name) => {
      const found = number_of.get(name);
      if (found === undefined) throw new Error(`no concept is named ${name}`);
      return found;
    });
  for (const [at, { kind, name, words }] of lines.entries()) {
    const kinds = new Map<number, number>();
    const climb = (from: number, share: number) => {
      for (const one of above_of(from)) {
        kinds.set(one, Math.max(kinds.get(one) ?? 0, share));
        climb(one, share * KIND_OF);
      }
    };
    climb(at, KIND_OF);
    const directly = above_of(at);
    concepts.push({ name, kind, kinds: [...kinds], both: directly.length > 1 ? directly : [] });
    const columns = words.split('|');
    if (columns.length !== languages.length) throw new Error(`${name} has ${columns.length} languages`);
    for (const [column, language] of languages.entries())
      for (const one of (columns[column] ?? '').trim().split(/\s+/).filter(Boolean)) learn(one, language, at);
  }
}

function learn(written: string, language: Language, concept: number): void {
  const sure = written.endsWith('?') ? UNSURE : 1;
  const words = fold(sure < 1 ? written.slice(0, -1) : written).split(/[-'’]/);
  const parts = words.map((part) => formOf(part, language));
  const meaning = { concept, sure };
  const { written: as_written, single, phrases } = vocabularies.get(language) as Vocabulary;
  const [first = '', second, ...rest] = parts;
  if (second === undefined) {
    as_written.set(words[0] as string, merged(as_written.get(words[0] as string) ?? [], meaning));
    single.set(first, merged(single.get(first) ?? [], meaning));
    return;
  }
  const begun = phrases.get(first) ?? new Map<string, Phrase[]>();
  phrases.set(first, begun);
  const alike = begun.get(second) ?? [];
  const same = alike.find((one) => one.rest.join(' ') === rest.join(' '));
  if (same) same.meanings = merged(same.meanings, meaning);
  else alike.push({ first: words[0] as string, rest, meanings: [meaning] });
  begun.set(
    second,
    alike.toSorted((a, b) => b.rest.length - a.rest.length),
  );
}

function merged(meanings: readonly Meaning[], meaning: Meaning): Meaning[] {
  const same = meanings.find(({ concept }) => concept === meaning.concept);
  if (same && same.sure >= meaning.sure) return [...meanings];
  return [...meanings.filter((one) => one !== same), meaning];
}

/** Words and first words of phrases as they are written, of all languages. */
const phrases_begin = new Set<string>();
const all_written = new Set<string>();
for (const { written, phrases } of vocabularies.values()) {
  for (const word of written.keys()) all_written.add(word);
  for (const begun of phrases.values())
    for (const { first } of [...begun.values()].flat()) {
      phrases_begin.add(first);
      all_written.add(first);
    }
}

/** Whether a word is in the lists as it is written. */
export const isWritten = (word: string): boolean => all_written.has(word);

const friends = new Set(false_friends.trim().split(/\s+/));

/** What words from a place on stand for, and how many of them do together. A word made of two has the meanings of each. */
export type Sense = { parts: readonly (readonly Meaning[])[]; words: number };

/** How many words that say nothing may be between those of a phrase: `host my app`. */
const SKIPPED_MAX = 2;

/** The longest phrase whose first word is at a place, and where it ends. */
function phraseAt(
  words: readonly string[],
  at: number,
  begun: ReadonlyMap<string, readonly Phrase[]>,
  language: Language,
  as_written: boolean,
): { meanings: Meaning[]; end: number } | undefined {
  for (let next = at + 1; next < words.length && next <= at + 1 + SKIPPED_MAX; next++) {
    const second = words[next] as string;
    for (const { first, rest, meanings } of begun.get(formOf(second, language)) ?? []) {
      if (as_written && first !== words[at]) continue;
      const end = endOf(words, next + 1, rest, language);
      if (end > 0) return { meanings, end };
    }
    if (!isEmpty(second, language)) return undefined;
  }
  return undefined;
}

/** Where the other words of a phrase end that are looked for from a place on, or 0. */
function endOf(words: readonly string[], from: number, rest: readonly string[], language: Language): number {
  let at = from;
  for (const one of rest) {
    let skipped = 0;
    while (at < words.length && formOf(words[at] as string, language) !== one) {
      if (skipped++ === SKIPPED_MAX || !isEmpty(words[at] as string, language)) return 0;
      at++;
    }
    if (at++ === words.length) return 0;
  }
  return at;
}

/** Letters that a word has at least that may be another form of one in the list: `git` is no `gîte`. */
const STEM_LETTERS = 4;

/** What the words at a place mean in one language. @param as_written whether the first one has to be written the same */
function senseIn(words: readonly string[], at: number, language: Language, as_written = false): Sense | undefined {
  const { written, single, phrases } = vocabularies.get(language) as Vocabulary;
  const word = words[at] as string;
  const form = formOf(word, language);
  const begun = phrases.get(form);
  const phrase = begun && phraseAt(words, at, begun, language, as_written);
  if (phrase) return { parts: [phrase.meanings], words: phrase.end - at };
  const meanings = written.get(word) ?? (as_written || word.length < STEM_LETTERS ? undefined : single.get(form));
  return meanings && { parts: [meanings], words: 1 };
}

/** The longer one of two, else the surer one, else the first. */
function better(one: Sense | undefined, other: Sense | undefined): Sense | undefined {
  if (!one || !other) return one ?? other;
  const sure = (sense: Sense) => Math.max(...sense.parts.flat().map((meaning) => meaning.sure));
  return other.words > one.words || (other.words === one.words && sure(other) > sure(one)) ? other : one;
}

/** Letters that a word has at least that is looked for in languages other than that of its text. */
const FOREIGN_LETTERS = 4;

/**
 * What the words at a place mean: in the languages of the text, in English, and else in any other, unless it is an English word that
 * means another thing there.
 *
 * @param own those of the text, as far as they are known
 * @param loose whether one known part of a word that is made of two is enough
 * @param of_place those of the country that the text is about, which it quotes
 */
export function senseOf(
  words: readonly string[],
  at: number,
  own: readonly Language[],
  loose = false,
  of_place: readonly Language[] = [],
): Sense | undefined {
  const first = words[at] as string;
  let known: Sense | undefined;
  for (const language of own) known = better(known, senseIn(words, at, language));
  if (known) return known;
  const english = own.includes('en') ? undefined : senseIn(words, at, 'en');
  if (english) return english;
  if (first.length < FOREIGN_LETTERS || (own.includes('en') && friends.has(first))) return undefined;
  for (const language of of_place) known = better(known, senseIn(words, at, language));
  if (known) return known;
  for (const other of languages) {
    if (other === 'en' || own.includes(other)) continue;
    // In a text whose language is known a word of another one is written as it is in the list.
    if (own.length && !all_written.has(first)) break;
    known = better(known, senseIn(words, at, other, own.length > 0));
  }
  if (known) return known;
  const spoken = [...own, ...of_place];
  return partsOf(first, spoken) ?? (loose ? knownPartOf(first, spoken) : undefined);
}

/**
 * Whether a word may begin a phrase.
 *
 * @param own the languages of the text, as far as they are known
 */
export const mayBeginMore = (word: string, own: readonly Language[]): boolean =>
  phrases_begin.has(word) ||
  (own.length ? [...own, 'en' as const] : languages).some((language) =>
    vocabularies.get(language)?.phrases.has(formOf(word, language)),
  );

/** Letters between the parts of a word that is made of two. */
const LINKS = ['', 's', 'n', 'en', 'e', 'er', 'es'];
const compounding: readonly Language[] = ['de', 'nl'];
/** No real word is longer; every end of a longer one would be looked up. */
const COMPOUND_MAX = 40;

/** The two words of which one is made, as German and Dutch make them: `Lohnabrechnung`; both have to be known. */
function partsOf(found: string, own: readonly Language[]): Sense | undefined {
  if (found.length < 8 || found.length > COMPOUND_MAX) return undefined;
  for (const one of compounding) {
    if (own.length && !own.includes(one)) continue;
    const { single } = vocabularies.get(one) as Vocabulary;
    const known = (part: string) => (part.length < 3 ? undefined : single.get(formOf(part, one)));
    for (let at = found.length - 3; at >= 3; at--) {
      const last = known(found.slice(at));
      if (!last) continue;
      for (const link of LINKS) {
        const first = found.slice(0, at).endsWith(link) && known(found.slice(0, at - link.length));
        if (first) return { parts: [first, last], words: 1 };
      }
    }
  }
  return undefined;
}

/** What the known part of a word says that is made of two, the last one first: an `Intensivkurs` is a course. */
function knownPartOf(found: string, own: readonly Language[]): Sense | undefined {
  if (found.length < 9 || found.length > COMPOUND_MAX) return undefined;
  const known = (part: string, language: Language) => {
    const { written, single } = vocabularies.get(language) as Vocabulary;
    const form = formOf(part, language);
    return written.get(part) ?? (form.length < STEM_LETTERS ? undefined : single.get(form));
  };
  for (const one of compounding) {
    if (own.length && !own.includes(one)) continue;
    for (let at = 3; at <= found.length - 4; at++) {
      const last = known(found.slice(at), one);
      if (last) return { parts: [last], words: 1 };
    }
    for (let at = found.length - 3; at >= 5; at--) {
      const first = known(found.slice(0, at), one);
      if (first)
        return { parts: [first.map(({ concept, sure }) => ({ concept, sure: Math.min(sure, UNSURE) }))], words: 1 };
    }
  }
  return undefined;
}

/** What a name begins or ends with: `Tidequorl` is about tides. @param of_place languages of its country, beside English */
export function withinName(name: string, of_place: readonly Language[]): Sense | undefined {
  if (name.length < 6) return undefined;
  for (let many = name.length - 2; many >= 4; many--)
    for (const part of [name.slice(0, many), name.slice(-many)])
      for (const language of ['en', ...of_place] as const) {
        const { single, written } = vocabularies.get(language) as Vocabulary;
        const meanings = written.get(part) ?? single.get(formOf(part, language));
        if (meanings) return { parts: [meanings], words: 1 };
      }
  return undefined;
}
