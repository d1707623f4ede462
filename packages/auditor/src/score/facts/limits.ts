import type { Site } from '../../read/site.ts';
import { fold, hasAny } from '../claims/folded.ts';
import { best, foundIn, type Hit, hitAt, hitsOf, type Said } from '../claims/hits.ts';
import { amount, bounded, quantitiesIn, times, withHeader } from '../claims/quantities.ts';
import { type Text, textsOf, wordsIn } from '../claims/texts.ts';
import { type Fact, type FactArguments, list } from '../fact.ts';
import type { HeadedRow } from '../rows/headed-rows.ts';
import { boundsIn, rowSaid } from '../rows/proving-rows.ts';

/** Tables whose header speaks of a limit, with a number in a row: each row with its header is one limit. */
function limitsInTables(text: Text, words: readonly string[]): { key: string; sentence: string }[] {
  const found: { key: string; sentence: string }[] = [];
  for (const { rows } of text.page?.tables ?? []) {
    const [header = [], ...rest] = withHeader(rows);
    for (const row of rest.slice(0, 40)) {
      const label = row[0] ?? '';
      if (quantitiesIn(label).length > 0) found.push({ key: `label ${fold(label)}`, sentence: label });
      row.slice(1).forEach((cell, at) => {
        const head = header[at + 1] ?? '';
        const bare = /^[\d.,\s–-]{1,12}$/.test(cell) && /\d/.test(cell);
        const limited = hasAny(fold(head), words) || hasAny(fold(label), words);
        const counted = bare && quantitiesIn(`${cell} ${head}`).length > 0;
        if ((bare && limited) || counted || (quantitiesIn(cell).length > 0 && cell.length < 80))
          found.push({ key: `${fold(label)}|${fold(head)}|${cell}`, sentence: row.join(' ') });
      });
    }
  }
  return found;
}

/** At most so many of something, whatever it is counted in. */
const bounding: readonly RegExp[] = [
  /\b(?:at most|up to|a maximum of|no more than|a minimum of|at least) (\d[\d.,]{0,9})(?![\d%])/i,
  // In other languages without words that also say until when, and of what is no share, time of day, multiple or sum.
  /(?<!\p{L})(?:bis zu|höchstens|maximal|au maximum|au plus|como máximo|un máximo de|al massimo|un massimo di|maximaal|hoogstens|no máximo|um máximo de) (\d{1,3}) (?!(?:pro[cz]ent|por|per|pour|mal|fois|veces|volte|keer|vezes|uhr|uur|heures?|horas?|ore|euros?|eur|chf|franken)(?!\p{L}))\p{L}{3}/iu,
];
const boundIn = (sentence: string): string | undefined =>
  bounding.map((pattern) => pattern.exec(sentence)?.[1]).find((bound) => bound !== undefined);

