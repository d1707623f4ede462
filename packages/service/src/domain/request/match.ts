import { parse } from 'tldts';
import { coreName } from '../company-name.ts';

/**
 * Whether an audit answers a request (decision 19): it has the same site or the same company name. Both are compared
 * leniently, because an agent writes `https://app.acme.example` and `Acme, Inc.` where the audit has
 * `https://acme.example` and `Acme`.
 */
type Named = { company: string; website: string };

/** A host, and the part of it that one owner registered; null for a public suffix, an IP address and a single word. */
type Site = { host: string; owned: string | null; suffix: boolean };

/** The part of a host that one owner registered, for example `acme.co.uk` of `app.acme.co.uk`; null when there is none. */
export const ownedPart = (host: string): string | null => readHost(host).owned;

export function siteOf(website: string): Site {
  const full = new URL(website).hostname.replace(/\.$/, '');
  const site = readHost(full);
  // Below a public suffix such as github.io, www is a name that somebody registered.
  return full.startsWith('www.') && site.owned !== full ? readHost(full.slice('www.'.length)) : site;
}

function readHost(host: string): Site {
  const { domain, publicSuffix, isIcann, isPrivate } = parse(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return { host, owned: domain, suffix: publicSuffix === host && (isIcann === true || isPrivate === true) };
}

/** What all sites that may be the same have in common: what their owner registered, or else the host. */
export const ownerOf = ({ host, owned }: Site): string => owned ?? host;

/** Whether two sites have the same owner, and the same host or one that is a subdomain of the other. */
export function sameSite(a: Site, b: Site): boolean {
  if (a.suffix || a.owned !== b.owned) return false;
  return a.host === b.host || (a.owned !== null && (a.host.endsWith(`.${b.host}`) || b.host.endsWith(`.${a.host}`)));
}

export function answers(audit: Named, request: Named): boolean {
  const name = coreName(audit.company);
  return (
    sameSite(siteOf(audit.website), siteOf(request.website)) || (name !== '' && name === coreName(request.company))
  );
}
