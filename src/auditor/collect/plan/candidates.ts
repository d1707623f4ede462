import type { ReadLink } from '../parse/reading.ts';
import { addressKey } from './ledger.ts';
import { roleOf, roleOrder, segmentsOf, subjectOf, subjectOrder } from './roles.ts';

/** Where an address was found, best first. */
export type Origin = 'llms' | 'nav' | 'main' | 'sitemap' | 'page';
const distance: Readonly<Record<Origin, number>> = { llms: 0, nav: 0, main: 1, sitemap: 2, page: 3 };

export type Candidate = { url: string; text: string; origin: Origin; role: string; subject: string | undefined };

/** Pages that may be asked for, and which is next. */
export type Candidates = {
  /** A host (without `www.`) whose pages count as the site's. */
  admit(host: string): void;
  add(links: readonly Pick<ReadLink, 'url' | 'text'>[], origin: Origin): void;
  /** The best page of a role, or of a subject of documentation; it will not come again. */
  next(slot: { role: string } | { subject: string } | { origin: Origin }): Candidate | undefined;
  size(): number;
};

const plainHost = (host: string) => host.replace(/^www\./, '');
/** Files that are no pages, by their extension. */
const notAPage =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|pdf|zip|gz|tgz|css|js|mjs|map|xml|rss|atom|json|ya?ml|mp[34]|webm|woff2?|ttf|exe|dmg|csv|xlsx?|docx?|pptx?)$/i;
const language = /^[a-z]{2}(-[a-z]{2})?$/i;

/** @param origin of the site; pages of its other spellings (`www.`, http) are asked for there */
export function openCandidates(origin: string): Candidates {
  const hosts = new Set([plainHost(new URL(origin).host)]);
  const known = new Map<string, Candidate>();
  const taken = new Set<string>();

  const cost = ({ url, origin: found }: Candidate) => {
    const segments = segmentsOf(url);
    const foreign = language.test(segments[0] ?? '') ? 4 : 0;
    return segments.length * 2 + distance[found] + foreign;
  };
  const better = (a: Candidate, b: Candidate) =>
    cost(a) - cost(b) || a.url.length - b.url.length || (a.url < b.url ? -1 : 1);

  return {
    admit: (host) => void hosts.add(plainHost(host)),
    add(links, found) {
      for (const { url, text } of links) {
        const at = new URL(url);
        if (!hosts.has(plainHost(at.host)) || notAPage.test(at.pathname) || at.search !== '') continue;
        const key = addressKey(url);
        const before = known.get(key);
        if (before) {
          if (distance[found] < distance[before.origin]) before.origin = found;
          if (before.text !== '' || text === '') continue;
          Object.assign(before, { text, role: roleOf(url, text), subject: subjectOf(url, text) });
          continue;
        }
        const own = plainHost(at.host) === plainHost(new URL(origin).host);
        const address = own ? `${origin}${at.pathname}` : url;
        known.set(key, { url: address, text, origin: found, role: roleOf(url, text), subject: subjectOf(url, text) });
      }
    },
    next(slot) {
      let best: Candidate | undefined;
      for (const [key, candidate] of known) {
        if (taken.has(key) || candidate.role === 'home') continue;
        if ('role' in slot && candidate.role !== slot.role) continue;
        if ('subject' in slot && (candidate.subject !== slot.subject || candidate.role === 'blog')) continue;
        if ('origin' in slot && candidate.origin !== slot.origin) continue;
        if (!best || better(candidate, best) < 0) best = candidate;
      }
      if (best) taken.add(addressKey(best.url));
      return best;
    },
    size: () => known.size - taken.size,
  };
}

type Slot = { role: string } | { subject: string } | { origin: Origin };
const roleSlots: readonly Slot[] = roleOrder.map((role) => ({ role }));
const subjectSlots: readonly Slot[] = subjectOrder.map((subject) => ({ subject }));
/** Where more pages than three say more. */
const deepSlots: readonly Slot[] = ['product', 'docs', 'other', 'help', 'integrations', 'compare'].map((role) => ({ role }));
const llmsSlots: readonly Slot[] = Array.from({ length: 8 }, () => ({ origin: 'llms' as const }));

/** The first page of every role. */
export const firstSlots = roleSlots;

/** All further pages in the order in which they are wanted: every role before the second page of another, at most three of each. */
export const laterSlots: readonly Slot[] = [
  ...subjectSlots,
  ...roleSlots,
  ...llmsSlots,
  ...subjectSlots,
  ...roleSlots,
  // What is left of the number of pages is spread over the site.
  ...Array.from({ length: 20 }, () => deepSlots).flat(),
];
