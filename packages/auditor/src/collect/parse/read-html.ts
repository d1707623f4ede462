import { Parser } from 'htmlparser2';
import { parseShallow } from '../../shallow-json.ts';
import { emptyReading, MAX_LINKS, type Reading, type ReadLink, shortText, webAddress } from './reading.ts';

/** Elements that are read of one page; decision 92. */
const MAX_ELEMENTS = 60_000;
/** Characters of one JSON-LD block. */
const MAX_BLOCK = 200_000;
const navigation = new Set(['nav', 'header', 'footer', 'aside']);

/** Title, names and links of a page. No tree is built. */
export function readHtml(html: string, url: string): Reading {
  const reading = emptyReading();
  const seen = new Map<string, ReadLink>();
  let base = url;
  let elements = 0;
  let around = 0;
  let open: ReadLink | undefined;
  let inTitle = false;
  let block: string | undefined;

  const add = (href: string, more: Omit<ReadLink, 'url'>) => {
    const address = webAddress(href, base);
    if (address === undefined) return undefined;
    const known = seen.get(`${address} ${more.rel}`);
    if (known || seen.size >= MAX_LINKS) return known;
    const link = { url: address, ...more };
    seen.set(`${address} ${more.rel}`, link);
    reading.links.push(link);
    return link;
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      if (++elements > MAX_ELEMENTS) return parser.pause();
      if (navigation.has(name) || attributes.role === 'navigation') around++;
      if (name === 'title' && reading.title === '') inTitle = true;
      if (name === 'base' && attributes.href) base = webAddress(attributes.href, url) ?? base;
      if (name === 'a' && attributes.href)
        open = add(attributes.href, {
          text: shortText(attributes['aria-label'] ?? ''),
          area: around ? 'nav' : 'main',
          rel: '',
          type: '',
        });
      if (name === 'link' && attributes.href && attributes.rel)
        add(attributes.href, {
          text: shortText(attributes.title ?? ''),
          area: 'declared',
          rel: shortText(attributes.rel).toLowerCase(),
          type: shortText(attributes.type ?? '').toLowerCase(),
        });
      if (name === 'meta' && attributes.property === 'og:site_name' && attributes.content)
        reading.names.unshift(shortText(attributes.content));
      if (name === 'script' && attributes.type?.toLowerCase() === 'application/ld+json') block = '';
    },
    ontext(text) {
      if (inTitle) reading.title = shortText(`${reading.title}${text}`);
      if (block !== undefined && block.length < MAX_BLOCK) block += text;
      else if (open && open.text.length < 100) open.text = shortText(`${open.text} ${text}`);
    },
    onclosetag(name) {
      if (navigation.has(name) && around > 0) around--;
      if (name === 'a') open = undefined;
      if (name === 'title') inTitle = false;
      if (name === 'script' && block !== undefined) {
        reading.names.push(...organisations(block));
        block = undefined;
      }
    },
  });
  // In pieces, so that a page that is given up is not read on.
  for (let at = 0; at < html.length && elements <= MAX_ELEMENTS; at += 65_536)
    parser.write(html.slice(at, at + 65_536));
  if (elements <= MAX_ELEMENTS) parser.end();
  reading.names = reading.names.filter((name) => name !== '').slice(0, 5);
  return reading;
}

/** Names of organisations on the first levels of a JSON-LD block. */
function organisations(block: string): string[] {
  let value: unknown;
  try {
    value = parseShallow(block);
  } catch {
    return [];
  }
  const names: string[] = [];
  const look = (node: unknown, depth: number) => {
    if (typeof node !== 'object' || node === null || depth > 3 || names.length > 5) return;
    if (Array.isArray(node)) {
      for (const part of node.slice(0, 100)) look(part, depth + 1);
      return;
    }
    const { '@type': type, '@graph': graph, name } = node as Record<string, unknown>;
    if (/Organization|Corporation|Business/.test(JSON.stringify(type ?? '').slice(0, 500)) && typeof name === 'string')
      names.push(shortText(name));
    look(graph, depth + 1);
  };
  look(value, 0);
  return names;
}
