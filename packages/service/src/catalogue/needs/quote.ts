import type { Audit } from '@readymark/rubric/audit/audit';
import { concepts, senseOf } from './concepts.ts';
import { formOf, languagesOf, wordsOf } from './languages.ts';
import type { Said } from './messages.ts';
import type { Need } from './need.ts';
import { isName, isSummary, statementsOf } from './offer.ts';

/** What a sentence of the summary counts beside one of the evidence, as an answer. */
const BEHIND = 0.6;
/** What another word for the same thing counts, and one for what it is a kind of. */
const OTHER_WORD = 0.75;
const ABOVE = 0.3;
/** Letters that an answer has room for. */
const SENTENCE = 80;

/** The sentence of an audit that says best that a company fits a need, from the part on that has most of it; else its name. */
export function quoteOf(audit: Audit, need: Need): Said {
  let best: { text: string; score: number } | undefined;
  for (const statement of statementsOf(audit)) {
    if (isName(statement)) continue;
    const score = total(saidIn(statement.text, need), need) * (isSummary(statement) ? BEHIND : 1);
    if (score > (best?.score ?? 0)) best = { text: statement.text, score };
  }
  const { title = null } = audit.critical_gaps[0] ?? {};
  return { match: best ? fromBestPart(best.text, need) : audit.company, blocking_gap: title };
}

/** How much of each part of a need a text says. */
function saidIn(text: string, { parts }: Need): number[] {
  const words = wordsOf(text);
  const own = languagesOf(words);
  const said = parts.map(() => 0);
  for (let at = 0; at < words.length; ) {
    const sense = senseOf(words, at, own);
    const end = at + (sense?.words ?? 1);
    const forms = new Set(words.slice(at, end).map((word) => formOf(word, 'en')));
    for (const [part, { alone, words: all, meanings }] of parts.entries()) {
      const is_same =
        alone.some(({ word }) => forms.has(formOf(word, 'en'))) ||
        (all.length > 1 && all.every((word) => forms.has(formOf(word, 'en'))));
      const much = is_same
        ? 1
        : Math.max(
            0,
            ...(sense?.parts.flat() ?? []).map(({ concept, sure }) => {
              if (meanings.some((one) => one.concept === concept)) return OTHER_WORD * sure;
              const above = concepts[concept]?.kinds.some(([kind]) => meanings.some((one) => one.concept === kind));
              return above ? ABOVE * sure : 0;
            }),
          );
      said[part] = Math.max(said[part] as number, much);
    }
    at = end;
  }
  return said;
}

const total = (said: readonly number[], { parts }: Need) =>
  said.reduce((sum, much, part) => sum + much * (parts[part]?.ranks ?? 0), 0);

function fromBestPart(text: string, need: Need): string {
  if (text.length <= SENTENCE) return text;
  const parts = text.split(/(?<=[,;:])\s+/);
  const scores = parts.map((part) => total(saidIn(part, need), need));
  return parts.slice(scores.indexOf(Math.max(...scores))).join(' ');
}
