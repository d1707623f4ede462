import type { Site } from '../../read/site.ts';
import { isWhole, withoutTerms } from './alone.ts';
import { hasPhrase, placeInLastClause, placesIn, type Token, tokensOf } from './clauses.ts';
import { isMixed } from './languages/index.ts';
import type { Language } from './languages/language.ts';
import { isAsked, isCode, isLabel } from './mood.ts';
import { ownNames } from './names.ts';
import { namesParty } from './parties.ts';
import { isDenied } from './polarity.ts';
import { type Subject, subjectOf } from './subject.ts';

/** How a sentence is meant. */
type Modality = 'is' | 'asked' | 'advised' | 'planned' | 'past' | 'reserved' | 'label' | 'code';

/** What rules say of a sentence, whatever it is quoted for. */
export type Statement = {
  sentence: string;
  tokens: readonly Token[];
  language: Language;
  subject: Subject;
  modality: Modality;
  /** Names somebody else than the offerer and his customer, whose terms it may be. */
  readonly of_party: boolean;
};

/** By the names of the offerer, which two readings of a site share. */
const known = new WeakMap<ReadonlySet<string>, Map<Language, Map<string, Statement>>>();

/** How a sentence of a site is meant, read once for all facts. */
export function statementOf(sentence: string, site: Site, language: Language): Statement {
  const names = ownNames(site);
  const of_site = known.get(names) ?? new Map<Language, Map<string, Statement>>();
  known.set(names, of_site);
  const statements = of_site.get(language) ?? new Map<string, Statement>();
  of_site.set(language, statements);
  const before = statements.get(sentence);
  if (before) return before;
  const made = readStatement(sentence, site, language);
  statements.set(sentence, made);
  return made;
}

/** Reads one sentence of a page in a language. */
function readStatement(sentence: string, site: Site, language: Language): Statement {
  const tokens = tokensOf(sentence);
  return {
    sentence,
    tokens,
    language,
    subject: subjectOf(sentence, tokens, site, language),
    modality: modalityOf(sentence, tokens, language),
    // Few sentences come so far that it matters.
    get of_party() {
      return namesParty(sentence, tokens, site, language);
    },
  };
}

function modalityOf(sentence: string, tokens: readonly Token[], language: Language): Modality {
  if (isAsked(sentence)) return 'asked';
  if (isCode(sentence)) return 'code';
  if (isLabel(sentence, tokens)) return 'label';
  if (hasPhrase(tokens, language.planned)) return 'planned';
  if (hasPhrase(tokens, language.past)) return 'past';
  if (hasPhrase(tokens, language.advice)) return 'advised';
  return hasPhrase(tokens, language.reserved) ? 'reserved' : 'is';
}

/** Whether the sentence denies what the phrases say. */
export const denies = ({ tokens, language }: Statement, phrases: readonly string[]): boolean =>
  isDenied(tokens, phrases, language);

/** Stated by the offerer of its own offer: no question, plan, advice, news of the past, or right that it keeps to itself. */
export const isMeant = ({ modality, subject }: Statement, duties = false): boolean =>
  (modality === 'is' || modality === 'label') && (subject === 'own' || (duties && subject === 'customer'));

/**
 * Is a sentence that states something: words that name something without a verb are only a sign, and a quotation in a quotation would
 * be cut at the wrong place.
 */
export const isAssertion = ({ modality, sentence }: Statement): boolean =>
  modality === 'is' && sentence.length >= 12 && !sentence.includes('"');

/**
 * Says something by itself, so that its page can be named for it: what leans on the sentence before it, a rest of one, what somebody
 * else is quoted with, a disclaimer in capitals, an unfilled form and what is said of names of a program do not (decision 223).
 */
export const saysByItself = (statement: Statement): boolean => {
  const { sentence, tokens, language } = statement;
  return (
    isAssertion(statement) &&
    !isRest(sentence) &&
    !leans(tokens, language) &&
    !isShouted(sentence) &&
    !unfilled.test(sentence) &&
    !ofProgram.test(sentence)
  );
};

/**
 * May be printed as proof (decision 229): a whole sentence that a reader understands who sees nothing else of its page, and that speaks of
 * the offerer and of nobody else.
 */
