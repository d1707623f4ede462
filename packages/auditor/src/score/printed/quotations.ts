import type { Ladder } from '@readymark/rubric/ladder';
import { fold, hasAny } from '../claims/folded.ts';
import { wordsIn } from '../claims/texts.ts';
import { languages } from '../statements/languages/index.ts';

/** A quotation that a draft prints, and under which criterion. */
export type Printed = { criterion: string; quote: string };

/** What a text has in quotation marks. */
export const quotationsOf = (criterion: string, text: string): Printed[] =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, quote = '']) => ({ criterion, quote }));

/** How many letters of a word of a denial and of a quotation are the same where both speak of one thing: `cancel`. */
const STEM = 6;

/**
 * The criteria under which a quotation speaks of what a sentence calls absent: it has words of each kind that one of its facts asks for,
 * in any language, or one that the sentence itself has.
 */
export function speakingOf(
  denied: string,
  names: readonly string[],
  ladder: Ladder,
  printed: readonly Printed[],
): string[] {
  const folded = fold(denied);
  const isNamed = (word: string) => word.length >= STEM && folded.includes(` ${word.slice(0, STEM)}`);
  const found = printed.filter(({ quote }) => {
    const said = fold(quote);
    return names.some((name) => {
      const args = ladder.facts[name]?.with ?? {};
      return languages.some((language) => {
        const [words = [], ...others] = ['words', 'with', 'objects', 'also'].map(
          (key) => wordsIn(args, key, language) ?? [],
        );
        const spoken = words.filter((word) => hasAny(said, [word]));
        if (spoken.length === 0) return false;
        return spoken.some(isNamed) || others.every((set) => set.length === 0 || hasAny(said, set));
      });
    });
  });
  return [...new Set(found.map(({ criterion }) => criterion))];
}
