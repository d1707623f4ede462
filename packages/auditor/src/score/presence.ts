import type { EvidenceSource } from '../evidence/evidence.ts';
import { familyOf } from '../evidence/probes.ts';
import type { Page, PageRole, ReadItem, Site } from '../read/site.ts';
import { isWithin } from '../site-scope.ts';
import { type Citation, itemOf, sourcesAt } from './fact.ts';

/**
 * What was seen and what was not (decision 91). An answer is `there`, `absent` (the server said so) or `unknown`: a challenge, robots, a
 * timeout, an error of the server. Unknown is never absent.
 */
type Presence = 'there' | 'absent' | 'unknown';

/** Something is there, and we may not read it, or not this way. */
const REFUSED = new Set([401, 402, 403, 405, 407, 408, 425, 429]);

export function presenceOf(site: Site, item: ReadItem): Presence {
  const { status } = item;
  if (item.problem === null && status !== null && status >= 200 && status < 300)
    return item.soft_404 ? 'absent' : item.text === undefined ? 'unknown' : 'there';
  if (item.problem === null && status !== null && status >= 400 && status < 500 && !REFUSED.has(status))
    return 'absent';
  return answersAsMissingPage(site, item) ? 'absent' : 'unknown';
}

/** It gives what a made-up address gives, on a host whose home page answers: then nothing of its own is there. */
function answersAsMissingPage(site: Site, item: ReadItem): boolean {
  const nothing = site.items.find(({ role }) => role === 'missing_page');
  return (
    nothing !== undefined &&
    nothing !== item &&
    item.status !== null &&
    item.problem !== 'challenge' &&
    item.problem !== 'robots' &&
    nothing.status === item.status &&
    nothing.sha256 === item.sha256 &&
    hostOf(nothing.final_url) === hostOf(item.final_url) &&
    site.pages.some(({ role }) => role === 'home')
  );
}

/** The items that were asked for under these paths, on any host of the site. */
export const askedFor = (site: Site, paths: readonly string[]): ReadItem[] =>
  site.items.filter(({ url, method }) => method === 'GET' && paths.includes(pathOf(url)));

/**
 * What was asked that says whether something is at these paths: they themselves, or else what was asked of their families, which
 * end when their first probes find nothing (`evidence/probes.ts`).
 */
function askedInsteadOf(site: Site, paths: readonly string[]): ReadItem[] {
  const asked = askedFor(site, paths);
  return asked.length > 0 ? asked : askedFor(site, familyOf(paths));
}

/** Whether something may be at these paths that was not seen: an answer that decides is unknown, or there is none. */
export function mayExistAt(site: Site, paths: readonly string[]): boolean {
  const asked = askedInsteadOf(site, paths);
  return asked.length === 0 || asked.some((item) => presenceOf(site, item) === 'unknown');
}

/**
 * Nothing of the site could be read (decision 228): no page, and its home page was kept from us, whatever was answered about other
 * documents; or it has none, and no document for machines either.
 */
export const nothingWasRead = (site: Site): boolean =>
  site.pages.length === 0 &&
  (!hasDocuments(site) || !site.items.some((item) => item.role === 'home' && presenceOf(site, item) === 'absent'));

/** Something for machines was read that is of the site itself. */
const hasDocuments = ({ apis, machine, llms }: Site): boolean =>
  apis.length > 0 || llms.length > 0 || machine.some(({ empty }) => !empty);

/**
 * Whether pages of these roles may say what was not seen: nothing was seen at all, or each page of a role was hidden. Text that
 * scripts draw is unseen, unless the question is what is there without scripts (`shells: 'empty'`).
 */
export function mayBeOnPages(site: Site, roles: readonly PageRole[], shells: 'unseen' | 'empty' = 'unseen'): boolean {
  if (nothingWasRead(site)) return true;
  return roles.some((role) => {
    const pages = site.pages.filter((page) => page.role === role);
    if (pages.some((page) => !page.shell)) return false;
    if (pages.length > 0) return shells === 'unseen';
    return site.items.some((item) => item.role === role && presenceOf(site, item) === 'unknown');
  });
}

/** The pages that have such a sentence, each with the first of them. */
export const saying = (
  pages: readonly Page[],
  says: (sentence: string) => boolean,
): { item: ReadItem; excerpt: string }[] =>
  pages.flatMap(({ item, sentences }) => {
    const excerpt = sentences.find(says);
    return excerpt ? [{ item, excerpt }] : [];
  });

/** The home page as it is read by a browser without scripts. */
export const homeOf = (site: Site): Page | undefined =>
  site.pages.find(({ role, format }) => role === 'home' && format === 'html') ??
  site.pages.find(({ role }) => role === 'home');

/** Word lists are English. Where no page is, what they do not find may be there all the same. */
export const isForeign = (site: Site): boolean =>
  site.pages.length > 0 && site.pages.every(({ lang }) => lang !== undefined && lang !== 'en');

/**
 * Pages in Markdown that are another form of a page. A text that several addresses answer with is general, and is a form of none
 * of them.
 */
