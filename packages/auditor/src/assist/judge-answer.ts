import { z } from 'zod';
import { plainText } from '../evidence/draft-text.ts';
import type { AssistItem, AssistQuestion } from './question.ts';

/** What a model must answer. Bounds are checked claim by claim, so that one bad claim does not take the others with it. */
const answerSchema = z.object({
  score: z.int().min(0).max(1000),
  claims: z.array(z.unknown()).max(20),
});
const claimSchema = z.object({
  text: z.string().min(1).max(300),
  evidence_ids: z.array(z.string()).min(1).max(12),
  quote: z.string().max(200),
});

/** A claim that passed every check, with the items that it cites. The quoted item is the first. */
type Claim = { text: string; quote: string; items: AssistItem[] };

/** What is left of an answer. `dropped` counts claims that failed a check. */
export type Judged = { score: number; claims: Claim[]; dropped: number };

/** Quotes shorter than this may be in any text. */
const SHORTEST_QUOTE = 8;

const fold = (text: string) => plainText(text.normalize('NFC')).replace(/\s+/g, ' ').trim();
const numbersIn = (text: string) => text.match(/\d+(?:[.,:]\d+)*/g) ?? [];
/** Addresses, and words that would be taken for one. */
const addressesIn = (text: string) =>
  text.split(/[\s"'()[\]]/).filter((word) => word.includes('://') || /[\w-]\.[a-z]{2}/i.test(word));
/** HTML, Markdown and whatever else is not a plain sentence. */
const MARKUP = /[<>`*#[\]{}|\\~]|__|&[#a-z]/i;

/** Why a claim does not pass; undefined when it does. */
function objection(text: string, quote: string, items: readonly AssistItem[]): string | undefined {
  if (text !== plainText(text) || MARKUP.test(text)) return 'markup';
  const stored = items.map((item) => fold(item.text));
  if (fold(quote).length < SHORTEST_QUOTE || !stored.some((one) => one.includes(fold(quote)))) return 'quote';
  const known = new Set(stored.flatMap(numbersIn));
  if (numbersIn(text.normalize('NFC')).some((number) => !known.has(number))) return 'number';
  const places = items.flatMap(({ url }, at) => [url, stored[at] ?? '']).join('\n');
  if (addressesIn(text).some((address) => !places.includes(address.replace(/[.,;:]$/, '')))) return 'address';
  return undefined;
}

function judgeClaim(input: unknown, { items }: AssistQuestion): Claim | undefined {
  const read = claimSchema.safeParse(input);
  if (!read.success) return undefined;
  const { text, quote, evidence_ids } = read.data;
  const cited = [...new Set(evidence_ids)].map((id) => items.find((item) => item.id === id));
  const found = cited.filter((item) => item !== undefined);
  if (found.length < cited.length || objection(text, quote, found) !== undefined) return undefined;
  const holds = (item: AssistItem) => fold(item.text).includes(fold(quote));
  return { text, quote: fold(quote), items: found.toSorted((a, b) => Number(holds(b)) - Number(holds(a))) };
}

/** The JSON object in an answer: models like to put it into a fence. */
function objectIn(answer: string): unknown {
  const [from, to] = [answer.indexOf('{'), answer.lastIndexOf('}')];
  try {
    return JSON.parse(answer.slice(from, to + 1));
  } catch {
    return undefined;
  }
}

/**
 * What of a model's answer may be used (decision 95). The answer is hostile input, as the pages are that it was made
 * from: a claim passes only when its quote is in a cited item word for word and it says no number and no address that is
 * not; the score never leaves the interval. Undefined when the answer is not of the required form.
 */
export function judgeAnswer(answer: string, question: AssistQuestion): Judged | undefined {
  const read = answerSchema.safeParse(objectIn(answer));
  if (!read.success) return undefined;
  const claims = read.data.claims.slice(0, 4).flatMap((claim) => judgeClaim(claim, question) ?? []);
  const score = Math.min(Math.max(read.data.score, question.low), question.high);
  return { score, claims, dropped: read.data.claims.length - claims.length };
}
