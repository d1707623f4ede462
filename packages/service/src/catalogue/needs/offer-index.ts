import { concepts } from './concepts.ts';
import { countries } from './countries.ts';
import type { Need } from './need.ts';
import { STEPS, termOfConcept, termOfCountry, termOfWord } from './offer.ts';

/** How well an offer fits a need: `score` ranks, `share` is how much it has of what is asked for, from 0 to 1. */
type Fit = { at: number; score: number; share: number };

/** How much an audit has to say until 63 % of what it can say is said. */
const MUCH = 1.4;
/** What it says at least for a word that it has. */
const SAID = 0.15;
/** What a concept, and one of which it is a kind, counts beside the word itself. */
const CONCEPT = 0.95;
const ABOVE = 0.55;
/** What a concept counts where a company has all of which it is a kind at once. */
const BOTH = 0.8;
/** What the words themselves count beside what they stand for, among companies that fit equally. */
const EXACT = 0.2;
/** How much rarer than others a word can be. */
const RARE_MAX = 3.5;
/** What a part counts that no company has. */
const NOBODY = 0.8;
/** What is left of a company in another country than the one that is asked for. */
const ELSEWHERE = 0.35;
/** How much of a thing is missing where the one that is said beside it is, and how much of one thing a company has at least. */
const PAIR = 0.3;
const THING_LEAST = 0.25;
/** From this score on less of what is asked for is enough, as long needs ask for more: a tenth of what is above it, but this share. */
const MUCH_FROM = 2.5;
const EASE = 0.1;
const MUCH_LEAST = 0.22;
/** From so much on a part is the thing that is needed. */
const THING = 0.5;
const strengths = Float32Array.from({ length: 256 }, (_, steps) => 1 - Math.exp(-steps / STEPS / MUCH));
const country_terms = new Set(countries.map(termOfCountry));

/** What is looked for: a part of the need, and how much it counts when a company has it. */
type Look = { part: number; much: number; is_word: boolean };

/** Offers are read from end to end, in which few terms are looked for: a byte for the last bits of a term says whether one of those may be it. */
const MAY_BE = 2 ** 14;
const may_be_sought = new Uint8Array(MAY_BE);

/**
 * The companies that have a share of what is asked for, best first, and how much each part of the need ranks. A part counts by its rarity
 * among the offers, and a company by how much its audit says for it.
 */
