import type { Page } from '../../read/site.ts';
import { isAsked } from '../statements/mood.ts';
import { fold } from './folded.ts';

/** How many sentences below a heading or a question are its answer. */
const ANSWER = 4;
/** How long a title at the beginning of a paragraph is, in words. */
const TITLE = 4;
/** How long a title is, in characters. */
const LONGEST = 60;
/** How long a heading is, in characters, that is no sentence. */
const LONGEST_HEADING = 110;

/**
 * What each sentence of a text is below, folded: a heading, a question, or a title at the beginning of its paragraph (`Exchange.`);
 * empty where it is below none (decision 200).
 */
export function titlesOf(sentences: readonly string[], page: Page | undefined): string[] {
  const headings = new Set(page?.headings.map(({ text }) => text.trim()));
  let [title, since] = ['', 0];
  return sentences.map((sentence) => {
    const short = () =>
      sentence.length < LONGEST && /^\p{Lu}[^.:,\d]*[.:]$/u.test(sentence) && sentence.split(' ').length <= TITLE;
    if (headings.has(sentence) || isAsked(sentence) || short()) {
      [title, since] = [fold(sentence), 0];
      return '';
    }
    return ++since <= ANSWER ? title : '';
  });
}

const rows = new WeakMap<Page, ReadonlyMap<string, string>>();

/** The first cell of the row of a table that a sentence is, which names what its other cells give; undefined where it is none. */
export function rowLabelOf(sentence: string, page: Page | undefined): string | undefined {
  if (page === undefined || page.tables.length === 0) return undefined;
  const known =
    rows.get(page) ??
    new Map(
      page.tables.flatMap(({ rows: all }) =>
        all.filter(({ length }) => length > 2).map((row) => [fold(row.join(' ')), row[0] ?? ''] as const),
      ),
    );
  rows.set(page, known);
  return known.get(fold(sentence));
}

const headings = new WeakMap<Page, ReadonlySet<string>>();

/** A heading of the page without a number or the end of a sentence: it names what is below it. */
export function isHeading(sentence: string, page: Page | undefined): boolean {
  if (page === undefined || sentence.length > LONGEST_HEADING || /\d|[.!]$/.test(sentence)) return false;
  const known = headings.get(page) ?? new Set(page.headings.map(({ text }) => text.trim()));
  headings.set(page, known);
  return known.has(sentence);
}
