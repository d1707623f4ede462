import type { Published } from '../../standards/registries.ts';

/**
 * What the plan wants to know of a document: where it leads. The documents are hostile, so they are read in a thread of
 * their own (`parser.ts`), and what comes back is bounded whatever they hold.
 */
export type DocumentKind =
  | 'html'
  /** llms.txt and other Markdown or plain text. */
  | 'markdown'
  /** A sitemap or an index of sitemaps, also compressed. */
  | 'sitemap'
  /** JSON or YAML: cards, catalogs, API descriptions, metadata. */
  | 'machine'
  /** A style sheet: what it imports. */
  | 'css'
  /** A Link header. */
  | 'link_header';

export type ParseTask = {
  kind: DocumentKind;
  /** Address of the document, for relative links. */
  url: string;
  /** Content type. */
  type: string;
  body: Uint8Array;
};

/** Between the words of several links to one address. */
export const BETWEEN_LINKS = ' | ';

export type ReadLink = {
  url: string;
  /** Its words, and those of further links to the same address, with `BETWEEN_LINKS` between them. */
  text: string;
  /** `declared`: by a `link` element or a Link header. */
  area: 'main' | 'nav' | 'declared';
  /** Relation, for declared links. */
  rel: string;
  type: string;
  /** What a list says about it, in Markdown. */
  note?: string;
};

/** What the card of an MCP server says of the way to speak to it. */
export type Transports = {
  /** Addresses of transports over HTTP, as the card types them. */
  typed: string[];
  /** Addresses of the server without the type of a transport: they may lead to a page about it. */
  untyped: string[];
  /** It says that there is no transport over HTTP: `none`, `stdio`, or `available: false`. */
  none: boolean;
};

export type Reading = {
  title: string;
  /** What the site calls itself, best first: `og:site_name`, name of an Organization in JSON-LD. */
  names: string[];
  /** What elements a page is made of, each once with its first class: pages of one template have nearly the same. */
  shape: string[];
  /** Absolute http(s) addresses without fragment, in document order, each once. */
  links: ReadLink[];
  /** A page in HTML holds nothing of its own. */
  stub: boolean;
  /** Where such a page sends its reader by itself, within seconds. */
  onward: string | undefined;
  /** Scripts that a page loads. */
  scripts: string[];
  /** Further sitemaps of an index. */
  sitemaps: string[];
  /** Addresses in a machine document, with the names that lead to them: `servers.url`. */
  declared: { key: string; url: string }[];
  /** How an MCP server is spoken to, where the document is a card of one. */
  transports: Transports | undefined;
  /** What the document says is published in registries: packages that are installed, the name of a tool server. */
  published: Published[];
  /** What an API description is, the address of one of its calls, and its GET operations that need no argument. */
  api: { kind: string; server: string | undefined; operations: { url: string; open: boolean }[] } | undefined;
  /** Addresses that samples of code call, and those in texts that an interface may have. */
  called: string[];
};

/** Bounds of a reading. */
export const MAX_LINKS = 3_000;
export const MAX_DECLARED = 500;
const MAX_URL = 2_000;
const MAX_TEXT = 200;

export const emptyReading = (): Reading => ({
  title: '',
  names: [],
  shape: [],
  links: [],
  stub: false,
  onward: undefined,
  scripts: [],
  sitemaps: [],
  declared: [],
  transports: undefined,
  published: [],
  api: undefined,
  called: [],
});

/** A web address without fragment; undefined when it is none, or too long. */
export function webAddress(text: string, base: string): string | undefined {
  const url = text.length > MAX_URL ? null : URL.parse(text.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > MAX_URL)
    return undefined;
  url.hash = '';
  return url.href;
}

export const shortText = (text: string): string =>
  text
    .slice(0, 4 * MAX_TEXT)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT);
