import type { Page, ReadItem, Site } from '../../read/site.ts';
import { isArticle, markdownPages } from '../presence.ts';
import { visiblePrices } from './asked-prices.ts';

/**
 * Quantities of plans, to see whether what is written for machines agrees with the page about prices: `1,000 invitations` against
 * `1,500 invitations`. Compared by unit, where the page gives several quantities of it.
 */
type Conflict = { unit: string; value: number; item: ReadItem; words: string };

const NUMBER = /(?<![\w.,$€£¥-])(\d{1,3}(?:,\d{3}){1,4}|\d{1,9})(?:\.\d{1,2})?\s?([kKmM](?![a-z]))?\+?(?![\w%])/g;
/** Units of time and of money say nothing of a quota. */
const PASSED = new Set([
  ...'month months year years week day days hour hours minute minutes second seconds'.split(' '),
  ...'from with plan plans more than this that your free each only other'.split(' '),
]);

type Quantity = { value: number; unit: string; words: string };

const numberIn = (digits: string, magnitude = ''): number =>
  Number(digits.replaceAll(',', '')) * ({ k: 1e3, m: 1e6 }[magnitude.toLowerCase()] ?? 1);

const unitsIn = (text: string, most: number): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .slice(0, most)
    .filter((word) => word.length > 3 && !PASSED.has(word))
    .map((word) => word.replace(/s$/, ''));

/** Numbers with words that follow them: all of the next `most` may be the unit. */
function quantitiesIn(line: string, most: number): Quantity[] {
  return [...line.matchAll(NUMBER)].flatMap((match) => {
    const value = numberIn(match[1] ?? '', match[2]);
    const after = line.slice(match.index + match[0].length, match.index + match[0].length + 80).split(/\d/)[0] ?? '';
    return unitsIn(after, most).map((unit) => ({
      value,
      unit,
      words: line.slice(Math.max(0, match.index - 60), match.index + 120).trim(),
    }));
  });
}

/** Rows of a table: the heading of a column or the first cell names the unit. */
function quantitiesOfTable(rows: readonly (readonly string[])[]): Quantity[] {
  const [head = []] = rows;
  return rows.slice(1).flatMap((row) =>
    row.slice(1).flatMap((cell, at) => {
      const match = [...cell.matchAll(NUMBER)][0];
      if (!match || /[$€£¥]/.test(cell)) return [];
      const value = numberIn(match[1] ?? '', match[2]);
      return unitsIn(`${head[at + 1] ?? ''} ${row[0] ?? ''}`, 6).map((unit) => ({
        value,
        unit,
        words: row.join(' ').slice(0, 200),
      }));
    }),
  );
}

const quantitiesOf = (page: Page, most: number): Quantity[] => [
  ...page.text.split('\n').flatMap((line) => quantitiesIn(line, most)),
  ...page.tables.flatMap(({ rows }) => quantitiesOfTable(rows)),
];

/** Every number of a page, also as an amount of money: `€79` is what a document in euro gives as `79`. */
const numbersOf = ({ text, tables }: Page): number[] =>
  [text, ...tables.flatMap(({ rows }) => rows.flat())].flatMap((part) =>
    [...part.replace(/[$€£¥]\s?/g, ' ').matchAll(NUMBER)].map(([, digits = '', magnitude]) =>
      numberIn(digits, magnitude),
    ),
  );

/** Quantities that documents for machines give for the plans and the pages about prices do not. */
export function conflictingQuantities(site: Site): Conflict[] {
  const visible = new Map<string, Set<number>>();
  const given = new Set<number>();
  for (const { page } of visiblePrices(site).pages.filter(({ page }) => page.role === 'pricing')) {
    for (const { unit, value } of quantitiesOf(page, 5)) visible.set(unit, (visible.get(unit) ?? new Set()).add(value));
    for (const value of numbersOf(page)) given.add(value);
  }
  const documents = markdownPages(site).filter((page) => page.role === 'pricing' && !isArticle(page));
  const found = new Map<string, Conflict>();
  for (const page of documents)
    for (const { unit, value, words } of quantitiesOf(page, 1)) {
      const known = visible.get(unit);
      if (known && known.size >= 2 && value >= 10 && !given.has(value))
        found.set(`${unit} ${value}`, { unit, value, item: page.item, words });
    }
  return [...found.values()];
}
