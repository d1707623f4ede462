import type { Audit } from '@readymark/rubric/audit/audit';
import { fold } from '../../domain/companies/company-name.ts';
import { of_audits } from './concepts/around.ts';
import { concepts, mayBeginMore, type Sense, senseOf, withinName } from './concepts.ts';
import { countryOfSite, languagesIn, mayBeginPlace, placeAt } from './countries.ts';
import { formOf, isEmptyAnywhere, type Language, languagesOf, remembered, wordsOf } from './languages.ts';

/** Something that an audit says is offered, and how much it weighs that it is said there. */
type Statement = { text: string; weight: number };

/** What says that something is not there. Audits are written in English, mostly. */
const denial =
  /\b(?:no|not|none|nothing|neither|nor|never|without|cannot|lacks?|lacking|missing|absent|nobody|kein\w*|nicht|ohne|aucun\w*|sans|ningun\w*|sin|senza)\b/;
const sentence = /(?<=[.;!?])\s+/;
/** The parts of a sentence: a denial is meant for its own part, and mostly for all that follow. */
const part = /(?<=[,(:])/;

/** What denies nothing: for whom something is not is said beside for whom it is. */
const no_denial = /\b(?:and|or)?\s*(?:for\s+)?(?:whom|what)(?: it is)?\s+not(?: for)?\b/gi;
/** What is in brackets or quotation marks, whose denial is meant for nothing else. */
const enclosed = /\([^()]{0,500}\)|"[^"]{0,500}"|“[^”]{0,500}”|«[^»]{0,500}»/g;

/** What a sentence says is there: all of it, or the parts before the first that denies something. */
function affirmed(said: string): string {
  if (!denial.test(fold(said))) return said;
  const text = said.replaceAll(no_denial, '').replaceAll(enclosed, (one) => (denial.test(fold(one)) ? '' : one));
  if (!denial.test(fold(text))) return text;
  const parts = text.split(part);
  const denied = parts.findIndex((one) => denial.test(fold(one)));
  return denied < 0
    ? text
    : parts
        .slice(0, denied)
        .join('')
        .replace(/[\s,(:]{1,20}$/, '');
}

/**
 * Where an audit says what is offered (decision 192): the name, the summary, the signals and the evidence of criteria that have
 * points. Gaps and actions name what is not there.
 */
function textsOf(audit: Audit): Statement[] {
  const { company, slug, website, executive_summary, strongest_signals, criteria } = audit;
  return [
    { text: nameOf({ company, slug, website }), weight: NAME },
    { text: executive_summary, weight: SUMMARY },
    ...strongest_signals.map(({ title, detail }) => ({ text: `${title}. ${detail}`, weight: 1 })),
    ...criteria
      .filter(({ score }) => score > 0)
      .map(({ id, evidence }) => ({
        text: id === 'P1-A' ? inWords(evidence) : evidence,
        weight: OFFER.has(id) ? 1 : ELSEWHERE,
      })),
  ];
}

/** What an audit says is offered, sentence by sentence, without what is denied. */
export function statementsOf(audit: Audit): Statement[] {
  return (
    textsOf(audit)
      .flatMap((one) =>
        isName(one) ? one : one.text.split(sentence).map((text) => ({ text: affirmed(text), weight: one.weight })),
      )
      // Sentences of the summary with the name of the company are about its score.
      .filter((one) => one.text !== '' && !(isSummary(one) && one.text.includes(audit.company)))
  );
}

/** Criteria whose evidence is about what is offered, for whom and how it begins; that of others is about the site. */
const OFFER = new Set(['P1-A', 'P2-A', 'P2-B', 'P2-C', 'P4-A']);
const ELSEWHERE = 0.7;
const SUMMARY = 0.99;
/** Whether it is a sentence of the summary, which is about scores first. */
export const isSummary = ({ weight }: Statement): boolean => weight === SUMMARY;

/** What a company is called says most about what it does. */
const NAME = 3;
export const isName = ({ weight }: Statement): boolean => weight === NAME;

/** `AccountingService` is `Accounting Service`. */
const inWords = (text: string) => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

const nameOf = ({ company, slug, website }: Pick<Audit, 'company' | 'slug' | 'website'>) =>
  `${company} ${inWords(company)} ${slug} ${URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : ''}`;

const about_sites = new Set(of_audits.trim().split(/\s+/));
export const isAboutSites = (word: string): boolean => about_sites.has(word);

/** How much words that mean other things as often say at most for a concept, beside what others say for it. */
const UNSURE_MAX = 0.8;
/** What such a word counts in an audit, beside what it counts in a need: needs are about what is offered, audits about sites first. */
const UNSURE_HERE = 0.6;
/** How much one sentence says for a concept at most: many words for it say more than one. */
const SENTENCE_MAX = 1.4;

/** A term of an offer, in 24 bits: of 150 terms one in 100,000 others seems to be among them. */
export const termOfWord = (word: string): number => hashOf(formOf(word, 'en'));
export const termOfCountry = (country: string): number => hashOf(`@${country}`);
const concept_terms = concepts.map((_, at) => hashOf(`#${at}`));
export const termOfConcept = (concept: number): number => concept_terms[concept] as number;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash >>> 8) ^ hash) & 0xffffff;
}

