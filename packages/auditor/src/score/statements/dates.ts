import type { Page, Site } from '../../read/site.ts';
import { daysIn } from '../days.ts';
import { objectsIn } from './plans.ts';

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
  const likely = daysIn(text).map(({ day }) => day);
  return { sure: stated.flatMap((one) => (one && /^\d{4}-\d\d-\d\d/.test(one) ? [one.slice(0, 10)] : [])), likely };
}

export const ageOf = (day: string, site: Site): number =>
  Math.round((Date.parse(site.collected_on) - Date.parse(day)) / 86_400_000);
