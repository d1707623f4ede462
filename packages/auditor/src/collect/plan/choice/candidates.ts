import { isWithin } from '../../../site-scope.ts';
import type { ReadLink } from '../../parse/reading.ts';
import { addressKey } from '../ledger.ts';
import { type Purpose, purposeOf, roleOrder, segmentsOf, subjectOrder } from './roles.ts';
import { openTemplates } from './templates.ts';

/** Where an address was found, best first. */
export type Origin = 'llms' | 'nav' | 'main' | 'sitemap' | 'page';
const distance: Readonly<Record<Origin, number>> = { llms: 0, nav: 0, main: 1, sitemap: 2, page: 4 };

/** `place`: how many were known before it. */
type Candidate = Purpose & { url: string; text: string; origin: Origin; place: number };

/** A link, with what is said about it. */
type FoundLink = Pick<ReadLink, 'url' | 'text'> & { note?: string };

/** What a page is wanted for. */
export type Slot = { role: string } | { subject: string } | { origin: Origin } | { alike: true };

/** Pages that may be asked for, and which is next. */
export type Candidates = {
  /** A host (without `www.`) whose pages count as the site's. */
  admit(host: string): void;
  add(links: readonly FoundLink[], origin: Origin): void;
  /** The best page for something; it will not come again. */
  next(slot: Slot): Candidate | undefined;
  /** What a page that was asked for is made of (`Reading.shape`). */
  seen(url: string, shape: readonly string[]): void;
  /** Whether a page of this role is known. */
  has(role: string): boolean;
  size(): number;
};

const plainHost = (host: string) => host.replace(/^www\./, '');
/** The page, whether as HTML or as Markdown. */
const pageKey = (url: string) => addressKey(url).replace(/\.mdx?$/i, '');
/** Files that are no pages, by their extension. */
const notAPage =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|pdf|zip|gz|tgz|css|js|mjs|map|xml|rss|atom|json|ya?ml|mp[34]|webm|woff2?|ttf|exe|dmg|csv|xlsx?|docx?|pptx?)$/i;
/** Whether an address is no file of another kind, by its extension. */
export const mayBePage = (url: string): boolean => !notAPage.test(new URL(url).pathname);
/** Segments of addresses that name a language, also with a region. */
const language =
  /^(ar|bg|bn|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh)(-[a-z]{2,4})?$/i;
/** Addresses that do something, or that are no pages whatever a link says. */
const notForReading =
  /\/(oauth2?|logout|log-out|signout|sign-out|unsubscribe|wp-admin|wp-json|cgi-bin|cdn-cgi)(\/|$)|\/api\/v\d/i;
const listing = /^(category|categories|tags?|page|authors?|archives?)$/i;
/** Pages of sites without speaking addresses. */
const plainQuery = /^\?(p|page_id|page|id)=[\w-]{1,40}$/;
const MAX_CANDIDATES = 20_000;
/** Roles that a page gives to those below its address, as where pages are read (`read/roles.ts`). */
const sectionRoles: ReadonlySet<string> = new Set(['blog', 'docs', 'help']);

/** Sections of a site, whose pages have their role. */
function openSections(known: ReadonlyMap<string, Candidate>) {
  /** Folders of the pages that are known as blog, documentation or help, whatever their address is called. */
  const sections = new Map<string, string>();
  let is_settled = true;

  const note = (key: string, { role, url }: Candidate) => {
    is_settled = false;
    if (!sectionRoles.has(role) || segmentsOf(url).length === 0 || sections.has(`${key}/`)) return;
    sections.set(`${key}/`, role);
  };
  const sectionOf = (key: string): string | undefined => {
    for (let end = key.indexOf('/') + 1; end > 0; end = key.indexOf('/', end) + 1) {
      const role = sections.get(key.slice(0, end));
      if (role !== undefined) return role;
    }
    return undefined;
  };
  /** Gives pages below a section its role, where their own address and links say nothing; below a blog all are articles. */
  const settle = () => {
    if (is_settled) return;
    is_settled = true;
    for (const [key, candidate] of known) {
      const above = sectionOf(key);
      if (above !== undefined && (candidate.role === 'other' || above === 'blog')) candidate.role = above;
    }
  };

  return { note, settle };
}

/**
 * @param origin of the site; pages of its other spellings (`www.`, http) are asked for there
 * @param scope on a host that many companies share, the address below which all pages are
 */
