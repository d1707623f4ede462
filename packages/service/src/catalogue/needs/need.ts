import { light as light_words } from './concepts/around.ts';
import { concepts, isWritten, type Meaning, type Sense, senseOf } from './concepts.ts';
import { placeAt } from './countries.ts';
import { isEmpty, type Language, languagesOf, stemOf, wordsOf } from './languages.ts';
import { isAboutSites } from './offer.ts';

/** One thing that a need says: its words, what they may stand for, how much it ranks, and how much of what is asked for it is. */
type NeedPart = {
  words: string[];
  /** The words that are no part of a phrase, and how surely they mean what is meant. */
  alone: { word: string; sure: number }[];
  meanings: Meaning[];
  country?: string | undefined;
  /** Whether it may be the thing that is needed, and not only where, for whom or how. */
  is_thing: boolean;
  /** The part that it is said together with, as in `wedding photographer`. */
  beside?: NeedPart | undefined;
  ranks: number;
  asks: number;
};

/** A need as it is understood: its parts, the countries that it names, and whether one of its things is enough. */
export type Need = {
  parts: readonly NeedPart[];
  countries: readonly string[];
  is_one_of: boolean;
};

/** Words of a need that are read: as many as a need has letters at most, of which some fold to several words each. */
const WORDS_MAX = 200;
/** Parts of a need that count; more than that is a story. */
const PARTS_MAX = 14;
/** How much a part ranks, and how much of what is asked for it is, beside the thing itself. */
type Weight = { ranks: number; asks: number };
const weights = {
  thing: { ranks: 1, asks: 1 },
  /** A word that means other things as often. */
  unsure: { ranks: 0.7, asks: 0.4 },
  circumstance: { ranks: 0.4, asks: 0.2 },
  means: { ranks: 0.3, asks: 0 },
  /** Time, number and size. */
  light: { ranks: 0.15, asks: 0 },
  place: { ranks: 0.3, asks: 0.15 },
  /** A word that is not known, behind a word like `for` or `in`. */
  unknown_behind: { ranks: 0.4, asks: 0.15 },
  unknown: { ranks: 0.55, asks: 0.3 },
} as const satisfies Record<string, Weight>;
/** What a thing counts behind a word like `for` or `in`. */
const BEHIND = 0.6;

const light = new Set(light_words.trim().split(/\s+/));

/** Words behind which there is for whom, where or with what, by language. */
const prepositions: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set('for in near at with from during before after to into by through'.split(' ')),
  de: new Set('fur in bei mit aus von vom zur zum im am gegen'.split(' ')),
  fr: new Set('pour a dans avec pres chez sur en au aux'.split(' ')),
  es: new Set('para en con cerca a'.split(' ')),
  it: new Set('per a con vicino da in nel nella al'.split(' ')),
  nl: new Set('voor in bij met naar op van'.split(' ')),
  pt: new Set('para em com perto no na a'.split(' ')),
};

const isPreposition = (word: string, own: readonly Language[]) =>
  own.some((language) => prepositions[language].has(word));

const alternatives: Readonly<Record<Language, string>> = {
  ...{ en: 'or', de: 'oder', fr: 'ou', es: 'o', it: 'o', nl: 'of', pt: 'ou' },
};

/** Understands a need. */
export function needOf(text: string): Need {
  const words = wordsOf(text).slice(0, WORDS_MAX);
  const own = languagesOf(words);
  /** Words with a capital that do not begin the need. */
  const names = new Set((text.match(/(?<=\s)\p{Lu}\p{L}+/gu) ?? []).flatMap(wordsOf));
  const parts: NeedPart[] = [];
  const countries = new Set<string>();
  const nationalities: string[] = [];
  let is_behind = false;
  let beside: NeedPart | undefined;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    let sense = senseOf(words, at, own, true);
    // `mes`, a month, has the stem of `mesa`.
    if (sense?.words === 1 && light.has(word) && !isWritten(word)) sense = undefined;
    const place = placeAt(words, at);
    const is_named = names.has(word) && !own.includes('de');
    if (place && (place.words > 1 || !sense || is_named || isLanguage(sense))) {
      if (!sense || (is_named && !isLanguage(sense))) countries.add(place.country);
      else if (isLanguage(sense)) nationalities.push(place.country);
      parts.push({
        words: words.slice(at, at + place.words),
        alone: words.slice(at, at + place.words).map((word) => ({ word, sure: 1 })),
        meanings: sense && isLanguage(sense) ? [...sense.parts.flat()] : [],
        country: place.country,
        is_thing: false,
        ...weights.place,
      });
      at += place.words;
      beside = undefined;
      continue;
    }
    const many = sense?.words ?? 1;
    if (many === 1 && isEmptyWord(word, own)) {
      is_behind ||= isPreposition(word, own) && parts.some(({ asks }) => asks > 0);
      at += 1;
      beside = undefined;
      continue;
    }
    const said = words.slice(at, at + many);
    at += many;
    if (!sense && said.every((one) => /^\d+$/.test(one) || one.length < 2)) continue;
    for (const meanings of sense?.parts ?? [[]]) {
      const { ranks, asks } = weightOf(said, meanings, is_behind || (own.length > 0 && !own.includes('en')));
      const share = is_behind ? BEHIND : 1;
      const part: NeedPart = {
        words: said,
        alone: many === 1 ? [{ word, sure: meanings.length ? Math.max(...meanings.map(({ sure }) => sure)) : 1 }] : [],
        meanings: [...meanings],
        is_thing: isThing(said, meanings),
        beside,
        ranks: ranks * share,
        asks: asks * share,
      };
      parts.push(part);
      beside = part;
    }
    // Phrases may end in one: `a gift for`.
    is_behind ||= many > 1 && isPreposition(said.at(-1) as string, own);
  }
  // `Spanish` is a language where something is taught or translated, and else a country.
  const is_language = parts.some(({ meanings }) =>
    meanings.some(({ concept }) => of_languages.has(concepts[concept]?.name ?? '')),
  );
  for (const part of parts)
    if (part.country && part.meanings.length) {
      if (is_language) Object.assign(part, weights.unsure);
      else part.meanings = [];
    }
  if (!is_language) for (const one of nationalities) countries.add(one);
  const is_one_of = own.length < 2 && own.some((language) => words.includes(alternatives[language]));
  return { parts: withoutImplied(together(parts)).slice(0, PARTS_MAX), countries: [...countries], is_one_of };
}

