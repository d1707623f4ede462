/**
 * Whether an audit answers a request (decision 43): it has the same site or the same company name. Both are compared
 * leniently, because an agent writes `https://app.acme.example` and `Acme, Inc.` where the audit has
 * `https://acme.example` and `Acme`.
 */
type Named = { company: string; website: string };

const legal =
  /\b(inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|co|company|gmbh|ag|sa|sas|bv|nv|oy|ab|as|srl|spa|pty|kk)\b/g;

function nameOf(company: string): string {
  const folded = company
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const core = folded.replace(legal, ' ').replace(/\s+/g, '');
  return core || folded;
}

const siteOf = (website: string) => new URL(website).hostname.toLowerCase().replace(/^www\./, '');

/** Whether a host is a subdomain of another one; top-level domains do not count. */
const isBelow = (host: string, other: string) => other.includes('.') && host.endsWith(`.${other}`);
const sameSite = (a: string, b: string) => a === b || isBelow(a, b) || isBelow(b, a);

export function answers(audit: Named, request: Named): boolean {
  return sameSite(siteOf(audit.website), siteOf(request.website)) || nameOf(audit.company) === nameOf(request.company);
}
