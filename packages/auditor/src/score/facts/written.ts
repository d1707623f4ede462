import type { Site } from '../../read/site.ts';
import { type Passage, passagesWith, placeIn } from '../../read/text/phrases.ts';
import { wordCount } from '../../read/text/plain-text.ts';
import { fold, hasAny } from '../claims/folded.ts';
import { wordsIn } from '../claims/texts.ts';
import { isHeading, rowLabelOf } from '../claims/titles.ts';
import {
  type Citation,
  type ClaimedSentence,
  type Fact,
  type FactArguments,
  list,
  type Ruling,
  rolesOf,
  rulingOn,
} from '../fact.ts';
import { finding, provenAt } from '../finding.ts';
import { isProof } from '../own/own-offer.ts';
import { placeOf } from '../presence.ts';
import { commonShare, MANY, type SiteText, searchedAt, textsOf, unseen } from '../site-texts.ts';
import { areTogether } from '../statements/clauses.ts';
import { languages } from '../statements/languages/index.ts';
import type { Language } from '../statements/languages/language.ts';
import {
  denies,
  isAssertion,
  isMeant,
  type Statement,
  saysByItself,
  speaksOfDealing,
  statementOf,
} from '../statements/statement.ts';

type Claim = {
  passage: Passage;
  text: SiteText;
  statement: Statement;
  sure: boolean;
  /** It has all the words that the fact asks for. */
  counts: boolean;
  /** What was answered about it. */
  ruling: Ruling | undefined;
  before: string;
  next: string;
};

/** A sentence, a cell or an item; not a pile of key words, which says nothing. */
function saysSomething({ words }: Passage, english: boolean): boolean {
  if (words.length < 2) return false;
  if (words.length >= 20 && new Set(words).size * 2 < words.length) return false;
  return words.length < 12 || !english || commonShare(words) >= 6;
}

/** The same words on several pages are one claim, of the page whose word binds. */
function distinct(claims: readonly Claim[]): Claim[] {
  const found = new Map<string, Claim>();
  for (const claim of claims) {
    const key = claim.passage.words.join(' ');
    if (!found.get(key)?.sure && (claim.sure || !found.has(key))) found.set(key, claim);
  }
  return [...found.values()];
}

/** Those that count, the most telling first; and those that only have the first words, as they come. */
function claims(site: Site, args: FactArguments): { found: Claim[]; loose: Claim[] } {
  const all = languages.flatMap((language) => claimsIn(site, args, language));
  const weights = new Map(
    distinct(all.filter(({ counts }) => counts)).map((each) => [
      each,
      weight(each, phrasesIn(args, each.statement.language)),
    ]),
  );
  const found = [...weights.keys()].sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
  return { found, loose: distinct(all.filter(({ counts }) => !counts)) };
}

const hasSeveral = ({ words }: Passage, phrases: readonly string[]): boolean =>
  phrases.filter((phrase) => placeIn(words, phrase) >= 0).length > 1;

const phrasesIn = (args: FactArguments, language: Language): readonly string[] =>
  ['words', 'with', 'also'].flatMap((name) => wordsIn(args, name, language) ?? []);

