import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parse } from 'tldts';

/** Whom we visit (decision 92): public web addresses by name, at public unicast addresses. */

/** Answers inside Microsoft's cloud, from a public address: the host of the machine. */
const AZURE_HOST = '168.63.129.16';

/** The part of IPv6 from which public addresses are given out. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

const LONGEST_URL = 2_000;

/** Names that never lead to the public web, whatever a list of suffixes says. */
const NOT_PUBLIC = ['local', 'internal', 'localhost', 'onion', 'arpa'];

/** Allow-list: an address of no known range is refused. IPv4 inside IPv6 is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === AZURE_HOST) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** A web address that may be visited, without fragment and final dot; or why it may not. */
type Destination = { url: URL } | { refused: string };

/** What is checked is the parsed address: `http://2130706433/` is 127.0.0.1. */
export function readDestination(text: string, base?: URL): Destination {
  // Nothing longer is a link that somebody wrote; a parser would copy it several times.
  if (text.length > LONGEST_URL) return { refused: `longer than ${LONGEST_URL} characters` };
  const url = URL.parse(text, base?.href);
  if (!url) return { refused: 'no web address' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: 'not http or https' };
  if (url.username !== '' || url.password !== '') return { refused: 'with a user name or password' };
  if (!['', '80', '443'].includes(url.port)) return { refused: 'a port other than 80 and 443' };
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.href.length > LONGEST_URL) return { refused: `longer than ${LONGEST_URL} characters` };
  const why = hostRefusal(url.hostname);
  return why === undefined ? { url } : { refused: why };
}

function hostRefusal(host: string): string | undefined {
  if (host.startsWith('[') || isIP(host) !== 0) return 'an address in numbers instead of a name';
  const labels = host.split('.');
  if (labels.length < 2 || labels.includes('')) return 'a name without a public suffix';
  if (NOT_PUBLIC.includes(labels.at(-1) ?? '')) return `a name under .${labels.at(-1)}`;
  const { domain, isIcann } = parse(host, { extractHostname: false });
  return isIcann && domain !== null ? undefined : 'a name without a public suffix';
}
