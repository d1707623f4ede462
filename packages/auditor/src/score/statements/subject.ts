import type { Site } from '../../read/site.ts';
import { hasPhrase, placesIn, type Token } from './clauses.ts';
import type { Language } from './languages/language.ts';
import { ownNames, properNouns } from './names.ts';

/** Who a sentence is about. */
export type Subject = 'own' | 'other' | 'customer';

/** How many words may precede the verb. */
const BEFORE_VERB = 4;
/** How far before its verb the offerer is named, in words. */
const OWNER = 3;
const verb =
  /^(?:is|are|was|were|has|have|had|does|do|did|can|will|would|may|only|offers?|charges?|marks?|works?|requires?|uses?|gives?|provides?|costs?|lets?|makes?|runs?|stores?|keeps?|supports?|needs?|handles?|proceeds?|treats?|sells?|publishes|[a-z]{3,}(?:es|ed)|ist|hat|bietet|kostet|a|propose|tiene|ofrece|offre)$/;

/**
 * Who a sentence is about: somebody else, where others are named as such (`most providers`) or a name that is none of the site's own
 * is what the sentence begins with; the customer, where it says what he has to do.
 */
export function subjectOf(sentence: string, tokens: readonly Token[], site: Site, language: Language): Subject {
  if (placesIn(tokens, language.duties).some(([at]) => !isOurs(tokens, at, language))) return 'customer';
  if (hasPhrase(tokens, language.others) || hasPhrase(tokens.slice(0, 1), language.theirs ?? [])) return 'other';
  return language.code !== 'de' && beginsWithOthers(sentence, tokens, site) ? 'other' : 'own';
}

/** Whether the offerer is named right before a verb: `we are responsible for`, `our drivers must have a`. */
const isOurs = (tokens: readonly Token[], at: number, language: Language): boolean =>
  hasPhrase(tokens.slice(Math.max(0, at - OWNER), at), language.own);

function beginsWithOthers(sentence: string, tokens: readonly Token[], site: Site): boolean {
  const [own, proper] = [ownNames(site), properNouns(site)];
  for (const [at, { text, at: start }] of tokens.slice(0, BEFORE_VERB).entries()) {
    if (verb.test(text) || !/[\p{L}]/u.test(text)) return false;
    if (!/^\p{Lu}/u.test(sentence.slice(start, start + 1))) continue;
    const name = text.replace(/'s$/, '');
    if (/^\p{Lu}{1,4}$/u.test(sentence.slice(start, start + text.length)) || sentence[start + text.length] === '-')
      return false;
    if (own.has(name)) return false;
    if (!proper.has(name)) continue;
    const next = tokens[at + 1]?.text ?? '';
    if (text.endsWith("'s") || verb.test(next)) return true;
  }
  return false;
}