export const provesByItself = (statement: Statement): boolean =>
  saysByItself(statement) &&
  isWhole(statement.sentence, statement.language) &&
  !points(statement, POINTING) &&
  !beginsWith(statement.tokens, statement.language.goes_on) &&
  !hasPhrase(statement.tokens, statement.language.demonstratives) &&
  !sendsElsewhere(statement) &&
  !isMixed(statement.sentence) &&
  !statement.of_party;

/** Whether the offerer speaks of himself or to his customer: else it may be about what others make. */
export function speaksOfDealing({ sentence, tokens, language }: Statement): boolean {
  if (hasPhrase(tokens, language.own)) return true;
  const plain = withoutTerms(sentence);
  return hasPhrase(plain === sentence ? tokens : tokensOf(plain), language.you);
}

/** Whether it says what is paid, returned or saved. */
export const settles = ({ sentence, tokens, language }: Statement): boolean =>
  AMOUNT.test(sentence) || hasPhrase(tokens, language.settling);
/** Whether it names what it settles: that something is cancelled, returned, tried, renewed or had for less. Only then is it known of what it speaks. */
export const namesDeal = ({ tokens, language }: Statement): boolean => hasPhrase(tokens, language.deals);

/** Whether nobody can check if it holds: `where reasonable`, `something substantial`. */
export const isVague = ({ tokens, language }: Statement): boolean => hasPhrase(tokens, language.vague);
const AMOUNT = /[$€£]\s?\d|\d\s?(?:€|%|(?:EUR|USD|GBP|CHF|euros?)\b)|\b(?:CHF|Fr\.?|R\$) ?\d/i;

/** Begins with a sign or within a sentence, or is what somebody is quoted with. */
const isRest = (sentence: string): boolean =>
  /^[^\p{L}\p{N}(¿¡$€£#+✓✔•*–—-]/u.test(sentence) || (/^\p{Ll}/u.test(sentence) && !/[.!]$/.test(sentence));

const beginsWith = (tokens: readonly Token[], phrases: readonly string[]): boolean =>
  placesIn(tokens.slice(0, LEANING), phrases).some(([at]) => at === 0);

/** `Those who` and `this plan` name what they speak of. */
const leans = (tokens: readonly Token[], { leaning }: Language): boolean => {
  const [first] = placesIn(tokens.slice(0, LEANING), leaning);
  return first?.[0] === 0 && !relative.has(tokens[first[1] + 1]?.text ?? '');
};
/** The longest words that lean, and those behind them that say of whom they speak. */
const LEANING = 4;
const relative = new Set(['who', 'qui', 'que', 'quien', 'quienes', 'che', 'chi', 'quem']);

/** `If they` speaks of what was named before, among the first words and signs. */
const points = ({ tokens, language: { pointing } }: Statement, most: number): boolean => {
  const start = tokens.slice(0, most).map(({ text, at }) => ({ at, text: text.replace(/'(?:s|re|ll|ve|d)$/, '') }));
  return placesIn(start, pointing).some(([, last]) => !relative.has(start[last + 1]?.text ?? ''));
};
/** Among how many words and signs something points. */
const POINTING = 6;

/** `See the terms`, also behind a condition: it says where something is written, and not what. */
const sendsElsewhere = ({ sentence, language }: Statement): boolean => {
  const comma = sentence.indexOf(',');
  const conditional = comma > 0 && placeInLastClause(sentence.slice(0, comma), language.conditions) >= 0;
  const [first] = placesIn(
    tokensOf(conditional ? sentence.slice(comma + 1) : sentence).slice(0, LEANING),
    language.elsewhere,
  );
  return first?.[0] === 0;
};

const unfilled = /\[[\p{Lu}][\p{L} ]{2,40}\]|_{4,}/u;
/** Names of fields and tools: `callsPerDayLimit`, and a tool's name at the beginning, `list_open_jobs`. */
const ofProgram =
  /\b[a-z]+(?:[A-Z][a-z]+){3,}\b|^[a-z]+_[a-z]+(?:_[a-z]+)*\b|^[a-z]+(?:-[a-z]+){2,} \p{Lu}|\w\.\w+\([\w{]/u;

/** How many words in capitals are a disclaimer. */
const SHOUTED = 6;
function isShouted(sentence: string): boolean {
  const words = sentence.match(/\p{L}{2,}/gu) ?? [];
  const loud = words.filter((word) => word === word.toUpperCase()).length;
  return loud >= SHOUTED && loud * 2 > words.length;
}
