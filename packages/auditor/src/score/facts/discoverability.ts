import type { Page, ReadItem, Site } from '../../read/site.ts';
import { pathsOfStandards } from '../../standards/standards.ts';
import { AI_AGENT, AI_GROUP, ANSWERING, saysRefused } from '../agent-access/robot-agents.ts';
import { beginningOf, type Fact } from '../fact.ts';
import { finding, percent, share } from '../finding.ts';
import { absenceAt, absenceWords, counted, homeOf, isOwn, listed, placeOf, presenceOf, saying } from '../presence.ts';

const SITEMAPS = pathsOfStandards('sitemap');

/** Addresses of the site itself: a sitemap of others leads to nothing here. */
const ownUrls = (site: Site) => site.sitemap.urls.filter(({ url }) => isOwn(site, url));

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
  return !site.robots && (item === undefined || presenceOf(site, item) === 'unknown');
};
/** robots.txt, with the line that has these words, or its beginning. */
const robotsAt = (site: Site, words?: RegExp) => {
  const item = robotsItem(site);
  const line = words && site.robots?.text.split('\n').find((one) => words.test(one));
  return item ? [{ item, excerpt: line ?? beginningOf(site.robots?.text ?? '') }] : [];
};
const homeAt = (site: Site, excerpt = '') => {
  const item = homeOf(site)?.item ?? site.items[0];
  return item ? [{ item, excerpt: homeOf(site) ? excerpt : '' }] : [];
};

/** A question as a heading: it ends with a question mark. */
const questionsOn = (page: Page) => page.headings.filter(({ text }) => text.trim().endsWith('?'));

/** Lines of robots.txt that say what models may do with what is read, and what their values must have to say anything. */
const POLICIES: readonly { field: string; value: RegExp; line: RegExp; words: string }[] = [
  {
    field: 'content-signal',
    value: /(?<![\w-])(?:search|ai-input|ai-train)\s{0,9}=\s{0,9}(?:yes|no)(?!\w)/i,
    line: /^\s{0,9}content-signal/i,
    words: 'sets a Content-Signal',
  },
  {
    field: 'content-usage',
    value: /(?<![\w-])[a-z][a-z-]{1,30}=[yn](?!\w)/i,
    line: /^\s{0,9}content-usage/i,
    words: 'sets Content-Usage (AIPREF)',
  },
  { field: 'license', value: /^https?:\/\/\S/i, line: /^\s{0,9}license/i, words: 'names a licence (RSL)' },
];

