import { type Published, publishedAt } from '../../standards/registries.ts';
import { pathsOfStandards, standards } from '../../standards/standards.ts';
import { type Reading, type ReadLink, webAddress } from '../parse/reading.ts';
import type { Answered } from './ledger.ts';

/** Machine documents that a site names, gathered from everything that was read of it. */
export type Declared = {
  /** API descriptions, best first. */
  apis: string[];
  /** Addresses of the transports of MCP servers, as their cards type them. */
  mcp: string[];
  /** Addresses that may be those of MCP servers: asked with GET before anything is posted to them. */
  mcp_maybe: string[];
  /** A card says that its server is not spoken to over HTTP. */
  mcp_none: boolean;
  /** Issuers of tokens, and where people let a program in. */
  issuers: string[];
  authorizations: string[];
  keys: string[];
  skills: string[];
  /** Other cards, catalogs and price lists. */
  documents: string[];
  /** Catalogs of agent resources (ARD). */
  resources: string[];
  /** Files of the form of llms.txt that cover pages (v2 of the proposal). */
  llms: string[];
  /** Addresses that samples of code call. */
  called: string[];
  /** Addresses at which agents answer (A2A), and at which they register. */
  agents: string[];
  registrations: string[];
  status: string[];
  /** Pages that they name, with words for them. */
  pages: Pick<ReadLink, 'url' | 'text'>[];
  /** Markdown twins of pages. */
  twins: string[];
  /** What is said to be published in registries. */
  published: Published[];
};

export const emptyDeclared = (): Declared => ({
  apis: [],
  mcp: [],
  mcp_maybe: [],
  mcp_none: false,
  issuers: [],
  authorizations: [],
  keys: [],
  skills: [],
  documents: [],
  resources: [],
  llms: [],
  called: [],
  agents: [],
  registrations: [],
  status: [],
  pages: [],
  twins: [],
  published: [],
});

const apiFile = /openapi|swagger|asyncapi|api-docs|apispec|\.graphqls?$/i;
const isApiFile = (path: string) => apiFile.test(path.split('/').at(-1) ?? '') && !/\.(html?|md)$/i.test(path);
const pageFile = /(\/|\.html?|\.md|\/[^./]*)$/i;

const put = (list: string[], url: string) => {
  if (!list.includes(url) && list.length < 20) list.push(url);
};
const pathOf = (url: string) => new URL(url).pathname;

/** Notes what is said to be published, the first hundred of it. */
export function declaredPublished(declared: Declared, published: readonly Published[]): void {
  for (const { registry, name } of published)
    if (
      declared.published.length < 100 &&
      !declared.published.some((one) => one.registry === registry && one.name === name)
    )
      declared.published.push({ registry, name });
}

/** Notes what samples of code call. */
export function declaredCalls(declared: Declared, urls: readonly string[]): void {
  for (const url of urls) put(declared.called, url);
}

/** Who says something: a document for agents, documentation, or any other page. */
export type Speaker = 'agent' | 'docs' | 'page';

const ard = standards.filter(({ id }) => id === 'ard');
/** Relations that lead to a catalog of agent resources, and the fields of robots.txt that do. */
const toResources: ReadonlySet<string> = new Set(ard.flatMap(({ relations }) => relations));
const agentFields: ReadonlySet<string> = new Set(ard.flatMap(({ robots }) => robots));
const relationsOf = (rel: string) => rel.split(/\s+/);

/** What fields of robots.txt name: the sources of agent resources (`Agentmap:`). */
export function declaredByRobots(declared: Declared, text: string, base: string): void {
  for (const line of text.slice(0, 200_000).split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':');
    const field = line.slice(0, colon).trim().toLowerCase();
    if (colon < 0 || !agentFields.has(field)) continue;
    const [value = ''] = line.slice(colon + 1, 2_000).split('#', 1);
    const url = webAddress(value, base);
    if (url !== undefined && value.trim() !== '') put(declared.resources, url);
  }
}

