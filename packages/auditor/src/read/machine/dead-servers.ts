import { listOf, objectOf, wordOf } from '../parse-data.ts';
import type { MachineDocument, ReadItem, Site } from '../site.ts';
import { answersTo } from './described-calls.ts';
import { endpointsOf } from './endpoints.ts';
import { isPageAnswer } from './servers.ts';

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
  const apis = site.apis.filter((api) => isDead(api.servers, answersTo(site, api), isPageAnswer));
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

/**
 * Metadata of authorization servers that send people to a page that is not there, and what names such servers alone as its own: their
 * scopes count for nothing (decision 231). It is not there where its host is not, or where it answers with the page for what is made up; one that asks
 * for a password, that is drawn by scripts or that only misses a parameter is there.
 */
export function withoutClosedAuthorization(
  site: Pick<Site, 'items' | 'machine' | 'absent_hosts'>,
): Pick<Site, 'machine'> & { unauthorized: ReadItem[] } {
  const missing = site.items.find(({ role }) => role === 'missing_page');
  const isNothing = ({ soft_404, status, redirects, sha256, text = '' }: ReadItem) =>
    redirects.length === 0 &&
    !/type=["']?password/i.test(text) &&
    (soft_404 || ((status === 404 || status === 410) && sha256 !== null && sha256 === missing?.sha256));
  const isClosed = ({ kind, value, item }: MachineDocument): boolean => {
    const metadata = kind === 'authorization_server' ? objectOf(value) : undefined;
    const endpoint = URL.parse(wordOf(metadata?.authorization_endpoint) ?? '', item.final_url);
    const grants = listOf(metadata?.grant_types_supported).map(wordOf);
    if (!endpoint || !metadata?.authorization_endpoint) return false;
    if (grants.length > 0 && !grants.some((grant) => grant === 'authorization_code' || grant === 'implicit'))
      return false;
    const answers = site.items.filter(
      ({ method, url }) => method === 'GET' && plainAddress(url) === plainAddress(endpoint.href),
    );
    return site.absent_hosts.has(endpoint.host) || (answers.length > 0 && answers.every(isNothing));
  };
  const servers = site.machine.filter(isClosed);
  const issuersOf = (documents: readonly MachineDocument[]) =>
    new Set(
      documents.flatMap(({ kind, value }) =>
        kind === 'authorization_server' ? plainIssuer(objectOf(value)?.issuer) : [],
      ),
    );
  const open = issuersOf(site.machine.filter((one) => !servers.includes(one)));
  const closed = issuersOf(servers).difference(open);
  const resources = site.machine.filter(({ kind, value }) => {
    const named = kind === 'protected_resource' ? listOf(objectOf(value)?.authorization_servers) : [];
    return named.length > 0 && named.every((issuer) => plainIssuer(issuer).some((one) => closed.has(one)));
  });
  const left_out = [...servers, ...resources];
  return {
    machine: site.machine.filter((one) => !left_out.includes(one)),
    unauthorized: [...new Set(left_out.map(({ item }) => item))],
  };
}

/** An address without its query, which an authorization endpoint is named without. */
const plainAddress = (url: string): string => url.split(/[?#]/, 1)[0] ?? url;
/** An issuer as two documents may write it. */
const plainIssuer = (issuer: unknown): string[] => {
  const { href } = URL.parse(wordOf(issuer) ?? '') ?? {};
  return href === undefined ? [] : [href.replace(/\/$/, '')];
};

/** Nothing can be posted to what a card describes. One that is spoken to by events is not posted to. */
const isNotPosted = ({ method, status }: ReadItem, { item }: MachineDocument): boolean =>
  method === 'POST' && (status === 405 || status === 404) && !/"(?:sse|event-stream)"/i.test(item.text ?? '');