function claimsIn(site: Site, args: FactArguments, language: Language): Claim[] {
  const words = (name: string) => wordsIn(args, name, language) ?? [];
  const { index, owners, titles, languages: spoken } = textsOf(site);
  if (!spoken.has(language) || words('words').length === 0) return [];
  const roles = new Set<string>(rolesOf(args));
  const sure = new Set<string>(list(args, 'sure_on'));
  const sets = ['with', 'also']
    .map(words)
    .filter((phrases) => phrases.length > 0)
    .map((phrases) => ({ phrases, set: passagesWith(index, phrases) }));
  // A heading and the sentence below it say one thing.
  const has = ({ phrases, set }: (typeof sets)[number], at: number): boolean =>
    set.has(at) ||
    (args.headed === true && hasAny(titles[at] ?? '', phrases)) ||
    (args.near === true && [at - 1, at + 1].some((next) => set.has(next) && isHeaded(at, next)));
  const isHeaded = (at: number, next: number): boolean =>
    owners[next] === owners[at] &&
    [index.passages[at], index.passages[next]].some((passage) => passage !== undefined && passage.words.length < 5);
  const refused = passagesWith(index, words('without'));
  const most = Number(args.most ?? 400);
  const stated = words('words');
  return [...passagesWith(index, words('words'))]
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const [passage, text] = [index.passages[at], owners[at]];
      if (!passage || !text || text.language !== language) return [];
      if (!roles.has(text.role)) return [];
      const ruling = rulingOn(args, passage.text);
      if (ruling === 'refused') return [];
      const statement = statementOf(passage.text, site, language);
      const beside = (next: number) => (owners[next] === text ? (index.passages[next]?.text ?? '') : '');
      const claim = { passage, text, statement, ruling, before: beside(at - 1), next: beside(at + 1) };
      if (ruling) {
        const counts = ruling === 'proof';
        return [{ ...claim, counts, sure: counts && sure.has(text.role) }];
      }
      if (refused.has(at)) return [];
      const counts = sets.every((set) => has(set, at)) && (args.several !== true || hasSeveral(passage, stated));
      // Of names of records alone nobody knows whose they are.
      if (!counts && args.headed === true) return [];
      if (args.person === true && !namesPerson.test(passage.text)) return [];
      if (passage.words.length > most || !saysSomething(passage, language.code === 'en')) return [];
      if (!isMeant(statement, args.duties === true)) return [];
      if (args.denied !== true && denies(statement, stated)) return [];
      return [{ ...claim, counts, sure: counts && sure.has(text.role) && isAssertion(statement) }];
    });
}

/** What the page is named for: its words say one thing together. Names of persons are proof by themselves. */
const isQuotable =
  (args: FactArguments) =>
  ({ statement, ruling, passage, text }: Claim): boolean => {
    if (args.person === true || ruling === 'proof') return true;
    if (isHeading(passage.text, text.page)) return false;
    if (hasAny(fold(passage.text), wordsIn(args, 'unquoted', statement.language) ?? [])) return false;
    const label = rowLabelOf(passage.text, text.page);
    if (label !== undefined && !hasAny(fold(label), wordsIn(args, 'words', statement.language) ?? [])) return false;
    const sets = ['words', 'with', 'also'].map((name) => wordsIn(args, name, statement.language) ?? []);
    return saysByItself(statement) && areTogether(statement.tokens, args.near === true ? sets.slice(0, 1) : sets);
  };

