import type { Page, ReadItem, Site } from '../../read/site.ts';
import {
  type Citation,
  type ClaimedSentence,
  type FactArguments,
  type FactResult,
  list,
  rulingOn,
  sourcesAt,
} from '../fact.ts';
import { type Finding, finding, provenAt } from '../finding.ts';
import { isProof } from '../own/own-offer.ts';
import { kindOf } from '../own/page-kind.ts';
import { nothingWasRead, placeOf, placesOf, presenceOf } from '../presence.ts';
import { commonWords } from '../statements/common-words.ts';
import { en as english } from '../statements/languages/en.ts';
import { languageOf } from '../statements/languages/index.ts';
import type { Language } from '../statements/languages/language.ts';
import { denies, isMeant, type Statement, saysByItself, statementOf } from '../statements/statement.ts';
import { variantsOf } from '../statements/variants.ts';
import { fold, hasAny, templateOf } from './folded.ts';
import { isQuantified } from './measured.ts';
import { isHeading, rowLabelOf, titlesOf } from './titles.ts';

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

/** A sentence of a text that a fact looks for; what is shown of it may be asserted, or is only a sign. */
export type Hit = {
  text: Text;
  sentence: string;
  statement: Statement;
  before: string;
  next: string;
  /** Its page may be named for it, and it may be printed if it proves it by itself; else it counts, and is only a sign. */
  quotable: boolean;
  /** `always` where a person or a model confirmed it, or it is shown for what it is; `never` where it only counts. */
  prints?: 'always' | 'never' | undefined;
  /** It does not count: a person may tick it. */
  candidate: boolean;
};

const PER_PAGE = 8;
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

