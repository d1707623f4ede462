import { diffArrays } from 'diff';

/** A run of words that both texts have, or that only one of them has. */
export type Run = { text: string; only: 'before' | 'after' | undefined };

/** Words of one text that are compared, and how many may differ: beyond that marks would help nobody, and cost time. */
const WORDS_MAX = 400;
const EDITS_MAX = 150;
/** The share of the longer text that both must have: a text that was written anew is read as a whole. */
const SHARED_MIN = 0.5;

/**
 * What is different between two texts, word by word; undefined where they are too long, or have too little in common for
 * marks to help. The runs that are not only of `after`, joined, are the text before, and the other way round.
 */
export function wordChanges(before: string, after: string): readonly Run[] | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (!old || !now) return undefined;
  const changes = diffArrays(old, now, { maxEditLength: EDITS_MAX });
  const runs = changes?.map(
    ({ value, added, removed }): Run => ({
      text: value.join(''),
      only: removed ? 'before' : added ? 'after' : undefined,
    }),
  );
  const shared = runs?.reduce((sum, { text, only }) => sum + (only === undefined ? text.length : 0), 0) ?? 0;
  return shared >= SHARED_MIN * Math.max(before.length, after.length) ? runs : undefined;
}

/** A word with the space behind it; letters of scripts without spaces stand alone. */
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+\s*|\s+/gu;

function wordsOf(text: string): string[] | undefined {
  // No text of so few words has more letters, unless they are not words.
  if (text.length > 20 * WORDS_MAX) return undefined;
  const found = text.match(words) ?? [];
  return found.length > WORDS_MAX ? undefined : found;
}