/** "Ann Lee, Head of Data": a name, then what that person is. */
const namesPerson = /^["“”'—–-]?\s?\p{Lu}[\p{L}'’-]{1,30} (?:\p{Lu}\.? )?\p{Lu}[\p{L}'’-]{1,30}\s?[,|–—-]/u;

/** What is sure first, then what reads well: sentences of people before lines of files for agents, neither cut nor clipped. */
const weight = ({ sure, passage, text, statement }: Claim, phrases: readonly string[]) =>
  (sure ? 0 : 8) +
  (saysByItself(statement) ? 0 : 8) +
  (passage.text.length > 160 ? 2 : 0) +
  (passage.words.length < 5 ? 3 : 0) +
  (text.role === 'agent' ? 1 : 0) -
  Math.min(3, phrases.filter((phrase) => placeIn(passage.words, phrase) >= 0).length) +
  // The first phrases of a ladder are the most telling ones.
  phrases.findIndex((phrase) => placeIn(passage.words, phrase) >= 0) / phrases.length;

/** Whether a sentence has one of the words of `quoted_with`, without which none is quoted; every one where there are no such words. */
function hasWordToQuote(args: FactArguments, { sentence, language }: Statement): boolean {
  const words = wordsIn(args, 'quoted_with', language) ?? [];
  return words.length === 0 || hasAny(fold(sentence), words);
}

const citation = ({ passage, text }: Claim): Citation => ({ item: text.item, excerpt: passage.text });

const claimed = (
  { text: { item, role }, statement, before, next }: Claim,
  counts: ClaimedSentence['counts'],
): ClaimedSentence => ({ item, role, statement, before, next, counts });

/** Words of a text that says something of an offer. */
const LEAST_WORDS = 6;

export const written: Record<string, Fact> = {
  words_of_customers: {
    about:
      'How many texts of customers pages of `roles` show: block quotations, the text of elements that are named for reviews, and lines that ' +
      'somebody signed. Nobody can check them, so none is sure.',
    find(site, args) {
      const roles = rolesOf(args);
      const at = site.pages.flatMap(({ role, item, quoted }) =>
        roles.includes(role) ? quoted.filter((text) => wordCount(text) >= LEAST_WORDS).map(() => item) : [],
      );
      return finding(site, { at: [...new Set(at)], count: at.length, sure: 0, searched: searchedAt(site, ['home']) });
    },
  },
  states: {
    about:
      'Counts the sentences (cells and list items are sentences too) on pages with one of `roles` that have one of the phrases in ' +
      '`words`, one in `with` and one in `also` where these are given, and none in `without`. What is called planned does not count. ' +
      'Words are likely only, and sure on pages of the roles in `sure_on`, whose word binds: terms, prices, documentation. ' +
      '`most`: words in the sentence; `near: true`: `with` and `also` may ' +
      'be in the sentence before or after, where one of both is as short as a heading. `headed: true`: they may be in the heading or ' +
      'question above it, and it is a sign. `several: true`: it has two of `words` at least. `person: true`: it begins with the name of a person. ' +
      '`dealing: true`: only a sentence is quoted in which the offerer speaks of himself or to his customer; with `quoted_with` one that has one ' +
      'of these words. ' +
      'With `mentioned: false` candidates are not counted as mentions: their words are too common. `links` has the words of addresses that could say more: one that was not read makes it possible. In phrases `#` is a number ' +
      'and a star at the end of a word stands for any ending. Role `agent` is llms.txt and other documents for agents.',
    find(site, args) {
      const { found, loose } = claims(site, args);
      const roles = rolesOf(args);
      const judged = ({ language }: SiteText) =>
        language !== undefined && wordsIn(args, 'words', language) !== undefined;
      const hidden = unseen(site, roles, list(args, 'links'), judged);
      const quotable = found.filter(isQuotable(args));
      const signs = found.filter((claim) => !quotable.includes(claim));
      const printed = quotable.find(
        ({ ruling, statement, text }) =>
          ruling === 'proof' ||
          (isProof(site, text, statement) &&
            (args.dealing !== true || speaksOfDealing(statement)) &&
            hasWordToQuote(args, statement)),
      );
      const first = printed ?? quotable[0];
      const telling = [...(first ? [first] : []), ...quotable.filter((claim) => claim !== first)];
      const result = finding(site, {
        count: found.length,
        at: [...telling.map(citation), ...signs.map(({ text }) => text.item)].slice(0, 3),
        sure: found.filter(({ sure }) => sure).length,
        open: hidden.length > 0 && MANY,
        searched: [...hidden.slice(0, 2), ...searchedAt(site, roles)],
        because: found.length > 0 ? ['lexical'] : undefined,
        says: provenAt(first && placeOf(site, first.text.item.final_url), printed?.passage.text),
      });
      return {
        ...result,
        ...(args.mentioned === false && { mentions: 0 }),
        claims: [
          ...quotable.map((claim) => claimed(claim, 'proof')),
          ...signs.map((claim) => claimed(claim, 'sign')),
          ...loose.map((claim) => claimed(claim, 'candidate')),
        ],
      };
    },
  },
};
