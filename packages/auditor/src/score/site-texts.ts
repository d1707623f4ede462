import type { EvidenceSource } from '../evidence/evidence.ts';
import { asksMessage, takesSomething } from '../read/html/form-fields.ts';
import { nameIn } from '../read/roles.ts';
import type { Page, PageRole, ReadItem, Site } from '../read/site.ts';
import { indexText, type PhraseIndex, placeIn, wordsOf } from '../read/text/phrases.ts';
import { titlesOf } from './claims/titles.ts';
import { sourceOf } from './fact.ts';
import { hostOf, isArticle, isOwn, presenceOf } from './presence.ts';
import { commonWords } from './statements/common-words.ts';
import { en } from './statements/languages/en.ts';
import { languageOf } from './statements/languages/index.ts';
import type { Language } from './statements/languages/language.ts';

/** `language` is undefined where words are not judged. */
export type SiteText = { item: ReadItem; role: PageRole; language: Language | undefined; page: Page | undefined };

/** All text of a site in one index; `owners` has the text that each passage is of. */
type SiteTexts = {
  index: PhraseIndex;
  owners: readonly SiteText[];
  /** The words of the heading or question that each passage is below. */
  titles: readonly string[];
  texts: readonly SiteText[];
  /** Those that any of the texts is in. */
  languages: ReadonlySet<Language>;
};

/** What may be there beyond what was read: more than any ladder asks for. */
export const MANY = 9;
const MOST_PASSAGES = 60_000;

const texts = new WeakMap<Site, SiteTexts>();

export function textsOf(site: Site): SiteTexts {
  const known = texts.get(site);
  if (known) return known;
  const all: { text: SiteText; lines: readonly string[] }[] = [];
  const read = new Set<string | null>();
  const agent = (item: ReadItem, text: string | undefined) => {
    if (read.has(item.sha256) || text === undefined) return;
    read.add(item.sha256);
    all.push({ text: { item, role: 'agent', language: en, page: undefined }, lines: linesOf(text) });
  };
  for (const page of site.pages)
    if (!read.has(page.item.sha256)) {
      read.add(page.item.sha256);
      all.push({
        text: {
          item: page.item,
          role: page.role,
          language: languageOf(page.text, page.lang),
          page,
        },
        lines: page.sentences,
      });
    }
  for (const { item } of site.llms) agent(item, item.text);
  for (const { item, kind } of site.machine) if (kind === 'auth_md' || kind === 'pricing_md') agent(item, item.text);
  const owners: SiteText[] = [];
  const lines: string[] = [];
  const titles: string[] = [];
  for (const { text, lines: own } of all) {
    const above = text.page ? titlesOf(own, text.page) : [];
    for (const [at, line] of own.slice(0, MOST_PASSAGES - lines.length).entries()) {
      owners.push(text);
      lines.push(line);
      titles.push(above[at] ?? '');
    }
  }
  const languages = new Set(all.flatMap(({ text: { language } }) => language ?? []));
  const made = { index: indexText(lines), owners, titles, texts: all.map(({ text }) => text), languages };
  texts.set(site, made);
  return made;
}

/** Of 100 words, how many are those that any English sentence has. */
export function commonShare(words: readonly string[]): number {
  return (100 * words.filter((word) => commonWords.has(word)).length) / Math.max(1, words.length);
}

/** Lines of at most 400 characters, white space folded, from plain text or Markdown as it is. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.slice(0, 500_000).split('\n')) {
    const folded = line.replace(/\s+/gu, ' ').trim();
    for (let at = 0; at < folded.length; at += 400) lines.push(folded.slice(at, at + 400));
  }
  return lines;
}

export type SiteLink = {
  url: string;
  words: readonly string[];
  /** The first link to the same address, where this is a further one. */
  before: SiteLink | undefined;
  from: ReadItem;
  role: PageRole;
  text: string;
  own: boolean;
  /** A form sends to it: nothing is read there. */
  sends: boolean;
  /** It opens a message to a person. */
  message: boolean;
  /** It leads to a form at another host. */
  form: boolean;
  /** It opens a message or a form at another host, or leads to a page that asks for a message and takes nothing else. */
  enquires: boolean;
  /** It leads to an article that was read. */
  article: boolean;
  /** What the page that it leads to is named, where that was read: its address may say nothing. */
  named: readonly string[];
};
type SiteLinks = { links: readonly SiteLink[]; framed: readonly SiteLink[] };
const links = new WeakMap<Site, SiteLinks>();

/** A page whose only form asks for a message and takes nothing else: no day, no number of things, no payment. */
const isEnquiry = ({ forms, shell }: Page): boolean => {
  const [form, ...others] = forms.filter(({ fields }) => fields.length > 1);
  return (
    !shell &&
    form !== undefined &&
    others.length === 0 &&
    form.fields.some(asksMessage) &&
    !form.fields.some(takesSomething)
  );
};

