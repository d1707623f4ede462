import { fold } from '../../domain/companies/company-name.ts';
import type { Snapshot } from '../snapshot.ts';
import { nearestOfEach } from './nearest.ts';

/** A slug or name that no company has, and the slugs of the companies that it may mean, best first. */
export type UnknownName = { slug: string; nearest: readonly string[] };

const NEAREST_MAX = 3;

/**
 * Unknown slugs or names as an answer that is no error may repeat them: in the letters of slugs alone, so that nothing that was
 * sent can mean anything to a reader (decision 4).
 */
export function unknownNames(snapshot: Snapshot, names: readonly string[]): UnknownName[] {
  const near = nearestOfEach(snapshot, names, NEAREST_MAX);
  return names.map((name, at) => ({
    slug: inLettersOfSlugs(name),
    // A retracted company is none of those that resemble it.
    nearest: snapshot.former_slugs.has(name) ? [] : (near[at] ?? []).map(({ slug }) => slug),
  }));
}

/**
 * What unknown names may mean, as the end of an error: each by its place, because an error repeats nothing that was sent
 * (decision 4). Empty where nothing resembles any of them.
 */
export function nearestInWords(unknown: readonly UnknownName[]): string {
  const near = unknown.flatMap(({ nearest }, at) => (nearest.length ? [`${at + 1} (${nearest.join(', ')})`] : []));
  return near.length ? ` Nearest slugs by the place of the name: ${near.join(', ')}.` : '';
}

/** Unknown names in words: `acne (nearest: acme, acumen), nobody`. */
export const namedInWords = (unknown: readonly UnknownName[]): string =>
  unknown.map(({ slug, nearest }) => (nearest.length ? `${slug} (nearest: ${nearest.join(', ')})` : slug)).join(', ');

/** What has a key or an operator token in it (decision 14) is not repeated. */
function inLettersOfSlugs(name: string): string {
  if (/rm[ko]_/i.test(name)) return '(a key)';
  const text = fold(name.slice(0, 200))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64);
  return text.replace(/^-|-$/g, '') || '(no letters of a slug)';
}
