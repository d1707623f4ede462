import { NO_SUCH_NAME } from '../../evidence/evidence.ts';
import type { ApiDescription, MachineDocument, ReadItem, Site } from '../site.ts';
import { endpointsOf } from './endpoints.ts';

/** Hosts whose names do not exist, among those that were asked. */
export const absentHosts = (items: readonly ReadItem[]): ReadonlySet<string> =>
  new Set(
    items
      .filter(({ problem, detail }) => problem === 'unreachable' && detail?.endsWith(NO_SUCH_NAME))
      .flatMap(({ url }) => URL.parse(url)?.host ?? []),
  );

/**
 * Descriptions of APIs and cards of tool servers whose servers do not exist, or answer all that was asked of them with pages. They describe nothing that anybody can call, and count for nothing (decision 231).
 */
export function withoutDeadServers(
  site: Pick<Site, 'items' | 'apis' | 'machine' | 'absent_hosts'>,
): Pick<Site, 'apis' | 'machine' | 'dead'> {
  const isDead = (bases: readonly string[], isAsked: (item: ReadItem) => boolean): boolean => {
    const answers = site.items.filter(isAsked);
    return (
      bases.every((url) => site.absent_hosts.has(URL.parse(url)?.host ?? '')) ||
      (answers.length > 0 && answers.every((item) => isPageAnswer(item) || isNotPosted(item)))
    );
  };
  const apis = site.apis.filter(({ item, servers }: ApiDescription) => {
    const bases = servers.length > 0 ? servers : [new URL('/', item.final_url).href];
    return isDead(bases, ({ role, url }) => CALLED.has(role) && bases.some((base) => url.startsWith(base)));
  });
  const cards = site.machine.filter((document: MachineDocument) => {
    const endpoints = document.kind === 'mcp_card' ? endpointsOf(document) : [];
    // An address that was read as a page is not asked again.
    return endpoints.length > 0 && isDead(endpoints, ({ url }) => endpoints.includes(url));
  });
  return {
    apis: site.apis.filter((one) => !apis.includes(one)),
    machine: site.machine.filter((one) => !cards.includes(one)),
    dead: [...apis, ...cards].map(({ item }) => item),
  };
}

/** Nothing can be posted where something is posted to a tool server. */
const isNotPosted = ({ method, status }: ReadItem): boolean => method === 'POST' && (status === 405 || status === 404);

/** The host of a website, with and without `www.`, is the same. */
export const plainHost = (host: string): string => host.replace(/^www\./, '');

/** The role of an address that was asked for because a description or a sample of a call names it. */
export const API_SERVER = 'api_server';

const CALLED: ReadonlySet<string> = new Set(['api_live', API_SERVER]);

/** Whether what a sample of a call names on the website is there: it answers as an interface does, or is a program to install. */
export const isCallable = (item: ReadItem): boolean => {
  if (item.status === null) return false;
  if (item.status >= 200 && item.status < 300)
    return (
      /json|event-stream|protobuf/.test(item.content_type) || /\.(?:sh|ps1|py)$/.test(new URL(item.final_url).pathname)
    );
  return !isPageAnswer(item);
};

/** Whether an answer is a page: that something is there, or that nothing is. An interface says both in its own form. */
const isPageAnswer = ({ status, content_type }: ReadItem): boolean =>
  /html/.test(content_type) && status !== null && ((status >= 200 && status < 300) || status === 404 || status === 410);