/** Where links write messages, and where forms of others are, with the hosts below them. */
const MESSENGERS = ['wa.me', 'whatsapp.com', 'm.me', 't.me', 'signal.me', 'line.me', 'lin.ee'];
const FORMS = [
  'forms.office.com',
  'forms.cloud.microsoft',
  'forms.microsoft.com',
  'forms.gle',
  'typeform.com',
  'jotform.com',
  'tally.so',
];
const isAmong = (hosts: readonly string[], host: string): boolean =>
  hosts.some((one) => host === one || host.endsWith(`.${one}`));
const isForm = (url: string): boolean =>
  isAmong(FORMS, hostOf(url)) || /^https?:\/\/docs\.google\.com\/forms\//.test(url);

/** Leads to a basket or an order, whatever form its page has beside that. */
const ORDERS = /(?<![a-z])(?:cart|checkout|basket|orders?|tickets?|shop|buy)(?![a-z])/i;

/** A path without the folder of its language: `/en/book` is the twin of `/book`. */
const withoutLanguage = (address: string): string => address.replace(/^([^/]+)\/[a-z]{2}(?=\/)/, '$1');

const UNFILLED =
  /(?:^|[/:=.])(?:your|seu|tu|ihre?|votre|uw)[-_.]?(?:e-?mail|domain|form(?:[-_]?id)?|name|id|number)(?:@[^/]*)?(?:$|\/)|(?:^|[/:])(?:your?|seu|name|user)@(?:e?mail|my)|@(?:example|domain|domaine|dominio|domein)\.|[{}<>]|%7[bd]|%3[ce]/i;
const REPEATED = /0{7}|1{7}|2{7}|3{7}|4{7}|5{7}|6{7}|7{7}|8{7}|9{7}|123456789/;

