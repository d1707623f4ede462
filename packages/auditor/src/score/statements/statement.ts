import type { Site } from '../../read/site.ts';
import { hasPhrase, type Token, tokensOf } from './clauses.ts';
import type { Language } from './languages/language.ts';
import { isAsked, isCode, isLabel } from './mood.ts';
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
};

const known = new WeakMap<Site, Map<string, Statement>>();

/** How a sentence of a site is meant, read once for all facts. */
export function statementOf(sentence: string, site: Site, language: Language): Statement {
  const statements = known.get(site) ?? new Map<string, Statement>();
  known.set(site, statements);
  const key = `${language.code} ${sentence}`;
  const before = statements.get(key);
  if (before) return before;
  const made = readStatement(sentence, site, language);
  statements.set(key, made);
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
 * May be quoted as proof: words that name something without a verb are only a sign, and a quotation in a quotation would be cut
 * at the wrong place.
 */
export const isAssertion = ({ modality, sentence }: Statement): boolean =>
  modality === 'is' && sentence.length >= 12 && !sentence.includes('"');
