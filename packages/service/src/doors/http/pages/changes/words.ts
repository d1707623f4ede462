import { diffArrays } from 'diff';

/** A run of words that both texts have, or that only one of them has. */
export type Run = { text: string; only: 'before' | 'after' | undefined };

/** Words of one text that are compared, and how many may differ: beyond that marks would help nobody. */
const WORDS_MAX = 250;
const EDITS_MAX = 100;
/** The share of the longer text that both must have: a text that was written anew is read as a whole. */
const SHARED_MIN = 0.5;
/**
 * What all comparisons of one page may cost, in steps: one takes the square of the number of its different words. With
 * it a page is drawn in a few milliseconds, whatever its audits contain (decision 61).
 */
const STEPS_MAX = 30_000;

/**
 * Returns a function that says what is different between two texts, word by word; undefined where they are too long, or
 * have too little in common for marks to help, or when the steps of the page are used up. The runs that are not only of
 * `after`, joined, are the text before, and the other way round.
 */
export function wordComparison(): (before: string, after: string) => readonly Run[] | undefined {
  let left = STEPS_MAX;
  return (before, after) => {
    const [old, now] = [wordsOf(before), wordsOf(after)];
    if (!old || !now || !mayShare(old, now)) return undefined;
    const most = Math.min(EDITS_MAX, Math.floor(Math.sqrt(left)));
    const changes = diffArrays(old, now, { maxEditLength: most });
    const edits = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0) ?? most;
    left -= edits ** 2;
    const runs = changes?.map(
      ({ value, added, removed }): Run => ({
        text: value.join(''),
        only: removed ? 'before' : added ? 'after' : undefined,
      }),
    );
    const shared = runs?.reduce((sum, { text, only }) => sum + (only === undefined ? text.length : 0), 0) ?? 0;
    return shared >= SHARED_MIN * Math.max(before.length, after.length) ? runs : undefined;
  };
}

/** Whether enough words are in both texts, in any order: cheap, and recognises most texts that were written anew. */
function mayShare(old: readonly string[], now: readonly string[]): boolean {
  const known = new Set(old);
  const shared = now.filter((word) => known.has(word));
  const letters = (of: readonly string[]) => of.reduce((sum, word) => sum + word.length, 0);
  return letters(shared) >= SHARED_MIN * Math.max(letters(old), letters(now));
}

/** A word with the space behind it; letters of scripts without spaces are words of their own. */
const words =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+\s*|\s+/gu;

function wordsOf(text: string): string[] | undefined {
  // No text of so few words has more letters, unless they are not words.
  if (text.length > 20 * WORDS_MAX) return undefined;
  const found = text.match(words) ?? [];
  return found.length > WORDS_MAX ? undefined : found;
}
