import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import parseLinkHeader from 'http-link-header';
import { emptyReading, MAX_LINKS, type Reading, type ReadLink, shortText, webAddress } from './reading.ts';

/** Bytes of a sitemap after decompression. */
const MAX_SITEMAP = 10_000_000;

const markdownLink =
  /\[([^[\]\n]{0,300})\]\(\s*<?([^()<>\s]{1,2000})(?:[^()\n]{0,100}\)[ \t]{0,3}:([^[\]\n]{0,300}))?/g;
const bareAddress = /https?:\/\/[^\s<>()[\]"'`|\\]{1,2000}/g;

/** Links of Markdown and of plain text: those in brackets, then bare addresses. */
export function readMarkdown(text: string, url: string): Reading {
  const reading = emptyReading();
  const seen = new Set<string>();
  const add = (href: string, words: string, note = '') => {
    const address = webAddress(href, url);
    if (address === undefined || seen.has(address) || reading.links.length >= MAX_LINKS) return;
    seen.add(address);
    reading.links.push({
      url: address,
      text: shortText(words),
      area: 'main',
      rel: '',
      type: '',
      note: shortText(note),
    });
  };
  for (const [, words = '', href = '', note] of text.matchAll(markdownLink)) add(href, words, note);
  for (const [href] of text.matchAll(bareAddress)) add(href.replace(/[.,;:!?*]{1,5}$/, ''), '');
  reading.title = shortText(/^# (.{1,300})/m.exec(text)?.[1] ?? '');
  return reading;
}

/** Addresses of a sitemap, or the sitemaps of an index, with XML as it is met: entities and DTDs mean nothing. */
export function readSitemap(body: Uint8Array, url: string): Reading {
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const text = new TextDecoder().decode(packed ? gunzipSync(body, { maxOutputLength: MAX_SITEMAP }) : body);
  const reading = emptyReading();
  const pages = new Map<string, ReadLink>();
  let words: string | undefined;
  let inIndex = false;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'sitemap') inIndex = true;
        if (name === 'loc') words = '';
      },
      ontext(part) {
        if (words !== undefined && words.length < 2_100) words += part;
      },
      onclosetag(name) {
        if (name === 'sitemap') inIndex = false;
        if (name !== 'loc' || words === undefined) return;
        const address = webAddress(words, url);
        words = undefined;
        if (address === undefined) return;
        if (inIndex) reading.sitemaps.push(address);
        else pages.set(address, { url: address, text: '', area: 'main', rel: '', type: '' });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  reading.sitemaps = [...new Set(reading.sitemaps)].slice(0, 100);
  // The plan takes short paths first.
  reading.links = [...pages.values()]
    .sort((a, b) => a.url.length - b.url.length || (a.url < b.url ? -1 : 1))
    .slice(0, MAX_LINKS);
  return reading;
}

/** Links of a Link header (RFC 8288). */
export function readLinkHeader(text: string, url: string): Reading {
  const reading = emptyReading();
  for (const { uri, rel, type } of parseLinkHeader.parse(text).refs.slice(0, 100)) {
    const address = webAddress(uri, url);
    if (address !== undefined)
      reading.links.push({
        url: address,
        text: '',
        area: 'declared',
        rel: shortText(String(rel ?? '')).toLowerCase(),
        type: shortText(String(type ?? '')).toLowerCase(),
      });
  }
  return reading;
}
