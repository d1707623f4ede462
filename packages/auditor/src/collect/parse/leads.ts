import { gunzipSync } from 'node:zlib';
import parseLinkHeader from 'http-link-header';
import { readApi } from '../../read/api/description.ts';
import { basesIn, callsIn } from '../../read/api/shown-calls.ts';
import type { HtmlReading } from '../../read/html/reading.ts';
import { isStub } from '../../read/html/stub.ts';
import { walkHtml } from '../../read/html/walk.ts';
import { objectOf, parseData } from '../../read/parse-data.ts';
import { sitemapOf } from '../../read/sitemap.ts';
import { readSheet } from '../../read/style/sheets/sheet.ts';
import { surveyOf } from '../../read/style/survey.ts';
import { decodeText } from '../../read/text/decode-text.ts';
import { readMarkdown } from '../../read/text/markdown.ts';
import { ownedPart } from '../../site-owner.ts';
import { installedBy, type Published, publishedAs, type RegistryName } from '../../standards/registries.ts';
import {
  BETWEEN_LINKS,
  emptyReading,
  MAX_DECLARED,
  MAX_LINKS,
  type ParseTask,
  type Reading,
  type ReadLink,
  shortText,
  webAddress,
} from './reading.ts';
import { transportsOf } from './transports.ts';

/** Where documents lead, by the readers that scores rest on. */

/** Bytes of a sitemap after decompression, of one whose address does not say that it is packed. */
const MAX_SITEMAP = 10_000_000;
/** Values that are looked at in one machine document. */
const MAX_VALUES = 100_000;
const MAX_DEPTH = 12;
const MAX_OPERATIONS = 20;
const MAX_CALLED = 10;
/** Hosts in samples that stand for those of customers. */
const MADE_UP = /(?:^|[.-])(?:your|example|tenant|customer|company|subdomain|instance|region)(?:[.-]|$)|(?:^|\.)my-/i;
/** Characters of a link of a page. */
const ENOUGH_WORDS = 100;
/** Addresses of cards of MCP servers, of configurations of clients, and of entries of the registry. */
const isServerCard = /(^|[/.-])mcp([/.-]|$)|\/server\.json$/i;

export function leadsOf({ kind, url, type, body }: ParseTask): Reading {
  if (kind === 'sitemap') return ofSitemap(body, url);
  const text = decodeText(body, type);
  if (kind === 'css') return { ...emptyReading(), links: importsOf(text, url) };
  if (kind === 'html') return ofHtml(text, url);
  if (kind === 'markdown') return ofMarkdown(text, url);
  return kind === 'machine'
    ? ofData(parseData({ final_url: url, content_type: type }, text), url)
    : ofLinkHeader(text, url);
}

/** Links by their address and relation, each once; until its words have `enough` characters, it gets those of its repeats. */
function linksAt(base: string, links: readonly (Partial<ReadLink> & { href: string })[], enough = 0): ReadLink[] {
  const found = new Map<string, ReadLink>();
  for (const { href, text = '', area = 'main', rel = '', type = '', note } of links) {
    const url = webAddress(href, base);
    const key = `${url} ${rel}`;
    const known = found.get(key);
    if (known && known.text.length < enough && !known.text.split(BETWEEN_LINKS).includes(shortText(text)))
      known.text = shortText(known.text === '' ? text : `${known.text}${BETWEEN_LINKS}${text}`);
    if (!known && url !== undefined && found.size < MAX_LINKS)
      found.set(key, {
        ...{ url, text: shortText(text), area, rel: shortText(rel).toLowerCase(), type: shortText(type).toLowerCase() },
        ...(note === undefined ? {} : { note: shortText(note) }),
      });
  }
  return [...found.values()];
}

/** A refresh that comes later shows the page first. */
const REFRESH = /^\s{0,9}[0-5](?:\.\d{0,9})?(?:\s{0,9}[;,]|\s)\s{0,9}(?:url\s{0,9}=\s{0,9})?(.{0,2000})/is;

