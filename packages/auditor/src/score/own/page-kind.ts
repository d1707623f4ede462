import { namedRoles, writtenPath } from '../../page-roles.ts';
import { nameIn, plainPart, roleOfName, roleOfPart } from '../../read/roles.ts';
import type { Page, PageRole, Site } from '../../read/site.ts';
import { pricesIn } from '../../read/text/prices.ts';
import { remembered } from '../../remembered.ts';
import { ownedPart } from '../../site-owner.ts';
import { languages } from '../statements/languages/index.ts';
import { commonEnd, ownNames } from '../statements/names.ts';

/**
 * What a page is for, decided by typed data, by its place in the navigation, by what it shares with pages of the offer, by names in
 * headings, and by its path last. `article`: news, how-to, essays. `apart`: a page that is linked from no navigation and
 * shares none, about things without a name of the offerer: what it says is about others until a person says otherwise. Apart
 * is also what no page and no sitemap links, on a site whose pages are linked.
 */
type PageKind = 'offer' | 'article' | 'comparison' | 'apart';

const ARTICLE_TYPES =
  /^(?:Article|BlogPosting|NewsArticle|OpinionNewsArticle|Report|ScholarlyArticle|Recipe|Review|ClaimReview)$/;
const DEFINITIONS = /^DefinedTermSet$/;
const HOW_TO = /^HowTo$/;
const JOB = /^JobPosting$/;
const OFFER_TYPES =
  /^(?:Product|Service|Offer|AggregateOffer|SoftwareApplication|WebApplication|Event|Course|Accommodation|HotelRoom|FAQPage|QAPage|ProductGroup)$/;
const COMPARISON = /(?:^|[^a-z])(?:vs|versus|compare|comparison|comparisons|alternatives?)(?:[^a-z]|$)/;
/** Roles that their path, their links and their text agree on. */
const SETTLED = new Set(
  [
    'home agent pricing docs terms refund privacy security status changelog help signup contact integrations'.split(
      ' ',
    ),
  ].flat(),
);
const articleWords = new Set(languages.flatMap(({ articles }) => articles));
const jobWords = new Set(languages.flatMap(({ jobs }) => jobs.map((words) => words.replaceAll(' ', '-'))));
/** An address of those who look for work or orders: `jobs`, `bids-and-jobs`. */
const isOfStaff = (part: string): boolean =>
  jobWords.has(part) ||
  part.split('-').every((word) => jobWords.has(word) || /^(?:and|or|our|open|current)$/.test(word));
/** Titles of texts for readers: a question, an explanation, a choice. */
const ARTICLE_TITLE =
  /^(?:how|what|why|when|which|who|is|are|can|do|does|should|notes on|reading|choosing|understanding|the (?:best|ultimate|complete|hidden)|\d+ )|\b(?:explained|guide to|lessons from|a reckoning|tips|vs\.?|versus|review of|introduction to)\b|\?$|^(?:wie|was|warum|wann|welche|so |darum|pourquoi|comment|qué|cómo|por qué|come|perché|hoe|waarom|como|por que) /i;
/** Words of prose, of a sentence, and their share of a page of prose. */
const PROSE = { words: 9, share: 0.55 };

const kinds = new WeakMap<Page, PageKind>();

/** The kind of a page of a site. */
export function kindOf(site: Site, page: Page): PageKind {
  if (!kinds.has(page)) for (const [one, kind] of kindsOf(site)) kinds.set(one, kind);
  return kinds.get(page) ?? 'offer';
}

/** Says that a page is the same as one whose kind was decided, without some of its lines. */
export function keepKind(page: Page, kind: PageKind): Page {
  kinds.set(page, kind);
  return page;
}

function* kindsOf(site: Site): Iterable<[Page, PageKind]> {
  // Where nothing is marked as navigation, it is what pages link alike.
  const [marked, all] = [true, false].map((nav) => placesOfLinks(site, nav)) as [Places, Places];
  const is_marked = usualNavigation(site, marked).size > 0;
  const places = is_marked ? marked : all;
  const end = commonEnd(site.pages.map(({ title }) => title));
  const usual = usualNavigation(site, places);
  const unlinked = unlinkedPages(site);
  for (const page of site.pages) {
    const kind = decide(site, page, { places, is_marked, end, usual });
    yield [page, kind === 'offer' && unlinked.has(page) ? 'apart' : kind];
  }
}

/**
 * Pages that were found by their usual address alone, but for one of prices that linked pages show too. Where half of the pages or more are
 * so, links were not seen.
 */
function unlinkedPages(site: Site): ReadonlySet<Page> {
  const linked = new Set(site.sitemap.urls.map(({ url }) => addressOf(url)));
  for (const { url, links } of site.pages) {
    const from = addressOf(url);
    for (const link of links) if (addressOf(link.url) !== from) linked.add(addressOf(link.url));
  }
  const pages = site.pages.filter(({ format, role }) => format === 'html' && role !== 'home');
  const found = pages.filter(
    ({ url, item }) => ![url, item.url, item.final_url].some((one) => linked.has(addressOf(one))),
  );
  if (found.length * 2 >= pages.length) return new Set();
  const priced = found.filter(({ role }) => role === 'pricing');
  if (priced.length === 0) return new Set(found);
  const shown = new Set(site.pages.filter((page) => !found.includes(page)).flatMap(amountsOf));
  return new Set(found.filter((page) => !priced.includes(page) || !repeats(amountsOf(page), shown)));
}