/** What is known of a word before its neighbours are looked at. `begins`: it may begin a phrase or the name of a place. */
type Known = { term: number | undefined; sense: Sense | undefined; begins: boolean };

/** What is known of words, by the languages of the audit and of its country. */
const known_words = new Map<string, (word: string) => Known>();
const KNOWN_MAX = 30_000;

function knownWords(own: readonly Language[], of_place: readonly Language[]): (word: string) => Known {
  const key = `${own.join()};${of_place.join()}`;
  const known =
    known_words.get(key) ??
    remembered(
      (word) => ({
        term: isTerm(word) ? termOfWord(word) : undefined,
        sense: about_sites.has(word) ? undefined : senseOf([word], 0, own, false, of_place),
        begins: mayBeginMore(word, [...own, ...of_place]) || mayBeginPlace(word),
      }),
      KNOWN_MAX,
    );
  known_words.set(key, known);
  return known;
}

/**
 * What a company offers: its words, their concepts and the countries that it names, and how much its audit says for each, as terms
 * in order, each with its strength in the last eight bits.
 */
export function offerOf(audit: Audit): Uint32Array {
  const offer = new Map<number, number>();
  const add = (term: number, much: number) => offer.set(term, (offer.get(term) ?? 0) + much);
  /** What words say that mean other things as often. */
  const unsure = new Map<number, number>();
  const statements = statementsOf(audit).map((one) => ({ ...one, is_name: isName(one), words: wordsOf(one.text) }));
  const own = languagesOf(statements.flatMap(({ words }) => words));
  const site = countryOfSite(audit.website);
  const of_place = languagesIn(site).filter((one) => !own.includes(one));
  const known = knownWords(own, of_place);
  if (site) add(termOfCountry(site), 1);
  for (const { words, weight, is_name } of statements) {
    const said = new Map<number, number>();
    const hinted = new Map<number, number>();
    const terms = new Set<number>();
    for (let at = 0; at < words.length; ) {
      const word = words[at] as string;
      const { sense: alone, begins } = known(word);
      let sense = alone;
      if (begins) {
        const place = placeAt(words, at);
        if (place) terms.add(termOfCountry(place.country));
        const longer = senseOf(words, at, own, false, of_place);
        if (longer && longer.words > 1) sense = longer;
      }
      if (!sense && is_name) sense = senseOf(words, at, of_place) ?? withinName(word, of_place);
      for (const meaning of sense?.parts.flat() ?? []) {
        const { concept } = meaning;
        // What is in the name is meant.
        const sure = is_name ? 1 : meaning.sure < 1 ? meaning.sure * UNSURE_HERE : 1;
        const of = sure === 1 ? said : hinted;
        of.set(concept, (of.get(concept) ?? 0) + sure);
        for (const [above, share] of concepts[concept]?.kinds ?? [])
          of.set(above, Math.max(of.get(above) ?? 0, sure * share));
      }
      for (const end = at + (sense?.words ?? 1); at < end; at++) {
        const { term } = known(words[at] as string);
        if (term !== undefined) terms.add(term);
      }
    }
    for (const term of terms) add(term, weight);
    for (const [concept, much] of said) add(termOfConcept(concept), Math.min(SENTENCE_MAX, much) * weight);
    for (const [concept, much] of hinted)
      unsure.set(concept, (unsure.get(concept) ?? 0) + Math.min(SENTENCE_MAX, much) * weight);
  }
  for (const [concept, much] of unsure) {
    const term = termOfConcept(concept);
    add(term, Math.min(much, (offer.get(term) ?? 0) + UNSURE_MAX));
  }
  const packed = new Uint32Array(offer.size);
  let at = 0;
  for (const [term, much] of offer) packed[at++] = ((term << 8) | Math.min(255, Math.round(much * STEPS))) >>> 0;
  return packed.sort();
}

/** Steps of strength: 255 of them are the most. */
export const STEPS = 20;

const isTerm = (word: string) =>
  word.length > 1 && !about_sites.has(word) && !/^\d+$/.test(word) && !isEmptyAnywhere(word);