const of_languages = new Set([
  'course',
  'language-course',
  'tutoring',
  'translation',
  'translation-memory',
  'language',
  'exam',
  'books',
  'email',
  'transcription',
]);
const isLanguage = (sense: Sense) =>
  sense.parts.flat().every(({ concept }) => concepts[concept]?.name === 'named-language');

const isThing = (words: readonly string[], meanings: readonly Meaning[]) =>
  meanings.length
    ? meanings.some(({ concept }) => concepts[concept]?.kind === 'thing')
    : !words.every((one) => light.has(one) || isAboutSites(one));

const isEmptyWord = (word: string, own: readonly Language[]) =>
  isEmpty(word, 'en') || own.some((language) => isEmpty(word, language)) || (!own.length && word.length < 3);

function weightOf(words: readonly string[], meanings: readonly Meaning[], is_behind: boolean): Weight {
  if (!meanings.length)
    return words.every((one) => light.has(one) || isAboutSites(one))
      ? weights.light
      : is_behind
        ? weights.unknown_behind
        : weights.unknown;
  const things = meanings.filter(({ concept }) => concepts[concept]?.kind === 'thing');
  if (things.some(({ sure }) => sure === 1)) return weights.thing;
  if (things.length) return weights.unsure;
  return meanings.some(({ concept }) => concepts[concept]?.kind === 'circumstance')
    ? weights.circumstance
    : weights.means;
}

/** Parts that may stand for the same are one. */
function together(parts: readonly NeedPart[]): NeedPart[] {
  const found: NeedPart[] = [];
  for (const part of parts) {
    const same = found.find(
      ({ words, meanings }) =>
        meanings.some(({ concept, sure }) =>
          part.meanings.some((one) => one.concept === concept && one.sure + sure > 1),
        ) ||
        (!meanings.length &&
          !part.meanings.length &&
          stemOf(words[0] ?? '', 'en') === stemOf(part.words[0] ?? '', 'en')),
    );
    if (!same) {
      found.push(part);
      continue;
    }
    same.words = [...new Set([...same.words, ...part.words])];
    const said_before = ({ word, sure }: NeedPart['alone'][number]) =>
      same.alone.some((one) => one.word === word && one.sure === sure);
    same.alone = [...same.alone, ...part.alone.filter((one) => !said_before(one))];
    const all = [...same.meanings, ...part.meanings];
    same.meanings = [...new Set(all.map(({ concept }) => concept))].map((concept) => ({
      concept,
      sure: Math.max(...all.filter((one) => one.concept === concept).map(({ sure }) => sure)),
    }));
    // Whoever was said beside one of the two is now beside both.
    for (const one of parts) if (one.beside === part) one.beside = same;
    same.is_thing ||= part.is_thing;
    same.ranks = Math.max(same.ranks, part.ranks);
    same.asks = Math.max(same.asks, part.asks);
  }
  return found;
}

/** What another part says already asks for nothing: a kennel is for dogs. */
function withoutImplied(parts: NeedPart[]): NeedPart[] {
  for (const part of parts) {
    const is_implied = parts.some(
      (other) =>
        other !== part &&
        part.meanings.length > 0 &&
        part.meanings.every(({ concept }) =>
          other.meanings.some(
            (one) => one.sure === 1 && concepts[one.concept]?.kinds.some(([above]) => above === concept),
          ),
        ),
    );
    if (is_implied) part.asks = 0;
  }
  return parts;
}
