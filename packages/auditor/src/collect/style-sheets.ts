import type { FetchOrder } from './fetch.ts';
import type { Reading } from './parse/reading.ts';

/** Style sheets of one collection: those that most pages link, and one for the last of the home page. */
const MAX_SHEETS = 4;

/** The style sheets that a page links on the origin of the site, in its order. */
export const sheetsOf = ({ links }: Reading, origin: string): string[] =>
  links
    .filter(({ rel, url }) => rel.split(' ').includes('stylesheet') && URL.parse(url)?.origin === origin)
    .map(({ url }) => url);

/**
 * Asks for the style sheets that decide how the pages look: those of the home page, the ones that most pages share first. Its
 * last one overrules the others, so it is among them.
 *
 * @param pages what each page links, the home page first
 */
export async function askStyleSheets(
  ask: (order: FetchOrder) => Promise<unknown>,
  pages: readonly (readonly string[])[],
): Promise<void> {
  const [home = []] = pages;
  const count = (url: string) => pages.filter((sheets) => sheets.includes(url)).length;
  const shared = [...home].sort((a, b) => count(b) - count(a)).slice(0, MAX_SHEETS - 1);
  const chosen = new Set([...shared, ...home.slice(-1), ...home]);
  for (const url of [...chosen].slice(0, MAX_SHEETS)) await ask({ role: 'style_sheet', url, accept: 'text/css' });
}