const amountsOf = ({ text }: Page): number[] => [...new Set(pricesIn(text).map(({ amount }) => amount))];

/** Whether most of some amounts, and two at least, are among others. */
const repeats = (amounts: readonly number[], others: ReadonlySet<number>): boolean => {
  const same = amounts.filter((amount) => others.has(amount)).length;
  return same >= 2 && same * 2 > amounts.length;
};

/** On how many pages each address is linked. */
type Places = ReadonlyMap<string, number>;
type Known = { places: Places; is_marked: boolean; end: string; usual: ReadonlySet<string> };
/** Addresses that pages link alike before a page that does not is apart. */
const LEAST_USUAL = 4;

function decide(site: Site, page: Page, { places, is_marked, end, usual }: Known): PageKind {
  if (page.role === 'home' || page.role === 'agent') return 'offer';
  const types = page.data.flatMap((data) => data.types);
  const parts = writtenPath(page.path)
    .toLowerCase()
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/\.[a-z]{2,5}$/, ''));
  const helps = page.role === 'help' || page.role === 'docs';
  const named = (part: string) =>
    articleWords.has(part) ||
    [...part.split('-').slice(0, 1)].some((word) => articleWords.has(word) && word.length > 3);
  // What a page is typed as says more than a link to it: only a part of its address makes an article part of the documentation.
  const label = URL.parse(page.url)?.hostname.split('.', 1)[0] ?? '';
  const settled_by_address = [label, ...parts].some((part) => roleOfPart(plainPart(part)) === page.role);
  if (page.role === 'blog' || (!helps && parts.slice(0, -1).some(named))) return 'article';
  // An address in the navigation of most pages is one of the offerer's own subjects.
  const share = is_marked ? 0.4 : 0.5;
  const inNavigation = (places.get(addressOf(page.url)) ?? 0) >= Math.max(2, site.pages.length * share);
  const names = ownNames(site);
  const settled_by_name = SETTLED.has(page.role) && isNamedAs(page, parts, names);
  if (!helps && !settled_by_name && comparesWithOthers(page, inNavigation)) return 'comparison';
  // A generator types all that it makes as articles.
  if (!(helps && settled_by_address) && !settled_by_name && types.some((type) => ARTICLE_TYPES.test(type)))
    return 'article';
  if (!helps && (parts.some(isOfStaff) || types.some((type) => JOB.test(type)))) return 'article';
  if (!helps && parts.length > 0 && named(parts.at(-1) ?? '') && !SETTLED.has(page.role)) return 'article';
  if (types.some((type) => DEFINITIONS.test(type))) return 'article';
  if (types.some((type) => OFFER_TYPES.test(type))) return 'offer';
  if (!helps && !SETTLED.has(page.role) && isEntryOfAnother(site, page)) return 'article';
  if (page.role === 'terms' || page.role === 'privacy' || page.role === 'refund' || page.role === 'contact')
    return 'offer';
  if (inNavigation) return 'offer';
  const own = ownMentions(site, page, end);
  const shares = new Set(page.links.map(({ url }) => addressOf(url)).filter((url) => usual.has(url))).size;
  const apart = page.format === 'html' && usual.size >= LEAST_USUAL && shares * 4 < usual.size;
  const title = page.title.replace(end, '');
  const signs =
    Number(apart) * 2 +
    Number(ARTICLE_TITLE.test(title.trim()) || ARTICLE_TITLE.test(page.headings[0]?.text.trim() ?? '')) +
    Number(proseShare(page) >= PROSE.share) +
    Number(own === 0) * 2 +
    Number(own > 0 && own * 120 < page.words) +
    Number(types.some((type) => HOW_TO.test(type)) || page.meta.has('article:published_time'));
  const settled = SETTLED.has(page.role) && parts.some((part) => roleOfPart(plainPart(part)) === page.role);
  const needed = settled && !apart ? 5 : 4;
  return signs >= needed && page.words >= 35 ? (apart ? 'apart' : 'article') : 'offer';
}

/** Compares the offer with others, and not its own plans with each other: without a name in its title, or as the page of prices that the navigation has. */
function comparesWithOthers({ path, title }: Page, inNavigation: boolean): boolean {
  if (COMPARISON.test(path.toLowerCase().slice(0, 300))) return true;
  const named = title.toLowerCase().slice(0, 200);
  if (!COMPARISON.test(named)) return false;
  const between = /^compare (.{0,60}?)(?:plans|pricing|prices|packages|editions|rooms)\b/.exec(named)?.[1];
  const own = between !== undefined && lettersOf(between).every((word) => OF_PLANS.has(word));
  return !own && !(inNavigation && roleOfName(title) === 'pricing');
}
const OF_PLANS = new Set('our all the pricing price subscription membership room'.split(' '));

