import type { Snapshot } from '../../../catalogue/snapshot.ts';

/** Addresses that one sitemap may hold (sitemaps.org). */
const SITEMAP_LIMIT = 50_000;

/**
 * /robots.txt: everybody may read, search and quote the scores; training is not what CC BY-NC allows
 * (contentsignals.org).
 */
export function robotsTxt(base: string): string {
  return `# Scores are licensed CC BY-NC 4.0. Agents: read /llms.txt.
User-agent: *
Content-Signal: search=yes, ai-input=yes, ai-train=no
Allow: /
Disallow: /api/agent/
Disallow: /unsubscribe

Sitemap: ${base}/sitemap.xml
`;
}

/** /.well-known/security.txt (RFC 9116). @param now its Expires is 180 days later */
export function securityTxt(base: string, contact: string, now: Date): string {
  const expires = new Date(now.getTime() + 180 * 86_400_000).toISOString();
  return `Contact: ${contact}
Expires: ${expires}
Canonical: ${base}/.well-known/security.txt
Policy: ${base}/privacy
Preferred-Languages: en
`;
}

/** The address in a sender such as `Readymark <notices@example.com>`, as a mailto URI. */
export function mailto(mail_from: string): string {
  return `mailto:${/<([^<>]+)>\s*$/.exec(mail_from)?.[1] ?? mail_from.trim()}`;
}

/** Pages beside those of companies. */
const pages = ['/', '/rubric', '/docs', '/privacy'];

/**
 * /sitemap.xml: all pages; with more than 50,000 companies an index of /sitemap-1.xml, /sitemap-2.xml, …
 *
 * @returns undefined for a path that is none of them
 */
export function sitemap(base: string, snapshot: Snapshot, path: string): string | undefined {
  const part = /^\/sitemap(?:-([1-9]\d{0,4}))?\.xml$/.exec(path);
  if (!part) return undefined;
  const room = SITEMAP_LIMIT - pages.length;
  const parts = Math.max(1, Math.ceil(snapshot.count / room));
  const number = Number(part[1] ?? 0);
  if (number > parts) return undefined;
  if (number === 0 && parts > 1) {
    const rows = Array.from(
      { length: parts },
      (_, at) => `<sitemap><loc>${base}/sitemap-${at + 1}.xml</loc></sitemap>`,
    );
    return xml('sitemapindex', rows);
  }
  const first = Math.max(0, number - 1) * room;
  const companies = snapshot.entries
    .slice(first, first + room)
    .map(({ slug, audit_date }) => url(base, `/audits/${slug}`, audit_date));
  return xml('urlset', first === 0 ? [...pages.map((page) => url(base, page)), ...companies] : companies);
}

const url = (base: string, path: string, modified?: string) =>
  `<url><loc>${base}${path}</loc>${modified === undefined ? '' : `<lastmod>${modified}</lastmod>`}</url>`;

const xml = (root: string, rows: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${root}>\n`;
