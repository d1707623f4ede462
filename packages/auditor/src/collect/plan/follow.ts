import type { EvidenceItem } from '../../evidence/evidence.ts';
import { isTheirs } from '../../read/machine/others.ts';
import { API_SERVER, plainHost } from '../../read/machine/servers.ts';
import { isWithin } from '../../site-scope.ts';
import type { Candidates } from './choice/candidates.ts';
import { metadataOf, resourceMetadata } from './declared.ts';
import { domainOf, relatedHosts } from './hosts.ts';
import { type Answered, addressKey, type Fetching, type Ledger } from './ledger.ts';
import type { Pages } from './pages.ts';

const JSON_FIRST = 'application/json, */*;q=0.5';
const MAX_MCP = 2;
const MAX_API = 2;
const MAX_SERVERS = 2;
/** Where status pages of the usual services answer in JSON: Statuspage, Instatus, Better Stack. */
const statusPaths = ['/api/v2/summary.json', '/summary.json', '/index.json'];

type Given = {
  fetcher: Fetching;
  ledger: Ledger;
  pages: Pages;
  candidates: Candidates;
  origin: string;
  scope: string | undefined;
  version: string;
};

/** Follows what a site declares of itself, on its own hosts and on those that it rents for documentation and status. */
export async function followDeclared(given: Given): Promise<void> {
  const { ledger, pages } = given;
  const { declared } = pages;
  const asks = new Asks(given);
  ledger.phase('declared documents', 8);
  await asks.own('api_description', declared.apis, pages.apis.length ? 1 : 3, JSON_FIRST);
  await asks.metadata();
  await asks.own('llms', declared.llms, 2);
  await asks.own('agent_resources', declared.resources, 1, JSON_FIRST);
  await asks.own('skill', declared.skills, 2);
  await asks.own('declared', declared.documents, 2, JSON_FIRST);
  ledger.phase('related hosts', 6);
  if (!(await askRelatedHosts(given, asks))) return;
  // Documentation on a host of its own names the description of the API.
  await asks.own('api_description', declared.apis, pages.apis.length ? 0 : 3, JSON_FIRST);
  ledger.phase('live interfaces', 6);
  if (!(await askToolServers(given, asks))) return;
  // Any answer but "not found" shows that something is there: nothing is posted.
  await asks.own('agent_live', declared.agents, 1, JSON_FIRST);
  const operations = pages.apis.flatMap(({ api }) => api.operations);
  const reads = operations.map(({ url }) => url);
  await asks.own('api_live', reads, MAX_API, JSON_FIRST);
  await asks.servers();
  // A demand for credentials may name the metadata of what it protects, which names the authorization servers.
  for (const { role, status, headers } of [...ledger.items])
    if (status === 401 && (role === 'api_live' || role === 'agent_live'))
      await asks.protecting(resourceMetadata(headers['www-authenticate']));
  await asks.own('registration', declared.registrations, 1, JSON_FIRST);
  await asks.own('authorization', declared.authorizations, 2, 'text/html, */*;q=0.5');
}

/** Follows what only a later page names: the description of the API, where none was read before. */
export async function followLate(given: Given): Promise<void> {
  const { declared, apis } = given.pages;
  const asks = new Asks(given);
  await asks.own('api_description', declared.apis, apis.length ? 0 : 2, JSON_FIRST);
  await asks.servers();
}

/** Asks for documents that a site declares, each once. */
class Asks {
  readonly #ledger: Ledger;
  readonly #pages: Pages;
  readonly #domain: string | null;
  readonly #scope: string | undefined;
  readonly #host: string;

  constructor({ ledger, pages, origin, scope }: Given) {
    this.#host = new URL(origin).host;
    this.#ledger = ledger;
    this.#pages = pages;
    this.#domain = domainOf(origin);
    this.#scope = scope;
  }

