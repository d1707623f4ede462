import { objectsIn } from '../../read/objects.ts';
import type { Page, Site } from '../../read/site.ts';
import { languages } from '../statements/languages/index.ts';

const numeric = /\b(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})\b/g;
const numericDayFirst = /\b(\d{1,2})\.(\d{1,2})\.(20\d{2})\b/g;
// Without the flag `i`: with it, classes of letters that are counted take a tenth of a second to compile.
const monthFirst = /\b(\p{L}{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th|ST|ND|RD|TH)?,?\s(20\d{2})\b/gu;
const dayFirst =
  /\b(\d{1,2})(?:st|nd|rd|th|er|ST|ND|RD|TH|ER|º|°)?\.?\s(?:(?:de|DE|De)\s)?(\p{L}{3,10})\.?,?\s(?:(?:de|DE|De)\s)?(20\d{2})\b/gu;
const monthAlone = /(?<!\p{L})(\p{L}{3,10})\.?\s(?:(?:de|DE|De)\s)?(20\d{2})\b/gu;

const day = (year: string, month: number, date: string): string | undefined =>
  month > 0 && month < 13 && Number(date) > 0 && Number(date) < 32
    ? `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`
    : undefined;

/** The number of a month by its name in any language that is judged; 0 for any other word. */
function monthOf(name: string): number {
  const lower = name.toLowerCase();
  for (const { months } of languages) {
    const at = months.findIndex((start) => lower.startsWith(start));
    if (at >= 0) return at + 1;
  }
  return 0;
}

/** How far before and behind a year the rest of its day is, in characters. */
const [BEFORE, BEHIND] = [32, 12];

/** The parts of a text around its years, so that what costs is how many there are and not how long it is. */
function aroundYears(text: string): string {
  const parts: [from: number, to: number][] = [];
  for (const { index } of text.matchAll(/20\d\d/g)) {
    const last = parts.at(-1);
    const [from, to] = [Math.max(0, index - BEFORE), index + BEHIND];
    if (last && from <= last[1]) last[1] = to;
    else parts.push([from, to]);
  }
  return parts.map(([from, to]) => text.slice(from, to)).join(' | ');
}

/** Days that a text names, as `YYYY-MM-DD`, with the words that name them. */
export function daysIn(whole: string): { day: string; words: string }[] {
  const text = aroundYears(whole);
  if (text === '') return [];
  const found: { day: string | undefined; words: string }[] = [];
  for (const [words, year = '', month = '', date = ''] of text.matchAll(numeric))
    found.push({ day: day(year, Number(month), date), words });
  for (const [words, month = '', date = '', year = ''] of text.matchAll(monthFirst))
    found.push({ day: day(year, monthOf(month), date), words });
  for (const [words, date = '', month = '', year = ''] of text.matchAll(dayFirst))
    found.push({ day: day(year, monthOf(month), date), words });
  for (const [words, date = '', month = '', year = ''] of text.matchAll(numericDayFirst))
    found.push({ day: day(year, Number(month), date), words });
  return found.flatMap((each) => (each.day === undefined ? [] : [{ day: each.day, words: each.words }]));
}

/** Months that a text names with their year, as the first of their days. */
export const monthsIn = (text: string): string[] =>
  [...aroundYears(text).matchAll(monthAlone)].flatMap(
    ([, name = '', year = '']) => day(year, monthOf(name), '1') ?? [],
  );

/** Days of a page, as `YYYY-MM-DD`: what data and meta say, and dates in its text. */
export function datesOf(page: Page): PageDates {
  const known = dates.get(page) ?? findDates(page);
  dates.set(page, known);
  return known;
}
type PageDates = { sure: readonly string[]; likely: readonly string[] };
const dates = new WeakMap<Page, PageDates>();

function findDates(page: Page): PageDates {
  const stated = [
    page.meta.get('article:modified_time'),
    page.meta.get('article:published_time'),
    page.meta.get('date'),
    page.meta.get('last_updated'),
  ];
  for (const { value } of page.data)
    for (const object of objectsIn(value))
      stated.push(
        ...[object.dateModified, object.datePublished].map((one) => (typeof one === 'string' ? one : undefined)),
      );
  const text = page.text.length > 12_000 ? `${page.text.slice(0, 6000)}\n${page.text.slice(-6000)}` : page.text;
  const likely = daysIn(text).map(({ day }) => day);
  return { sure: stated.flatMap((one) => (one && /^\d{4}-\d\d-\d\d/.test(one) ? [one.slice(0, 10)] : [])), likely };
}

export const ageOf = (day: string, site: Site): number =>
  Math.round((Date.parse(site.collected_on) - Date.parse(day)) / 86_400_000);