/** An address of others that still has what a template asks its user to fill in, or a telephone number that is none. */
export const isUnfilled = (address: string): boolean => {
  const [bare = '', query = ''] = address.split(/[?#]/);
  const number = /^(?:tel:|https?:\/\/(?:wa\.me|api\.whatsapp\.com)\/)/i.test(bare) ? bare + query : '';
  return UNFILLED.test(bare) || REPEATED.test(number);
};

/** How many links of different words to one address are kept. */
const TEXTS_OF_AN_ADDRESS = 20;
/** Up to this many words, a further text of a link to an own address says what one does there. */
const FURTHER_WORDS = 5;

/**
 * Every address that the site links, with the words of its path and of the links to it; once more for each further short text of a link to
 * an own address, because signing up and signing in often lead to the same one.
 */
export const linksOf = (site: Site): readonly SiteLink[] => allLinksOf(site).links;

/** Addresses of others that pages which are no articles show in a frame, or whose scripts show something there: a form, free dates to be booked. */
export const framedOf = (site: Site): readonly SiteLink[] => allLinksOf(site).framed;

function allLinksOf(site: Site): SiteLinks {
  const known = links.get(site);
  if (known) return known;
  const all: SiteLink[] = [];
  const links_to = new Map<string, SiteLink[]>();
  const home = plain(site.origin);
  const articles = new Set(site.pages.filter(isArticle).map(({ url }) => plain(url)));
  const names = new Map(site.pages.map(({ url, title }) => [plain(url), wordsOf(nameIn(title))]));
  const enquiries = new Set(site.pages.filter(isEnquiry).map(({ url }) => withoutLanguage(plain(url))));
  const framed: SiteLink[] = [];
  const add = (url: string, text: string, from: ReadItem, role: PageRole, note = '', sends = false, to = all) => {
    const key = plain(url);
    const others = links_to.get(key) ?? [];
    const [before] = others;
    const said = wordsOf(`${text} ${note}`);
    if (others.length >= TEXTS_OF_AN_ADDRESS || to.length > 20_000) return;
    // An address that a form, a sitemap or a picture names has no words of its own; and nothing is done at the front page.
    if (before && (said.length === 0 || said.length > FURTHER_WORDS || !before.own || key === home)) return;
    const words = [...wordsOf(url.replace(/^https?:\/\//u, '')), '', ...said];
    if (others.some((one) => one.words.slice(one.words.indexOf('') + 1).join(' ') === said.join(' '))) return;
    const [message, form] = [isAmong(MESSENGERS, hostOf(url)), isForm(url)];
    const link: SiteLink = {
      url,
      text,
      from,
      role,
      own: isOwn(site, url),
      sends,
      message,
      form,
      article: articles.has(key),
      named: names.get(key) ?? [],
      enquires:
        message ||
        form ||
        (!ORDERS.test(`${URL.parse(url)?.pathname} ${text}`) &&
          isOwn(site, url) &&
          enquiries.has(withoutLanguage(key))),
      words,
      before,
    };
    to.push(link);
    others.push(link);
    links_to.set(key, others);
  };
  // What the firm links on its own pages says more than what articles and comparisons link.
  const article = ({ role }: Page) => Number(role === 'blog' || role === 'compare');
  for (const page of [...site.pages].sort((a, b) => article(a) - article(b)))
    for (const link of page.links) add(link.url, link.text, page.item, page.role);
  // What a form sends to is an address too: `/cart` of a button on the page of a product.
  for (const page of site.pages)
    if (!isArticle(page))
      for (const { action } of page.forms)
        if (plain(action) !== plain(page.url)) add(action, '', page.item, page.role, '', true);
  for (const file of site.llms) for (const link of file.links) add(link.url, link.text, file.item, 'agent', link.note);
  const [map] = site.sitemap.sources;
  if (map) for (const { url } of site.sitemap.urls) add(url, '', map, 'other');
  // Documentation shows in frames what its readers may show.
  for (const page of site.pages)
    if (!isArticle(page) && page.role !== 'docs' && page.role !== 'integrations')
      for (const { url, text } of [...page.framed, ...page.scripts.map((url) => ({ url, text: '' }))])
        if (!isOwn(site, url)) add(url, text, page.item, page.role, '', false, framed);
  const made = { links: all, framed };
  links.set(site, made);
  return made;
}

function plain(url: string): string {
  const address = url
    .replace(/^https?:\/\/(?:www\.)?/u, '')
    .split(/[?#]/u)[0]
    ?.replace(/\.(?:md|html)$/u, '');
  return address?.endsWith('/') ? address.slice(0, -1) : (address ?? url);
}

const not_fetched = new WeakMap<Site, readonly SiteLink[]>();

/** Own addresses that the site links and that were not asked for. */
function notFetched(site: Site): readonly SiteLink[] {
  const known = not_fetched.get(site);
  if (known) return known;
  const fetched = new Set(site.items.flatMap((item) => [plain(item.url), plain(item.final_url)]));
  const made = linksOf(site).filter((link) => link.own && !link.sends && !fetched.has(plain(link.url)));
  not_fetched.set(site, made);
  return made;
}

/**
 * What could still hold an answer and was not read: pages of these roles or with these words in their address that could not be
 * fetched, pages that are empty without scripts, links that were not followed, and words in a language that ladders do not know.
 */
export function unseen(
  site: Site,
  roles: readonly PageRole[],
  words: readonly string[],
  judged: (text: SiteText) => boolean = ({ language }) => language?.code === 'en',
): EvidenceSource[] {
  const { texts: all } = textsOf(site);
  const matches = (tokens: readonly string[]) => words.some((phrase) => placeIn(tokens, phrase) >= 0);
  const read = site.pages.filter((page) => !page.shell);
  const readRole = read.some((page) => roles.includes(page.role) && page.role !== 'home');
  const found: EvidenceSource[] = [];
  for (const item of site.items)
    if (item.role !== 'mcp_check' && presenceOf(site, item) === 'unknown' && isOwn(site, item.url)) {
      const ofRole = roles.includes(item.role as PageRole) && !readRole;
      if (item.role === 'home' || ofRole || matches(wordsOf(item.url)))
        found.push({ ...sourceOf(item), url: item.url });
    }
  for (const page of site.pages)
    if (page.shell && (roles.includes(page.role) || (page.role === 'home' && read.length < 3)))
      found.push(sourceOf(page.item));
  for (const link of notFetched(site)) if (matches(link.words)) found.push(sourceOf(link.from, link.text));
  // Absence in another language is none; but where the site has no page of a kind in any language, it says nothing.
  const foreign = all.filter((text) => !judged(text));
  const ofRoles = foreign.filter((text) => roles.includes(text.role));
  if (foreign.length * 2 > all.length) for (const { item } of ofRoles.slice(0, 1)) found.push(sourceOf(item));
  return found;
}

/** Where something was looked for and not found: pages of these roles, else the home page, else whatever was answered. */
export function searchedAt(site: Site, roles: readonly PageRole[]): EvidenceSource[] {
  const ofRole = site.pages.filter((page) => roles.includes(page.role));
  const pages = (ofRole.length > 0 ? ofRole : site.pages).slice(0, 3).map((page) => sourceOf(page.item));
  return pages.length > 0 ? pages : site.items.slice(0, 1).map((item) => sourceOf(item));
}

/** What is only planned is not there (decision 91). */
export const planned = (
  'planned, coming soon, roadmap, not yet, not available, not supported, not currently, not offer*, no plans, ' +
  'in development, upcoming feature*, upcoming release*'
).split(', ');
