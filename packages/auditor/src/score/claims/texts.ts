import type { Page, ReadItem, Site } from '../../read/site.ts';
import { commonWords, isEnglish } from '../english.ts';
import { type Citation, type FactResult, sourcesAt } from '../fact.ts';
import { type Finding, finding } from '../finding.ts';
import { isArticle, nothingWasRead, placesOf, presenceOf } from '../presence.ts';

/**
 * Claims: sentences of pages of the right role. Words count only together with a concrete object in the same
 * sentence, each sentence once for the whole site, a bounded number a page, and never in a pile of keywords.
 */
export type Text = {
  item: ReadItem;
  role: string;
  title: string;
  sentences: readonly string[];
  english: boolean;
  page: Page | undefined;
};

/** A sentence of a text that a fact looks for. */
export type Hit = { text: Text; sentence: string };

const PER_PAGE = 8;
/** What may be there where a page of the role was not seen. */
export const UNSEEN = 99;

const ofArticles = /\/(?:blog|news|posts?|articles?|stories|magazine|press)(?:\/|$)/;
const ofComparison = /(?:^|[^a-z])(?:vs|versus|compare|comparison|alternatives?|which|choose|choosing)(?:[^a-z]|$)/;

/** A page without a name for it that asks three prices is a page of prices. */
const asksPrices = (page: Page): boolean => !isArticle(page) && (page.text.match(asked)?.length ?? 0) >= 3;
const asked = /[$€£¥₹] ?\d|\bR ?\d{2}|\d ?(?:€|EUR|USD|GBP|CHF|kr)(?![a-z])/g;

/** The role that words of a page have: an article is one whatever links to it, and a comparison too. */
function roleOf(page: Page): string {
  if (page.role === 'home' || page.role === 'agent') return page.role;
  if (ofComparison.test(`${page.path} ${page.title}`.toLowerCase().slice(0, 300))) return 'compare';
  if (!ofArticles.test(page.path)) return page.role === 'other' && asksPrices(page) ? 'pricing' : page.role;
  return /\bbest\b/i.test(page.title.slice(0, 200)) ? 'compare' : 'blog';
}

/** Words in lower case between single spaces, so that ` words of it ` are found by a plain search. */
export const fold = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^a-z0-9'%]+/g, ' ')
    .trim()} `;

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
      role: roleOf(page),
      title: page.title,
      sentences: page.sentences,
      english: isEnglish(page),
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
export function unseenOf(site: Site, roles: readonly string[], english = true): readonly ReadItem[] {
  const readable = textsOf(site);
  if (nothingWasRead(site) || isHomeHidden(site))
    return site.items.filter((item) => presenceOf(site, item) === 'unknown').slice(0, 5);
  const read = new Set(readable.filter((text) => text.english || !english).map((text) => text.role));
  const foreign = english ? readable.filter((text) => !text.english) : [];
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

/** Words of a list by how they begin, so that a sentence is compared only with those that it can have. */
type WordList = ReadonlyMap<string, readonly string[]>;
const wordLists = new WeakMap<readonly string[], WordList>();

function listOf(words: readonly string[]): WordList {
  const known = wordLists.get(words);
  if (known) return known;
  const made = Map.groupBy(
    words.map((word) => (word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `)),
    (word) => word.slice(1, 3).trim(),
  );
  wordLists.set(words, made);
  return made;
}

/** Whether folded text has one of the words; `upgrad*` is any word that begins so. */
export function hasAny(folded: string, words: readonly string[]): boolean {
  const list = listOf(words);
  for (let at = folded.indexOf(' '); at >= 0 && at < folded.length - 1; at = folded.indexOf(' ', at + 1)) {
    const candidates = list.get(folded.slice(at + 1, at + 3).trim());
    if (candidates?.some((word) => folded.startsWith(word, at))) return true;
  }
  return false;
}

/** Reads as a sentence or an entry of a list, not as a pile of keywords. */
function isClaim(folded: string, sentence: string): boolean {
  const words = wordsOf(folded);
  if (words.length < 3 || words.length > 90) return false;
  const parts = sentence.split(',');
  if (parts.length > 5 && parts.filter((part) => !/\w \w+ \w/.test(part)).length > parts.length * 0.7) return false;
  const common = words.filter((word) => commonWords.has(word)).length;
  return words.length < 9 || common >= words.length * 0.1;
}

