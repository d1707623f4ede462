import type { Page, Site } from '../../read/site.ts';
import { objectsIn } from './plans.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/g;
const monthFirst =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/g;
const dayFirst = /\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6},? (\d{4})\b/g;

const day = (year = '', month = '', date = ''): string =>
  `${year}-${String(months.indexOf(month.toLowerCase()) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`;

function daysIn(text: string): string[] {
  return [
    ...(text.match(iso) ?? []),
    ...[...text.matchAll(monthFirst)].map(([, month, date, year]) => day(year, month, date)),
    ...[...text.matchAll(dayFirst)].map(([, date, month, year]) => day(year, month, date)),
  ];
}

/** Days of a page, as `YYYY-MM-DD`: what data and meta say, and dates in its text. */
export function datesOf(page: Page): { sure: string[]; likely: string[] } {
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
  return {
    sure: stated.flatMap((one) => (one && /^\d{4}-\d\d-\d\d/.test(one) ? [one.slice(0, 10)] : [])),
    likely: daysIn(text),
  };
}
export const ageOf = (day: string, site: Site): number =>
  Math.round((Date.parse(site.collected_on) - Date.parse(day)) / 86_400_000);