/** The least sum of an order or a visit: `a minimum charge of £10`, `Mindestbestellwert 20 €`. It bounds what is taken, and is no price of anything. */
const leastSum =
  /(?<!\p{L})(?:minimum(?! (?:wage|balance|age))|min\.|mindest(?!lohn|alter)\p{L}{3,20}|minimale?|m[íi]nim[oa]|mínima) ?:? ?(?:[\p{L}'’-]{1,14}:? ){0,4}\(?(?:(?:[€£$]|EUR |CHF |USD |R ?(?=\d\d))\s?(\d[\d.,]{0,8})|(\d[\d.,]{0,8}) ?(?:€|EUR|CHF|USD|£|euros?))|(?:[€£$]\s?(\d[\d.,]{0,8})|(\d[\d.,]{0,8}) ?(?:€|EUR|CHF|USD|£|euros?)) (?:minimum|mindest\p{L}{3,20})(?!\p{L}| (?:wage|balance|age))/iu;

/** From so many to so many of something: `6 to 10 people`, `2–8 Personen`. */
const ranged = /(?<![\d.,:])\d{1,3}(?: ?[-–] ?| (?:to|bis|à|a|tot|até) )\d{1,3} \p{L}{2}/u;

/** Shares and multiples praise more than they bound. */
const noLimits = new Set(['percent', 'time']);

/** Short entries of lists on pages of the offer: what they count is what one gets. */
const entriesOf = (site: Site): ReadonlySet<string> =>
  new Set(
    textsOf(site)
      .filter(({ role }) => role === 'pricing' || role === 'product' || role === 'home')
      .flatMap(({ page }) => (page?.lists ?? []).flat())
      .filter((entry) => entry.length <= 90),
  );

/** Sentences that bound something: a number with a unit and a word of limit, or a rate on a page of prices. */
function limitsIn(site: Site, roles: readonly string[], args: FactArguments) {
  const keys = new Set<string>();
  const sure = new Set<string>();
  const kinds = new Set<string>();
  const entries = entriesOf(site);
  const isLimit = ({ folded, sentence, words: wordsOf, language }: Said): boolean | 'sign' => {
    if (hasAny(folded, wordsOf('not'))) return false;
    const refused = language.refuses.test(sentence.toLowerCase());
    const word = refused || hasAny(folded, wordsOf('words')) || entries.has(sentence);
    const quantities = quantitiesIn(sentence).filter(
      ({ unit, per }) => !noLimits.has(unit) && (word || ((per !== '' || ranged.test(sentence)) && !times.has(unit))),
    );
    for (const { number, unit } of quantities) {
      keys.add(`${number} ${unit}`);
      kinds.add(unit);
      sure.add(`${number} ${unit}`);
    }
    const bound = boundIn(sentence);
    if (bound !== undefined && quantities.length === 0) {
      keys.add(`${bound} at most or least`);
      sure.add(`${bound} at most or least`);
    }
    const least = leastSum
      .exec(sentence)
      ?.slice(1)
      .find((sum) => sum !== undefined);
    if (least !== undefined) {
      keys.add(`${least} at least`);
      sure.add(`${least} at least`);
      kinds.add('sum');
      return true;
    }
    if (quantities.length === 0 && bound === undefined) return false;
    // A price, and what one gets for it, counts and shows no limit.
    return (quantities.some(({ priced }) => !priced) && (!amount.test(sentence) || bounded.test(sentence))) || 'sign';
  };
  const hits = hitsOf(site, roles, args, isLimit, { denied: true, duties: true });
  const cells: Hit[] = [];
  for (const text of textsOf(site)) {
    if (!roles.includes(text.role)) continue;
    const words = text.language && wordsIn(args, 'words', text.language);
    for (const { key, sentence } of limitsInTables(text, words ?? [])) {
      if (keys.has(key)) continue;
      keys.add(key);
      sure.add(key);
      kinds.add('table');
      if (cells.length < 3) cells.push(hitAt(site, text, sentence));
    }
  }
  return { hits: [...hits, ...cells], count: keys.size, sure: sure.size, kinds: kinds.size };
}

const money =
  /(?:[$€£¥₹₩₽₺₫₱₪฿₦₴]|\bR ?(?=\d\d))\s?\d[\d.,]{0,14}|\b\d[\d.,]{0,14}\s?(?:USD|EUR|GBP|CHF|ZAR|JPY|CAD|AUD|NGN|kr\b|zł|€|£)/g;
const dates =
  /\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d/g;

const clock = /\b\d{1,2}[:.]\d\d(?=\s?(?:am|pm|to|-|–|until|h)\b)|\b\d{1,2} ?(?:am|pm)\b/gi;

/**
 * A row of a table of fields: a name as programs write it, whether it is required, and its type. Or a sentence that says the type of a field,
 * or what it is when it is not set.
 */
const fields: readonly RegExp[] = [
  /^[a-z][\w.$[\]-]{0,50}(?:required|optional) (?:string|integer|boolean|number|array|object|float|enum|uuid)\b/,
  /^[a-z][\w.$[\]-]{0,50} (?:(?:required|optional) )?(?:string|integer|boolean|array|enum|uuid)(?=$| [^\p{Ll}])/u,
  /\b(?:is|are) (?:an? )?(?:optional |required )?(?:string|integer|boolean|enum|uuid|array of (?:strings|integers|objects))s?(?: value)?(?=[.,;)]| that\b|$)/i,
  /\bdefaults to (?:["'`\d]|true\b|false\b|none\b|null\b|an? empty\b)/i,
];

/** Documentation says what fields of an interface or of a file are. */
const OF_FIELDS: ReadonlySet<string> = new Set(['docs', 'agent']);
const isField = (sentence: string, role: string): boolean =>
  OF_FIELDS.has(role) && fields.some((pattern) => pattern.test(sentence.slice(0, 300)));

/** What can be checked in a sentence: amounts of money, numbers with their units, dates, and types of fields. */
const factsIn = (sentence: string, role: string): string[] => [
  ...quantitiesIn(sentence).map(({ number, unit, per }) => `${number} ${unit} ${per}`),
  ...(sentence.match(money) ?? []),
  ...(sentence.match(dates) ?? []),
  ...(sentence.match(clock) ?? []),
  ...(isField(sentence, role) ? [fold(sentence.slice(0, 80))] : []),
];

/** How many facts of a sentence make it more telling than others. */
const MOST_TELLING = 2;

/** A sentence with what can be checked in it, and its words. */
type Worded = { hit: Hit; folded: string; words: number; facts: readonly string[] };
const worded = new WeakMap<Text, readonly Worded[]>();

function wordedOf(site: Site, text: Text): readonly Worded[] {
  const known = worded.get(text);
  if (known) return known;
  const made = text.sentences.map((sentence): Worded => {
    const folded = fold(sentence);
    const words = folded.split(' ').length - 2;
    return { hit: hitAt(site, text, sentence), folded, words, facts: factsIn(sentence, text.role) };
  });
  worded.set(text, made);
  return made;
}

/** Sentences of roles, each once. */
function wordingOf(site: Site, roles: readonly string[], english: boolean): Worded[] {
  const seen = new Set<string>();
  return textsOf(site)
    .filter(({ role, language }) => roles.includes(role) && !(english && language?.code !== 'en'))
    .flatMap((text) => wordedOf(site, text))
    .filter(({ folded }) => !seen.has(folded) && seen.add(folded));
}

export const quantities: Record<string, Fact> = {
  limits_stated: {
    about:
      'Different limits on pages of `roles`: a number with its unit in one sentence with one of `words` or with a rate ("per month"), ' +
      'and numbers in tables; none of `not`. Only one with a `strong` word is quoted. `kinds: true` counts the kinds of units instead.',
    find(site, args) {
      const roles = list(args, 'roles');
      const { hits, count, sure, kinds } = limitsIn(site, roles, args);
      const value = args.kinds === true ? kinds : count;
      const counted = (row: HeadedRow, { language }: Text) =>
        language !== undefined && boundsIn(row, wordsIn(args, 'strong', language) ?? []);
      return foundIn(site, roles, args, hits, {
        count: value,
        sure: args.kinds === true ? kinds : sure,
        says: { row: rowSaid(site, roles, counted) },
      });
    },
  },
  quantified_facts: {
    about:
      'Different facts that can be checked on pages of `roles`: amounts of money, numbers with units, dates. `per: "words"` gives ' +
      'how many there are in 1000 words, repetitions included; `count: "words"` how many words there are.',
    find(site, args) {
      const roles = list(args, 'roles');
      const wording = wordingOf(site, roles, false);
      const words = wording.reduce((sum, one) => sum + one.words, 0);
      // What can be checked most in few words is the most telling.
      const stating = wording
        .filter(({ facts }) => facts.length > 0)
        .toSorted((a, b) => Math.min(MOST_TELLING, b.facts.length) - Math.min(MOST_TELLING, a.facts.length))
        .map(({ hit }) => hit);
      const all = wording.flatMap(({ facts }) => facts);
      const density = words === 0 ? 0 : Math.round((10_000 * all.length) / words) / 10;
      const value = args.count === 'words' ? words : args.per === 'words' ? density : new Set(all).size;
      return foundIn(site, roles, args, best(stating), { count: value });
    },
  },
  vague_terms: {
    about:
      'Sentences with one of `words` (praise that nobody can check) on English pages of `roles`, for each 100 facts that can be checked ' +
      'there; 999 where there are such sentences and no facts. `per: "words"` gives how many there are in 1000 words.',
    find(site, args) {
      const roles = list(args, 'roles');
      const words = list(args, 'words');
      const wording = wordingOf(site, roles, true);
      const facts = wording.reduce((sum, one) => sum + one.facts.length, 0);
      const praising = wording.filter(({ folded }) => hasAny(folded, words)).map(({ hit }) => hit);
      const words_read = wording.reduce((sum, one) => sum + one.words, 0);
      const per_100_facts =
        facts === 0 ? Math.min(praising.length, 1) * 999 : Math.round((100 * praising.length) / facts);
      const value =
        args.per === 'words' ? Math.round((1000 * praising.length) / Math.max(1, words_read)) : per_100_facts;
      // Praise is counted and not quoted: as a source of the criterion it would look like a fact.
      const at = praising.map(({ text }) => text.item);
      return foundIn(site, roles, args, praising, { at, count: value, says: { words: praising.length } });
    },
  },
  placeholders: {
    about:
      'Texts that were never filled in, on pages of `roles`: "lorem ipsum", "[COMPANY NAME]", "coming soon" as a page.',
    find(site, args) {
      const roles = list(args, 'roles');
      const hits: Hit[] = [];
      for (const text of textsOf(site)) {
        if (!roles.includes(text.role)) continue;
        const sentence = text.sentences.find(
          (one) => isUnfilled(one, text.language) || (emptyPage.test(one) && (text.page?.words ?? 0) < 80),
        );
        // It is quoted as what it is: a text that nobody filled in.
        if (sentence !== undefined) hits.push({ ...hitAt(site, text, sentence), quotable: true, prints: 'always' });
      }
      return foundIn(site, roles, args, hits);
    },
  },
};

/** Blanks of a form that nobody filled in, and a page that calls itself a placeholder. */
const unfilled =
  /lorem ipsum|\[(?:NAME|COMPANY|YOUR|INSERT|BUSINESS|CLIENT|DATE|ADDRESS|EMAIL|COUNTRY|WEBSITE|PHONE|Your|Insert|Company|Country|Optional)\b|^(?:PLACEHOLDER|PLATZHALTER) ?[:,–—-]|To edit this page, log in/;
/** The same blanks in other languages, in capitals: in small letters they are also those of a form that customers fill in. */
const unfilledElsewhere =
  /\[(?:(?:VOLLSTÄNDIGER )?NAME(?: DES INHABERS)?|DATUM|DATA|FECHA|FIRMA|FIRMENNAME|NOM|NOM DE LA SOCIÉTÉ|NOME|NOMBRE|NAAM|EMPRESA|ADRESSE|ADRES|INDIRIZZO|DIRECCIÓN|RAZÓN SOCIAL|RAGIONE SOCIALE)\]/;
/** A field of a template that was not filled in; a text about templates shows such fields. */
const unfilledField = /(?<!\$)\{\{ ?[a-z_.][^}]{0,40}\}?\}?/gi;
const ofTemplates =
  /\b(?:tokens?|variables?|templat\w*|placeholders?|syntax|helpers?|macros?|expressions?|(?:merge|custom|dynamic) (?:tags?|fields?)|mustache|handlebars|liquid|jinja|use|write|type|insert|replaced?|vorlagen?|platzhaltern?|modèles?|champs?|plantillas?|campos?|segnapost[oi]|campi|modell[oi]|sjablo\w+|veld(?:en)?|modelos?)\b/i;

function isUnfilled(sentence: string, language: Text['language']): boolean {
  if (unfilled.test(sentence) || (language?.code !== 'en' && unfilledElsewhere.test(sentence))) return true;
  const rest = sentence.replace(unfilledField, '');
  return rest !== sentence && !ofTemplates.test(rest);
}
const emptyPage = /coming soon|under construction|come back later|future home of/i;
