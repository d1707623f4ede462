import { pathsOfStandards } from '../../standards/standards.ts';
import type { ReadLink } from '../parse/reading.ts';
import { domainOf } from './hosts.ts';
import type { Answered, Ledger } from './ledger.ts';
import { MOST_MISSES } from './probing.ts';

/** Where a sitemap is looked for that robots.txt does not name. */
export const sitemapPaths: readonly string[] = pathsOfStandards('sitemap');

type SitemapSearch = {
  ledger: Ledger;
  /** Of the site, for the usual addresses. */
  origin: string;
  /** Addresses of the site itself: a sitemap of another owner is not asked for. */
  hosts: readonly string[];
  /** What was read of robots.txt. */
  robots: Iterable<Answered>;
  /** Files that are read, an index included. */
  most: number;
};

/** The addresses that the sitemaps of a site list: those that robots.txt names, else the first at a usual address. */
export async function readSitemaps(search: SitemapSearch): Promise<ReadLink[]> {
  const { ledger, origin, most } = search;
  const queue = namedIn(search.robots).slice(0, most);
  const links: ReadLink[] = [];
  let files = 0;
  let found = false;
  let misses = 0;
  // One level below an index, and never a file twice, so that a loop ends.
  for (const [at, url] of [...queue, ...sitemapPaths.map((path) => `${origin}${path}`)].entries()) {
    if (files >= most || (at >= queue.length && (found || misses >= MOST_MISSES))) break;
    files++;
    const reading = await readSitemap(search, url);
    if (!reading || reading.links.length + reading.sitemaps.length === 0) {
      if (at >= queue.length) misses++;
      continue;
    }
    found = true;
    links.push(...reading.links);
    for (const nested of reading.sitemaps) {
      if (ledger.asked(nested)) continue;
      if (files >= most) {
        ledger.note('The sitemap index lists more files than are read.');
        break;
      }
      files++;
      links.push(...((await readSitemap(search, nested))?.links ?? []));
    }
  }
  return links;
}

const namedIn = (robots: Iterable<Answered>): string[] =>
  [...robots]
    .flatMap(({ body }) =>
      [...new TextDecoder().decode(body).matchAll(/^[ \t]{0,20}sitemap[ \t]{0,20}:[ \t]{0,20}(\S{1,2000})/gim)].map(
        ([, url = '']) => url,
      ),
    )
    // In the letters of its address: a host may be written in those of its language.
    .flatMap((url) => URL.parse(url)?.href ?? []);

/** Another owner's host is not asked because this site names it; what it lists is unknown then. */
async function readSitemap({ ledger, hosts }: SitemapSearch, url: string) {
  if (hosts.some((own) => domainOf(own) === domainOf(url))) {
    const seen = await ledger.ask({ role: 'sitemap', url });
    return seen && ledger.read(seen, 'sitemap');
  }
  const asked = { role: 'sitemap', method: 'GET' as const, url, accept: '*/*', redirects: [] };
  const none = { status: null, headers: {}, truncated: false, problem: 'refused' as const };
  ledger.add({ ...asked, ...none, fetched_at: null, detail: 'a sitemap on a host of another owner' }, undefined);
  return undefined;
}