export function openCandidates(origin: string, scope?: string): Candidates {
  const own = plainHost(new URL(origin).host);
  const hosts = new Set([own]);
  const known = new Map<string, Candidate>();
  const taken = new Set<string>();
  /** Last segments of pages that were taken. */
  const endings = new Set<string>();
  const templates = openTemplates();
  const sections = openSections(known);

  const cost = ({ url, origin: found, rank, subject_rank, role }: Candidate, slot: Slot) => {
    const segments = segmentsOf(url);
    const foreign = segments.some((part) => language.test(part)) ? 4 : 0;
    // Often the same page at another address: an alias, a translation.
    const again = endings.has(segments.at(-1) ?? '') ? 6 : 0;
    const fit = 'subject' in slot ? subject_rank : rank;
    // Articles: the index, then the newest by the year in the address, lists of articles last.
    const article = role === 'blog' && segments.length > 1;
    const year = article ? Number(/\b20[0-4]\d\b/.exec(url)?.[0] ?? 2_020) : 2_050;
    const age = (2_050 - year) / 10 + (article && segments.some((part) => listing.test(part)) ? 4 : 0);
    return (article ? 8 : segments.length * 2) + distance[found] + foreign + again + age + fit;
  };
  /** A site puts first in its lists what matters; a sitemap has no order. */
  const better = (a: Candidate, b: Candidate, slot: Slot) =>
    cost(a, slot) - cost(b, slot) ||
    (a.origin === b.origin && a.origin !== 'sitemap' ? a.place - b.place : 0) ||
    a.url.length - b.url.length ||
    (a.url < b.url ? -1 : 1);
  const fits = (slot: Slot, candidate: Candidate) => {
    if ('role' in slot) return candidate.role === slot.role;
    if ('subject' in slot) return candidate.subject === slot.subject;
    if ('alike' in slot) return true;
    return candidate.origin === slot.origin;
  };

  /** The page without its language is known too. */
  const isTranslation = (key: string) => {
    const parts = key.split('/');
    const at = parts.findIndex((part, index) => index > 0 && language.test(part));
    return at > 0 && parts.length > 2 && known.has(parts.toSpliced(at, 1).join('/'));
  };

  /** Pages below a folder often link one another without it; such an address redirects to a page that was taken. */
  const isAlias = (key: string, { origin: found }: Candidate) => {
    const path = key.slice(key.indexOf('/'));
    return found === 'page' && [...taken].some((page) => page.length > key.length && page.endsWith(path));
  };

  return {
    admit: (host) => void hosts.add(plainHost(host)),
    add(links, found) {
      for (const { url, text, note } of links) {
        const at = new URL(url);
        const host = plainHost(at.host);
        if (
          !hosts.has(host) ||
          (scope !== undefined && !isWithin(scope, url)) ||
          !mayBePage(url) ||
          notForReading.test(at.pathname) ||
          !(at.search === '' || plainQuery.test(at.search))
        )
          continue;
        const key = pageKey(url);
        const before = known.get(key);
        const address = host === own ? `${origin}${at.pathname}${at.search}` : url;
        if (!before && known.size < MAX_CANDIDATES)
          known.set(key, { url: address, text, origin: found, place: known.size, ...purposeOf(url, text, note) });
        else if (before) {
          if (distance[found] < distance[before.origin]) Object.assign(before, { origin: found, url: address });
          if (before.text === '' && text !== '') Object.assign(before, { text, ...purposeOf(url, text, note) });
        }
        const candidate = known.get(key);
        if (candidate) sections.note(key, candidate);
      }
    },
    next(slot) {
      sections.settle();
      let best: Candidate | undefined;
      for (const [key, candidate] of known) {
        if (taken.has(key) || candidate.role === 'home' || !fits(slot, candidate)) continue;
        if (isTranslation(key) || isAlias(key, candidate)) continue;
        if ('alike' in slot !== templates.isFull(candidate)) continue;
        if (!best || better(candidate, best, slot) < 0) best = candidate;
      }
      if (best) {
        taken.add(pageKey(best.url));
        endings.add(segmentsOf(best.url).at(-1) ?? '');
      }
      return best;
    },
    seen: templates.seen,
    has(role) {
      sections.settle();
      return [...known.values()].some((candidate) => candidate.role === role);
    },
    size: () => known.size - taken.size,
  };
}

const roleSlots: readonly Slot[] = roleOrder.map((role) => ({ role }));
const subjectSlots: readonly Slot[] = subjectOrder.map((subject) => ({ subject }));
/** Where more pages than three say more. */
const deepSlots: readonly Slot[] = ['product', 'docs', 'other', 'help', 'integrations', 'compare'].map((role) => ({
  role,
}));
/** Articles are no more than news of a site, and come after all that it names in its navigation. */
const pageSlots = roleSlots.filter((slot) => !('role' in slot && slot.role === 'blog'));
const times = (count: number, slots: readonly Slot[]) => Array.from({ length: count }, () => slots).flat();

const alternating = (some: readonly Slot[], others: readonly Slot[]) =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, at) => [some[at], others[at]])
    .flat()
    .filter((slot) => slot !== undefined);

/** The first page of every role. */
export const firstSlots = roleSlots;

/**
 * All further pages in the order in which they are wanted: every subject and every role before the second page of
 * another, what the navigation names among them, at most three of each; what is left of the number of pages is spread over
 * the site. Articles come after that, and last what looks like three pages that were read.
 */
export const laterSlots: readonly Slot[] = [
  ...subjectSlots,
  ...times(12, [{ origin: 'nav' }]),
  ...alternating(subjectSlots, pageSlots),
  ...times(8, [{ origin: 'llms' }]),
  ...pageSlots,
  ...times(40, deepSlots),
  ...times(20, [{ role: 'blog' }]),
  ...times(40, [{ alike: true }]),
];
