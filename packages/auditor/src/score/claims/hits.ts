import type { ReadItem, Site } from '../../read/site.ts';
import {
  type Citation,
  type ClaimedSentence,
  type FactArguments,
  type FactResult,
  rulingOn,
  sourcesAt,
} from '../fact.ts';
import { type Finding, finding, provenAt } from '../finding.ts';
import { isProof } from '../own/own-offer.ts';
import { placeOf, placesOf } from '../presence.ts';
import { en as english } from '../statements/languages/en.ts';
import type { Language } from '../statements/languages/language.ts';
import { denies, isMeant, type Statement, saysByItself, statementOf } from '../statements/statement.ts';
import { fold, hasAny, templateOf } from './folded.ts';
import { isQuantified } from './measured.ts';
import {
  type Folded,
  isJudged,
  itemsOfRoles,
  sentencesOf,
  type Text,
  textsOf,
  UNSEEN,
  unseenOf,
  wordsIn,
} from './texts.ts';
import { rowLabelOf } from './titles.ts';

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
      const first_here = hits.length;
      const known = wordsOfLanguage.get(language) ?? wordsOfArguments(args, language, stated);
      wordsOfLanguage.set(language, known);
      const { words } = known;
      for (const one of sentencesOf(text)) {
        // Beyond what a page may be quoted for, what can be checked takes the place of what cannot.
        const is_over = here >= most;
        if (seen.has(one.folded) || (is_over && !isQuantified(one.sentence, language))) continue;
        const { sentence, folded, before, next, under, heads } = one;
        const ruling = rulingOn(args, sentence);
        const passed = ruling
          ? passesBy[ruling]
          : passes({ sentence, folded, before, next, under, heads, role, language, words });
        if (passed === false || (is_over && passed === 'candidate')) continue;
        seen.add(one.folded);
        const template = templateOf(one.sentence);
        const first = templates.get(template);
        if (first !== undefined && first !== text) continue;
        templates.set(template, text);
        const statement = statementOf(one.sentence, site, language);
        const accepted =
          ruling || passed === 'asked' || (isMeant(statement, duties) && (denied || !denies(statement, known.stated)));
        if (!accepted) continue;
        if (is_over) {
          const given_up = hits.findLastIndex(
            (hit, at) => at >= first_here && isWithoutNumber(hit) && !hit.candidate && !hit.quotable,
          );
          if (given_up < 0) break;
          hits.splice(given_up, 1);
        } else if (passed !== 'candidate') here++;
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

const isWithoutNumber = ({ sentence, text }: Hit): boolean => !isQuantified(sentence, text.language);

/** Sentences of pages, the first one that may be printed as proof and shows what it is for before the others, and its words. */
export function provenFirst(
  site: Site,
  at: readonly { item: ReadItem; excerpt: string }[],
  shows: (sentence: string) => boolean,
): { at: { item: ReadItem; excerpt: string }[]; quote: string } {
  const texts = new Map(textsOf(site).map((text) => [text.item, text]));
  const proof = at.find(({ item, excerpt }) => {
    const text = texts.get(item);
    if (!text?.language || !shows(excerpt)) return false;
    const statement = statementOf(excerpt, site, text.language);
    return isMeant(statement) && isProof(site, text, statement);
  });
  if (!proof) return { at: [...at], quote: '' };
  return { at: [proof, ...at.filter((one) => one !== proof)], quote: proof.excerpt };
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
