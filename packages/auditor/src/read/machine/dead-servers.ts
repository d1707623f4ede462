import { NO_SUCH_NAME } from '../../evidence/evidence.ts';
import type { ApiDescription, MachineDocument, Page, ReadItem, Site } from '../site.ts';
import { endpointsOf } from './endpoints.ts';

/** Hosts whose names do not exist, among those that were asked. */
export const absentHosts = (items: readonly ReadItem[]): ReadonlySet<string> =>
  new Set(
    items
      .filter(({ problem, detail }) => problem === 'unreachable' && detail?.endsWith(NO_SUCH_NAME))
      .flatMap(({ url }) => URL.parse(url)?.host ?? []),
  );

/** Pages without the samples and sentences that name a host which does not exist. */
export function withoutHosts(pages: readonly Page[], absent: ReadonlySet<string>): readonly Page[] {
  if (absent.size === 0) return pages;
  const hosts = [...absent];
  const alive = (text: string) => !hosts.some((host) => text.includes(host));
  const lines = (text: string) => text.split('\n').filter(alive).join('\n');
  return pages.map((page) =>
    alive(page.full_text) && page.code.every(alive)
      ? page
      : {
          ...page,
          text: lines(page.text),
          full_text: lines(page.full_text),
          sentences: page.sentences.filter(alive),
          code: page.code.filter(alive),
        },
  );
}

/**
 * Descriptions of APIs and cards of tool servers whose servers do not exist, or answer all that was asked of them with the page for what is
 * not there. They describe nothing that anybody can call, and count for nothing (decision 231).
 */
export function withoutDeadServers(
  site: Pick<Site, 'items' | 'apis' | 'machine' | 'absent_hosts'>,
): Pick<Site, 'apis' | 'machine' | 'dead'> {
  const isDead = (servers: readonly string[], home: string, roles: readonly string[]): boolean => {
    const bases = servers.length > 0 ? servers : [new URL('/', home).href];
    const answers = site.items.filter(
      ({ role, url }) => roles.includes(role) && bases.some((base) => url.startsWith(base)),
    );
    return (
      bases.every((url) => site.absent_hosts.has(URL.parse(url)?.host ?? '')) ||
      (answers.length > 0 && answers.every(isPageForNothing))
    );
  };
  const apis = site.apis.filter((api: ApiDescription) => isDead(api.servers, api.item.final_url, ['api_live']));
  const cards = site.machine.filter((document: MachineDocument) => {
    const endpoints = document.kind === 'mcp_card' ? endpointsOf(document) : [];
    return endpoints.length > 0 && isDead(endpoints, document.item.final_url, ['mcp_live', 'mcp_check']);
  });
  return {
    apis: site.apis.filter((one) => !apis.includes(one)),
    machine: site.machine.filter((one) => !cards.includes(one)),
    dead: [...apis, ...cards].map(({ item }) => item),
  };
}

/** An interface says that it has no such thing in its own form. */
const isPageForNothing = ({ status, content_type }: ReadItem): boolean =>
  (status === 404 || status === 410) && /html/.test(content_type);
