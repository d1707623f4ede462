import { objectsIn } from '../../read/objects.ts';
import type { ReadItem, Site } from '../../read/site.ts';
import { withoutEnd } from '../../read/text/plain-text.ts';
import { ageOf, datesOf } from '../claims/dates.ts';
import { fold, hasAny } from '../claims/folded.ts';
import { foundIn, hitAt, hitsOf } from '../claims/hits.ts';
import { linksTo, namesAudience, parts, termsLinked } from '../claims/offer.ts';
import { inOneDocument } from '../claims/one-document.ts';
import { itemsOfRoles, textsOf, unseenOf } from '../claims/texts.ts';
import { type Fact, list, sourcesAt } from '../fact.ts';
import { finding, wholeQuote } from '../finding.ts';
import { listed, placeOf, placesOf } from '../presence.ts';
import { hasPhrase, tokensOf } from '../statements/clauses.ts';
import { ownNames } from '../statements/names.ts';

const whenToUse = (
  'use when, use this when, use this tool when, when the user, when to use, when not to use, use this for, ' +
  'use it when, use it for, prefer this, instead of'
).split(', ');

/** The first words of a sentence, as in the text, cut between words. */
function quoted(sentence: string, length = 160): string {
  if (sentence.length <= length) return sentence;
  const cut = sentence.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2))} …`;
}

/** Stores of programs, by the names that they have in all languages. */
const STORES = /\b(?:App Store|Google Play|Play Store|Microsoft Store|Chrome Web Store)\b/gi;
/** What speaks of one form of the offer beside others, or of what is there. */
const OF_ONE_FORM =
  /\b(?:apps?|android|ios|iphone|ipad|extension|version|plugin|available|now|already|on the|verfügbar|jetzt)\b/i;
const MOST_ALONE = 8;
/** Where else something may run that is still to come in a store. */
const THERE_ALREADY =
  /(?<!\p{L})(?:browsers?|web ?app|trial|testen|navigateur|essai|navegador|prueba|prova|proef\p{L}*)(?!\p{L})/iu;

/** Whether a sentence says no more than that something is in one store. */
function isAlone(sentence: string): boolean {
  const rest = sentence.replace(STORES, '');
  return sentence.match(STORES)?.length === 1 && sentence.split(/\s+/).length <= MOST_ALONE && !OF_ONE_FORM.test(rest);
}

/** The part of an offer that a page says in its own description; the others are a list, a button, an address. */
const describes: ReadonlySet<string> = new Set(['what it is']);
/** The fewest words of a description beside the names of the offerer: fewer are a name. */
const FEWEST_DESCRIBING = 8;

/** Says whom it helps, and not what is sold. */
const SLOGAN =
  /^(?:we (?:help|make|believe|love|empower)|(?:help|empower|enabl|mak)ing|wir (?:helfen|machen|glauben)|nous (?:aidons|croyons)|ayudamos|creemos|aiutiamo|crediamo|(?:wij|we) (?:helpen|geloven)|ajudamos|acreditamos)(?!\p{L})/iu;

/** Key words for search engines: the same words again and again. */
function isPile(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length >= FEWEST_DESCRIBING && new Set(words).size < words.length * DIFFERENT;
}
/** What part of the words of a description differ from each other. */
const DIFFERENT = 0.7;

/** Where a page says in its description what is offered, with its words. */
function described(site: Site, there: readonly { name: string; item: ReadItem; excerpt: string }[]): string {
  const one = there.find(({ name }) => describes.has(name));
  const page = one && site.pages.find(({ item }) => item === one.item);
  const quote = wholeQuote(page?.meta.get('description') ?? page?.meta.get('og:description'))
    .replace(/\s+/g, ' ')
    .trim();
  const own = ownNames(site);
  const saying = quote.split(' ').filter((word) => !own.has(withoutEnd(word.toLowerCase(), /[^\p{L}\p{N}]/u)));
  const isCut = /…|\.\.\.$|[?¿]/.test(quote) || saying.length < FEWEST_DESCRIBING;
  return one && !isCut && !isPile(quote) && !SLOGAN.test(quote) && one.excerpt.replace(/\s+/g, ' ').trim() === quote
    ? `${placeOf(site, one.item.final_url)}: "${quote}"`
    : '';
}

const found_parts = new WeakMap<Site, ReturnType<typeof findParts>>();

/** The parts of the offer of a site, looked for once for all counts of them. */
function partsOf(site: Site) {
  const found = found_parts.get(site) ?? findParts(site);
  found_parts.set(site, found);
  return found;
}

function findParts(site: Site) {
  const texts = textsOf(site);
  return parts.map((part) => ({
    part,
    seen: part.find(
      part.roles.flatMap((role) => texts.filter((text) => text.role === role)),
      site,
    ),
  }));
}

/** The part of an offer that is in its terms. */
const TERMS = 'terms of buying';

export const offer: Record<string, Fact> = {
  store_announced: {
    about:
      'Counts pages of `roles` with a sentence of at most eight words that says no more than that something is planned in one store of ' +
      'programs, `Coming soon to the App Store`, where none says that it runs in another way already.',
    find(site, args) {
      const roles = list(args, 'roles');
      const pages = textsOf(site).filter(({ role }) => roles.includes(role));
      if (pages.some(({ page }) => page?.sentences.some((sentence) => THERE_ALREADY.test(sentence))))
        return finding(site, { at: [] });
      const at = pages.flatMap(({ page, item, language }) => {
        const says = (sentence: string) => isAlone(sentence) && hasPhrase(tokensOf(sentence), language?.planned ?? []);
        const excerpt = page?.sentences.find(says);
        return excerpt === undefined ? [] : [{ item, excerpt }];
      });
      return finding(site, { at, says: { where: placesOf(site, at) } });
    },
  },
  offer_facts: {
    about:
      'How many of eight parts of an offer are found: what it is, for whom, what is delivered, the price, how to start, when and where it ' +
      'is available, whom to contact, terms of buying. `in: "document"` counts those in the one machine document that has most. `count`: `missing` and `unknown` count those that are not there or could not be read, `terms` is 1 where terms of buying are found.',
    find(site, args) {
      if (args.in === 'document') {
        const { count, item } = inOneDocument(site);
        const source = item ?? itemsOfRoles(site, ['home'])[0] ?? site.items[0];
        const where = item ? placeOf(site, item.final_url) : 'no machine document';
        return finding(site, { at: source ? [source] : [], count, says: { where } });
      }
      const texts = textsOf(site);
      const found = partsOf(site);
      // What words alone show of a part is named by its page, and not quoted as proof of it.
      const there = found.flatMap(({ part, seen }) =>
        seen ? [{ name: part.name, ...seen, excerpt: describes.has(part.name) ? seen.excerpt : '' }] : [],
      );
      const missing = found.flatMap(({ part, seen }) => (seen ? [] : [part]));
      const unknown = missing.filter(
        ({ name, roles }) =>
          unseenOf(site, roles.slice(0, 5)).length > 0 ||
          (name === TERMS &&
            !texts.some(({ role }) => role === 'terms' || role === 'refund') &&
            linksTo(site, termsLinked)),
      );
      const absent = missing.filter((part) => !unknown.includes(part));
      const isTerms = ({ name }: { name: string }) => name === TERMS;
      const counts: Readonly<Record<string, number>> = {
        missing: absent.length,
        unknown: unknown.length,
        terms: there.filter(isTerms).length,
      };
      const counted = counts[String(args.count)];
      return finding(site, {
        at: [...there, ...itemsOfRoles(site, ['home']), ...site.items.slice(0, 1)],
        count: counted ?? there.length,
        ...(counted === undefined && {
          sure: there.filter(({ sure }) => sure).length,
          open: there.length + unknown.length,
        }),
        ...(args.count === 'terms' && {
          sure: there.filter((part) => isTerms(part) && part.sure).length,
          open: unknown.some(isTerms),
        }),
        show: 8,
        says: {
          count: there.length,
          described: described(site, there),
          found: listed(
            there.map(({ name, item }) => `${name} (${placeOf(site, item.final_url)})`),
            8,
          ),
          missing: listed(absent, 8),
          unknown: listed(unknown, 8),
        },
      });
    },
  },
  audience_named: {
    about:
      'Sentences and descriptions on pages of `roles` that name whom the offer is for: "for small teams", "we help families"; and ' +
      'what is below a heading with one of `under`.',
    find(site, args) {
      const roles = list(args, 'roles');
      const hits = hitsOf(site, roles, args, ({ sentence, folded, under, words, language }) => {
        const names = language.code === 'en' ? namesAudience(sentence) : hasAny(folded, words('words'));
        return sentence.length > 15 && (names || (under !== '' && hasAny(under, words('under')) && 'sign'));
      });
      for (const text of textsOf(site)) {
        const description = text.page?.meta.get('description') ?? '';
        if (text.language?.code === 'en' && roles.includes(text.role) && namesAudience(description))
          hits.push(hitAt(site, text, description));
      }
      return foundIn(site, roles, args, hits, { sure: 0 });
    },
  },
  recent_pages: {
    about:
      'Pages of `roles` dated at most `days` before the collection. A date in data or meta is sure, one in the text or the sitemap is likely.',
    find(site, args) {
      const roles = list(args, 'roles');
      const days = Number(args.days ?? 180);
      const lastmods = new Map(
        site.sitemap.urls.map(({ url, lastmod }) => [url.replace(/\/$/, ''), lastmod?.slice(0, 10)]),
      );
      const dated = textsOf(site)
        .filter(({ role }) => roles.includes(role))
        .flatMap(({ item, page, role }) => {
          if (!page) return [];
          const { sure, likely } = datesOf(page);
          const lastmod = lastmods.get(page.url.replace(/\/$/, ''));
          const ages = (values: readonly string[]) =>
            values.map((day) => ageOf(day, site)).filter((age) => age >= -2 && age < 7300);
          const [ofSure, ofAll] = [ages(sure), ages([...sure, ...likely, ...(lastmod ? [lastmod] : [])])];
          return ofAll.length > 0 ? [{ item, role, sure: Math.min(...ofSure, 99_999), age: Math.min(...ofAll) }] : [];
        });
      dated.sort((a, b) => a.age - b.age);
      const [newest] = dated;
      const recent = dated.filter(({ age }) => age <= days);
      const unseen = unseenOf(site, roles, () => true);
      return finding(site, {
        at: dated.map(({ item }) => item),
        count: recent.length,
        sure: recent.filter((one) => one.sure <= days).length,
        open: unseen.length > 0 && recent.length + unseen.length,
        searched: sourcesAt(itemsOfRoles(site, roles), 3),
        says: { age: newest?.age ?? '', where: newest ? placeOf(site, newest.item.final_url) : 'no page' },
      });
    },
  },
  guidance_for_agents: {
    about:
      'Documents for machines that say when to use what: sample queries in a catalog, skills or tools whose descriptions say when to use them.',
    find(site) {
      const saying = site.machine.flatMap(({ kind, item, value, empty }) => {
        if (empty || !['skills_index', 'ai_catalog', 'agent_card', 'mcp_card', 'mcp_live'].includes(kind)) return [];
        const objects = objectsIn(value);
        const queries = objects.some(
          ({ representativeQueries }) => Array.isArray(representativeQueries) && representativeQueries.length > 0,
        );
        const words = objects.flatMap(({ description, instructions }) =>
          [description, instructions].filter((one): one is string => typeof one === 'string'),
        );
        const when = words.filter((one) => hasAny(fold(one), whenToUse));
        return queries || when.length >= 1
          ? [{ item, queries, excerpt: quoted(when[0] ?? 'representativeQueries', 300) }]
          : [];
      });
      return finding(site, {
        at: saying,
        sure: saying.filter(({ queries }) => queries).length,
        searched: sourcesAt(site.items, 1),
        show: 4,
        says: { where: placesOf(site, saying, 4) },
      });
    },
  },
};
