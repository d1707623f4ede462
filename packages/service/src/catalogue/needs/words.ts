import { fold } from '../../domain/companies/company-name.ts';

/**
 * The words of needs and of what audits say is offered, so that one finds the other (decision 192): folded, with light
 * stemming, and with other words for the same thing.
 */

/** A word of a need: what it may be called, and whether it says how something is offered and not what. */
export type NeedWord = { exact: string; others: readonly string[]; means: boolean };

/** Words of a need that count; more than that is a story. */
const NEED_WORDS_MAX = 12;

const listed = (text: string) => text.trim().split(/\s+/);

/** Endings that another form of a word does not have; the first that fits goes. What is left has four letters at least. */
const endings = listed(
  'ations ation ators ator ating ated ates ate ments ment ings ing ions ion ers ors ies ied er or ed es e s y',
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

/** Each line: words for the same thing in what businesses do. */
const same = `
  ocr read reading recognise recognition scan extract extraction
  invoice bill billing
  receipt expense
  book booking reserve reservation appointment schedule scheduling
  payroll salary salaries wage wages payslip
  translate translation localise localisation interpreter
  transcribe transcription transcript subtitle caption
  laundry wash washing ironing cleaning
  lodging accommodation cottage gite hotel guesthouse room overnight stay holiday vacation
  payment pay checkout
  tax vat taxes
  courier delivery deliver shipping parcel shipment
  mail email newsletter
  analytics metrics statistics
  court tennis squash padel
  tide tides sea harbour
  font typeface lettering typography
  podcast episode audio
  seed seeds plant plants
  backup archive snapshot restore
  review reviews testimonial rating
  zero-knowledge zkp
  verify verification
  website webdesign homepage
  news geopolitical intelligence
  generator power
  lawyer legal attorney solicitor
  accountant accounting bookkeeping
  car vehicle automobile
  recruit recruiting hiring job jobs
  insurance insure
  doctor medical clinic health
  flight flights airline
  weather forecast
  geocoding geocode
  sms messaging
  sign signature signing esignature
  print printing printed
  dance dancing swing
  build builds ci pipeline
`;

/** Other words for a word, by its stem. */
const others_of = new Map<string, readonly string[]>();
for (const line of same.trim().split('\n')) {
  const group = [...new Set(listed(line.replaceAll('-', ' ')).map(stem))];
  for (const word of group)
    others_of.set(
      word,
      [...new Set([...(others_of.get(word) ?? []), ...group])].filter((other) => other !== word),
    );
}

/** Scripts that put no blank between words: each two letters stand for a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u;
const word = /[\p{L}\p{N}]+/gu;

/** The stems of a text in its order, with repetitions. */
export function stemsOf(text: string): string[] {
  return (fold(text).match(word) ?? []).flatMap((found) => {
    if (!unspaced.test(found)) return found.length > 1 ? [stem(found)] : [];
    const letters = [...found];
    return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

/** The words of a need that say something, each once, in its order. */
export function needWords(need: string): NeedWord[] {
  const said = (fold(need).match(word) ?? []).filter((one) => !empty.has(one)).join(' ');
  return [...new Set(stemsOf(said))].slice(0, NEED_WORDS_MAX).map((exact) => ({
    exact,
    others: others_of.get(exact) ?? [],
    means: means.has(exact),
  }));
}

/**
 * A word without its endings: `translating`, `translations` and `translator` are one. Four letters stay, of `…er` and `…or` five:
 * a camper is no camp.
 */
function stem(found: string): string {
  if (found.endsWith('men') && found.length > 5) return stem(`${found.slice(0, -2)}an`);
  if (found.length < 5)
    return found.length === 4 && found.endsWith('s') && !found.endsWith('ss') ? found.slice(0, -1) : found;
  for (const ending of endings) {
    const left = found.slice(0, -ending.length);
    if (!found.endsWith(ending) || left.length < (/^[eo]rs?$/.test(ending) ? 5 : 3)) continue;
    if (ending === 's' && found.endsWith('ss')) continue;
    // `shipping` and `ship`: a letter is doubled before an ending that begins with a vowel.
    return stem(left.length > 3 && left.at(-1) === left.at(-2) && !/[lsz]$/.test(left) ? left.slice(0, -1) : left);
  }
  return found;
}
