import { ownedPart } from '../../site-owner.ts';
import { objectOf, wordOf } from '../parse-data.ts';
import type { ApiDescription, MachineDocument, MachineKind, ReadItem, Site } from '../site.ts';
import { squeezed } from '../text/plain-text.ts';

type Read = Pick<Site, 'domain' | 'scope' | 'pages' | 'llms' | 'machine'>;

/**
 * Whether an address belongs to others: it is outside the company's domain, the name of the domain is not in it, and neither a page nor another
 * document of the site names its host. On a host that many companies share nothing is known of where their interfaces are.
 */
export function isOthers(site: Read, url: string, from: ReadItem): boolean {
  const host = URL.parse(url)?.hostname;
  if (!host || site.scope !== undefined || isTheirs(site, host)) return false;
  const names = (text: string | undefined) => text?.includes(host) === true;
  return !(
    site.pages.some(
      ({ text, code, links }) => names(text) || code.some(names) || links.some((link) => names(link.url)),
    ) ||
    site.llms.some(({ item }) => names(item.text)) ||
    site.machine.some(({ kind, item }) => !cards.has(kind) && item.final_url !== from.final_url && names(item.text))
  );
}

/**
 * Descriptions and metadata at the company's own address that speak of what others offer alone: the sample of a documentation host, the
 * accounts of a shop platform. They say nothing of the company (decision 210).
 */
export function withoutOthers(
  site: Read,
  documents: { apis: readonly ApiDescription[]; machine: readonly MachineDocument[] },
): Pick<Site, 'apis' | 'machine' | 'others'> {
  const ofOthers = (item: ReadItem, urls: readonly string[]): boolean =>
    urls.length > 0 &&
    belongs(site, URL.parse(item.final_url)?.hostname ?? '') &&
    urls.every((url) => isOthers(site, url, item));
  const apis = documents.apis.filter(({ item, servers }) => ofOthers(item, servers));
  const machine = documents.machine.filter(({ kind, item, value }) => {
    const named = kind === 'protected_resource' ? 'resource' : kind === 'authorization_server' ? 'issuer' : undefined;
    const url = named && wordOf(objectOf(value)?.[named]);
    return url !== undefined && ofOthers(item, [url]);
  });
  return {
    apis: documents.apis.filter((one) => !apis.includes(one)),
    machine: documents.machine.filter((one) => !machine.includes(one)),
    others: [...apis, ...machine].map(({ item }) => item),
  };
}

/** Whether a host is of the company's domain, or has its name: `acme.dev` of acme.com. */
export function isTheirs(site: Pick<Site, 'domain'>, host: string): boolean {
  const label = squeezed(site.domain.split('.')[0] ?? '');
  return belongs(site, host) || (label.length > 2 && squeezed(ownedPart(host) ?? host).includes(label));
}

/** A card and the server that it names say the same thing twice. */
const cards: ReadonlySet<MachineKind> = new Set(['mcp_card', 'mcp_live']);
const belongs = ({ domain }: Pick<Site, 'domain'>, host: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
