import { placesIn, type Token } from './clauses.ts';
import type { Language } from './languages/language.ts';

/** How far a negation reaches, in words. */
const REACH = 9;
/** How far behind a phrase its own negation may be: `an audit log is not`. */
const BEHIND = 4;

const ends = new Set(['.', ';', ':', '!', '?', '|', '•', '—', '–', ')']);

/**
 * Whether what the phrases say is denied: each place of one of them is in the scope of a negation, or is followed by its own
 * (`an audit log is not kept`). A scope ends with its clause; `no` and `without` deny every member of a list. Phrases that
 * have a negation themselves say what is not so, and are not denied by it.
 */
export function isDenied(tokens: readonly Token[], phrases: readonly string[], language: Language): boolean {
  const negations = negationsIn(tokens, language);
  if (negations.length === 0) return false;
  const places = placesIn(tokens, phrases);
  if (places.length === 0) return false;
  return places.every(([from, to]) =>
    negations.some(({ at, list }) => {
      if (at >= from && at <= to) return false;
      if (at < from) return from - at <= REACH && !isBroken(tokens.slice(at + 1, from), language, list);
      return !list && at - to <= BEHIND && !isBroken(tokens.slice(to + 1, at), language, false);
    }),
  );
}

type Negation = { at: number; list: boolean };
/** Kept for the tokens of statements, of which many facts ask. */
const negations_of = new WeakMap<readonly Token[], { language: Language; found: readonly Negation[] }>();

function negationsIn(tokens: readonly Token[], language: Language): readonly Negation[] {
  const known = negations_of.get(tokens);
  if (known?.language === language) return known.found;
  const spared = placesIn(tokens, language.not_denying);
  const found = [
    ...placesIn(tokens, language.negations).map(([at]) => ({ at, list: false })),
    ...placesIn(tokens, language.denying_lists).map(([, at]) => ({ at, list: true })),
  ].filter(({ at }) => !spared.some(([from, to]) => from <= at && at <= to));
  negations_of.set(tokens, { language, found });
  return found;
}

/** Whether a clause ends within these tokens. */
function isBroken(between: readonly Token[], language: Language, list: boolean): boolean {
  return between.some(({ text }) => ends.has(text) || (text === ',' && !list) || language.clause_starts.includes(text));
}