const money = /[$€£¥₹]\s?\d|\bR ?\d{2}|\d\s?(?:USD|EUR|GBP|CHF|ZAR|€|£|%)/;
const dated =
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b/;
const bounded = /\b(?:under|over|up to|at least|at most|more than|less than|after|before|within|until) \d/i;
const measure =
  /(?:\d\)?|\b(?:one|two|three|four|five|six|seven|eight|ten|twelve|fourteen|thirty|sixty|ninety))[\s-]?(?:days?|hours?|h|minutes?|min|seconds?|weeks?|months?|years?|nights?|(?:business|working|calendar|consecutive) days?|percent|people|persons?|guests?|users?|seats?|requests?|miles?|km|kg|gb|mb)(?![a-z])/i;

/** Names a number that can be checked: an amount, a share, a time, a count with its unit. */
export const isQuantified = (sentence: string): boolean => money.test(sentence) || isMeasured(sentence);

/** Names a time, a day, a count with its unit, or a bound: more than a price. */
export const isMeasured = (sentence: string): boolean =>
  measure.test(sentence) || dated.test(sentence) || bounded.test(sentence);

type Claim = { sentence: string; folded: string; next: string };
const claims = new WeakMap<Text, readonly Claim[]>();

/** The claims of a text, folded once for all facts. */
function claimsOf(text: Text): readonly Claim[] {
  const known = claims.get(text);
  if (known) return known;
  const found = text.sentences
    .map((sentence, at) => ({ sentence, folded: fold(sentence), next: text.sentences[at + 1] ?? '' }))
    .filter(({ folded, sentence }) => isClaim(folded, sentence));
  claims.set(text, found);
  return found;
}

/** Sentences that pass, each once for the whole site, those of roles named first coming first. */
export function hitsOf(
  site: Site,
  roles: readonly string[],
  passes: (folded: string, sentence: string, next: string, role: string) => boolean,
): Hit[] {
  const seen = new Set<string>();
  const hits: Hit[] = [];
  const readable = textsOf(site).filter((text) => text.english);
  for (const role of roles)
    for (const text of readable) {
      if (text.role !== role) continue;
      let here = 0;
      for (const { sentence, folded, next } of claimsOf(text)) {
        if (here === PER_PAGE) break;
        if (seen.has(folded) || !passes(folded, sentence, next, role)) continue;
        seen.add(folded);
        here++;
        hits.push({ text, sentence });
      }
    }
  return hits;
}

/** The first words of a sentence, as in the text, cut between words. */
export function quoted(sentence: string, length = 140): string {
  if (sentence.length <= length) return sentence;
  const cut = sentence.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2))} …`;
}

/** The items of pages of these roles, in the order of the roles; the home page where there is none. */
export function itemsOfRoles(site: Site, roles: readonly string[]): readonly ReadItem[] {
  const readable = textsOf(site);
  const those = roles.flatMap((role) => readable.filter((text) => text.role === role).map((text) => text.item));
  return those.length > 0 ? those : readable.slice(0, 1).map((text) => text.item);
}

/**
 * What hits on pages of roles amount to. More is possible where such a page was not seen. Without a `count` in `given` all hits are
 * counted; `at` replaces them.
 */
export function foundIn(
  site: Site,
  roles: readonly string[],
  hits: readonly Hit[],
  { at = hits.map(placeOfHit), ...given }: Pick<Finding, 'at' | 'count' | 'sure' | 'says'> = {},
): FactResult {
  const unseen = unseenOf(site, roles);
  const items = [...itemsOfRoles(site, roles).slice(0, 4), ...unseen.slice(0, 2)];
  const found = finding(site, {
    ...{ at, show: 5, count: hits.length, open: unseen.length > 0 && UNSEEN },
    searched: sourcesAt(items.length > 0 ? items : site.items.slice(0, 1), 6),
    ...given,
  });
  const says = {
    ...found.says,
    quote: hits[0] ? quoted(hits[0].sentence) : '',
    second: hits[1] ? quoted(hits[1].sentence) : '',
    pages: found.says.pages || 'no page',
    looked: placesOf(site, itemsOfRoles(site, roles)) || 'no page',
  };
  return { ...found, says: { ...says, ...given.says } };
}

const placeOfHit = ({ text, sentence }: Hit): Citation => ({ item: text.item, excerpt: sentence });

/** The most telling first: those that say something whole in few words, and where `numbers` count, those with one. */
export const best = (hits: readonly Hit[], numbers = true): Hit[] =>
  [...hits].sort((a, b) => weight(a.sentence, numbers) - weight(b.sentence, numbers));
const weight = (sentence: string, numbers: boolean): number =>
  (!numbers || isQuantified(sentence) ? 0 : 2) +
  (sentence.length > 200 || sentence.length < 25 ? 1 : 0) +
  (/[:;,]$/.test(sentence) ? 2 : 0);
