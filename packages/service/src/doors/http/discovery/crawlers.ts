import { pathOfStandard } from '@readymark/auditor/standards/standards';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { Settings } from '../../../settings.ts';
import { addressCount, addresses, type Listing } from './listing.ts';

/**
 * Addresses in one part of the sitemap. The protocol allows 50,000; a thousand take a millisecond or two to write and
 * compress (decision 61).
 */
const PART_ADDRESSES_MAX = 1_000;

/**
 * /robots.txt: all may read, search and quote the scores; CC BY-NC does not allow training (contentsignals.org).
 *
 * Calls are allowed too: agents that keep to this file register and read their history like all others, and without a
 * key these addresses say nothing. Addresses with a token, of the links in letters, act for a person.
 */
export function robotsTxt(base: string): string {
  return `# Scores are licensed CC BY-NC 4.0. Agents: begin with /llms.txt; every document and call is yours to use.
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /
# Personal links from letters, no content.
Disallow: /unsubscribe
Disallow: /confirm

Sitemap: ${base}/sitemap.xml
Agentmap: ${base}${pathOfStandard('ard')}
License: ${base}${pathOfStandard('rsl')}
`;
}

/**
 * /license.xml: the licence of the scores for programs (RSL 1.0), which robots.txt names. It names the documents that consist of scores
 * alone: pages and evidence of a company quote others, and quotations are not ours to license (decision 172).
 */
export function licenceXml(base: string): string {
  const contents = ['/api/audits/index.json', '/index.md', '/$'].map(
    (path) => `  <content url="${path}">
    <license>
      <permits type="usage">search ai-input ai-index</permits>
      <permits type="user">non-commercial</permits>
      <prohibits type="usage">ai-train</prohibits>
      <payment type="attribution">
        <standard>https://creativecommons.org/licenses/by-nc/4.0/</standard>
      </payment>
    </license>
    <terms>${base}/terms</terms>
  </content>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsl xmlns="https://rslstandard.org/rsl">\n${contents.join('\n')}\n</rsl>\n`;
}

/** /.well-known/security.txt (RFC 9116). @param today it expires 180 days later */
export function securityTxt(base: string, contact: string, today: Date): string {
  const expires = new Date(today.getTime() + 180 * 86_400_000).toISOString();
  return `Contact: ${contact}
Expires: ${expires}
Canonical: ${base}/.well-known/security.txt
Policy: ${base}/privacy
Preferred-Languages: en
`;
}

/** Whom to write to, about vulnerabilities and about the crawler: the address that is set, else that of the sender of mails. */
export function contactOf({ SECURITY_CONTACT, MAIL_FROM }: Pick<Settings, 'SECURITY_CONTACT' | 'MAIL_FROM'>): string {
  return SECURITY_CONTACT || `mailto:${/<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim()}`;
}

/**
 * /sitemap.xml: every address whose listing says so; with more than 1,000 of them an index of /sitemap-1.xml,
 * /sitemap-2.xml, …
 *
 * @param part number of the part, from 1; 0 for /sitemap.xml
 * @returns undefined for a part beyond the last
 */
export function sitemap(base: string, listings: readonly Listing[], snapshot: Snapshot, part = 0): string | undefined {
  const parts = sitemapParts(listings, snapshot);
  if (part > parts) return undefined;
  if (part === 0 && parts > 1)
    return xml(
      'sitemapindex',
      Array.from({ length: parts }, (_, at) => `<sitemap><loc>${base}/sitemap-${at + 1}.xml</loc></sitemap>`),
    );
  const from = Math.max(0, part - 1) * PART_ADDRESSES_MAX;
  let before = 0;
  const rows = inSitemap(listings).flatMap((listing) => {
    const found = addresses(listing, snapshot, from - before, from - before + PART_ADDRESSES_MAX);
    before += addressCount(listing, snapshot);
    return found.map(({ address, modified }) => url(base, address, modified));
  });
  return xml('urlset', rows);
}

/** Number of parts that the sitemap has; at least 1. */
export function sitemapParts(listings: readonly Listing[], snapshot: Snapshot): number {
  const count = inSitemap(listings).reduce((sum, listing) => sum + addressCount(listing, snapshot), 0);
  return Math.max(1, Math.ceil(count / PART_ADDRESSES_MAX));
}

const inSitemap = (listings: readonly Listing[]) => listings.filter((listing) => listing.sitemap === true);

const url = (base: string, path: string, modified?: string) =>
  `<url><loc>${base}${path}</loc>${modified === undefined ? '' : `<lastmod>${modified}</lastmod>`}</url>`;

const xml = (root: string, rows: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${root}>\n`;
