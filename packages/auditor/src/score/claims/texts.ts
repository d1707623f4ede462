import type { Page, ReadItem, Site } from '../../read/site.ts';
import { type FactArguments, list } from '../fact.ts';
import { kindOf } from '../own/page-kind.ts';
import { nothingWasRead, presenceOf } from '../presence.ts';
import { commonWords } from '../statements/common-words.ts';
import { languageOf } from '../statements/languages/index.ts';
import type { Language } from '../statements/languages/language.ts';
import { variantsOf } from '../statements/variants.ts';
import { fold } from './folded.ts';
import { isHeading, titlesOf } from './titles.ts';

/**
 * Claims: sentences of pages of the right role. Words count only together with a concrete object in the same
 * sentence, each sentence once for the whole site, a bounded number a page, and never in a pile of keywords.
 */
export type Text = {
  item: ReadItem;
  role: string;
  title: string;
  sentences: readonly string[];
  /** Undefined for one whose words are not judged. */
  language: Language | undefined;
  page: Page | undefined;
};

/** What may be there where a page of the role was not seen. */
export const UNSEEN = 99;

/** A page without a name for it that asks three prices is a page of prices. */
const asksPrices = (page: Page): boolean => (page.text.match(asked)?.length ?? 0) >= 3;
const asked = /[$€£¥₹] ?\d|\bR ?\d{2}|\d ?(?:€|EUR|USD|GBP|CHF|kr)(?![a-z])/g;

/** The role that words of a page have. Articles and pages about others say nothing of the offer (`blog`, `apart`). */
function roleOf(site: Site, page: Page): string {
  if (page.role === 'home' || page.role === 'agent') return page.role;
  const kind = kindOf(site, page);
  if (kind === 'comparison') return 'compare';
  if (kind === 'article') return 'blog';
  if (kind === 'apart') return 'apart';
  return page.role === 'other' && asksPrices(page) ? 'pricing' : page.role;
}

const wordsOf = (folded: string): string[] => folded.trim().split(' ');

const texts = new WeakMap<Site, readonly Text[]>();

/** All that can be read, once per page; of two formats of one page both, and equal sentences count once later. */
export function textsOf(site: Site): readonly Text[] {
  const known = texts.get(site);
  if (known) return known;
  const found: Text[] = [];
  for (const page of site.pages) {
    if (page.shell) continue;
    found.push({
      item: page.item,
      role: roleOf(site, page),
      title: page.title,
      sentences: page.sentences,
      language: languageOf(page.text, page.lang),
      page,
    });
  }
  texts.set(site, found);
  return found;
}

/**
 * Items that could have said it and were not read: of a role of which no page was read (in English), pages without text,
 * and everything where the home page was hidden.
 */
export function unseenOf(
  site: Site,
  roles: readonly string[],
  judged: (text: Text) => boolean = ({ language }) => language?.code === 'en',
): readonly ReadItem[] {
  const readable = textsOf(site);
  if (nothingWasRead(site) || isHomeHidden(site))
    return site.items.filter((item) => presenceOf(site, item) === 'unknown').slice(0, 5);
  const read = new Set(readable.filter(judged).map((text) => text.role));
  const foreign = readable.filter((text) => !judged(text));
  const shells = site.pages.filter((page) => page.shell);
  const hidden = site.items
    .filter((item) => presenceOf(site, item) === 'unknown')
    .map((item) => ({ role: item.role, item }));
  return [...shells, ...foreign, ...hidden]
    .filter(({ role }) => roles.includes(role) && !read.has(role))
    .map(({ item }) => item);
}

/** No page was read, and the home page was kept from us, whatever robots.txt answered. */
const isHomeHidden = (site: Site): boolean =>
  site.pages.length === 0 && site.items.some((item) => item.role === 'home' && presenceOf(site, item) === 'unknown');

/** Reads as a sentence or an entry of a list, not as a pile of keywords. */
function isClaim(folded: string, sentence: string, language: Language | undefined): boolean {
  const words = wordsOf(folded);
  if (words.length < 3 || words.length > 90) return false;
  const parts = sentence.split(',');
  if (parts.length > 5 && parts.filter((part) => !/\w \w+ \w/.test(part)).length > parts.length * 0.7) return false;
  if (language?.code !== 'en') return true;
  const common = words.filter((word) => commonWords.has(word)).length;
  return words.length < 9 || common >= words.length * 0.1;
}

export type Folded = {
  sentence: string;
  folded: string;
  before: string;
  next: string;
  /** Folded words of the heading or question that it is one of the first sentences below (decision 200). */
  under: string;
  /** It is a heading, which names what is below it and states nothing. */
  heads: boolean;
};
const foldedTexts = new WeakMap<Page | Text, readonly Folded[]>();

/** The sentences of a text that say something, folded once for all facts, and once for a page of two readings of a site. */
export function sentencesOf(text: Text): readonly Folded[] {
  const key = text.page ?? text;
  const known = foldedTexts.get(key);
  if (known) return known;
  const all = text.sentences;
  const titles = titlesOf(all, text.page);
  const found = all
    .map((sentence, at) => ({
      ...{ sentence, folded: fold(sentence), before: all[at - 1] ?? '', next: all[at + 1] ?? '' },
      under: titles[at] ?? '',
      heads: isHeading(sentence, text.page),
    }))
    .filter(({ folded, sentence }) => isClaim(folded, sentence, text.language));
  foldedTexts.set(key, found);
  return found;
}

/**
 * The words of an argument of a fact in a language: the ladder's own in English, those of its `finder` in others. Undefined where the
 * language has no such finder: its pages are not judged for the fact.
 */
export function wordsIn(args: FactArguments, name: string, language: Language): readonly string[] | undefined {
  const of_args = argumentWords.get(args) ?? new Map<Language, Map<string, readonly string[] | undefined>>();
  argumentWords.set(args, of_args);
  const known = of_args.get(language) ?? new Map<string, readonly string[] | undefined>();
  of_args.set(language, known);
  if (!known.has(name)) known.set(name, findWords(args, name, language));
  return known.get(name);
}

/** One list for each argument and language, so that what is derived from it is derived once. */
const argumentWords = new WeakMap<FactArguments, Map<Language, Map<string, readonly string[] | undefined>>>();

function findWords(args: FactArguments, name: string, language: Language): readonly string[] | undefined {
  if (language.code === 'en')
    return args.finder === undefined ? list(args, name) : variantsOf(list(args, name), language);
  const finder = language.finders[String(args.finder)];
  // An argument that the fact does not have in English narrows another fact with this finder.
  return finder === undefined ? undefined : name in args ? (finder[name] ?? []) : [];
}

/** Whether a fact with these arguments can judge a text. */
export const isJudged = ({ language }: Text, args: FactArguments): boolean =>
  language !== undefined && wordsIn(args, 'words', language) !== undefined;

/** The items of pages of these roles, in the order of the roles; the home page where there is none. */
export function itemsOfRoles(site: Site, roles: readonly string[]): readonly ReadItem[] {
  const readable = textsOf(site);
  const those = roles.flatMap((role) => readable.filter((text) => text.role === role).map((text) => text.item));
  return those.length > 0 ? those : readable.slice(0, 1).map((text) => text.item);
}
