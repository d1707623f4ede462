import { distance } from 'fastest-levenshtein';
import type { Entry, Snapshot } from './snapshot.ts';

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

const folded_texts = new WeakMap<Snapshot, readonly string[]>();

/** The folded name, slug and website of each entry, made once per snapshot. */
function textsOf(snapshot: Snapshot): readonly string[] {
  const known = folded_texts.get(snapshot);
  if (known) return known;
  const texts = snapshot.entries.map(({ company, slug, website }) =>
    fold(`${company} ${slug} ${shortAddress(website)}`),
  );
  folded_texts.set(snapshot, texts);
  return texts;
}

/** Entries whose name, slug or website contain every word of the query, in leaderboard order; all for an empty query. */
export function search(snapshot: Snapshot, query: string): readonly Entry[] {
  const words = [...new Set(fold(query).split(/\s+/).map(shortAddress).filter(Boolean))];
  if (words.length === 0) return snapshot.entries;
  const texts = textsOf(snapshot);
  return snapshot.entries.filter((_, at) => words.every((word) => texts[at]?.includes(word)));
}

/**
 * The companies that an unknown slug or name most likely means, best first: by likeness of the slug, or else by the
 * beginnings of words. Takes bounded time for any text.
 *
 * @param limit how many companies at most
 */
export function nearest(snapshot: Snapshot, text: string, limit: number): readonly Entry[] {
  const similar = similarSlugs(snapshot, text);
  return (similar.length ? similar : sameBeginnings(snapshot, text)).slice(0, limit);
}

/** Slugs compared at most: about ten milliseconds of work, however many companies there are. */
const COMPARED_MAX = 20_000;
/** Candidates collected at most. */
const SIMILAR_MAX = 1_000;

/** Entries whose slug equals the text, contains it, or differs in at most a third of its letters; most similar first. */
function similarSlugs(snapshot: Snapshot, text: string): Entry[] {
  const wanted = fold(text.slice(0, 64))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (wanted === '') return [];
  const reach = Math.max(1, Math.floor(wanted.length / 3));
  const exact = snapshot.entry(wanted);
  const similar = exact ? [{ entry: exact, away: 0 }] : [];
  let compared = 0;
  for (const entry of snapshot.entries) {
    const { slug } = entry;
    if (slug === wanted) continue;
    if (wanted.length > 2 && slug.includes(wanted)) similar.push({ entry, away: slug.startsWith(wanted) ? 0.5 : 0.9 });
    else if (Math.abs(slug.length - wanted.length) <= reach && compared++ < COMPARED_MAX) {
      const away = distance(slug, wanted);
      if (away <= reach) similar.push({ entry, away });
    }
    if (similar.length >= SIMILAR_MAX) break;
  }
  return similar.sort((a, b) => a.away - b.away).map(({ entry }) => entry);
}

/** Letters that must match, longest first: people who mistype mostly get the beginning right. */
const BEGINNINGS = [12, 8, 6, 4, 3] as const;

/** Entries that contain the longest beginning of any word of the text, in leaderboard order. */
function sameBeginnings(snapshot: Snapshot, text: string): Entry[] {
  const words = fold(text.slice(0, 100))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
    .slice(0, 4)
    .map((word) => BEGINNINGS.map((length, at) => (at === 0 || word.length >= length ? word.slice(0, length) : '')));
  if (words.length === 0) return [];
  const texts = textsOf(snapshot);
  const found: Entry[][] = BEGINNINGS.map(() => []);
  for (const [at, entry] of snapshot.entries.entries()) {
    const level = Math.min(...words.map((beginnings) => levelOf(beginnings, texts[at] ?? '')));
    found[level]?.push(entry);
  }
  return found.find((entries) => entries.length > 0) ?? [];
}

/** Index of the longest beginning that a text contains; Infinity for none. */
function levelOf(beginnings: readonly string[], text: string): number {
  // Most texts do not even contain the shortest.
  if (!text.includes(beginnings.at(-1) ?? '')) return Number.POSITIVE_INFINITY;
  return beginnings.findIndex((beginning) => beginning !== '' && text.includes(beginning));
}
