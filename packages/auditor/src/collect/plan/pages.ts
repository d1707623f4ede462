import { parse } from 'tldts';
import { isSamePlace } from '../../site-scope.ts';
import { pathOfStandard } from '../../standards/standards.ts';
import type { Reading } from '../parse/reading.ts';
import { sheetsOf } from '../style-sheets.ts';
import type { Candidates, Origin, Slot } from './choice/candidates.ts';
import {
  type Declared,
  declaredByDocument,
  declaredByLinks,
  declaredCalls,
  declaredPublished,
  emptyDeclared,
  type Speaker,
} from './declared.ts';
import { type Answered, addressKey, type Ledger } from './ledger.ts';

/** Pages of one collection, the home page included. */
const MAX_PAGES = 40;
const MAX_TWINS = 3;
/** A home page that links fewer pages of its own may leave its menu to a script. */
const FEW_LINKS = 3;
/** Scripts that are looked into for parts of pages, and parts that are asked for. */
const MAX_PARTS = { scripts: 2, parts: 3 };
/** A page or a part of one that a script or an attribute names: `fetch("header.html")`, `data-include="parts/menu.html"`. */
const PART = /["'`](?:\.{0,2}\/)?([\w-][\w\-./]{0,100}\.html?)["'`]/g;
const MAX_SCRIPT = 200_000;
/** After so many redirects to the address with a slash the others are asked for with theirs. */
const SURE_OF_SLASHES = 2;

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

/** An address of a file that is no page. */
const isFile = (url: string): boolean => /\.(?!html?$|php$|aspx?$|md$)\w{2,5}$/i.test(new URL(url).pathname);

/** Addresses of its own place that a page or a script names as files in HTML. */
const partsIn = ({ body, url }: Answered): string[] =>
  [...new TextDecoder().decode(body).slice(0, MAX_SCRIPT).matchAll(PART)]
    .flatMap(([, name = '']) => URL.parse(name, url)?.href ?? [])
    .filter((part) => isSamePlace(part, url) && addressKey(part) !== addressKey(url));

/** Addresses that are kept of what a site links. */
const MAX_LINKED = 20_000;

/** The pages of a site as they are asked for and read: each may name further ones. */
export class Pages {
  readonly declared: Declared = emptyDeclared();
  /** What the home page calls the site, best first. */
  names: string[] = [];
  /** Addresses that the site links, of any host. */
  readonly linked = new Set<string>();
  /** API descriptions that were read, with what they offer. */
  readonly apis: { url: string; api: NonNullable<Reading['api']> }[] = [];
  /** Style sheets of the site that each page in HTML links, the home page first. */
  readonly sheets: string[][] = [];
  /** Scripts of the home page on the origin of the site. */
  scripts: string[] = [];
  readonly #ledger: Ledger;
  readonly #candidates: Candidates;
  readonly #origin: string;
  readonly #asked: { url: string; role: string }[] = [];
  /** The home page included. */
  #pages = 1;
  #slashed = 0;

  constructor(ledger: Ledger, candidates: Candidates, origin: string) {
    this.#ledger = ledger;
    this.#candidates = candidates;
    this.#origin = origin;
  }

  left(): number {
    return MAX_PAGES - this.#pages;
  }

  /** It was asked for and answered with a page. */
  isPage(url: string): boolean {
    return this.#asked.some((page) => addressKey(page.url) === addressKey(url));
  }

  /** Asks for the best page of a slot, if there is one. */
  async ask(slot: Slot): Promise<void> {
    while (this.left() > 0 && this.#ledger.left() > 0) {
      const next = this.#candidates.next(slot);
      if (!next) return;
      if (this.#ledger.asked(next.url)) continue;
      const role = next.role === 'other' && next.subject !== undefined ? 'docs' : next.role;
      const { pathname } = new URL(next.url);
      const address = this.#slashed >= SURE_OF_SLASHES && /\/[^/.]+$/.test(pathname) ? `${next.url}/` : next.url;
      const seen = await this.askFor(address, role);
      if (seen?.url === `${address}/`) this.#slashed++;
      return;
    }
  }

  /**
   * Asks for what scripts put into a home page that hardly links a page of its own: a menu in a file of its own, or the pages that they lead
   * to. What a part links is linked by the home page.
   */
  async askParts(home: Answered): Promise<void> {
    const own = [...this.linked].filter(
      (url) => isSamePlace(url, home.url) && addressKey(url) !== addressKey(home.url) && !isFile(url),
    );
    if (own.length >= FEW_LINKS) return;
    const unlinked = (seen: Answered) => partsIn(seen).filter((url) => !this.linked.has(url));
    const parts = new Set(unlinked(home));
    if (parts.size === 0)
      for (const url of this.scripts.slice(0, MAX_PARTS.scripts)) {
        const script = await this.#ledger.ask({ role: 'script', url, accept: 'text/javascript, */*;q=0.5' });
        // A script names files from where the page is that loads it.
        if (script?.ok) for (const part of unlinked({ ...script, url: home.url })) parts.add(part);
      }
    for (const url of [...parts].slice(0, MAX_PARTS.parts)) {
      const part = await this.#ledger.ask({ role: 'other', url });
      const reading = part?.ok && isHtml(part) ? await this.#ledger.read(part, 'html') : undefined;
      if (reading) this.#learn(reading, 'main', 'page');
    }
  }

  /** Asks for one page. */
  async askFor(url: string, role: string): Promise<Answered | undefined> {
    this.#pages++;
    const seen = await this.#ledger.ask({ role, url });
    if (!seen?.ok) return seen;
    this.#asked.push({ url: seen.url, role });
    await this.read(seen, role);
    return seen;
  }

  async read(seen: Answered, role: string): Promise<void> {
    const header = seen.item.headers.link;
    if (header !== undefined) {
      const reading = await this.#ledger.read({ ...seen, body: new TextEncoder().encode(header) }, 'link_header');
      if (reading) this.#learn(reading, 'page', 'page');
    }
    const reading = await this.#ledger.read(seen, isHtml(seen) ? 'html' : 'markdown');
    if (!reading) return;
    if (isHtml(seen)) this.sheets.push(sheetsOf(reading, this.#origin));
    if (role === 'home') {
      this.scripts = reading.scripts.filter((one) => URL.parse(one)?.origin === this.#origin);
      this.names = [...reading.names, ...nameInTitle(reading.title, this.#origin)];
    }
    this.#candidates.seen(seen.url, reading.shape);
    this.#learn(reading, role === 'home' ? 'main' : 'page', role === 'docs' ? 'docs' : 'page');
  }

  async readDocument(seen: Answered): Promise<void> {
    const { pathname } = new URL(seen.item.url);
    if (isHtml(seen)) {
      // HTML where a document for machines was asked for says nothing of it, but /pricing is a page.
      if (pathname !== '/pricing') return;
      this.#pages++;
      this.#asked.push({ url: seen.url, role: 'pricing' });
      return this.read(seen, 'pricing');
    }
    if (isMachine(seen)) return this.#readMachine(seen, pathname);
    const reading = await this.#ledger.read(seen, 'markdown');
    if (reading) this.#learn(reading, pathname.endsWith(pathOfStandard('llms_txt')) ? 'llms' : 'page', 'agent');
  }

  /** Markdown twins of pages, if the site offers them. */
  async askTwins(negotiates: boolean): Promise<void> {
    const wanted = [...this.#asked].sort((a, b) => Number(b.role === 'pricing') - Number(a.role === 'pricing'));
    const twins = negotiates
      ? wanted
          .filter(({ url }) => new URL(url).origin === this.#origin && !/\.(md|txt)$/.test(url))
          .map(({ url }) => ({ url, accept: 'text/markdown' }))
      : this.declared.twins.map((url) => ({ url }));
    for (const twin of twins.filter(({ url }) => negotiates || !this.#ledger.asked(url)).slice(0, MAX_TWINS)) {
      if (this.left() <= 0) return;
      this.#pages++;
      await this.#ledger.ask({ role: 'markdown_twin', ...twin });
    }
  }

  async #readMachine(seen: Answered, pathname: string): Promise<void> {
    // The same description as YAML says nothing more, and takes long to read.
    if (this.apis.length > 0 && /yaml/.test(`${seen.type} ${pathname}`)) return;
    const reading = await this.#ledger.read(seen, 'machine');
    if (!reading) return;
    if (reading.api) this.apis.push({ url: seen.url, api: reading.api });
    declaredByDocument(this.declared, seen, reading);
    declaredPublished(this.declared, reading.published);
    this.#candidates.add(this.declared.pages, 'llms');
    this.#link(reading.declared);
  }

  #learn(reading: Reading, found: Origin, by: Speaker): void {
    for (const area of ['nav', 'main'] as const)
      this.#candidates.add(
        reading.links.filter((link) => link.area === area),
        found === 'main' ? area : found,
      );
    declaredByLinks(this.declared, reading.links, by);
    declaredPublished(this.declared, reading.published);
    declaredCalls(this.declared, reading.called);
    this.#link(reading.links);
  }

  #link(links: readonly { url: string }[]): void {
    for (const { url } of links) if (this.linked.size < MAX_LINKED) this.linked.add(url);
  }
}
