import type { Page, ReadItem, Site } from '../../read/site.ts';
import { placeIn } from '../../read/text/phrases.ts';
import { daysIn, monthsIn } from '../claims/dates.ts';
import { fold, hasAny } from '../claims/folded.ts';
import { foundIn, hitsOf } from '../claims/hits.ts';
import { itemsOfRoles, textsOf, wordsIn } from '../claims/texts.ts';
import { type Fact, list, rolesOf, sourceOf, sourcesAt } from '../fact.ts';
import { finding } from '../finding.ts';
import { pathOf, placesOf } from '../presence.ts';
import { linksOf, MANY, searchedAt, unseen } from '../site-texts.ts';

const days_on = new WeakMap<Page, readonly { day: string; words: string }[]>();

/** Days on a page, looked for once for all facts; those in the addresses that it links included: `/2024/03/29/`. */
function daysOn(page: Page): readonly { day: string; words: string }[] {
  const known = days_on.get(page);
  if (known) return known;
  // The dates of entries are often in components of Markdown, which are not text: `<Update label="March 11, 2026">`.
  const written = page.format === 'markdown' ? (page.item.text ?? '') : page.text;
  const text = [page.title, ...page.headings.map(({ text: each }) => each), written].join('\n').slice(0, 300_000);
  const addresses = page.links.filter(({ area }) => area === 'main').map(({ url }) => pathOf(url));
  const found = [...daysIn(text), ...daysIn([pathOf(page.url), ...addresses].join('\n'))];
  days_on.set(page, found);
  return found;
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

function dated(site: Site, roles: readonly string[], words: readonly string[], within: number) {
  const found = new Map<string, { item: ReadItem; excerpt: string }>();
  for (const page of site.pages) {
    if (!roles.includes(page.role)) continue;
    const about = `${page.path} ${page.title} ${page.headings[0]?.text ?? ''}`.toLowerCase();
    if (words.length > 0 && !words.some((word) => about.includes(word))) continue;
    for (const { day: each, words: shown } of daysOn(page)) {
      const age = daysBetween(each, site.collected_on);
      if (age >= 0 && age <= within && !found.has(each)) found.set(each, { item: page.item, excerpt: shown });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? 1 : -1));
}

export const datedEntries: Record<string, Fact> = {
  dated_entries: {
    about:
      'Counts the different days that pages of `roles` name (one of `words` in address, title or first heading, where given), not ' +
      'later than the collection and at most `within` days before it. One that is linked and was not read is possible: `links`.',
    find(site, args) {
      const roles = rolesOf(args);
      const links = list(args, 'links');
      const found = dated(site, roles, list(args, 'words'), Number(args.within ?? 100_000));
      const hidden = unseen(site, roles, links);
      const outside = linksOf(site).filter(
        (link) => !link.own && links.some((phrase) => placeIn(link.words, phrase) >= 0),
      );
      const elsewhere = [...hidden, ...outside.map(({ from, text }) => sourceOf(from, text))].slice(0, 2);
      return finding(site, {
        at: found.map(([, place]) => place),
        open: found.length === 0 && elsewhere.length > 0 && MANY,
        searched: [...elsewhere, ...searchedAt(site, roles)],
        show: 2,
        says: { newest: found[0]?.[0] ?? '' },
      });
    },
  },
  dated_documents: {
    about:
      'Counts the pages of `roles` that say since when they hold: a sentence with one of `words` (updated, in force, prices of) and a ' +
      'day, a month or, for what has a price, a year, at most `within` days before the collection.',
    find(site, args) {
      const roles = rolesOf(args);
      const within = Number(args.within ?? 100_000);
      const isRecent = (each: string): boolean => {
        const age = daysBetween(each, site.collected_on);
        return age >= 0 && age <= within;
      };
      const hits = hitsOf(site, roles, args, ({ folded, sentence, words }) => {
        if (sentence.length > MOST_DATED || !hasAny(folded, words('words'))) return false;
        const days = [...daysIn(sentence).map(({ day }) => day), ...monthsIn(sentence)];
        return days.length > 0
          ? days.some(isRecent)
          : hasAny(folded, words('years')) && yearsIn(sentence).some(isRecent);
      });
      const first = [...new Map(hits.toReversed().map((hit) => [hit.text, hit])).values()].toReversed();
      return foundIn(site, roles, args, first);
    },
  },
  dated_headings: {
    about:
      'Counts the pages of `roles` with a heading, or a part of one at a colon or bar, of at most five words that has one of `years` and ' +
      'a year (2026, 2025/26) of at most `within` days before the collection, or the next one: `Prices 2026`.',
    find(site, args) {
      const roles = list(args, 'roles');
      const within = Number(args.within ?? 100_000);
      const isRecent = (text: string): boolean =>
        [...text.matchAll(/(?<![\d./])20\d\d(?!\d)/g)].some(([year]) => {
          const age = daysBetween(`${year}-01-01`, site.collected_on);
          return age >= -AHEAD && age <= within;
        });
      const at = textsOf(site).flatMap(({ role, page, item, language }) => {
        const words = (language && wordsIn(args, 'years', language)) ?? [];
        const saysYear = (text: string) =>
          text.trim().split(/\s+/).length <= MOST_HEADED && hasAny(fold(text), words) && isRecent(text);
        const heading = page?.headings.find(({ text }) => !EXPLAINS.test(text) && text.split(/[:|]/).some(saysYear));
        return heading && roles.includes(role) ? [{ item, excerpt: heading.text }] : [];
      });
      const searched = sourcesAt(itemsOfRoles(site, roles), 2);
      return finding(site, { at, searched, show: 2, says: { where: placesOf(site, at) } });
    },
  },
};

/** Most words of a heading, or of a part of one at a colon or bar, that gives a list its year: `Our prices for 2026`. */
const MOST_HEADED = 5;
/** What is behind it says what it is about: `Energy prices 2026: why bills rise`. */
const EXPLAINS = /:\s{0,3}(?:why|how|what|wie|warum|was|pourquoi|comment|cómo|come|perché|hoe|waarom)\s/i;
/** How long before its year a list is published, in days. */
const AHEAD = 365;

/** How long a sentence may be that says since when a page holds, in characters. */
const MOST_DATED = 160;

const yearsIn = (sentence: string): string[] =>
  [...sentence.matchAll(/(?<![\d./])20\d\d(?![\d/]|\.\d)/g)].map(([year]) => `${year}-01-01`);
