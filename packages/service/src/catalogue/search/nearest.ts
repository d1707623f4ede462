import { distance } from 'fastest-levenshtein';
import { coreName, fold } from '../../domain/companies/company-name.ts';
import type { Retraction } from '../../domain/companies/former-slug.ts';
import { Fault } from '../../domain/fault.ts';
import { detailPath } from '../../domain/leaderboard.ts';
import type { Listed, Snapshot } from '../snapshot.ts';
import { retractedNamed } from './company-named.ts';
import { placesOf, QUERY_LENGTH_MAX, searchPlaces, siteName } from './search.ts';

/** Slugs that a message suggests, at most. */
const SUGGESTED_SLUGS = 3;

/** The refusal of a slug under which nothing is published, without suggestions. */
export const noAudit = (): Fault => new Fault('not_found', 'No audit is published under this slug.');

/** The refusal of the sources of an audit that has none. @param slug of a company that is listed */
export const noSources = (slug: string): Fault =>
  new Fault(
    'not_found',
    'The auditing agent did not make this audit, so it has no sources; its record has the evidence.',
    {
      next: {
        remedy: `Read the evidence of each criterion in ${detailPath(slug)}`,
        tool_remedy: `Call get_audit with slug ${slug} and without view: each criterion has its evidence.`,
      },
    },
  );

/** The refusal of the slug of a company that was retracted: since when, and why (decision 100). */
export const retracted = ({ at, reason }: Retraction): Fault =>
  new Fault('gone', `The audits of this company were retracted on ${at.slice(0, 10)}. The reason: ${reason}`);

/** The refusal of a slug of which nothing is listed, without suggestions: it was retracted, or nothing is published under it. */
export function notListed(snapshot: Snapshot, slug: string): Fault {
  const gone = retractedNamed(snapshot, slug);
  return gone ? retracted(gone) : noAudit();
}

/** The slug that a company has now, by that or a former one; any other slug as it is (decision 101). */
export function slugNow(snapshot: Snapshot, slug: string): string {
  const former = snapshot.former(slug);
  return former && 'moved_to' in former ? former.moved_to : slug;
}

/**
 * The refusal of a slug of which nothing is listed, the same in both doors (decision 71): it names the slugs that
 * were most likely meant.
 *
 * @param slug as sent: a slug, a name or a web address. Nothing of it is repeated
 */
export function unknownSlug(snapshot: Snapshot, slug: string): Fault {
  const refusal = notListed(snapshot, slug);
  if (refusal.code === 'gone') return refusal;
  return new Fault('not_found', withNearest(noAudit().message, nearest(snapshot, slug, SUGGESTED_SLUGS)));
}

/** A message that ends with the slugs of the nearest companies, if there are any. */
export function withNearest(message: string, near: readonly Pick<Listed, 'slug'>[]): string {
  const slugs = near.slice(0, SUGGESTED_SLUGS).map(({ slug }) => slug);
  return slugs.length ? `${message} Nearest ${slugs.length === 1 ? 'slug' : 'slugs'}: ${slugs.join(', ')}.` : message;
}

/** What looks like a slug. */
const slugLike = /^[a-z0-9-]*$/;

/**
 * The companies that an unknown slug, a name or a web address most likely means, best first: by likeness of the slug, by
 * a search, or else by the beginnings of words. Takes bounded time for any text.
 *
 * @param limit how many companies at most
 */
export function nearest(snapshot: Snapshot, text: string, limit: number): readonly Listed[] {
  const sent = text.slice(0, QUERY_LENGTH_MAX);
  const name = siteName(sent) ?? sent;
  const by_slug = () => similarSlugs(snapshot, name);
  const by_name = () => namedAlike(snapshot, sent);
  const by_beginning = () => sameBeginnings(snapshot, name, limit);
  // What looks like a slug is one with a mistake in it; anything else is a name or an address.
  const ways = slugLike.test(sent) ? [by_slug, by_name] : [by_name, by_slug];
  for (const way of [...ways, by_beginning]) {
    const near = way();
    if (near.length) return near.slice(0, limit);
  }
  return [];
}

