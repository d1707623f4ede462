import { parse as parseDomain } from 'tldts';

/** Hosts beside the site whose pages belong to the audit: of the same owner, or rented for status or documentation. */
type RelatedHost = { host: string; role: 'docs' | 'api' | 'status' | 'help' | 'signup'; url: string };

/** A map, as a site may call a host `constructor`. */
const labels: ReadonlyMap<string, RelatedHost['role']> = new Map([
  ['docs', 'docs'],
  ['doc', 'docs'],
  ['developer', 'docs'],
  ['developers', 'docs'],
  ['api', 'api'],
  ['status', 'status'],
  ['help', 'help'],
  ['support', 'help'],
  ['app', 'signup'],
]);
const rented: readonly (readonly [RegExp, RelatedHost['role']])[] = [
  [/(^|\.)(statuspage\.io|instatus\.com|betteruptime\.com|betterstack\.com|status\.io|hund\.io)$/, 'status'],
  [/(^|\.)(readme\.io|gitbook\.io|mintlify\.(dev|app)|readthedocs\.io|document360\.io)$/, 'docs'],
];
const order: readonly RelatedHost['role'][] = ['docs', 'status', 'api', 'help', 'signup'];
const MAX_HOSTS = 6;

export const domainOf = (url: string): string | null => parseDomain(url, { allowPrivateDomains: true }).domain;

/** The related hosts among addresses that the site links, most telling first. */
export function relatedHosts(origin: string, urls: Iterable<string>): RelatedHost[] {
  const domain = domainOf(origin);
  const own = new URL(origin).host.replace(/^www\./, '');
  const found = new Map<string, RelatedHost>();
  for (const url of urls) {
    const { host } = new URL(url);
    if (host.replace(/^www\./, '') === own) continue;
    const { subdomain } = parseDomain(url, { allowPrivateDomains: true });
    const label = subdomain?.split('.')[0] ?? '';
    const role = domainOf(url) === domain ? labels.get(label) : rented.find(([pattern]) => pattern.test(host))?.[1];
    const before = found.get(host);
    // The shortest address on a host is its front door.
    if (role && (!before || url.length < before.url.length)) found.set(host, { host, role, url });
  }
  return [...found.values()]
    .sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role) || (a.host < b.host ? -1 : 1))
    .slice(0, MAX_HOSTS);
}
