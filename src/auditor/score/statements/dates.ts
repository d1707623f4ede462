import type { Page, Site } from '../../read/site.ts';
import { objectsIn } from './plans.ts';

const months = 'january february march april may june july august september october november december'.split(' ');
const shown =
  /\b(?:(\d{4})-(\d\d)-(\d\d)|([A-Z][a-z]{2,8})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2}) ([A-Z][a-z]{2,8}),? (\d{4}))\b/g;

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
  const likely = [...text.matchAll(shown)].flatMap((match) => {
    if (match[1]) return [`${match[1]}-${match[2]}-${match[3]}`];
    const month =
      months.findIndex((name) => name.startsWith((match[4] ?? match[8] ?? '').toLowerCase().slice(0, 3))) + 1;
    const day = (match[5] ?? match[7] ?? '').padStart(2, '0');
    return month > 0 ? [`${match[6] ?? match[9]}-${String(month).padStart(2, '0')}-${day}`] : [];
  });
  return { sure: stated.flatMap((one) => (one && /^\d{4}-\d\d-\d\d/.test(one) ? [one.slice(0, 10)] : [])), likely };
}
export const ageOf = (day: string, site: Site): number =>
  Math.round((Date.parse(site.collected_on) - Date.parse(day)) / 86_400_000);