/**
 * The name of a page says what it is for, and nothing else: in its address, alone or in a folder of such pages; of law also its title, which has
 * names of the offerer beside it. `notion-pricing` is about something else.
 */
function isNamedAs({ role, title }: Page, parts: readonly string[], names: ReadonlySet<string>): boolean {
  const part = plainPart(parts.at(-1) ?? '');
  const folders = parts.slice(0, -1).every((one) => one.length === 2 || FOLDERS.has(one));
  const general = part
    .split('-')
    .every((word) => GENERAL.has(word) || names.has(word) || namedRoles.get(word)?.role === role);
  if (folders && roleOfPart(part) === role && (namedRoles.has(part) || general)) return true;
  const name = nameIn(title);
  const beside = lettersOf(title.slice(name.length));
  return OF_LAW.has(role) && roleOfName(name) === role && beside.every((word) => names.has(word));
}
const FOLDERS = new Set('legal policies policy company about info pages'.split(' '));
const GENERAL = new Set(
  'policy policies our the of and us page notice statement conditions service use sale information'.split(' '),
);
const OF_LAW: ReadonlySet<PageRole> = new Set(['terms', 'privacy', 'refund']);

/** An entry of a catalogue of companies: its heading begins with a name, and a link leads to the domain of that name. */
function isEntryOfAnother(site: Site, page: Page): boolean {
  const [name = ''] = lettersOf(page.headings[0]?.text ?? '');
  if (name.length < 4 || ownNames(site).has(name)) return false;
  return page.links.some(({ url, area }) => {
    const domain = area === 'main' ? ownedPart(URL.parse(url)?.hostname ?? '') : null;
    return domain !== null && domain !== site.domain && lettersOf(domain)[0] === name;
  });
}

const lettersOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const addressOf = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?|[?#].*$/gs, '')
    .replace(/(?:\/index)?\.html?$/, '')
    .replace(/\/$/, '');

/** On how many pages each address is linked: from the navigation, or from anywhere. */
function placesOfLinks(site: Site, nav: boolean): Places {
  const places = new Map<string, number>();
  for (const page of site.pages)
    for (const url of new Set(page.links.filter(({ area }) => !nav || area === 'nav').map(({ url }) => addressOf(url))))
      places.set(url, (places.get(url) ?? 0) + 1);
  return places;
}

/** Addresses in the navigation of at least half of the pages, and of the home page. */
function usualNavigation(site: Site, places: Places): ReadonlySet<string> {
  const html = site.pages.filter(({ format }) => format === 'html');
  const home = html.find(({ role }) => role === 'home');
  const usual = [...places].filter(([, count]) => count * 2 >= html.length && html.length > 2).map(([url]) => url);
  if (usual.length >= LEAST_USUAL) return new Set(usual);
  const own = home?.links.filter(({ area, url }) => area === 'nav' && (places.get(addressOf(url)) ?? 0) > 1) ?? [];
  return new Set(own.map(({ url }) => addressOf(url)));
}

/** Sentences in which the offerer names itself or speaks of itself, without denials such as "not by us". */
function ownMentions(site: Site, page: Page, end: string): number {
  const names = ownNames(site);
  const isMention = mentionOf(names);
  let count = page.headings.some(
    ({ text }) =>
      text !== end &&
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => isName(word, names)),
  )
    ? 1
    : 0;
  for (const sentence of page.sentences) if (isMention(sentence)) count++;
  return count;
}

const ownWords = new Set(languages.flatMap(({ own }) => own));
const mentions = new WeakMap<ReadonlySet<string>, (sentence: string) => boolean>();

/** Whether a sentence is one of these, each asked once for the names of a site: pages repeat what is around their text. */
function mentionOf(names: ReadonlySet<string>): (sentence: string) => boolean {
  const known = mentions.get(names);
  if (known) return known;
  const made = remembered(20_000, (sentence) => {
    const words = sentence.toLowerCase().split(/[^\p{L}\p{N}'’]+/u);
    return words.some((word) => ownWords.has(word) || isName(word, names)) && !DISOWNS.test(sentence);
  });
  mentions.set(names, made);
  return made;
}

const isName = (word: string, names: ReadonlySet<string>): boolean => word.length > 4 && names.has(word);
const DISOWNS =
  /\b(?:not (?:by|of|from) us|none of it is ours|nothing to do with|not ours|we (?:do not|don't) sell|no share in|not affiliated|unaffiliated|for readers|our readers|readers asked)\b/i;

function proseShare(page: Page): number {
  let [prose, all] = [0, 0];
  for (const sentence of page.sentences) {
    const words = sentence.split(' ').length;
    all += words;
    if (words >= PROSE.words && /[.!?]["”’)]?$/.test(sentence)) prose += words;
  }
  return all === 0 ? 0 : prose / all;
}
