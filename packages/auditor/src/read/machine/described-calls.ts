import type { ApiDescription, ReadItem, Site } from '../site.ts';
import { API_SERVER } from './servers.ts';

const CALLED: ReadonlySet<string> = new Set(['api_live', API_SERVER]);

/** Operations of a description that are compared with what was asked, and servers. */
const MOST = { operations: 500, servers: 5 };

/** The servers of a description, each once; the host of the description where it names none. */
export const serversOf = ({ item, servers }: ApiDescription): string[] =>
  servers.length > 0 ? [...new Set(servers)].slice(0, MOST.servers) : [new URL('/', item.final_url).href];

/** The addresses of calls of a description that read. */
const readingAddressesOf = (api: ApiDescription): string[] => {
  const reads = api.operations.filter(({ method }) => method.toUpperCase() === 'GET').slice(0, MOST.operations);
  return serversOf(api).flatMap((base) => reads.map(({ path }) => `${base.replace(/\/$/, '')}${path}`));
};

/** What was answered to calls that read: what writes may refuse to be read with a page. */
export function answersTo({ items }: Pick<Site, 'items'>, api: ApiDescription): ReadItem[] {
  const calls = readingAddressesOf(api);
  return items.filter(({ role, url }) => CALLED.has(role) && calls.some((call) => isCall(url, call)));
}

/** Whether an address is that of a call, with anything for what is to be filled in (`/orders/{id}`). */
function isCall(url: string, call: string): boolean {
  const [parts, asked] = [call.split('/'), url.split('?', 1)[0]?.split('/') ?? []];
  return parts.length === asked.length && parts.every((part, at) => part.includes('{') || part === asked[at]);
}