/** What links say: of a page, of llms.txt, or of a Link header. */
export function declaredByLinks(declared: Declared, links: readonly ReadLink[], by: Speaker): void {
  declaredPublished(
    declared,
    links.flatMap(({ url }) => publishedAt(url) ?? []),
  );
  for (const { url, rel, type, text, area } of links) {
    const path = pathOf(url);
    const relations = area === 'declared' ? relationsOf(rel) : [];
    if (relations.some((one) => toResources.has(one))) put(declared.resources, url);
    else if (relations.includes('api-catalog')) put(declared.documents, url);
    else if (relations.includes('describedby') && (/markdown|plain/.test(type) || /\/llms[^/]*\.txt$/.test(path)))
      put(declared.llms, url);
    else if (/service-desc/.test(rel) || isApiFile(path)) put(declared.apis, url);
    else if (/service-doc/.test(rel)) declared.pages.push({ url, text: 'documentation' });
    else if (/\bstatus\b/.test(rel)) put(declared.status, url);
    else if (area === 'declared' && /alternate/.test(rel) && /markdown/.test(type)) put(declared.twins, url);
    else if (/\/mcp\/?$/.test(path) && (by === 'agent' || (by === 'docs' && area === 'main')))
      put(declared.mcp_maybe, url);
    else if (/\/\.well-known\//.test(path)) put(declared.documents, url);
    else if (/\/skills\/[^/]+\/skill\.md$/i.test(path)) put(declared.skills, url);
    else if (/catalog|price list|pricing/i.test(text) && /\/(api|v\d)\//.test(path)) put(declared.documents, url);
    else if (/(^|\.)status(page)?\./.test(new URL(url).host)) put(declared.status, url);
  }
}

const standard_paths = { ard: pathsOfStandards('ard'), agent_card: pathsOfStandards('agent_card') };

/** What a machine document names, by the keys that its format uses. */
export function declaredByDocument(declared: Declared, seen: Answered, reading: Reading): void {
  const path = pathOf(seen.item.url);
  const { transports } = reading;
  for (const url of transports?.typed ?? []) put(declared.mcp, url);
  for (const url of transports?.untyped ?? []) put(declared.mcp_maybe, url);
  declared.mcp_none ||= transports?.none ?? false;
  const isSkills = /skills/.test(path);
  const isCatalog = /api-catalog/.test(path);
  const isResources = standard_paths.ard.includes(path) || seen.item.role === 'agent_resources';
  const isAgent = standard_paths.agent_card.includes(path);
  for (const { key, url } of reading.declared) {
    const last = key.split('.').at(-1) ?? '';
    if (/service-desc/.test(key)) put(declared.apis, url);
    else if (/service-doc|documentation|docs?(_?url)?$/i.test(key)) declared.pages.push({ url, text: 'documentation' });
    else if (isCatalog && /(^|\.)status\./.test(key)) put(declared.status, url);
    else if (last === 'jwks_uri') put(declared.keys, url);
    else if (key === 'authorization_endpoint') put(declared.authorizations, url.split(/[?#]/, 1)[0] ?? url);
    else if (/(^|\.)authorization_servers$/.test(key)) put(declared.issuers, url);
    else if (isResources && last === 'url') put(declared.documents, url);
    else if (isAgent && /^(supportedInterfaces\.|additionalInterfaces\.)?(url|endpoint)$/.test(key))
      put(declared.agents, url);
    else if (/^(register_uri|registration_endpoint|identity_endpoint)$/.test(last)) put(declared.registrations, url);
    else if (isSkills && /^(url|uri|href|source|location|path|file)$/i.test(last)) put(declared.skills, url);
    else if (isApiFile(pathOf(url))) put(declared.apis, url);
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

/** The address of the metadata that a demand for credentials names (RFC 9728, section 5.1). */
export const resourceMetadata = (challenge = ''): string | undefined =>
  /resource_metadata="?([^"\s,]{1,2000})/.exec(challenge)?.[1];
