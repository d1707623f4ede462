import { distance } from 'fastest-levenshtein';
import type { Listed, SearchGroup, Snapshot } from './snapshot.ts';

/** Text as searches compare it: without case, accents and width variants. `Café` becomes `cafe`. */
export function fold(text: string): string {
  const ascii = /^[\0-\x7f]*$/.test(text);
  return (ascii ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
}

/** A web address without what people leave out: `https://www.example.com/` becomes `example.com`. */
const shortAddress = (address: string) =>
  address
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '');

/** The text of a group of companies. */
export function searchGroup<Of extends Listed>(
  companies: readonly Of[],
): Omit<SearchGroup, 'companies'> & { companies: readonly Of[] } {
  const starts = new Uint32Array(companies.length + 1);
  const lines = companies.map(({ company, slug, website }, at) => {
    const line = fold(`${company} ${slug} ${shortAddress(website)}`);
    starts[at + 1] = (starts[at] ?? 0) + line.length + 1;
    return line;
  });
  return { companies, text: `${lines.join('\n')}\n`, starts };
}

/** Characters of a query. */
export const QUERY_LENGTH_MAX = 200;

/** Words of a query that are searched for; of more, the longest (decision 71). */
const WORDS_MAX = 8;
/** Companies by which it is estimated how rare a word is. */
const SAMPLE_COMPANIES = 64;

/**
 * Companies whose name, slug or website contain every word of the query (decision 71), in leaderboard order; all for a
 * query without words.
 */
export function search(snapshot: Snapshot, query: string): readonly Listed[] {
  const words = distinctWords(query);
  const [rarest, ...others] = words.length > 1 ? rarestFirst(snapshot, words) : words;
  if (rarest === undefined) return snapshot.companies;
  const found: Listed[] = [];
  for (const group of snapshot.groups)
    for (const at of placesOf(group, rarest)) {
      const line = others.length ? lineOf(group, at) : '';
      if (others.every((word) => line.includes(word))) found.push(group.companies[at] as Listed);
    }
  return found;
}

/** The companies of a group whose line contains a word. */
function placesOf({ text, starts, companies }: SearchGroup, word: string): number[] {
  const places: number[] = [];
  let at = 0;
  for (let hit = text.indexOf(word); hit >= 0 && at < companies.length; hit = text.indexOf(word, starts[at])) {
    while ((starts[at + 1] ?? 0) <= hit) at += 1;
    places.push(at);
    at += 1;
  }
  return places;
}

const lineOf = ({ text, starts }: SearchGroup, at: number) => text.slice(starts[at], starts[at + 1]);

/** Words by how many of some companies, spread over the leaderboard, have them: few companies match a rare word. */
function rarestFirst({ groups, count }: Snapshot, words: readonly string[]): string[] {
  const step = Math.max(1, Math.floor(count / SAMPLE_COMPANIES));
  const sample: string[] = [];
  let next = 0;
  for (const group of groups) {
    for (; next < group.companies.length; next += step) sample.push(lineOf(group, next));
    next -= group.companies.length;
  }
  const frequency = (word: string) => sample.filter((line) => line.includes(word)).length;
  return words
    .map((word) => ({ word, found: frequency(word) }))
    .sort((a, b) => a.found - b.found)
    .map(({ word }) => word);
}

/** The words to search for. One that is part of another is found with it. */
function distinctWords(query: string): string[] {
  const words = [...new Set(fold(query).split(/\s+/).map(shortAddress).filter(Boolean))];
  const longest_first = words.sort((a, b) => b.length - a.length);
  return longest_first
    .filter((word, at) => !longest_first.slice(0, at).some((longer) => longer.includes(word)))
    .slice(0, WORDS_MAX);
}

/**
 * The company that a text names: by its whole name, or by words that no other company has. undefined when there is none,
 * or more than one.
 */
