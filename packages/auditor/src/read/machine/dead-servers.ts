import type { ApiDescription, MachineDocument, ReadItem, Site } from '../site.ts';
import { endpointsOf } from './endpoints.ts';
import { API_SERVER, isPageAnswer } from './servers.ts';

const CALLED: ReadonlySet<string> = new Set(['api_live', API_SERVER]);

/**
 * Descriptions of APIs and cards of tool servers whose servers do not exist, or answer all calls that were asked for with pages. They
 * describe nothing that anybody can call, and count for nothing (decision 231).
 */
export function withoutDeadServers(
  site: Pick<Site, 'items' | 'apis' | 'machine' | 'absent_hosts'>,
): Pick<Site, 'apis' | 'machine' | 'dead'> {
  const isDead = (servers: readonly string[], answers: readonly ReadItem[], isNothing: (item: ReadItem) => boolean) =>
    (servers.length > 0 && servers.every((url) => site.absent_hosts.has(URL.parse(url)?.host ?? ''))) ||
    (answers.length > 0 && answers.every(isNothing));
  const apis = site.apis.filter((api) => {
    const calls = callsOf(api);
    const answers = site.items.filter(({ role, url }) => CALLED.has(role) && calls.some((call) => isCall(url, call)));
    return isDead(api.servers, answers, isPageAnswer);
  });
  const cards = site.machine.filter((document: MachineDocument) => {
    const endpoints = document.kind === 'mcp_card' ? endpointsOf(document) : [];
    // An address that was read as a page is not asked again.
    const answers = site.items.filter(({ url }) => endpoints.includes(url));
    return isDead(endpoints, answers, (item) => isPageAnswer(item) || isNotPosted(item, document));
  });
  return {
    apis: site.apis.filter((one) => !apis.includes(one)),
    machine: site.machine.filter((one) => !cards.includes(one)),
    dead: [...apis, ...cards].map(({ item }) => item),
  };
}

/** Operations of a description that are compared with what was asked, and servers. */
const MOST = { operations: 500, servers: 5 };

/** The addresses of calls that read: what writes may refuse to be read with a page. */
function callsOf({ item, servers, operations }: ApiDescription): string[] {
  const bases = servers.length > 0 ? servers.slice(0, MOST.servers) : [new URL('/', item.final_url).href];
  const reads = operations.filter(({ method }) => method.toUpperCase() === 'GET').slice(0, MOST.operations);
  return bases.flatMap((base) => reads.map(({ path }) => `${base.replace(/\/$/, '')}${path}`));
}

/** Whether an address is that of a call, with anything for what is to be filled in (`/orders/{id}`). */
function isCall(url: string, call: string): boolean {
  const [parts, asked] = [call.split('/'), url.split('?', 1)[0]?.split('/') ?? []];
  return parts.length === asked.length && parts.every((part, at) => part.includes('{') || part === asked[at]);
}

/** Nothing can be posted to what a card describes. One that is spoken to by events is not posted to. */
const isNotPosted = ({ method, status }: ReadItem, { item }: MachineDocument): boolean =>
  method === 'POST' && (status === 405 || status === 404) && !/"(?:sse|event-stream)"/i.test(item.text ?? '');
