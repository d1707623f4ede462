/**
 * Text as words with an index, so that phrases of ladders are looked for without patterns: what a phrase costs does not depend on
 * what a site sends. A phrase is words in a row, in any case and with any punctuation between them; `#` stands for a number, and a
 * word that ends in `*` for every word that begins with it: "cancel*", "# days", "no credit card" (decision 91).
 */
export type Passage = { text: string; words: readonly string[]; starts: readonly number[] };

export type PhraseIndex = {
  passages: readonly Passage[];
  /** Passages by word, each once, in order. */
  places: ReadonlyMap<string, readonly number[]>;
  /** All words, sorted, so that those with a stem are beside each other. */
  words: readonly string[];
  /** Phrases that were looked for already, and their parts that stand for several words. */
  found: Map<string, readonly number[]>;
  parts: Map<string, readonly number[]>;
};

const word = /[\p{L}\p{N}]+|[%$€£¥]/gu;
const wanted = /[\p{L}\p{N}]+\*?|[#%$€£¥]/gu;
/** Numbers as texts write them out in words, in the languages that are judged. */
const numbers = new Set(
  (
    'one two three four five six seven eight nine ten twelve fourteen fifteen twenty thirty sixty ninety ' +
    'einem einen einer zwei drei vier fünf sechs sieben acht zehn zwölf vierzehn dreißig ' +
    'zwanzig fünfzehn deux trois quatre cinq sept huit dix douze quinze vingt trente dos tres cuatro cinco seis siete diez doce quince veinte treinta ' +
    'due tre quattro cinque sei sette dieci dodici venti trenta twee drie vier vijf zes zeven acht tien twaalf vijftien twintig dertig ' +
    'dois três quatro sete oito dez doze vinte trinta'
  ).split(' '),
);

/** A number in digits or in words. */
export const isNumber = (text: string): boolean => (text >= '0' && text < ':') || numbers.has(text);

export const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? [];

function passageOf(text: string): Passage {
  const words: string[] = [];
  const starts: number[] = [];
  for (const match of text.matchAll(word)) {
    words.push(match[0].toLowerCase());
    starts.push(match.index);
  }
  return { text, words, starts };
}

export function indexText(lines: readonly string[]): PhraseIndex {
  const passages = lines.map(passageOf);
  const places = new Map<string, number[]>();
  for (const [at, passage] of passages.entries())
    for (const each of new Set(passage.words)) {
      const list = places.get(each);
      if (list) list.push(at);
      else places.set(each, [at]);
    }
  return { passages, places, words: [...places.keys()].sort(), found: new Map(), parts: new Map() };
}

function fits(part: string, each: string | undefined): boolean {
  if (each === undefined) return false;
  if (part === '#') return isNumber(each);
  if (part.endsWith('*')) return each.startsWith(part.slice(0, -1));
  return each === part;
}

/** The parts of the phrases that were looked for last: ladders have some thousands, and look for each on every page. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;

function partsOf(phrase: string): readonly string[] {
  const before = known.get(phrase);
  if (before) return before;
  const parts = phrase.toLowerCase().match(wanted) ?? [];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(phrase, parts);
  return parts;
}

/** Where a phrase begins among words, -1 when it does not occur. */
export function placeIn(words: readonly string[], phrase: string): number {
  const parts = partsOf(phrase);
  const [first] = parts;
  if (first === undefined) return words.length > 0 ? 0 : -1;
  const plain = first !== '#' && !first.endsWith('*');
  for (let at = plain ? words.indexOf(first) : 0; at >= 0 && at < words.length; ) {
    let step = plain ? 1 : 0;
    while (step < parts.length && fits(parts[step] ?? '', words[at + step])) step++;
    if (step === parts.length) return at;
    at = plain ? words.indexOf(first, at + 1) : at + 1;
  }
  return -1;
}

/** The first of sorted words that is not before a stem. */
function firstFrom(words: readonly string[], stem: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as string) < stem) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withWord(index: PhraseIndex, part: string): readonly number[] {
  if (part !== '#' && !part.endsWith('*')) return index.places.get(part) ?? [];
  const known = index.parts.get(part);
  if (known) return known;
  const all = new Set<number>();
  const from = part === '#' ? 0 : firstFrom(index.words, part.slice(0, -1));
  for (let at = from; at < index.words.length; at++) {
    const each = index.words[at] as string;
    if (fits(part, each)) for (const place of index.places.get(each) ?? []) all.add(place);
    else if (part !== '#') break;
  }
  const found = [...all];
  index.parts.set(part, found);
  return found;
}

function withPhrase(index: PhraseIndex, phrase: string): readonly number[] {
  const known = index.found.get(phrase);
  if (known) return known;
  const parts = partsOf(phrase);
  // The rarest word decides where to look; a number only where there is no word.
  const words = parts.filter((part) => part !== '#');
  const lists = (words.length > 0 ? words : parts.slice(0, 1)).map((part) => withWord(index, part));
  const candidates = lists.reduce((least, list) => (list.length < least.length ? list : least), lists[0] ?? []);
  const found = candidates.filter((at) => placeIn(index.passages[at]?.words ?? [], phrase) >= 0);
  index.found.set(phrase, found);
  return found;
}

/** The passages in which at least one of the phrases occurs. */
export function passagesWith(index: PhraseIndex, phrases: readonly string[]): ReadonlySet<number> {
  const all = new Set<number>();
  for (const phrase of phrases) for (const at of withPhrase(index, phrase)) all.add(at);
  return all;
}

/**
 * At most `length` characters of a passage with the first of the phrases in them, whole words, exactly as in the text: from
 * its beginning where that is near enough.
 */
export function quoteAround(passage: Passage, phrases: readonly string[], length: number): string {
  const { text, words, starts } = passage;
  if (text.length <= length) return text;
  const places = phrases.map((phrase) => placeIn(words, phrase)).filter((place) => place >= 0);
  const middle = starts[Math.min(...places, words.length - 1)] ?? 0;
  const from = middle < length * 0.75 ? 0 : Math.min(middle - length / 3, text.length - length);
  const first = from === 0 ? 0 : (starts.find((start) => start >= from) ?? 0);
  if (text.length <= first + length) return text.slice(first);
  const last = text.lastIndexOf(' ', first + length);
  return text.slice(first, last > first ? last : first + length).trim();
}

/** The words of a text that are the phrase, as they are written there; undefined when it does not occur. */
export function asWritten(text: string, phrase: string): string | undefined {
  const { words, starts } = passageOf(text);
  const at = placeIn(words, phrase);
  const last = at + partsOf(phrase).length - 1;
  return at < 0 ? undefined : text.slice(starts[at], (starts[last] ?? 0) + (words[last]?.length ?? 0));
}
