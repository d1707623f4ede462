import type { Reading, ReadLink } from '../parse/reading.ts';
import type { Answered } from './ledger.ts';

/** Machine documents that a site names, gathered from everything that was read of it. */
export type Declared = {
  /** API descriptions, best first. */
  apis: string[];
  /** MCP endpoints. */
  mcp: string[];
  /** Issuers of tokens. */
  issuers: string[];
  keys: string[];
  skills: string[];
  /** Other cards, catalogs and price lists. */
  documents: string[];
  status: string[];
  /** Pages that they name, with words for them. */
  pages: Pick<ReadLink, 'url' | 'text'>[];
  /** Markdown twins of pages. */
  twins: string[];
};

export const emptyDeclared = (): Declared => ({
  apis: [],
  mcp: [],
  issuers: [],
  keys: [],
  skills: [],
  documents: [],
  status: [],
  pages: [],
  twins: [],
});

const apiFile = /openapi|swagger|asyncapi|api-docs|apispec|\.graphqls?$/i;
const isApiFile = (path: string) => apiFile.test(path.split('/').at(-1) ?? '') && !/\.(html?|md)$/i.test(path);
const pageFile = /(\/|\.html?|\.md|\/[^./]*)$/i;

const put = (list: string[], url: string, first = false) => {
  if (!list.includes(url) && list.length < 20) list.splice(first ? 0 : list.length, 0, url);
};
const pathOf = (url: string) => new URL(url).pathname;

/** What links say: of a page, of llms.txt, or of a Link header. */
export function declaredByLinks(declared: Declared, links: readonly ReadLink[]): void {
  for (const { url, rel, type, text, area } of links) {
    const path = pathOf(url);
    if (/service-desc/.test(rel) || isApiFile(path)) put(declared.apis, url);
    else if (/service-doc/.test(rel)) declared.pages.push({ url, text: 'documentation' });
    else if (/\bstatus\b/.test(rel)) put(declared.status, url);
    else if (area === 'declared' && /alternate/.test(rel) && /markdown/.test(type)) put(declared.twins, url);
    else if (/\/mcp\/?$/.test(path) && !/\/(docs|blog)\//.test(path)) put(declared.mcp, url);
    else if (/\/\.well-known\//.test(path)) put(declared.documents, url);
    else if (/\/skills\/[^/]+\/skill\.md$/i.test(path)) put(declared.skills, url);
    else if (/catalog|price list|pricing/i.test(text) && /\/(api|v\d)\//.test(path)) put(declared.documents, url);
    else if (/(^|\.)status(page)?\./.test(new URL(url).host)) put(declared.status, url);
  }
}

/** What a machine document names, by the keys that its format uses. */
export function declaredByDocument(declared: Declared, seen: Answered, reading: Reading): void {
  const path = pathOf(seen.item.url);
  const isMcpCard = /\/mcp/.test(path);
  const isSkills = /skills/.test(path);
  const isCatalog = /api-catalog/.test(path);
  for (const { key, url } of reading.declared) {
    const last = key.split('.').at(-1) ?? '';
    if (/service-desc/.test(key)) put(declared.apis, url);
    else if (/service-doc|documentation|docs?(_?url)?$/i.test(key)) declared.pages.push({ url, text: 'documentation' });
    else if (isCatalog && /(^|\.)status\./.test(key)) put(declared.status, url);
    else if (last === 'jwks_uri') put(declared.keys, url);
    else if (/(^|\.)authorization_servers$/.test(key)) put(declared.issuers, url);
    else if (isSkills && /^(url|uri|href|source|location|path|file)$/i.test(last)) put(declared.skills, url);
    // A card knows better than a link, which may lead to a page about the server.
    else if (isMcpCard && /^(url|serverurl|endpoint|uri|baseurl)$/i.test(last)) put(declared.mcp, url, true);
    else if (isApiFile(pathOf(url))) put(declared.apis, url);
    else if (/\/mcp\/?$/.test(pathOf(url)) && /url|endpoint|server|href|anchor/i.test(last)) put(declared.mcp, url);
    else if (/\/\.well-known\//.test(pathOf(url))) put(declared.documents, url);
    else if (/(pricing|terms|privacy|support|changelog)/i.test(last) && pageFile.test(pathOf(url)))
      declared.pages.push({ url, text: last });
  }
  declared.pages = declared.pages.slice(0, 100);
}

/** The address of an issuer's metadata (RFC 8414: before its path). */
export function metadataOf(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`;
}
