import type { Ladder, Ladders } from '@readymark/rubric/ladder';
import type { Site } from '../../src/read/site.ts';
import { fold, hasAny } from '../../src/score/claims/folded.ts';
import { languages } from '../../src/score/statements/languages/index.ts';

/** The arguments whose lists are phrases: those that a finder of any language has, too. */
const PHRASES = new Set(languages.flatMap(({ finders }) => Object.values(finders).flatMap(Object.keys)));

/** What rules a sentence out is rare, and stays. */
const GUARDS = /^(?:\w+ )?(?:not|without|unquoted)$/;

/** Of how many sites a phrase is that may stay. */
const COMMON = 2;

/**
 * The phrases of ladders that at most one of some sites says, by criterion: those to think about when lists grow. A phrase that others
 * are likely to use may stay, and what one site alone would say goes (decision 232).
 */
export function rarePhrases(ladders: Ladders, sites: readonly Site[]): ReadonlyMap<string, readonly string[]> {
  const texts = sites.map(saidBy);
  const isRare = (phrase: string): boolean => {
    let said = 0;
    for (const folded of texts) if (folded.some((text) => hasAny(text, [phrase])) && ++said >= COMMON) return false;
    return true;
  };
  return new Map(
    ladders.ladders.map((ladder) => [
      ladder.id,
      [...new Set(phraseLists(ladder).flatMap(({ place, list }) => (GUARDS.test(place) ? [] : list)))].filter(isRare),
    ]),
  );
}

/** The lists of phrases of a ladder, with where each is: `fit words`. */
export const phraseLists = ({ facts }: Ladder): { place: string; list: readonly string[] }[] =>
  Object.entries(facts).flatMap(([fact, { with: given }]) =>
    Object.entries(given).flatMap(([name, value]) =>
      PHRASES.has(name) && Array.isArray(value)
        ? [{ place: `${fact} ${name}`, list: value.filter((one) => typeof one === 'string') }]
        : [],
    ),
  );

/** What a site says, page by page: its texts, titles and links. */
const saidBy = (site: Site): string[] =>
  site.pages.map(({ title, full_text, links }) =>
    fold([title, full_text, ...links.map(({ text, url }) => `${text} ${url}`)].join('\n')),
  );
