import { promises as dns } from 'node:dns';
import { headMetas } from '../../read/html/head-metas.ts';
import { ownerOf, siteOf } from '../../site-owner.ts';
import { isOptedOut } from '../opt-out.ts';
import type { ConnectorOptions } from './connector.ts';
import { openFetch } from './fetcher.ts';

/**
 * Where a token is looked for. `dns_name` is null where names below the host belong to others; at `page_url` a `meta` element whose
 * content is the token counts too (decision 181).
 */
type TokenPlaces = { dns_name: string | null; file_url: string; page_url?: string };

type HasToken = (texts: readonly string[]) => boolean;

/** What was found at one place. `problem`: why the token was not, in fixed words; null when it was. */
export type Looked = { found: boolean; problem: string | null };

/** Looks for the token of a company at both places (decision 155). Never throws for what a domain does. */
export type DomainProofs = {
  /**
   * `dns` is null where no name is asked. Takes at most about seven seconds.
   *
   * @param hasToken whether one of some texts (TXT records, lines of the file) is the token
   */
  look(places: TokenPlaces, hasToken: HasToken): Promise<{ dns: Looked | null; file: Looked; page?: Looked }>;
};

/** Of the file, as it is sent and as it is kept. */
const FILE_BYTES = 4_096;
/** Of the home page: its head comes first. */
const PAGE_BYTES = 256 * 1_024;
/** Elements of the page that are looked at. */
const ELEMENTS_MAX = 200;
const ELEMENT_NAME = 'readymark-reply';
const FILE_MS = 6_000;
const DNS_MS = 5_000;
/** TXT records of a name that are read. */
const RECORDS_MAX = 50;

export function openDomainProofs(options: {
  /** Of this service: the fetcher names it. */
  base_url: string;
  /** Domains whose owners do not wish to be visited. */
  opt_out: readonly string[];
  now(): Date;
  /** Addresses of DNS servers with their ports. Default: those of this machine. */
  dns_servers?: readonly string[];
  connector?: Pick<ConnectorOptions, 'resolve' | 'dial'>;
}): DomainProofs {
  const { base_url, opt_out, now, dns_servers, connector } = options;

  /** A document of the domain, or why there is none. */
  async function read(url: string, accept: string, bytes: number): Promise<{ text: string; type: string } | Looked> {
    const fetcher = openFetch({
      ...{ base_url, now, interval_ms: 0, heeds_robots: false, ...(connector && { connector }) },
      bounds: {
        ...{
          wire_bytes: bytes,
          decoded_bytes: bytes,
          redirects: 3,
          requests: 5,
          hosts: 4,
          retry_after_ms: 0,
        },
        ...{ request_ms: FILE_MS, audit_ms: FILE_MS },
      },
      opted_out: (host) =>
        isOptedOut(host, opt_out) ? 'its owner does not wish to be visited; use the TXT record' : undefined,
    });
    try {
      const { item, body } = await fetcher.fetch({ role: 'reply_proof', url, accept: `${accept}, */*;q=0.5` });
      if (item.problem !== null) return missing(item.detail ?? 'it could not be read');
      const owner = ownerOf(siteOf(url));
      if (item.redirects.some(({ url }) => !URL.canParse(url) || ownerOf(siteOf(url)) !== owner))
        return missing('it redirects to another site');
      if (item.status !== 200) return missing(item.detail ?? `it was answered with ${item.status}`);
      return { text: new TextDecoder().decode(body), type: item.headers['content-type'] ?? '' };
    } finally {
      await fetcher.close();
    }
  }

  async function lookAtFile({ file_url }: TokenPlaces, hasToken: HasToken): Promise<Looked> {
    const document = await read(file_url, 'text/plain', FILE_BYTES);
    if ('found' in document) return document;
    return seen(hasToken(document.text.split(/\r?\n|\r/)), 'no line of the file is the token');
  }

  async function lookAtPage(url: string, hasToken: HasToken): Promise<Looked> {
    const document = await read(url, 'text/html', PAGE_BYTES);
    if ('found' in document) return document;
    if (!/^text\/html\s*(?:;|$)/i.test(document.type)) return missing('the home page is not served as text/html');
    const contents = headMetas(document.text, ELEMENT_NAME, ELEMENTS_MAX);
    return seen(hasToken(contents), 'no meta element in the head of the home page has the token');
  }

  async function lookAtName(name: string, hasToken: HasToken): Promise<Looked> {
    const resolver = new dns.Resolver({ timeout: DNS_MS / 5, tries: 2, maxTimeout: DNS_MS / 5 });
    const late = setTimeout(() => resolver.cancel(), DNS_MS);
    try {
      if (dns_servers) resolver.setServers(dns_servers);
      const records = await resolver.resolveTxt(name);
      const texts = records.slice(0, RECORDS_MAX).map((parts) => parts.join(''));
      return seen(hasToken(texts), 'no TXT record of the name is the token');
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code === dns.NOTFOUND || code === dns.NODATA) return missing('the name has no TXT record');
      const slow = code === dns.TIMEOUT || code === dns.CANCELLED;
      return missing(slow ? 'the name was not answered in time' : 'the name could not be asked');
    } finally {
      clearTimeout(late);
    }
  }

  return {
    async look(places, hasToken) {
      const { dns_name, page_url } = places;
      const [named, file, page] = await Promise.all([
        dns_name === null ? null : lookAtName(dns_name, hasToken),
        lookAtFile(places, hasToken),
        page_url === undefined ? undefined : lookAtPage(page_url, hasToken),
      ]);
      return { dns: named, file, ...(page && { page }) };
    },
  };
}

const missing = (problem: string): Looked => ({ found: false, problem });
const seen = (found: boolean, problem: string): Looked => (found ? { found, problem: null } : missing(problem));
