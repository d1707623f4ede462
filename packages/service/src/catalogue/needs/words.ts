import { fold } from '../../domain/companies/company-name.ts';
import { light as light_words, same } from './thesaurus.ts';

/**
 * The words of needs and of what audits say is offered, so that one finds the other (decision 192): folded, with light
 * stemming, and with other words for the same thing.
 */

/** A word of a need: what it may be called, how much it says, and whether it says how something is offered and not what. */
export type NeedWord = { exact: string; others: readonly string[]; weight: number; means: boolean };

/** Words of a need that count; more than that is a story. */
const NEED_WORDS_MAX = 12;

const listed = (text: string) => text.trim().split(/\s+/);

/** Stems that were made before: texts repeat their words. Longer words would keep the text alive in which they were found. */
const known_stems = new Map<string, string>();
const KNOWN_STEMS_MAX = 30_000;
const KNOWN_LETTERS_MAX = 12;

/** Endings that another form of a word does not have; the first that fits goes. What is left has four letters at least. */
const endings = listed(
  'ations ation ators ator ating ated ates ate ments ment ungen ung ings ing ions ion ers ors ies ied en er or ed es e s y',
);

/** Words that say nothing about what is needed. */
const empty = new Set(
  listed(`a an the of in on at to by for from with into as per and or nor but if that this these those who which whom what where when how
    can could may might must should shall will would do does did is are be been being has have had having there it its i we my our me us you your
    they them their not no any some all each every one someone somebody anyone please need needs needed want wants looking look find get gets getting
    make makes let lets give gives allow allows able like us use used using uses via through over about than then so also only just very up out off down back people person persons
    company companies vendor vendors provider providers supplier suppliers firm business businesses exist exists offer offers offering offered sell sells
    service services solution solutions product products something thing things kind best good cheapest cheap new own help helps near
    der die das ein eine einen und oder mit für von zu im ich wir suche brauche le la les un une des et ou avec pour de du je cherche el los una y con para`),
);

/** Words that say how something is offered. They rank, and nobody is found by them alone. */
const means = new Set(
  listed(`api apis rest mcp sdk cli webhook webhooks json agent agents ai machine machines readable automatic automatically automated programmatic
    programmatically online internet app apps software platform tool tools system key keys token tokens sandbox account price prices
    pricing free trial documentation docs open server integration integrations call calls http https data endpoint endpoints self human cost costs
    quick quickly fast instant instantly month monthly year yearly day daily small large
    send sends customer customers user users client clients list work works working people team teams fixed`).map(stem),
);

const LIGHT = 0.3;
const light = new Set(listed(fold(light_words).replaceAll('-', ' ')).map(stem));

/** Other words for a word, by its stem. */
const others_of = new Map<string, readonly string[]>();
for (const line of same.trim().split('\n')) {
  const group = [...new Set(listed(fold(line).replaceAll('-', ' ')).map(stem))];
  for (const word of group)
    others_of.set(
      word,
      [...new Set([...(others_of.get(word) ?? []), ...group])].filter((other) => other !== word),
    );
}

/** Scripts that put no blank between words: each two letters stand for a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u;
const word = /[\p{L}\p{N}]+/gu;
const beyond_ascii = /[^\0-\x7f]/;
const ascii_word = /[a-z0-9]{2,}/g;

/** The stems of a text in its order, with repetitions. */
export function stemsOf(text: string): string[] {
  const folded = fold(text);
  // Most texts, and five times as fast.
  if (!beyond_ascii.test(folded)) return (folded.match(ascii_word) ?? []).map(stem);
  return (folded.match(word) ?? []).flatMap((found) => {
    if (!unspaced.test(found)) return found.length > 1 ? [stem(found)] : [];
    const letters = [...found];
    return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

/** The two words of which one is made, as German makes them: `lohnabrechnung`; none unless the first is known. */
function partsOf(found: string): string[] {
  for (let at = found.length - 3; at >= 4; at--) {
    const first = [found.slice(0, at), found.slice(0, at).replace(/e?[ns]$/, '')].map(stem);
    const known = first.find((one) => others_of.has(one));
    if (known) return [known, stem(found.slice(at))];
  }
  return [];
}

/** The words of a need that say something, each once, in its order. */
export function needWords(need: string): NeedWord[] {
  const said = (fold(need).match(word) ?? []).filter((one) => !empty.has(one)).join(' ');
  const stems = [...new Set(stemsOf(said))].slice(0, NEED_WORDS_MAX);
  return stems.map((exact) => {
    const others = others_of.get(exact) ?? partsOf(exact).flatMap((part) => [part, ...(others_of.get(part) ?? [])]);
    return {
      exact,
      // What is said by one word of the need is not said by another one, too.
      others: others.filter((other) => !stems.includes(other)),
      weight: light.has(exact) ? LIGHT : 1,
      means: means.has(exact),
    };
  });
}

function stem(found: string): string {
  if (found.length > KNOWN_LETTERS_MAX) return withoutEndings(found);
  const known = known_stems.get(found);
  if (known !== undefined) return known;
  const made = withoutEndings(found);
  if (known_stems.size >= KNOWN_STEMS_MAX) known_stems.clear();
  known_stems.set(found, made);
  return made;
}

/**
 * A word without its endings: `translating`, `translations` and `translator` are one. Four letters stay, of `…er` and `…or` five:
 * a camper is no camp.
 */
function withoutEndings(found: string): string {
  if (found.endsWith('men') && found.length > 5) return withoutEndings(`${found.slice(0, -2)}an`);
  if (found.length < 5)
    return found.length === 4 && found !== 'news' && found.endsWith('s') && !found.endsWith('ss')
      ? found.slice(0, -1)
      : found;
  for (const ending of endings) {
    const left = found.slice(0, -ending.length);
    if (!found.endsWith(ending) || left.length < (/^(?:[eo]rs?|en)$/.test(ending) ? 5 : 3)) continue;
    if (ending === 's' && found.endsWith('ss')) continue;
    // `shipping` and `ship`: a letter is doubled before an ending that begins with a vowel.
    return withoutEndings(
      left.length > 3 && left.at(-1) === left.at(-2) && !/[lsz]$/.test(left) ? left.slice(0, -1) : left,
    );
  }
  return found;
}
