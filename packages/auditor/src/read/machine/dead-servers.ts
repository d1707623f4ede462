import { listOf, objectOf, wordOf } from '../parse-data.ts';
import type { MachineDocument, ReadItem, Site } from '../site.ts';
import { answersTo } from './described-calls.ts';
import { endpointsOf } from './endpoints.ts';
import { AUTHORIZATION, isPageAnswer } from './servers.ts';

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
 * Metadata of authorization servers that send people to a page that is not there, and what names such servers alone as its own: nobody gets a
 * token of them, and their scopes count for nothing (decision 231). An application that draws all of its pages by script may draw that one.
 */
export function withoutClosedAuthorization(
  site: Pick<Site, 'items' | 'machine' | 'absent_hosts'>,
): Pick<Site, 'machine'> & { unauthorized: ReadItem[] } {
  const isNothing = ({ soft_404, status }: ReadItem) => soft_404 || status === 404 || status === 410;
  const servers = site.machine.filter(({ kind, value }) => {
    const endpoint = kind === 'authorization_server' ? wordOf(objectOf(value)?.authorization_endpoint) : undefined;
    const answers = site.items.filter(({ role, url }) => role === AUTHORIZATION && url === endpoint);
    return (
      endpoint !== undefined &&
      (site.absent_hosts.has(URL.parse(endpoint)?.host ?? '') || (answers.length > 0 && answers.every(isNothing)))
    );
  });
  const issuers = new Set(servers.map(({ value }) => wordOf(objectOf(value)?.issuer)));
  const resources = site.machine.filter(({ kind, value }) => {
    const named = kind === 'protected_resource' ? listOf(objectOf(value)?.authorization_servers) : [];
    return named.length > 0 && named.every((issuer) => issuers.has(wordOf(issuer)));
  });
  const closed = [...servers, ...resources];
  return {
    machine: site.machine.filter((one) => !closed.includes(one)),
    unauthorized: [...new Set(closed.map(({ item }) => item))],
  };
}

/** Nothing can be posted to what a card describes. One that is spoken to by events is not posted to. */
const isNotPosted = ({ method, status }: ReadItem, { item }: MachineDocument): boolean =>
  method === 'POST' && (status === 405 || status === 404) && !/"(?:sse|event-stream)"/i.test(item.text ?? '');