export function markdownPages(site: Site): Page[] {
  const places = new Map<string, Set<string>>();
  for (const { sha256, final_url, content_type, status } of site.items) {
    if (sha256 === null || status !== 200 || !/markdown|text\/plain/.test(content_type)) continue;
    const path = pathOf(final_url)
      .replace(/\.(?:md|txt)$/, '')
      .replace(/(?:^|\/)index$/, '')
      .replace(/\/$/, '');
    places.set(sha256, (places.get(sha256) ?? new Set()).add(path));
  }
  return site.pages.filter(({ format, item }) => format !== 'html' && (places.get(item.sha256 ?? '')?.size ?? 0) < 2);
}

/** Paths of texts about others or about news: what they say is no claim about the offer. */
const ARTICLE =
  /\/(?:blog|news|posts?|articles?|press|stories|case-stud(?:y|ies)|customers|vs|versus|compare|comparisons?|alternatives?|learn|glossary|changelog|releases?|research|events?)(?:\/|$)/;

/** Articles of a help centre explain the offer and are none of these. */
export const isArticle = (page: Page): boolean =>
  page.role === 'blog' ||
  page.role === 'compare' ||
  page.role === 'changelog' ||
  (page.role !== 'help' && ARTICLE.test(page.path.toLowerCase()));

/** Where a thing is, as a sentence names it: the path on the site's own host, else host and path. */
export function placeOf(site: Site, url: string): string {
  const path = pathOf(url);
  return hostOf(url) === hostOf(site.origin) ? path : `${hostOf(url)}${path === '/' ? '' : path}`;
}

/** At most `most` names, and how many more there are: `/a, /b and 3 more`. */
export function listed(named: readonly (string | { name: string })[], most = 4): string {
  const different = [...new Set(named.map((one) => (typeof one === 'string' ? one : one.name)))];
  const rest = different.length - most;
  if (rest > 0) return `${different.slice(0, most).join(', ')} and ${rest} more`;
  return different.length < 2
    ? different.join('')
    : `${different.slice(0, -1).join(', ')} and ${different[different.length - 1]}`;
}

export const placesOf = (site: Site, places: readonly Citation[], most = 3): string =>
  listed(
    places.map((place) => placeOf(site, itemOf(place).final_url)),
    most,
  );

/** The answers that say that nothing is at these paths, as sources. */
export const absenceAt = (site: Site, paths: readonly string[], most = 3): EvidenceSource[] =>
  sourcesAt(askedInsteadOf(site, paths), most);

/** The pages that were read in vain, the home page first. */
export const absenceOn = (site: Site, roles: readonly PageRole[], most = 3): EvidenceSource[] => {
  const home = homeOf(site);
  const pages = [...(home ? [home] : []), ...site.pages.filter((page) => page !== home && roles.includes(page.role))];
  return sourcesAt(pages.length > 0 ? pages.map(({ item }) => item) : site.items.slice(0, 1), most);
};

/** `1 page`, `3 pages`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** In a sentence: that nothing is at these paths, or that it was not seen whether something does. */
export function absenceWords(site: Site, what: string, paths: readonly string[]): string {
  const asked = askedInsteadOf(site, paths);
  const places = [...new Set(asked.map(({ url }) => pathOf(url)))];
  const unknown = asked.find((item) => presenceOf(site, item) === 'unknown');
  if (asked.length === 0) return `Whether there is ${what} was not asked`;
  if (!unknown)
    return `No ${what.replace(/^an? /, '')} was found at ${listed(places, 3).replace(/ and (?=\/)/, ' or ')}`;
  return `Whether there is ${what} was not seen (${placeOf(site, unknown.url)}: ${unknown.problem?.replace('_', ' ') ?? unknown.status})`;
}

/** Why an answer could not be read: what is unreadable says why. */
const problemWords = ({ problem, detail }: ReadItem): string =>
  `${problem?.replace('_', ' ')}${problem === 'unreadable' && detail !== null ? `: ${detail.replace(/\.$/, '')}` : ''}`;

/** The evidence where nothing of a site could be read. */
export function nothingReadWords(site: Site): string {
  const item = site.items.find(({ role }) => role === 'home') ?? site.items[0];
  const how = item ? (item.problem ? problemWords(item) : `status ${item.status}`) : 'not asked';
  return `Nothing of this site could be read (${item?.url ?? site.website}: ${how}), so this was not seen and nothing counts as absent.`;
}

/** Whether an address is one of the company: its domain, a host below it, or its part of a host that many share. */
export function isOwn(site: Site, url: string): boolean {
  if (site.scope !== undefined) return isWithin(site.scope, url);
  const host = hostOf(url);
  return host === site.domain || host.endsWith(`.${site.domain}`);
}

/** What a company is called in its address: `acme` of acme.com, `tool` of github.com/acme/tool. */
export const labelOf = ({ scope, domain }: Pick<Site, 'scope' | 'domain'>): string =>
  (scope === undefined ? undefined : pathOf(scope).split('/').at(-1)) ||
  (hostOf(scope ?? `https://${domain}`).split('.')[0] ?? '');

export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';
export const pathOf = (url: string): string => URL.parse(url)?.pathname ?? '';
