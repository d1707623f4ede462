import { Parser } from 'htmlparser2';
import type { ReadItem, Site } from './site.ts';

/** Addresses that are read of one site, and how deep elements may lie in one another: those of a sitemap are three. */
const MOST = 50_000;
const DEEPEST = 20;

/** The addresses of all sitemaps that were collected, indexes included. */
export function readSitemap(items: readonly ReadItem[]): Site['sitemap'] {
  const urls = new Map<string, { url: string; lastmod: string | undefined }>();
  const sources: ReadItem[] = [];
  const read = new Set<string>();
  const named: string[] = [];
  let cut = false;
  for (const item of items) {
    if (item.text === undefined || item.status !== 200 || item.soft_404 || read.has(item.final_url)) continue;
    if (item.role !== 'sitemap' && !isSitemapFile(new URL(item.final_url).pathname)) continue;
    // One that declares entities counts as none, whatever else it says.
    if (/<!ENTITY/i.test(item.text.slice(0, 10_000))) continue;
    const found = sitemapOf(item.text);
    if (found.urls.length + found.maps.length === 0) continue;
    read.add(item.final_url);
    sources.push(item);
    named.push(...found.maps);
    cut ||= item.truncated;
    for (const entry of found.urls) if (urls.size < MOST && !urls.has(entry.url)) urls.set(entry.url, entry);
  }
  const asked = new Set(
    items.filter(({ text }) => text !== undefined).flatMap(({ url, final_url }) => [url, final_url]),
  );
  return { urls: [...urls.values()], sources, complete: !cut && named.every((map) => asked.has(map)) };
}

function isSitemapFile(path: string): boolean {
  const file = path.split('/').at(-1)?.toLowerCase() ?? '';
  return file.includes('sitemap') && (file.endsWith('.xml') || file.endsWith('.txt'));
}

type Sitemap = { urls: { url: string; lastmod: string | undefined }[]; maps: string[] };

/** The addresses of one sitemap, or the sitemaps of an index, as XML or as plain text. */
export function sitemapOf(text: string): Sitemap {
  if (/^\s{0,99}</.test(text.slice(0, 200))) return xmlSitemap(text);
  const lines = text.split(/\s+/, MOST).filter((line) => /^https?:\/\/\S{1,2000}$/.test(line));
  return { urls: lines.map((url) => ({ url, lastmod: undefined })), maps: [] };
}

/** XML as it is met, up to where it breaks a bound: entities of its own and DTDs mean nothing. */
function xmlSitemap(text: string): Sitemap {
  const found: Sitemap = { urls: [], maps: [] };
  const open: string[] = [];
  let entry = new Map<string, string>();
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(plainName(name));
        if (open.length > DEEPEST || found.urls.length + found.maps.length >= MOST) parser.pause();
        if (isEntry(open)) entry = new Map();
        else if (isEntry(open.slice(0, -1))) entry.set(open.at(-1) ?? '', '');
      },
      ontext(words) {
        const name = open.at(-1) ?? '';
        const before = isEntry(open.slice(0, -1)) ? entry.get(name) : undefined;
        if (before !== undefined && before.length < 2000) entry.set(name, before + words);
      },
      onclosetag() {
        const [url, lastmod] = ['loc', 'lastmod'].map((name) => entry.get(name)?.trim().slice(0, 2000));
        if (url && isEntry(open) && open[0] === 'urlset') found.urls.push({ url, lastmod: lastmod || undefined });
        if (url && isEntry(open) && open[0] === 'sitemapindex') found.maps.push(url);
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return found;
}

/** Without the prefix of its namespace. */
const plainName = (name: string): string => name.slice(name.indexOf(':') + 1);

const isEntry = ([root, name, ...deeper]: readonly string[]): boolean =>
  deeper.length === 0 && ((root === 'urlset' && name === 'url') || (root === 'sitemapindex' && name === 'sitemap'));