/**
 * The nearest companies of each of several texts, in about the time that one takes: by likeness of the slug, of names and
 * addresses by a search, and by the beginnings of words for the first text that finds none.
 */
export function nearestOfEach(
  snapshot: Snapshot,
  texts: readonly string[],
  limit: number,
): readonly (readonly Listed[])[] {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return [nearest(snapshot, only, limit)];
  const letters_max = COMPARED_LETTERS_MAX / 2 / texts.length;
  const near = texts.map((text) =>
    (slugLike.test(text) ? similarSlugs(snapshot, text, letters_max) : namedAlike(snapshot, text)).slice(0, limit),
  );
  const first = near.findIndex((found) => found.length === 0);
  return near.map((found, at) =>
    at === first ? sameBeginnings(snapshot, texts[at] ?? '', limit).slice(0, limit) : found,
  );
}

/** Found companies whose names are compared, at most. */
const COMPARED_NAMES_MAX = 100;

/** What a search finds, companies of this very name first. */
function namedAlike(snapshot: Snapshot, text: string): readonly Listed[] {
  // A text without words finds all.
  const places = searchPlaces(snapshot, text) ?? [];
  const found = places.slice(0, COMPARED_NAMES_MAX).map((place) => snapshot.companies[place] as Listed);
  const name = coreName(text);
  const { same = [], other = [] } = Object.groupBy(found, ({ company }) =>
    coreName(company) === name ? 'same' : 'other',
  );
  return [...same, ...other];
}

/** Letters of slugs whose distance is computed, at most: about two milliseconds of work, however many companies there are. */
const COMPARED_LETTERS_MAX = 150_000;
/** Companies looked at, and companies collected, at most. */
const LOOKED_AT_MAX = 50_000;
const SIMILAR_MAX = 1_000;

/** Companies whose slug equals the text, contains it, begins it, or differs in about a third of its letters at most; most similar first. */
function similarSlugs({ companies }: Snapshot, text: string, letters_max = COMPARED_LETTERS_MAX): Listed[] {
  const wanted = fold(text.slice(0, 64))
    .slice(0, 64)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (wanted === '') return [];
  const reach = Math.max(1, Math.floor((wanted.length + 1) / 3));
  const letters = lettersOf(wanted);
  const similar: { company: Listed; away: number }[] = [];
  let compared = 0;
  const kept = lettersOfSlugs(companies);
  for (let at = 0; at < kept.length && similar.length < SIMILAR_MAX; at++) {
    const own = kept[at] ?? 0;
    // Most slugs have other letters, which is seen without looking at them.
    const missing = letters & ~own;
    const surplus = own & ~letters;
    if (missing && surplus && (bits(missing) > reach || bits(surplus) > reach)) continue;
    const company = companies[at] as Listed;
    const { slug } = company;
    if (slug === wanted) similar.push({ company, away: 0 });
    else if (!missing && wanted.length > 2 && slug.includes(wanted))
      similar.push({ company, away: slug.startsWith(wanted) ? 0.5 : 0.9 });
    else if (!surplus && wanted.startsWith(slug) && wanted[slug.length] === '-') similar.push({ company, away: 0.7 });
    else if (compared < letters_max && Math.abs(slug.length - wanted.length) <= reach) {
      // Each letter that only one of the two has is at least one difference.
      if (bits(surplus) > reach || bits(missing) > reach) continue;
      compared += slug.length;
      const away = distance(slug, wanted);
      if (away <= reach) similar.push({ company, away });
    }
  }
  return similar.sort((a, b) => a.away - b.away).map(({ company }) => company);
}

const letters_kept = new WeakMap<readonly Listed[], Int32Array>();

/** The letters of the slugs of the companies that are looked at, kept as long as the list of companies. */
function lettersOfSlugs(companies: readonly Listed[]): Int32Array {
  const known = letters_kept.get(companies);
  if (known) return known;
  const made = Int32Array.from(companies.slice(0, LOOKED_AT_MAX), ({ slug }) => lettersOf(slug));
  letters_kept.set(companies, made);
  return made;
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
const BEGINNINGS = [12, 8, 6, 4] as const;

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