export function named(snapshot: Snapshot, text: string): Listed | undefined {
  if (text.trim() === '') return undefined;
  const by_words = search(snapshot, text);
  const name = fold(text);
  const by_name = by_words.filter(({ company }) => company.length <= text.length && fold(company) === name);
  if (by_name.length === 1) return by_name[0];
  return by_words.length === 1 ? by_words[0] : undefined;
}

/**
 * The companies that an unknown slug or name most likely means, best first: by likeness of the slug, or else by the
 * beginnings of words. Takes bounded time for any text.
 *
 * @param limit how many companies at most
 */
export function nearest(snapshot: Snapshot, text: string, limit: number): readonly Listed[] {
  const similar = similarSlugs(snapshot, text);
  return (similar.length ? similar : sameBeginnings(snapshot, text, limit)).slice(0, limit);
}

/** Letters of slugs whose distance is computed, at most: about two milliseconds of work, however many companies there are. */
const COMPARED_LETTERS_MAX = 150_000;
/** Companies looked at, and companies collected, at most. */
const LOOKED_AT_MAX = 50_000;
const SIMILAR_MAX = 1_000;

/** Companies whose slug equals the text, contains it, or differs in at most a third of its letters; most similar first. */
function similarSlugs({ companies }: Snapshot, text: string): Listed[] {
  const wanted = fold(text.slice(0, 64))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (wanted === '') return [];
  const reach = Math.max(1, Math.floor(wanted.length / 3));
  const letters = lettersOf(wanted);
  const similar: { company: Listed; away: number }[] = [];
  let compared = 0;
  for (let at = 0; at < Math.min(companies.length, LOOKED_AT_MAX) && similar.length < SIMILAR_MAX; at++) {
    const company = companies[at] as Listed;
    const { slug } = company;
    if (slug === wanted) similar.push({ company, away: 0 });
    else if (wanted.length > 2 && slug.includes(wanted))
      similar.push({ company, away: slug.startsWith(wanted) ? 0.5 : 0.9 });
    else if (compared < COMPARED_LETTERS_MAX && Math.abs(slug.length - wanted.length) <= reach) {
      // Each letter that only one of the two has is at least one difference.
      const own = lettersOf(slug);
      if (bits(own & ~letters) > reach || bits(letters & ~own) > reach) continue;
      compared += slug.length;
      const away = distance(slug, wanted);
      if (away <= reach) similar.push({ company, away });
    }
  }
  return similar.sort((a, b) => a.away - b.away).map(({ company }) => company);
}

/** The letters and digits of a slug as bits; some share a bit. */
function lettersOf(slug: string): number {
  let letters = 0;
  for (let at = 0; at < slug.length; at++) letters |= 1 << (slug.charCodeAt(at) & 31);
  return letters;
}

/** How many bits are set in 32. */
function bits(of: number): number {
  const pairs = of - ((of >> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333);
  return Math.imul((fours + (fours >> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Letters that must match, longest first: people who mistype mostly get the beginning right. */
const BEGINNINGS = [12, 8, 6, 4, 3] as const;

/** The first companies, in leaderboard order, that contain the longest beginning of any word of the text. */
function sameBeginnings(snapshot: Snapshot, text: string, limit: number): Listed[] {
  const words = fold(text.slice(0, 100))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
    .slice(0, 4)
    // Most words do not even have their shortest beginning in common with any company.
    .filter((word) => snapshot.groups.some(({ text }) => text.includes(word.slice(0, 3))));
  for (const [at, length] of BEGINNINGS.entries()) {
    const beginnings = words.filter((word) => at === 0 || word.length >= length).map((word) => word.slice(0, length));
    const found: Listed[] = [];
    for (const group of snapshot.groups) {
      const places = new Set(beginnings.flatMap((beginning) => placesOf(group, beginning)));
      found.push(...[...places].sort((a, b) => a - b).map((place) => group.companies[place] as Listed));
      if (found.length >= limit) break;
    }
    if (found.length) return found;
  }
  return [];
}
