import type { Ladder } from '@readymark/rubric/ladder';
import type { Site } from '../read/site.ts';
import { textsOf } from './claims/texts.ts';
import type { Findings } from './conditions.ts';
import { candidatesOf } from './fact.ts';
import { hostOf, placesOf } from './presence.ts';

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The language of most pages that were read, as sentences name it; undefined for English. */
export function foreignLanguage(site: Site): string | undefined {
  const texts = textsOf(site).filter(({ role }) => role !== 'agent');
  const foreign = texts.filter(({ language }) => language?.code !== 'en');
  if (foreign.length * 2 <= texts.length) return undefined;
  const [first] = foreign;
  const lang = first?.page?.lang;
  const named = lang !== undefined && /^[a-z]{2,3}$/.test(lang) && lang !== 'en' ? names.of(lang) : undefined;
  return first?.language?.name ?? named ?? 'another language than English';
}

/**
 * What is written of a criterion of which nothing was found and nothing can be called absent: which pages, and why they were not
 * judged.
 */
export function notJudgedWords(site: Site, ladder: Ladder, find: Findings): string {
  const found = Object.keys(ladder.facts).map((name) => find(ladder.id, name));
  const candidates = found.flatMap((one) => candidatesOf(one).map(({ item }) => item));
  const language = foreignLanguage(site);
  const pages = placesOf(
    site,
    textsOf(site).map(({ item }) => item),
    2,
  );
  if (candidates.length > 0)
    return `Not confirmed: what is said at ${placesOf(site, candidates, 2)} may be about it, and proves nothing by itself; a person must read it.`;
  if (language !== undefined)
    return `Not judged: these pages are in ${language} (${pages}), and no sentence that the auditor knows was found; a person must read them.`;
  return site.scope === undefined ? 'Not observed: what decides was not read.' : unseenWords(site);
}

/** What is written where something that decides was not seen: on a host that many companies share, which documents and why. */
export function unseenWords({ scope }: Site): string {
  if (scope === undefined) return 'Not all that decides was seen.';
  return `Not judged: documents of the whole host ${hostOf(scope)}, which many companies share (its prices, terms, sitemaps and documents for machines).`;
}
