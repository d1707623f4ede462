import type { EvidenceItem } from '../../evidence/evidence.ts';
import { isWithin } from '../../site-scope.ts';
import type { Candidates } from './choice/candidates.ts';
import { metadataOf, resourceMetadata } from './declared.ts';
import { domainOf, relatedHosts } from './hosts.ts';
import { type Answered, addressKey, type Fetching, type Ledger } from './ledger.ts';
import type { Pages } from './pages.ts';

const JSON_FIRST = 'application/json, */*;q=0.5';
const MAX_MCP = 2;
const MAX_API = 2;
/** Where status pages of the usual services answer in JSON: Statuspage, Instatus, Better Stack. */
const statusPaths = ['/api/v2/summary.json', '/summary.json', '/index.json'];

/** Follows what a site declares of itself, on its own hosts and on those that it rents for documentation and status. */
export async function followDeclared(given: {
  fetcher: Fetching;
  ledger: Ledger;
  pages: Pages;
  candidates: Candidates;
  origin: string;
  scope: string | undefined;
  version: string;
}): Promise<void> {
  const { ledger, pages, candidates, origin, scope } = given;
  const { declared } = pages;
  const domain = domainOf(origin);
  const ours = (url: string) => (scope === undefined ? domainOf(url) === domain : isWithin(scope, url));

  /** Asks for documents of one kind, the first ones only; stops at the first that is there when one is enough. */
  async function ask(role: string, urls: readonly string[], most: number, accept?: string): Promise<Answered[]> {
    const there: Answered[] = [];
    let count = 0;
    for (const url of urls) {
      if (count >= most) break;
      if (ledger.asked(url)) continue;
      count++;
      const seen = await ledger.ask({ role, url, ...(accept === undefined ? {} : { accept }) });
      if (!seen?.ok) continue;
      there.push(seen);
      await pages.readDocument(seen);
    }
    return there;
  }

  ledger.phase('declared documents', 8);
  await ask('api_description', declared.apis.filter(ours), pages.apis.length ? 1 : 3, JSON_FIRST);
  await askMetadata(declared.issuers);
  await ask('llms', declared.llms.filter(ours), 2);
  await ask('agent_resources', declared.resources.filter(ours), 1, JSON_FIRST);
  await ask('skill', declared.skills.filter(ours), 2);
  await ask('declared', declared.documents.filter(ours), 2, JSON_FIRST);

  ledger.phase('related hosts', 6);
  const linked = [...pages.linked, ...declared.status, ...declared.pages.map(({ url }) => url)];
  // Documentation and status of a host that many share are the host's.
  for (const { host, role, url } of scope === undefined ? relatedHosts(origin, linked) : []) {
    if (ledger.left() === 0) return;
    if (role === 'docs' || role === 'help') candidates.admit(host);
    if ((role === 'api' || role === 'docs') && !pages.apis.length)
      await ask('api_description', [`https://${host}/openapi.json`], 1, JSON_FIRST);
    if (role === 'api') continue;
    const page = await pages.askFor(url, role);
    if (role === 'docs') await ask('probe', [`https://${host}/llms.txt`], 1);
    if (role === 'status' && page?.item.problem === null) await askStatus(host);
    // The fetcher has read it; how it was answered says why pages of the host were not seen.
    await ledger.ask({ role: 'robots', url: `https://${host}/robots.txt` });
  }
  candidates.add(
    [...pages.linked].map((url) => ({ url, text: '' })),
    'page',
  );
  // Documentation on a host of its own names the description of the API.
  await ask('api_description', declared.apis.filter(ours), pages.apis.length ? 0 : 3, JSON_FIRST);

  ledger.phase('live interfaces', 6);
  const endpoints = declared.mcp_none ? declared.mcp : [...new Set([...declared.mcp, ...declared.mcp_maybe])];
  for (const endpoint of endpoints.filter((url) => ours(url) && !pages.isPage(url)).slice(0, MAX_MCP)) {
    if (ledger.left() < 4) return;
    if (!declared.mcp.includes(endpoint) && !(await isNoPage(endpoint))) continue;
    // The client is large, and few sites need it.
    const { askMcp } = await import('./live-mcp.ts');
    const metadata = await askMcp(endpoint, given);
    if (metadata === undefined || !URL.canParse(metadata) || !ours(metadata)) continue;
    await ask('oauth_metadata', [metadata], 1, JSON_FIRST);
    await askMetadata(declared.issuers);
  }
  // Any answer but "not found" shows that something is there: nothing is posted.
  await ask('agent_live', declared.agents.filter(ours), 1, JSON_FIRST);
  const operations = pages.apis.flatMap(({ api }) => api.operations).filter(({ url }) => ours(url));
  await ask(
    'api_live',
    operations.map(({ url }) => url),
    MAX_API,
    JSON_FIRST,
  );
  // A demand for credentials may name the metadata of what it protects, which names the authorization servers.
  for (const { role, status, headers } of [...ledger.items]) {
    if (status !== 401 || (role !== 'api_live' && role !== 'agent_live')) continue;
    const metadata = resourceMetadata(headers['www-authenticate']);
    if (metadata === undefined || !URL.canParse(metadata) || !ours(metadata)) continue;
    await ask('oauth_metadata', [metadata], 1, JSON_FIRST);
    await askMetadata(declared.issuers);
  }
  await ask('registration', declared.registrations.filter(ours), 1, JSON_FIRST);

  /** Whether an address that may be an endpoint answers, and not with a page: only then is anything posted to it. */
  async function isNoPage(url: string): Promise<boolean> {
    const same = (item: EvidenceItem) => item.method === 'GET' && addressKey(item.url) === addressKey(url);
    const order = { role: 'mcp_check', url, accept: 'text/html, */*;q=0.5' };
    const item = ledger.items.find(same) ?? (await ledger.ask(order))?.item;
    const status = item?.status ?? null;
    if (!item || status === null || (status >= 300 && status < 400)) return false;
    return status >= 400 || !/html/.test(item.headers['content-type'] ?? '');
  }

  async function askMetadata(issuers: readonly string[]) {
    await ask('oauth_metadata', issuers.filter(ours).map(metadataOf), 1, JSON_FIRST);
    await ask('jwks', declared.keys.filter(ours), 1, JSON_FIRST);
  }

  async function askStatus(host: string) {
    for (const path of statusPaths)
      for (const { type } of await ask('status_json', [`https://${host}${path}`], 1, JSON_FIRST))
        if (/json/.test(type)) return;
  }
}
