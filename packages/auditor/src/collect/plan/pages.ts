import { parse } from 'tldts';
import { pathOfStandard } from '../../standards/standards.ts';
import type { Reading } from '../parse/reading.ts';
import { sheetsOf } from '../style-sheets.ts';
import type { Candidates, Origin, Slot } from './choice/candidates.ts';
import {
  type Declared,
  declaredByDocument,
  declaredByLinks,
  declaredPublished,
  emptyDeclared,
  type Speaker,
} from './declared.ts';
import { type Answered, addressKey, type Ledger } from './ledger.ts';

/** Pages of one collection, the home page included. */
const MAX_PAGES = 40;
const MAX_TWINS = 3;
/** After so many redirects to the address with a slash the others are asked for with theirs. */
const SURE_OF_SLASHES = 2;

/** The pages of a site as they are asked for and read: each may name further ones. */
export type Pages = {
  declared: Declared;
  /** What the home page calls the site, best first. */
  names: string[];
  /** Addresses that the site links, of any host. */
  linked: Set<string>;
  /** API descriptions that were read, with what they offer. */
  apis: { url: string; api: NonNullable<Reading['api']> }[];
  /** Style sheets of the site that each page in HTML links, the home page first. */
  sheets: string[][];
  /** Scripts of the home page on the origin of the site. */
  scripts: string[];
  left(): number;
  /** It was asked for and answered with a page. */
  isPage(url: string): boolean;
  /** Asks for the best page of a slot, if there is one. */
  ask(slot: Slot): Promise<void>;
  /** Asks for one page. */
  askFor(url: string, role: string): Promise<Answered | undefined>;
  read(seen: Answered, role: string): Promise<void>;
  readDocument(seen: Answered): Promise<void>;
  /** Markdown twins of pages, if the site offers them. */
  askTwins(negotiates: boolean): Promise<void>;
};

const isHtml = ({ type }: Answered) => /html/.test(type);
const isMachine = ({ type, url }: Answered) =>
  /json|yaml|linkset/.test(type) || /\.(json|ya?ml)$/.test(new URL(url).pathname);

/** The part of a title that the domain names, or the first: `Prices | Acme` on acme.com is Acme. */
function nameInTitle(title: string, origin: string): string[] {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const label = letters(parse(origin).domainWithoutSuffix ?? '');
  const parts = title
    .split(/ [|–—:·•-] |: /)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.length <= 80);
  return [...parts.filter((part) => letters(part) === label), ...parts.slice(0, 1)];
}

export function openPages(ledger: Ledger, candidates: Candidates, origin: string): Pages {
  const declared = emptyDeclared();
  const linked = new Set<string>();
  const apis: Pages['apis'] = [];
  const asked: { url: string; role: string }[] = [];
  let pages = 1;
  let slashed = 0;

  const learn = (reading: Reading, found: Origin, by: Speaker) => {
    for (const area of ['nav', 'main'] as const)
      candidates.add(
        reading.links.filter((link) => link.area === area),
        found === 'main' ? area : found,
      );
    declaredByLinks(declared, reading.links, by);
    declaredPublished(declared, reading.published);
    for (const { url } of reading.links) if (linked.size < 20_000) linked.add(url);
  };

  const pagesOf: Pages = {
    declared,
    names: [],
    linked,
    apis,
    sheets: [],
    scripts: [],
    left: () => MAX_PAGES - pages,
    isPage: (url) => asked.some((page) => addressKey(page.url) === addressKey(url)),
    async ask(slot) {
      for (;;) {
        if (pages >= MAX_PAGES || ledger.left() === 0) return;
        const next = candidates.next(slot);
        if (!next) return;
        if (ledger.asked(next.url)) continue;
        const role = next.role === 'other' && next.subject !== undefined ? 'docs' : next.role;
        const { pathname } = new URL(next.url);
        const address = slashed >= SURE_OF_SLASHES && /\/[^/.]+$/.test(pathname) ? `${next.url}/` : next.url;
        const seen = await pagesOf.askFor(address, role);
        if (seen?.url === `${address}/`) slashed++;
        return;
      }
    },
    async askFor(url, role) {
      pages++;
      const seen = await ledger.ask({ role, url });
      if (!seen?.ok) return seen;
      asked.push({ url: seen.url, role });
      await pagesOf.read(seen, role);
      return seen;
    },
    async read(seen, role) {
      const header = seen.item.headers.link;
      if (header !== undefined) {
        const reading = await ledger.read({ ...seen, body: new TextEncoder().encode(header) }, 'link_header');
        if (reading) learn(reading, 'page', 'page');
      }
      const reading = await ledger.read(seen, isHtml(seen) ? 'html' : 'markdown');
      if (!reading) return;
      if (isHtml(seen)) pagesOf.sheets.push(sheetsOf(reading, origin));
      if (role === 'home') pagesOf.scripts = reading.scripts.filter((one) => URL.parse(one)?.origin === origin);
      if (role === 'home') pagesOf.names = [...reading.names, ...nameInTitle(reading.title, origin)];
      candidates.seen(seen.url, reading.shape);
      learn(reading, role === 'home' ? 'main' : 'page', role === 'docs' ? 'docs' : 'page');
    },
    async readDocument(seen) {
      const { pathname } = new URL(seen.item.url);
      if (isHtml(seen)) {
        // HTML where a document for machines was asked for says nothing of it, but /pricing is a page.
        if (pathname === '/pricing') {
          pages++;
          asked.push({ url: seen.url, role: 'pricing' });
          await pagesOf.read(seen, 'pricing');
        }
        return;
      }
      if (isMachine(seen)) {
        // The same description as YAML says nothing more, and takes long to read.
        if (apis.length > 0 && /yaml/.test(`${seen.type} ${pathname}`)) return;
        const reading = await ledger.read(seen, 'machine');
        if (!reading) return;
        if (reading.api) apis.push({ url: seen.url, api: reading.api });
        declaredByDocument(declared, seen, reading);
        declaredPublished(declared, reading.published);
        candidates.add(declared.pages, 'llms');
        for (const { url } of reading.declared) if (linked.size < 20_000) linked.add(url);
        return;
      }
      const reading = await ledger.read(seen, 'markdown');
      if (reading) learn(reading, pathname.endsWith(pathOfStandard('llms_txt')) ? 'llms' : 'page', 'agent');
    },
    async askTwins(negotiates) {
      const wanted = [...asked].sort((a, b) => Number(b.role === 'pricing') - Number(a.role === 'pricing'));
      const twins = negotiates
        ? wanted
            .filter(({ url }) => new URL(url).origin === origin && !/\.(md|txt)$/.test(url))
            .map(({ url }) => ({ url, accept: 'text/markdown' }))
        : declared.twins.map((url) => ({ url }));
      for (const twin of twins.filter(({ url }) => negotiates || !ledger.asked(url)).slice(0, MAX_TWINS)) {
        if (pages >= MAX_PAGES) return;
        pages++;
        await ledger.ask({ role: 'markdown_twin', ...twin });
      }
    },
  };
  return pagesOf;
}
