import type { Page, ReadItem, Site } from '../../read/site.ts';
import { type Fact, sourceOf, surely } from '../fact.ts';
import { AI_AGENT, AI_GROUP, ANSWERING, saysRefused } from '../robot-agents.ts';
import {
  absenceAt,
  absenceWords,
  counted,
  homeOf,
  isHidden,
  levels,
  listed,
  placeOf,
  share,
  standing,
  unlessHidden,
} from '../seen.ts';

const SITEMAPS = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap-index.xml'];

const htmlPages = (site: Site): Page[] => site.pages.filter(({ format }) => format === 'html');
/** Pages of the site itself: what is rented for help or status is in the hands of another. */
const ownPages = (site: Site): Page[] => {
  const host = new URL(htmlPages(site).find(({ role }) => role === 'home')?.item.final_url ?? site.website).host;
  return htmlPages(site).filter(
    ({ role, item }) => (role !== 'help' && role !== 'status') || new URL(item.final_url).host === host,
  );
};
const robotsItem = (site: Site): ReadItem | undefined => site.items.find(({ role }) => role === 'robots');
const robotsUnseen = (site: Site): boolean => {
  const item = robotsItem(site);
  return item === undefined || standing(site, item) === 'unknown';
};
const robotsSource = (site: Site, words?: RegExp) => {
  const item = robotsItem(site);
  const line = words && site.robots?.text.split('\n').find((one) => words.test(one));
  return item ? [sourceOf(item, (line ?? (site.robots?.text ?? '').slice(0, 160)).replace(/\s+/g, ' ').trim())] : [];
};
const homeSource = (site: Site, excerpt = '') => {
  const home = homeOf(site);
  return home ? [sourceOf(home.item, excerpt)] : site.items.slice(0, 1).map((item) => sourceOf(item));
};

/** A question as a heading: it ends with a question mark. */
const questionsOn = (page: Page) => page.headings.filter(({ text }) => text.trim().endsWith('?'));

