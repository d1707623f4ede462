import type { Page } from '../../read/site.ts';
import { isAsked } from '../statements/mood.ts';
import { fold } from './folded.ts';

/** How many sentences below a heading or a question are its answer. */
const ANSWER = 4;
/** How long a title at the beginning of a paragraph is, in words. */
const TITLE = 4;

/**
 * What each sentence of a text is below, folded: a heading, a question, or a title at the beginning of its paragraph (`Exchange.`);
 * empty where it is below none (decision 200).
 */
export function titlesOf(sentences: readonly string[], page: Page | undefined): string[] {
  const headings = new Set(page?.headings.map(({ text }) => text.trim()));
  let [title, since] = ['', 0];
  return sentences.map((sentence) => {
    const short = sentence.split(' ').length <= TITLE && /^\p{Lu}[^.:,\d]*[.:]$/u.test(sentence);
    if (headings.has(sentence) || isAsked(sentence) || short) {
      [title, since] = [fold(sentence), 0];
      return '';
    }
    return ++since <= ANSWER ? title : '';
  });
}