export function search(
  offers: readonly Uint32Array[],
  need: Need,
  share_least: number,
): { found: Fit[]; ranks: readonly number[] } {
  const { parts } = need;
  const looks = new Map<number, Look[]>();
  const exact = new Map<number, number[]>();
  /** Parts that a company has as far as it has all of some terms. */
  const joined: { part: number; terms: number[]; much: number }[] = [];
  const look = (term: number, part: number, much: number, is_word = false) =>
    looks.set(term, [...(looks.get(term) ?? []), { part, much, is_word }]);
  for (const [part, { words, alone, meanings, country }] of parts.entries()) {
    for (const { word, sure } of alone) look(termOfWord(word), part, 0.5 + sure / 2, true);
    if (country) look(termOfCountry(country), part, 0.9);
    for (const { concept, sure } of meanings) {
      look(termOfConcept(concept), part, CONCEPT * (0.5 + sure / 2));
      const both = concepts[concept]?.both ?? [];
      if (both.length) joined.push({ part, terms: both.map(termOfConcept), much: BOTH * (0.5 + sure / 2) });
      for (const [above, share] of concepts[concept]?.kinds ?? [])
        look(termOfConcept(above), part, ABOVE * share * (0.5 + sure / 2));
    }
    for (const word of words) exact.set(termOfWord(word), [...(exact.get(termOfWord(word)) ?? []), part]);
  }
  const asked_for = new Set(need.countries.map(termOfCountry));
  const sought = new Set([...looks.keys(), ...exact.keys(), ...(asked_for.size ? country_terms : [])]);
  for (const term of sought) may_be_sought[term % MAY_BE] = 1;

  /** Of each offer that has something: how much of each part, of its words, and whether it is in another country. */
  const hits: { at: number; much: number[]; words: number[]; is_elsewhere: boolean }[] = [];
  for (const [at, offer] of offers.entries()) {
    let hit: (typeof hits)[number] | undefined;
    let [is_there, is_somewhere] = [false, false];
    for (let entry = 0; entry < offer.length; entry++) {
      const term = (offer[entry] as number) >>> 8;
      if (may_be_sought[term % MAY_BE] === 0 || !sought.has(term)) continue;
      const strength = strengths[(offer[entry] as number) & 255] as number;
      if (country_terms.has(term)) {
        is_somewhere = true;
        if (asked_for.has(term)) is_there = true;
      }
      // Plain arrays: a small Float32Array takes ten times as long to make.
      hit ??= { at, much: parts.map(() => 0), words: parts.map(() => 0), is_elsewhere: false };
      for (const { part, much, is_word } of looks.get(term) ?? [])
        hit.much[part] = Math.max(hit.much[part] as number, (is_word ? SAID + (1 - SAID) * strength : strength) * much);
      for (const part of exact.get(term) ?? [])
        hit.words[part] = (hit.words[part] as number) + strength / (parts[part]?.words.length ?? 1);
    }
    if (!hit) continue;
    for (const { part, terms, much } of joined) {
      const least = Math.min(...terms.map((term) => strengthOf(offer, term)));
      hit.much[part] = Math.max(hit.much[part] as number, least * much);
    }
    hit.is_elsewhere = asked_for.size > 0 && is_somewhere && !is_there;
    hits.push(hit);
  }
  may_be_sought.fill(0);

  const rarity = parts.map((_, part) => {
    const many = hits.reduce((sum, { much }) => sum + (much[part] as number), 0);
    const rare = Math.log(1 + (offers.length - many + 0.5) / (many + 0.5));
    return Math.min(RARE_MAX, rare) * (many === 0 ? NOBODY : 1);
  });
  const ranks = parts.map((part, at) => part.ranks * (rarity[at] as number));
  const is_asked = parts.some(({ asks }) => asks > 0);
  const asks = parts.map((part, at) => (is_asked ? part.asks : part.ranks) * (rarity[at] as number));
  const is_thing = parts.map((part) => part.asks >= THING);
  const may_be_it = parts.some((part) => part.is_thing);
  const besides = parts.map(({ beside }) => (beside ? parts.indexOf(beside) : -1));
  const found: Fit[] = [];
  for (const { at, much, words, is_elsewhere } of hits) {
    // What is where or how alone is not the thing.
    if (may_be_it && parts.every((part, of) => !part.is_thing || (much[of] as number) < THING_LEAST)) continue;
    /** What a part asks for: words that are not known, or mean other things as often, count in full where they are found, and less where they are not. */
    const wanted = parts.map(
      ({ meanings }, part) =>
        (asks[part] as number) +
        (meanings.some(({ sure }) => sure === 1)
          ? 0
          : (much[part] as number) * Math.max(0, (ranks[part] as number) - (asks[part] as number))),
    );
    if (need.is_one_of) keepBest(wanted, much, is_thing);
    const whole = sum(wanted);
    const has = sum(wanted.map((one, part) => one * (much[part] as number) * together(part, much, besides, is_thing)));
    const factor = is_elsewhere ? ELSEWHERE : 1;
    const share = whole > 0 ? (factor * has) / whole : 0;
    const score =
      factor * sum(ranks.map((one, part) => one * ((much[part] as number) + EXACT * (words[part] as number))));
    if (share < Math.max(Math.min(MUCH_LEAST, share_least), share_least - EASE * Math.max(0, score - MUCH_FROM)))
      continue;
    found.push({ at, score, share });
  }
  return { found: found.sort((a, b) => b.score - a.score || a.at - b.at), ranks };
}

/** How much an offer says for a term. */
function strengthOf(offer: Uint32Array, term: number): number {
  const entry = offer.find((one) => one >>> 8 === term);
  return entry === undefined ? 0 : (strengths[entry & 255] as number);
}

/** Of two things that are said together each counts less where the other is missing: a wedding is no photographer. */
function together(
  part: number,
  much: readonly number[],
  besides: readonly number[],
  is_thing: readonly boolean[],
): number {
  if (!is_thing[part]) return 1;
  const others = [besides[part] as number, besides.indexOf(part)].filter((other) => other >= 0 && is_thing[other]);
  return others.length ? 1 - PAIR * (1 - Math.max(...others.map((other) => much[other] as number))) : 1;
}

/** Of several things one is enough: nothing is asked for by the others. */
function keepBest(wanted: number[], much: readonly number[], is_thing: readonly boolean[]): void {
  const things = wanted.flatMap((one, part) => (is_thing[part] ? [one * (much[part] as number)] : [0]));
  const best = things.indexOf(Math.max(...things));
  for (const part of wanted.keys()) if (is_thing[part] && part !== best) wanted[part] = 0;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