type Folded = {
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
function sentencesOf(text: Text): readonly Folded[] {
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

/** A sentence that a fact judges: its words, those of the fact in the language of its page, and how it is meant. */
export type Said = Folded & {
  role: string;
  language: Language;
  /** The words of an argument in the language of the page. */
  words(name: string): readonly string[];
};

/**
 * Whether a sentence counts: as what may be quoted, as a sign only, as a question whose answer says it, as a candidate that a
 * person may tick, or not at all.
 */
type Passes = boolean | 'sign' | 'asked' | 'candidate';

/** What passes by what was answered about it. */
const passesBy = { proof: true, candidate: 'candidate', refused: false } as const satisfies Record<string, Passes>;

/** What a fact accepts beside what the offerer states of its own offer in the indicative (decision 161). */
type Accepts = {
  /** What the customer must do is a rule of the offer too. */
  duties?: boolean;
  /** The words may be denied: an exclusion is stated by a denial. */
  denied?: boolean;
  /** The arguments whose words must not be denied. */
  stated?: readonly string[];
};

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
const isJudged = ({ language }: Text, args: FactArguments): boolean =>
  language !== undefined && wordsIn(args, 'words', language) !== undefined;

/**
 * A fact that has `strong` words is proven only by a sentence with one of them; the others nominate, and so do those with one of
 * `unquoted`. The row of a table says what its
 * first cell names.
 */
function proves({ sentence, folded }: Folded, { page }: Text, words: Said['words']): boolean {
  if (hasAny(folded, words('unquoted'))) return false;
  const strong = words('strong');
  if (strong.length > 0) return hasAny(folded, strong);
  const label = rowLabelOf(sentence, page);
  return label === undefined || words('words').length === 0 || hasAny(fold(label), words('words'));
}

/** How often a page may be quoted: one page may hold all that others have on many. */
const mostOf = ({ page }: Text): number => Math.max(PER_PAGE, Math.min(60, 3 * (page?.headings.length ?? 0)));

/** The words of arguments of a fact in a language, each looked up once, and those together that must not be denied. */
function wordsOfArguments(args: FactArguments, language: Language, stated: readonly string[]) {
  const found = new Map<string, readonly string[]>();
  const words = (name: string): readonly string[] => {
    const before = found.get(name);
    if (before) return before;
    const made = wordsIn(args, name, language) ?? NO_WORDS;
    found.set(name, made);
    return made;
  };
  const [name, ...more] = stated;
  return { words, stated: name !== undefined && more.length === 0 ? words(name) : stated.flatMap(words) };
}
const NO_WORDS: readonly string[] = [];

/**
 * Sentences that pass and are meant as statements of the offer, each once for the whole site, those of roles named first coming
 * first. Sentences made from one template on several pages count once.
 */
export function hitsOf(
  site: Site,
  roles: readonly string[],
  args: FactArguments,
  passes: (said: Said) => Passes,
  { duties = false, denied = false, stated = ['words'] }: Accepts = {},
): Hit[] {
  const seen = new Set<string>();
  const templates = new Map<string, Text>();
  const hits: Hit[] = [];
  const readable = textsOf(site).filter((text) => isJudged(text, args));
  const wordsOfLanguage = new Map<Language, { words: Said['words']; stated: readonly string[] }>();
  for (const role of roles)
    for (const text of readable) {
      const { language } = text;
      if (text.role !== role || language === undefined) continue;
      let here = 0;
      const most = mostOf(text);
      const known = wordsOfLanguage.get(language) ?? wordsOfArguments(args, language, stated);
      wordsOfLanguage.set(language, known);
      const { words } = known;
      for (const one of sentencesOf(text)) {
        if (here >= most) break;
        if (seen.has(one.folded)) continue;
        const { sentence, folded, before, next, under, heads } = one;
        const ruling = rulingOn(args, sentence);
        const passed = ruling
          ? passesBy[ruling]
          : passes({ sentence, folded, before, next, under, heads, role, language, words });
        if (passed === false) continue;
        seen.add(one.folded);
        const template = templateOf(one.sentence);
        const first = templates.get(template);
        if (first !== undefined && first !== text) continue;
        templates.set(template, text);
        const statement = statementOf(one.sentence, site, language);
        const accepted =
          ruling || passed === 'asked' || (isMeant(statement, duties) && (denied || !denies(statement, known.stated)));
        if (!accepted) continue;
        if (passed !== 'candidate') here++;
        hits.push({
          text,
          sentence: one.sentence,
          statement,
          before: one.before,
          next: one.next,
          quotable:
            ruling === 'proof' ||
            (passed === true && !one.heads && saysByItself(statement) && proves(one, text, words)),
          candidate: passed === 'candidate',
          prints: ruling === 'proof' ? 'always' : undefined,
        });
      }
    }
  return hits;
}

/** A sentence or a cell that structure found, and not words. */
export function hitAt(site: Site, text: Text, sentence: string): Hit {
  return {
    ...{ text, sentence, before: '', next: '', candidate: false },
    // Of most such sentences nobody asks how they are meant.
    get statement() {
      return statementOf(sentence, site, text.language ?? english);
    },
    get quotable() {
      return isMeant(this.statement) && saysByItself(this.statement);
    },
  };
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
  args: FactArguments,
  hits: readonly Hit[],
  {
    at,
    candidates = [],
    ...given
  }: Pick<Finding, 'at' | 'count' | 'sure' | 'says'> & { candidates?: readonly Hit[] } = {},
): FactResult {
  const unseen = unseenOf(site, roles, (text) => isJudged(text, args));
  const items = [...itemsOfRoles(site, roles).slice(0, 4), ...unseen.slice(0, 2)];
  const named = hits.filter(({ quotable }) => quotable);
  const printed = named.find(
    ({ prints, statement, text }) => prints === 'always' || (prints === undefined && isProof(site, text, statement)),
  );
  const first = printed ?? named[0];
  const others = hits.filter((hit) => hit !== first);
  const telling = [
    ...(first ? [first] : []),
    ...others.filter(({ quotable }) => quotable),
    ...others.filter(({ quotable }) => !quotable),
  ];
  const found = finding(site, {
    at: at ?? telling.map(placeOfHit),
    ...{ show: 5, count: hits.length, open: unseen.length > 0 && UNSEEN },
    searched: sourcesAt(items.length > 0 ? items : site.items.slice(0, 1), 6),
    ...given,
  });
  const says = {
    ...found.says,
    quote: printed?.sentence ?? '',
    pages: found.says.pages || 'no page',
    looked: placesOf(site, itemsOfRoles(site, roles)) || 'no page',
  };
  return {
    ...found,
    claims: [...hits, ...candidates].map(claimed),
    says: { ...says, ...provenAt(first && placeOf(site, first.text.item.final_url), printed?.sentence), ...given.says },
  };
}

const claimed = ({ text: { item, role }, ...hit }: Hit): ClaimedSentence => ({
  ...{ item, role, statement: hit.statement, before: hit.before, next: hit.next },
  counts: hit.candidate ? 'candidate' : hit.quotable ? 'proof' : 'sign',
});

const placeOfHit = (hit: Hit): Citation =>
  hit.quotable ? { item: hit.text.item, excerpt: hit.sentence } : hit.text.item;

/** The most telling first: those that say something whole in few words, and where `numbers` count, those with one. */
export const best = (hits: readonly Hit[], numbers = true): Hit[] =>
  hits
    .map((hit) => ({ hit, weight: weight(hit, numbers) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ hit }) => hit);
const weight = ({ sentence, text, quotable }: Hit, numbers: boolean): number =>
  (quotable ? 0 : 4) +
  (!numbers || isQuantified(sentence, text.language) ? 0 : 2) +
  (sentence.length > 160 || sentence.length < 25 ? 1 : 0) +
  (/[:;,]$/.test(sentence) ? 2 : 0);