  /** Of the company by its name, on another domain: `api.acme.dev` of acme.com. */
  #isTheirs(url: string): boolean {
    return this.#scope === undefined && this.#domain !== null && isTheirs({ domain: this.#domain }, new URL(url).host);
  }

  isOurs(url: string): boolean {
    return this.#scope === undefined ? domainOf(url) === this.#domain : isWithin(this.#scope, url);
  }

  /** Documents of one kind, the first ones only. @returns those that are there */
  async any(role: string, urls: readonly string[], most: number, accept?: string): Promise<Answered[]> {
    const there: Answered[] = [];
    const unasked = urls.values().filter((url) => !this.#ledger.asked(url));
    for (const url of unasked.take(most)) {
      const seen = await this.#ledger.ask({ role, url, ...(accept === undefined ? {} : { accept }) });
      if (!seen?.ok) continue;
      there.push(seen);
      await this.#pages.readDocument(seen);
    }
    return there;
  }

  /** The same, of those that are the site's own. */
  own(role: string, urls: readonly string[], most: number, accept?: string): Promise<Answered[]> {
    const ours = urls.filter((url) => this.isOurs(url));
    return this.any(role, ours, most, accept);
  }

  /** The metadata of authorization servers that are declared by now, and their keys. */
  async metadata(): Promise<void> {
    const { issuers, keys } = this.#pages.declared;
    const ours = issuers.filter((url) => this.isOurs(url));
    await this.any('oauth_metadata', ours.map(metadataOf), 1, JSON_FIRST);
    await this.own('jwks', keys, 1, JSON_FIRST);
  }

  /** The metadata of something that demands credentials, and that of the servers that it names. */
  async protecting(metadata: string | undefined): Promise<void> {
    if (metadata === undefined || !URL.canParse(metadata) || !this.isOurs(metadata)) return;
    await this.own('oauth_metadata', [metadata], 1, JSON_FIRST);
    await this.metadata();
  }

  /** Whether an address that may be an endpoint answers, and not with a page: only then is anything posted to it. */
  async isNoPage(url: string): Promise<boolean> {
    const same = (item: EvidenceItem) => item.method === 'GET' && addressKey(item.url) === addressKey(url);
    const order = { role: 'mcp_check', url, accept: 'text/html, */*;q=0.5' };
    const item = this.#ledger.items.find(same) ?? (await this.#ledger.ask(order))?.item;
    const status = item?.status ?? null;
    if (!item || status === null || (status >= 300 && status < 400)) return false;
    return status >= 400 || !/html/.test(item.headers['content-type'] ?? '');
  }

  /**
   * Servers that descriptions and samples of calls name and that nothing was asked of: whether there is such a host, by its front page; and, on the
   * host of the website, whether what is called is there.
   */
  async servers(): Promise<void> {
    const { apis, declared } = this.#pages;
    const asked = new Set(this.#ledger.items.map(({ url }) => URL.parse(url)?.host));
    const wanted = new Set<string>();
    for (const url of [...apis.flatMap(({ api }) => api.server ?? []), ...declared.called]) {
      const { host, origin } = new URL(url);
      if (plainHost(host) === plainHost(this.#host)) wanted.add(url);
      else if (!asked.has(host)) wanted.add(`${origin}/`);
    }
    const theirs = [...wanted].filter((url) => this.isOurs(url) || this.#isTheirs(url));
    await this.any(API_SERVER, theirs, MAX_SERVERS, JSON_FIRST);
  }

  async status(host: string): Promise<void> {
    for (const path of statusPaths)
      for (const { type } of await this.any('status_json', [`https://${host}${path}`], 1, JSON_FIRST))
        if (/json/.test(type)) return;
  }
}

/** @returns whether requests are left */
async function askRelatedHosts(given: Given, asks: Asks): Promise<boolean> {
  const { ledger, pages, candidates, origin, scope } = given;
  const { status, pages: named } = pages.declared;
  const linked = [...pages.linked, ...status, ...named.map(({ url }) => url)];
  // Documentation and status of a host that many share are the host's.
  for (const { host, role, url } of scope === undefined ? relatedHosts(origin, linked) : []) {
    if (ledger.left() === 0) return false;
    if (role === 'docs' || role === 'help') candidates.admit(host);
    if ((role === 'api' || role === 'docs') && !pages.apis.length)
      await asks.any('api_description', [`https://${host}/openapi.json`], 1, JSON_FIRST);
    if (role === 'api') continue;
    const page = await pages.askFor(url, role);
    if (role === 'docs') await asks.any('probe', [`https://${host}/llms.txt`], 1);
    if (role === 'status' && page?.item.problem === null) await asks.status(host);
    // The fetcher has read it; how it was answered says why pages of the host were not seen.
    await ledger.ask({ role: 'robots', url: `https://${host}/robots.txt` });
  }
  const addresses = [...pages.linked].map((url) => ({ url, text: '' }));
  candidates.add(addresses, 'page');
  return true;
}

/** @returns whether requests are left */
async function askToolServers(given: Given, asks: Asks): Promise<boolean> {
  const { ledger, pages } = given;
  const { mcp, mcp_maybe, mcp_none } = pages.declared;
  const endpoints = mcp_none ? mcp : [...new Set([...mcp, ...mcp_maybe])];
  for (const endpoint of endpoints.filter((url) => asks.isOurs(url) && !pages.isPage(url)).slice(0, MAX_MCP)) {
    if (ledger.left() < 4) return false;
    if (!mcp.includes(endpoint) && !(await asks.isNoPage(endpoint))) continue;
    // The client is large, and few sites need it.
    const { askMcp } = await import('./live-mcp.ts');
    await asks.protecting(await askMcp(endpoint, given));
  }
  return true;
}