/** Where a page leads by itself: not to itself, and not where its refresh names nothing. */
function onwardOf({ meta, base }: HtmlReading, url: string): string | undefined {
  const [, written = ''] = REFRESH.exec(meta.get('http-equiv:refresh') ?? '') ?? [];
  const [, , quoted] = /^(["'])(.{0,2000}?)\1/s.exec(written) ?? [];
  const target = (quoted ?? written).trim();
  if (target === '' || /^url$/i.test(target)) return undefined;
  const onward = webAddress(target, webAddress(base ?? '', url) ?? url);
  return onward === webAddress(url, url) ? undefined : onward;
}

/** Hidden links too: a menu may be closed. A page that breaks a bound leads as far as it was read. */
function ofHtml(html: string, url: string): Reading {
  const page = walkHtml(html);
  const stub = isStub(page);
  const names = page.data
    .filter(
      ({ form, types }) => form === 'json-ld' && types.some((type) => /Organization|Corporation|Business/.test(type)),
    )
    .map(({ value }) => value.name);
  const declared = page.head_links
    .filter(({ rel }) => rel !== '')
    .map((link) => ({ ...link, area: 'declared' as const }));
  const links = page.links.map(({ href, text, label, area }) => ({
    ...{ href, text: text.startsWith(label) ? text : `${label} ${text}` },
    area: area === 'main' ? area : ('nav' as const),
  }));
  return {
    ...emptyReading(),
    title: shortText(page.title),
    shape: [...page.shape],
    stub,
    onward: stub ? onwardOf(page, url) : undefined,
    scripts: page.scripts.flatMap((src) => webAddress(src, webAddress(page.base ?? '', url) ?? url) ?? []),
    names: [page.meta.get('og:site_name'), ...names]
      .flatMap((name) => (typeof name === 'string' ? shortText(name) : []))
      .filter((name) => name !== '')
      .slice(0, 5),
    links: [
      ...linksAt(webAddress(page.base ?? '', url) ?? url, [...declared, ...links], ENOUGH_WORDS),
      ...(/@import\b/i.test(html)
        ? surveyOf(html).sheets.flatMap(({ css }) => importsOf(css, webAddress(page.base ?? '', url) ?? url))
        : []),
    ].slice(0, MAX_LINKS),
    published: installedBy(page.code),
    called: calledBy(page.code, page.text.blocks.map(({ text }) => text).join('\n')),
  };
}

/** The sheets that a style sheet imports, as links of a page to its sheets. */
const importsOf = (css: string, url: string): ReadLink[] =>
  /@import\b/i.test(css)
    ? linksAt(
        url,
        readSheet(css).imports.flatMap((href) =>
          href === undefined ? [] : { href, area: 'declared' as const, rel: 'stylesheet' },
        ),
      )
    : [];

/** What samples of code call, and addresses that interfaces have, without what is to be filled in: `https://api.acme.dev/orders`. */
const calledBy = (code: readonly string[], text: string): string[] => {
  const called = code.flatMap(callsIn).flatMap(({ url }) => {
    const read = url === undefined || /[{}<>$]|%7B/i.test(url) ? null : URL.parse(url);
    return read ? [read.origin + read.pathname] : [];
  });
  return [...new Set([...called, ...basesIn(text)])].filter((url) => !isOfCustomers(url)).slice(0, MAX_CALLED);
};

/** By what comes before the domain: a company may be called Example. */
function isOfCustomers(url: string): boolean {
  const { hostname } = new URL(url);
  return MADE_UP.test(hostname.slice(0, hostname.length - (ownedPart(hostname)?.length ?? 0)));
}

/** Links in brackets, then bare addresses, those in samples of code included. */
function ofMarkdown(markdown: string, url: string): Reading {
  const { title, links, code } = readMarkdown(markdown);
  const named = links
    .filter(({ text }) => text !== '')
    .map(({ href, text, note, noted }) => ({ href, text, ...(noted && { note }) }));
  const bare = links.filter(({ text }) => text === '').map(({ href }) => ({ href }));
  const inCode = code.flatMap((block) =>
    [...block.matchAll(/https?:\/\/[^\s<>()[\]"'`|\\]{1,2000}/g)].map(([href]) => ({
      href: href.replace(/[.,;:!?*]{1,5}$/, ''),
    })),
  );
  return {
    ...{ ...emptyReading(), title: shortText(title), published: installedBy(code), called: calledBy(code, markdown) },
    links: linksAt(url, [...named, ...bare, ...inCode]),
  };
}

/** The plan takes short addresses of a sitemap first. */
function ofSitemap(body: Uint8Array, url: string): Reading {
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const { urls, maps } = sitemapOf(
    decodeText(packed ? gunzipSync(body, { maxOutputLength: MAX_SITEMAP }) : body, 'xml'),
  );
  const addresses = (all: readonly string[]) => [...new Set(all.flatMap((one) => webAddress(one, url) ?? []))];
  const pages = addresses(urls.map((entry) => entry.url)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return {
    ...emptyReading(),
    sitemaps: addresses(maps).slice(0, 100),
    links: linksAt(
      url,
      pages.map((href) => ({ href })),
    ),
  };
}

/** Links of a Link header (RFC 8288). */
function ofLinkHeader(text: string, url: string): Reading {
  const links = parseLinkHeader
    .parse(text)
    .refs.slice(0, 100)
    .map(({ uri, rel, type }) => ({
      href: uri,
      area: 'declared' as const,
      rel: String(rel ?? ''),
      type: String(type ?? ''),
    }));
  return { ...emptyReading(), links: linksAt(url, links) };
}

/** Addresses of a machine document, and what an API description offers without arguments. No reference is followed. */
function ofData(value: unknown, url: string): Reading {
  const object = objectOf(value);
  const api = object && apiOf(object, url);
  // The paths and schemas of an API description lead nowhere.
  const leading = api ? { servers: object.servers, externalDocs: object.externalDocs } : value;
  const transports = isServerCard.test(new URL(url).pathname) ? transportsOf(value, url) : undefined;
  return {
    ...{ ...emptyReading(), api, transports, declared: addressesIn(leading, url) },
    published: transports && object ? publishedIn(object) : [],
  };
}

const packageTypes: Readonly<Record<string, RegistryName>> = { npm: 'npm', pypi: 'pypi' };

/** What a card of an MCP server or an entry of its registry (`server.json`) says that is published: the server, and its packages. */
function publishedIn({ name, packages }: Readonly<Record<string, unknown>>): Published[] {
  const of = (registry: RegistryName | undefined, text: unknown) =>
    (registry && typeof text === 'string' && publishedAs(registry, text)) || [];
  return [
    ...[of('mcp', name)].flat(),
    ...(Array.isArray(packages) ? packages.slice(0, 20) : []).flatMap((one) => {
      const { registryType, identifier } = objectOf(one) ?? {};
      return of(packageTypes[String(registryType)], identifier);
    }),
  ];
}

function apiOf(value: Readonly<Record<string, unknown>>, url: string): Reading['api'] {
  const api = readApi(url, value);
  if (!api || api.kind === 'graphql') return undefined;
  const server = api.servers[0] ?? new URL('/', url).href;
  // A template in an address means that there is none to ask.
  const asked = /\{|%7B/i.test(server)
    ? []
    : api.operations.filter((one) => one.method === 'GET' && !one.needs_arguments);
  const addressOf = (path: string) => webAddress(`${server.replace(/\/$/, '')}${path}`, url);
  const operations = asked.flatMap(({ path, secured }) => {
    const address = path.includes('{') ? undefined : addressOf(path);
    return address === undefined ? [] : [{ url: address, open: !secured }];
  });
  operations.sort((a, b) => Number(b.open) - Number(a.open) || a.url.length - b.url.length || (a.url < b.url ? -1 : 1));
  // Whether anything is there is known by a call that reads, with something filled in; otherwise by the host alone.
  const read = api.operations.find(({ method }) => method === 'GET')?.path.replace(/\{[^{}]{0,100}\}/g, '1');
  const filled = /\{|%7B/i.test(server) ? undefined : read === undefined ? webAddress('/', server) : addressOf(read);
  return { kind: api.kind, server: filled, operations: operations.slice(0, MAX_OPERATIONS) };
}

/** By levels, so that what is near the root is found first. */
function addressesIn(root: unknown, base: string): Reading['declared'] {
  const found: Reading['declared'] = [];
  let level: { key: string; value: unknown }[] = [{ key: '', value: root }];
  let values = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length; depth++) {
    const next: typeof level = [];
    for (const { key, value } of level) {
      if (++values > MAX_VALUES || found.length >= MAX_DECLARED) return found;
      if (typeof value === 'string') {
        const address = /^(https?:\/\/|\/(?!\/))/i.test(value.slice(0, 10)) ? webAddress(value, base) : undefined;
        if (address !== undefined) found.push({ key, url: address });
      } else if (typeof value === 'object' && value !== null) {
        const list = Array.isArray(value);
        for (const [name, part] of Object.entries(value).slice(0, 2_000))
          next.push({ key: list ? key : `${key}${key === '' ? '' : '.'}${name.slice(0, 60)}`, value: part });
      }
    }
    level = next;
  }
  return found;
}
