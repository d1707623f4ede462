import { languages } from './languages/index.ts';

/** For which time an amount of money is, in the languages that are judged. */

const TIMES: ReadonlySet<string> = new Set(['hour', 'day', 'night', 'week', 'month', 'year']);
const ENGLISH = { hour: 'hour', day: 'day', night: 'night', week: 'week', month: 'month', year: 'year' };

/** Units of time by their names, for each language. */
const nouns: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  languages.map(({ code, units }) => {
    const named = Object.entries(code === 'en' ? ENGLISH : units);
    return [code, new Map(named.filter(([, unit]) => TIMES.has(unit)))];
  }),
);
const adverbs: ReadonlyMap<string, string> = new Map(languages.flatMap(({ every }) => Object.entries(every)));

/** What leads from an amount to its unit, and in which languages: `mes` is a month behind `al`, and none behind `à`. */
const LINKS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['/', languages.map(({ code }) => code)],
  ...['a', 'an', 'each', 'every'].map((link) => [link, ['en']] as const),
  ...['pro', 'je', 'im'].map((link) => [link, ['de']] as const),
  ...['par', 'au', "à l'"].map((link) => [link, ['fr']] as const),
  ['per', ['en', 'it', 'nl']],
  ['al', ['es', 'it']],
  ["all'", ['it']],
  ['cada', ['es']],
  ['por', ['es', 'pt']],
  ['ao', ['pt']],
]);

/** The words of a text, the links that end in an apostrophe among them. */
const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/à l'|all'|[\p{L}\p{N}]+/gu) ?? [];

const nounBehind = (link: string, noun: string): string | undefined =>
  LINKS.get(link)
    ?.map((code) => nouns.get(code)?.get(noun))
    .find((unit) => unit !== undefined);

const BEHIND =
  /^[\s\d.,–-]{0,6}(?:(\/|all['’]|à l['’]|(?:per|pro|je|im|par|al|au|por|ao|cada)\s)\s?(\p{L}{2,12})|(\p{L}{5,14}))(?!\p{L})/u;
/** It is a certain month or year, or how one ends it. */
const CERTAIN =
  /^(?:\s(?:19|20)\d\d|[\s,]{0,3}(?:prochain|suivant|dernier|passé|prossim|scors|siguiente|próxim|pasad|letiv|nächst|letzt|volgend|vorher|zuvor|vooraf|avant|antes|prima|kündbar|opzegbaar|résiliable)\p{L}{0,6})/u;

/** The unit of time for which an amount is, from the text behind it; empty where none is named. */
export function periodBehind(text: string): string {
  const plain = text.slice(0, 60).toLowerCase().replaceAll('’', "'");
  const found = BEHIND.exec(plain);
  if (!found || CERTAIN.test(plain.slice(found[0].length))) return '';
  const [, link = '', noun = '', adverb = ''] = found;
  return (noun === '' ? adverbs.get(adverb) : nounBehind(link.trim(), noun)) ?? '';
}

const PRICE = new Set(
  (
    'price prices cost costs fee fees rate plan billed billing paid payment preis preise kosten beitrag tarif gebühr prix tarifs coût importe precio precios ' +
    'cuota prezzo prezzi canone prijs prijzen preço preços'
  ).split(' '),
);
/** A name of a unit that is another word in another language has no more than these letters: `an`, `mes`, `mo`. */
const SHORT = 3;

/** The unit of time of a heading that says nothing else: `Monatlich`, `Prix par an`. */
export function periodNamed(heading: string): string {
  const words = wordsIn(heading);
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? '';
    const noun = nounBehind(LINKS.has(before) ? before : '/', word);
    const unit = adverbs.get(word) ?? (LINKS.has(before) || word.length > SHORT ? noun : undefined);
    if (unit !== undefined) found.push(unit);
    else if (!PRICE.has(word) && !LINKS.has(word)) return '';
  }
  return found.length === 1 && (found[0] === 'month' || found[0] === 'year') ? found[0] : '';
}

const OR = new Set(
  (
    'or oder bzw beziehungsweise ou o oppure of billed paid pay when if only nur just bei zahlung user users seat seats member members person nutzer ' +
    'utilisateur usuario utente gebruiker utilizador'
  ).split(' '),
);

/** Whether the text between two amounts says that one may be taken for the other: their periods, and an `or`. */
export const areAlternatives = (between: string): boolean =>
  !/\d/.test(between) &&
  wordsIn(between).every(
    (word) => OR.has(word) || LINKS.has(word) || adverbs.has(word) || nounBehind('/', word) !== undefined,
  );