export const discoverabilityFacts: Record<string, Fact> = {
  agents_admitted: {
    about:
      'To how many of the eight agents of answer engines robots.txt leaves the home page. All eight without a robots.txt.',
    find(site) {
      const url = site.scope ?? `${site.origin}/`;
      const admitted = ANSWERING.filter((agent) => site.robots?.allows(agent, url) ?? true).length;
      const unseen = robotsUnseen(site);
      const how = site.robots
        ? `robots.txt admits ${admitted} of ${ANSWERING.length} agents of answer engines`
        : unseen
          ? 'robots.txt was not seen'
          : `There is no robots.txt, so all ${ANSWERING.length} agents of answer engines are admitted`;
      return finding(site, {
        at: robotsAt(site, /^\s*(?:dis)?allow\s*:/i),
        count: unseen ? 0 : admitted,
        open: unseen && ANSWERING.length,
        says: { how },
      });
    },
  },
  home_indexable: {
    about: '1 when the home page was read, and neither it nor its header asks to be left out of indexes.',
    find(site) {
      const home = homeOf(site);
      const out = /\b(?:noindex|none)\b/i;
      const asked = home?.meta.get('robots') ?? '';
      const shut = out.test(asked) || out.test(home?.item.headers['x-robots-tag'] ?? '');
      return finding(site, { at: homeAt(site, shut ? asked : ''), count: home !== undefined && !shut, open: !home });
    },
  },
  home_rendered: {
    about: '1 when the home page has its text without scripts.',
    find(site) {
      const home = homeOf(site);
      return finding(site, { at: homeAt(site, home && textOf(home)), count: home?.shell === false, open: !home });
    },
  },
  home_named: {
    about: '1 when the home page has what is asked: `title` or `description`, not empty.',
    find(site, { what }) {
      const home = homeOf(site);
      const words = (what === 'title' ? home?.title : home?.meta.get('description'))?.trim() ?? '';
      return finding(site, { at: homeAt(site, words), count: words !== '', open: !home });
    },
  },
  robots_valid: {
    about: '1 when robots.txt is text with at least one group, or nothing but addresses of sitemaps.',
    find: (site) => finding(site, { at: robotsAt(site), count: site.robots?.valid ?? false, open: robotsUnseen(site) }),
  },
  sitemap_urls: {
    about: 'How many addresses of the site the sitemaps list.',
    find(site) {
      const { sources } = site.sitemap;
      const urls = ownUrls(site);
      const asked = site.items.filter(({ role }) => role === 'sitemap');
      const unseen = asked.length === 0 || asked.some((item) => presenceOf(site, item) === 'unknown');
      return finding(site, {
        at: sources,
        // An index whose parts were not read leads to addresses all the same; one of others alone to none.
        count: Math.max(urls.length, sources.length > 0 && site.sitemap.urls.length === 0 ? 1 : 0),
        open: urls.length === 0 && unseen && 1000,
        searched: absenceAt(site, SITEMAPS),
        show: 2,
        says: {
          absence: absenceWords(site, 'a sitemap', SITEMAPS),
          count: counted(urls.length, 'address', 'addresses'),
        },
      });
    },
  },
  sitemap_dated: {
    about: 'Percent of the addresses of the sitemaps that say when they changed.',
    find(site) {
      const { sources, complete } = site.sitemap;
      const urls = ownUrls(site);
      const dated = urls.filter(({ lastmod }) => dayOf(lastmod) !== undefined).length;
      // An index whose parts were not read says nothing of its addresses.
      const open = sources.length > 0 && !complete && 100;
      return finding(site, {
        at: sources,
        count: percent(dated, urls.length),
        open,
        show: 2,
        says: { count: dated },
      });
    },
  },
  sitemap_age: {
    about: 'Days since the newest date in the sitemaps; 100000 where none has a date.',
    find(site) {
      const days = ownUrls(site)
        .flatMap(({ lastmod }) => dayOf(lastmod) ?? [])
        .sort();
      const newest = days.filter((day) => day <= site.collected_on).at(-1);
      const item = newest && site.sitemap.sources.find(({ text }) => text?.includes(newest));
      return finding(site, {
        at: item ? [{ item, excerpt: newest }] : [],
        count: newest ? Math.round((Date.parse(site.collected_on) - Date.parse(newest)) / 86_400_000) : 100_000,
        says: { newest: newest ?? 'no date' },
      });
    },
  },
  canonical_share: {
    about: 'Percent of the pages read that name their canonical address.',
    find(site) {
      const pages = ownPages(site);
      const at = pages.filter(({ canonical }) => canonical);
      return share(site, at.length, pages.length, { at, show: 2, says: { of: counted(pages.length, 'page') } });
    },
  },
  title_share: {
    about: 'Percent of the pages read whose title is their own.',
    find(site) {
      const pages = ownPages(site);
      const often = Map.groupBy(pages, ({ title }) => title);
      const own = pages.filter(({ title }) => title.trim() !== '' && often.get(title)?.length === 1);
      const at = own.map(({ item, title }) => ({ item, excerpt: title }));
      return share(site, own.length, pages.length, { at, show: 2 });
    },
  },
  ai_policy: {
    about:
      '1 when robots.txt says what AI agents may do: a group of their own, or a line of content signals, AIPREF or RSL.',
    find(site) {
      const named = (site.robots?.agents ?? []).filter((agent) => AI_AGENT.test(agent)).length;
      const signals = POLICIES.filter(({ field, value }) =>
        (site.robots?.fields.get(field) ?? []).some((said) => value.test(said)),
      );
      const how = [...(named > 0 ? [`names ${named} AI agents`] : []), ...signals.map(({ words }) => words)];
      return finding(site, {
        at: robotsAt(site, signals[0]?.line ?? AI_GROUP),
        count: how.length > 0,
        open: robotsUnseen(site),
        says: { how: listed(how) },
      });
    },
  },
  missing_answered: {
    about: '1 when a made-up address is answered with 404 or 410.',
    find(site) {
      const item = site.items.find(({ role }) => role === 'missing_page');
      return finding(site, {
        at: item ? [item] : [],
        count: item !== undefined && item.problem === null && (item.status === 404 || item.status === 410),
        open: item === undefined || (item.problem !== null && item.problem !== 'type'),
        says: { status: item?.status ?? 'no answer' },
      });
    },
  },
  question_headings: {
    about: 'How many headings of pages are questions.',
    find(site) {
      const pages = htmlPages(site).filter((page) => questionsOn(page).length > 0);
      return finding(site, {
        at: pages.map((page) => ({ item: page.item, excerpt: questionsOn(page)[0]?.text })),
        count: pages.reduce((sum, page) => sum + questionsOn(page).length, 0),
        show: 2,
      });
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
      const pages = saying(
        site.pages.filter(({ role }) => role !== 'blog' && role !== 'compare'),
        saysRefused,
      );
      const [item] = refused;
      const [page] = pages;
      return finding(site, {
        at: [...refused.slice(0, 2), ...pages.slice(0, 2)],
        count: refused.length + pages.length,
        sure: refused.length,
        show: 4,
        says: {
          how: listed([
            ...(item ? [`${placeOf(site, item.url)} refused us (${item.problem ?? item.status})`] : []),
            // Whether terms mean this site, their product or all of both, only who reads them knows.
            ...(page ? [`${placeOf(site, page.item.final_url)} speaks of them`] : []),
          ]),
        },
      });
    },
  },
};

/** The day of a date or time, if it is one. */
function dayOf(lastmod: string | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(lastmod ?? '')?.[0];
  return day && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** A sentence of a page that shows that it has text: its first one with a full stop, which no link to skip and no logo has. */
const textOf = ({ sentences }: Page): string | undefined =>
  sentences.find((sentence) => /[.!?]$/.test(sentence) && sentence.split(' ').length >= 5) ?? sentences[0];
