import type { Correction } from '../../domain/audit/correction.ts';
import type { SlugChange } from '../../domain/companies/former-slug.ts';

/** The corrections of all companies by the slug that they have, newest first. An immutable value. */
export type ShownCorrections = ReadonlyMap<string, readonly Correction[]>;

export const noCorrections: ShownCorrections = new Map();

/** The corrections after further ones, and after what became of slugs meanwhile; both in the order of their publications. */
export function shownCorrections(
  before: ShownCorrections,
  slugs: readonly SlugChange[],
  further: readonly Correction[],
): ShownCorrections {
  if (!further.length && !slugs.some(({ slug }) => before.has(slug))) return before;
  const companies = new Map(before);
  for (const one of [...slugs, ...further].sort((a, b) => a.publication - b.publication)) {
    const { slug } = one;
    const corrections = companies.get(slug) ?? [];
    if ('score_after' in one) companies.set(slug, [one, ...corrections]);
    else if (one.change !== 'reinstated') {
      // Of a retracted company none is public any more; those of a moved one go along.
      companies.delete(slug);
      if (one.moved_to !== null && corrections.length) companies.set(one.moved_to, corrections);
    }
  }
  return companies;
}
