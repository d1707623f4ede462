import type { ApiDescription, Operation, ReadItem, Site } from '../site.ts';
import { API_SERVER } from './servers.ts';

const CALLED: ReadonlySet<string> = new Set(['api_live', API_SERVER]);

/** Operations of a description that are compared with what was asked or is shown, and servers. */
const MOST = { operations: 500, servers: 5 };

/** The addresses of calls that a description has: of those that read, or of all. */
export function addressesOf(
  { item, servers, operations }: ApiDescription,
  isMeant: (operation: Operation) => boolean = () => true,
): string[] {
  const bases = servers.length > 0 ? servers.slice(0, MOST.servers) : [new URL('/', item.final_url).href];
  const meant = operations.filter(isMeant).slice(0, MOST.operations);
  return bases.flatMap((base) => meant.map(({ path }) => `${base.replace(/\/$/, '')}${path}`));
}

/** What was answered to calls that read: what writes may refuse to be read with a page. */
export function answersTo({ items }: Pick<Site, 'items'>, api: ApiDescription): ReadItem[] {
  const calls = addressesOf(api, ({ method }) => method.toUpperCase() === 'GET');
  return items.filter(({ role, url }) => CALLED.has(role) && calls.some((call) => isCall(url, call)));
}

/** Whether an address is that of a call, with anything for what is to be filled in (`/orders/{id}`). */
function isCall(url: string, call: string): boolean {
  const [parts, asked] = [call.split('/'), url.split('?', 1)[0]?.split('/') ?? []];
  return parts.length === asked.length && parts.every((part, at) => part.includes('{') || part === asked[at]);
}