export const discoverabilityFacts: Record<string, Fact> = unlessHidden(
  {
    agents_admitted: {
      about:
        'To how many of the eight agents of answer engines robots.txt leaves the home page. All eight without a robots.txt.',
      find(site) {
        const url = `${site.origin}/`;
        const admitted = site.robots ? ANSWERING.filter((agent) => site.robots?.allows(agent, url)) : ANSWERING;
        const unseen = !site.robots && robotsUnseen(site);
        const shut = ANSWERING.filter((agent) => !admitted.includes(agent));
        return levels(
          { sure: unseen ? 0 : admitted.length, possible: unseen ? 8 : admitted.length },
          {
            sources: robotsSource(site, /^\s*(?:dis)?allow\s*:/i),
            says: {
              count: admitted.length,
              of: ANSWERING.length,
              shut: listed(shut, 8),
              how: site.robots
                ? `robots.txt admits ${admitted.length} of ${ANSWERING.length} agents of answer engines`
                : unseen
                  ? 'robots.txt was not seen'
                  : `There is no robots.txt, so all ${ANSWERING.length} agents of answer engines are admitted`,
            },
          },
        );
      },
    },
    home_indexable: {
      about: '1 when the home page was read, and neither it nor its header asks to be left out of indexes.',
      find(site) {
        const home = homeOf(site);
        const out = /\b(?:noindex|none)\b/i;
        const shut =
          home && (out.test(home.meta.get('robots') ?? '') || out.test(home.item.headers['x-robots-tag'] ?? ''));
        const open = home !== undefined && !shut;
        return levels(
          { sure: open ? 1 : 0, possible: open || !home ? 1 : 0 },
          { sources: homeSource(site, shut ? (home?.meta.get('robots') ?? '') : ''), says: {} },
        );
      },
    },
    home_rendered: {
      about: '1 when the home page has its text without scripts.',
      find(site) {
        const home = homeOf(site);
        const rendered = home !== undefined && !home.shell;
        return levels(
          { sure: rendered ? 1 : 0, possible: rendered || !home ? 1 : 0 },
          { sources: homeSource(site, home?.sentences[0] ?? ''), says: { words: home?.words ?? 0 } },
        );
      },
    },
    home_named: {
      about: '1 when the home page has what is asked: `title` or `description`, not empty.',
      find(site, { what }) {
        const home = homeOf(site);
        const words = (what === 'title' ? home?.title : home?.meta.get('description'))?.trim() ?? '';
        return levels(
          { sure: words === '' ? 0 : 1, possible: words !== '' || !home ? 1 : 0 },
          { sources: homeSource(site, words), says: { words: words.slice(0, 160) } },
        );
      },
    },
    robots_valid: {
      about: '1 when robots.txt is text with at least one group.',
      find(site) {
        const valid = site.robots?.valid ?? false;
        return levels(
          { sure: valid ? 1 : 0, possible: valid || (!site.robots && robotsUnseen(site)) ? 1 : 0 },
          { sources: robotsSource(site), says: {} },
        );
      },
    },
    sitemap_urls: {
      about: 'How many addresses the sitemaps list.',
      find(site) {
        const { urls, sources } = site.sitemap;
        const unseen =
          urls.length === 0 &&
          (isHidden(site) ||
            site.items.some((item) => item.role === 'sitemap' && standing(site, item) === 'unknown') ||
            !site.items.some(({ role }) => role === 'sitemap'));
        const [first] = sources;
        const count = Math.max(urls.length, sources.length > 0 ? 1 : 0);
        return levels(
          { sure: count, possible: unseen ? 1000 : count },
          {
            sources: sources.length > 0 ? sources.slice(0, 2).map((item) => sourceOf(item)) : absenceAt(site, SITEMAPS),
            says: {
              absence: absenceWords(site, 'a sitemap', SITEMAPS),
              count: counted(urls.length, 'address', 'addresses'),
              at: first ? placeOf(site, first.final_url) : '',
            },
          },
        );
      },
    },
    sitemap_dated: {
      about: 'Percent of the addresses of the sitemaps that say when they changed.',
      find(site) {
        const { urls, sources } = site.sitemap;
        const dated = urls.filter(({ lastmod }) => dayOf(lastmod) !== undefined);
        const percent = urls.length === 0 ? 0 : Math.round((100 * dated.length) / urls.length);
        // An index whose parts were not read says nothing of its addresses.
        const unseen = isHidden(site) || (sources.length > 0 && !site.sitemap.complete && percent < 100);
        return levels(
          { sure: percent, possible: unseen ? 100 : percent },
          {
            sources: sources.slice(0, 2).map((item) => sourceOf(item)),
            says: { count: dated.length, of: urls.length, percent },
          },
        );
      },
    },
    sitemap_age: {
      about: 'Days since the newest date in the sitemaps; 100000 where none has a date.',
      find(site) {
        const days = site.sitemap.urls.flatMap(({ lastmod }) => dayOf(lastmod) ?? []).sort();
        const newest = days.filter((day) => day <= site.collected_on).at(-1);
        const newestIn = newest ? site.sitemap.sources.find(({ text }) => text?.includes(newest)) : undefined;
        const age = newest ? Math.round((Date.parse(site.collected_on) - Date.parse(newest)) / 86_400_000) : 100_000;
        return surely(age, {
          sources: newestIn ? [sourceOf(newestIn, newest)] : [],
          says: { newest: newest ?? 'no date', days: age },
        });
      },
    },
    canonical_share: {
      about: 'Percent of the pages read that name their canonical address.',
      find(site) {
        const pages = ownPages(site);
        const named = pages.filter(({ canonical }) => canonical);
        return share(named.length, pages.length, {
          unseen: isHidden(site),
          sources: named.slice(0, 2).map(({ item }) => sourceOf(item)),
          says: { count: named.length, of: counted(pages.length, 'page') },
        });
      },
    },
    title_share: {
      about: 'Percent of the pages read whose title is their own.',
      find(site) {
        const pages = ownPages(site);
        const often = new Map<string, number>();
        for (const { title } of pages) often.set(title, (often.get(title) ?? 0) + 1);
        const own = pages.filter(({ title }) => title.trim() !== '' && often.get(title) === 1);
        return share(own.length, pages.length, {
          unseen: isHidden(site),
          sources: own.slice(0, 2).map(({ item, title }) => sourceOf(item, title)),
          says: { count: own.length, of: pages.length },
        });
      },
    },
    ai_policy: {
      about: '1 when robots.txt says what AI agents may do: a group of their own, or a Content-Signal line.',
      find(site) {
        const named = (site.robots?.agents ?? []).filter((agent) => AI_AGENT.test(agent));
        const signals = site.robots?.content_signals ?? [];
        const stated = named.length > 0 || signals.length > 0;
        return levels(
          { sure: stated ? 1 : 0, possible: stated || (!site.robots && robotsUnseen(site)) ? 1 : 0 },
          {
            sources: robotsSource(site, signals.length > 0 ? /^\s{0,9}content-signal/i : AI_GROUP),
            says: {
              count: named.length,
              how: listed([
                ...(named.length > 0 ? [`names ${named.length} AI agents`] : []),
                ...(signals.length > 0 ? ['sets a Content-Signal'] : []),
              ]),
            },
          },
        );
      },
    },
    missing_answered: {
      about: '1 when a made-up address is answered with 404 or 410.',
      find(site) {
        const item = site.items.find(({ role }) => role === 'missing_page');
        const right = item !== undefined && item.problem === null && (item.status === 404 || item.status === 410);
        const unknown = item === undefined || (item.problem !== null && item.problem !== 'type');
        return levels(
          { sure: right ? 1 : 0, possible: right || unknown ? 1 : 0 },
          {
            sources: item ? [sourceOf(item)] : [],
            says: { status: item?.status ?? 'no answer', path: item ? placeOf(site, item.url) : '' },
          },
        );
      },
    },
    question_headings: {
      about: 'How many headings of pages are questions.',
      find(site) {
        const pages = htmlPages(site).filter((page) => questionsOn(page).length > 0);
        const count = pages.reduce((sum, page) => sum + questionsOn(page).length, 0);
        return levels(
          { sure: count, possible: isHidden(site) ? 100 : count },
          {
            sources: pages.slice(0, 2).map((page) => sourceOf(page.item, questionsOn(page)[0]?.text ?? '')),
            says: {
              count,
              pages: listed(
                pages.map(({ url }) => placeOf(site, url)),
                2,
              ),
            },
          },
        );
      },
    },
    agents_refused: {
      about:
        'Whether agents are kept out although robots.txt admits them: answers to us that are challenges or 403, or a page that says so of agents or libraries. How many.',
      find(site) {
        const refused = site.items.filter(
          (item) =>
            item.problem === 'challenge' || (item.problem === null && item.status === 403 && item.role !== 'probe'),
        );
        const pages = site.pages.flatMap((page) => {
          const sentence = page.role === 'blog' ? undefined : page.sentences.find((one) => saysRefused(one));
          return sentence ? [{ page, sentence }] : [];
        });
        return levels(
          { sure: refused.length, likely: refused.length + pages.length },
          {
            sources: [
              ...refused.slice(0, 2).map((item) => sourceOf(item)),
              ...pages.slice(0, 2).map(({ page, sentence }) => sourceOf(page.item, sentence)),
            ],
            says: {
              count: refused.length,
              how: listed([
                ...(refused[0]
                  ? [`${placeOf(site, refused[0].url)} refused us (${refused[0].problem ?? refused[0].status})`]
                  : []),
                ...(pages[0] ? [`${placeOf(site, pages[0].page.url)} says: "${pages[0].sentence.slice(0, 160)}"`] : []),
              ]),
            },
          },
        );
      },
    },
  },
  ['agents_admitted', 'robots_valid', 'ai_policy'],
);

/** The day of a date or time, if it is one. */
function dayOf(lastmod: string | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(lastmod ?? '')?.[0];
  return day && !Number.isNaN(Date.parse(day)) ? day : undefined;
}
