import { XMLParser } from 'fast-xml-parser';
import type { ReadItem, Site } from './site.ts';

/** Addresses that are read of one site. */
const MOST = 50_000;

const parser = () =>
  new XMLParser({
    processEntities: false,
    parseTagValue: false,
    ignoreAttributes: true,
    removeNSPrefix: true,
    isArray: (name) => name === 'url' || name === 'sitemap',
  });

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
    const found = /^\s{0,99}</.test(item.text.slice(0, 200)) ? xmlSitemap(item.text) : textSitemap(item.text);
    if (!found || found.urls.length + found.maps.length === 0) continue;
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

type Found = { urls: { url: string; lastmod: string | undefined }[]; maps: string[] };

function textSitemap(text: string): Found | undefined {
  const lines = text.split(/\s+/, MOST).filter((line) => /^https?:\/\/\S{1,2000}$/.test(line));
  return { urls: lines.map((url) => ({ url, lastmod: undefined })), maps: [] };
}

function xmlSitemap(text: string): Found | undefined {
  let parsed: unknown;
  try {
    parsed = parser().parse(text);
  } catch {
    return undefined;
  }
  const root = member(parsed, 'urlset');
  const index = member(parsed, 'sitemapindex');
  return {
    urls: entries(root, 'url').flatMap((entry) => {
      const url = word(entry, 'loc');
      return url ? [{ url, lastmod: word(entry, 'lastmod') }] : [];
    }),
    maps: entries(index, 'sitemap').flatMap((entry) => word(entry, 'loc') ?? []),
  };
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const entries = (value: unknown, name: string): readonly unknown[] => {
  const list = member(value, name);
  return Array.isArray(list) ? list.slice(0, MOST) : [];
};

const word = (value: unknown, name: string): string | undefined => {
  const found = member(value, name);
  return typeof found === 'string' && found.trim() !== ''
    ? found.trim().slice(0, 2000).replaceAll('&amp;', '&')
    : undefined;
};
