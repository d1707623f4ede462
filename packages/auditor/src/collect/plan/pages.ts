import { parse } from 'tldts';
import { withoutComments } from '../../read/injection.ts';
import { isSamePlace } from '../../site-scope.ts';
import { pathOfStandard } from '../../standards/standards.ts';
import type { Reading } from '../parse/reading.ts';
import { sheetsOf } from '../style-sheets.ts';
import { type Candidates, mayBePage, type Origin, type Slot } from './choice/candidates.ts';
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
const MAX_PARTS = 3;
/** An HTML file that is named without a host, and what loads it as a part of a page: `fetch("header.html")`, `data-include="/menu.html"`. */
const PART = /["'`]((?:\.{0,2}\/)?[\w-][\w\-./]{0,100}\.html?)["'`]/g;
const LOADING = /fetch|load|include|insert|import|component|partial|template/i;
/** Characters before a name in which that is said. */
const SAID_BEFORE = 90;
/** Characters of a page or a script that are searched for them. */
const MAX_SEARCHED = 200_000;
/** Scripts of the home page that are asked for. */
const MAX_SCRIPTS = 2;
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

/** HTML files that a page or a script loads, by addresses without a host. */
function partsIn({ body, url }: Answered): string[] {
  const { text } = withoutComments(new TextDecoder().decode(body).slice(0, MAX_SEARCHED));
  return (
    [...text.matchAll(PART)]
      .filter(({ index }) =>
        LOADING.test(
          text
            .slice(Math.max(0, index - SAID_BEFORE), index)
            .split(/[;>\n]/)
            .at(-1) ?? '',
        ),
      )
      .flatMap(([, name = '']) => URL.parse(name, url)?.href ?? [])
      // On a shared host a path may lead to another company.
      .filter((part) => isSamePlace(part, url) && addressKey(part) !== addressKey(url))
  );
}

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
   * Where the home page links hardly any page of its own: asks for the HTML files that it or its scripts load, such as a menu, and takes their
   * links as those of the home page.
   */
  async askParts(home: Answered): Promise<void> {
    const own = [...this.linked].filter(
      (url) => isSamePlace(url, home.url) && addressKey(url) !== addressKey(home.url) && mayBePage(url),
    );
    if (own.length >= FEW_LINKS) return;
    const unlinked = (seen: Answered) => partsIn(seen).filter((url) => !this.linked.has(url));
    const parts = new Set(unlinked(home));
    if (parts.size === 0)
      // A script names files as the page does that loads it.
      for (const script of await this.askScripts())
        for (const part of unlinked({ ...script, url: home.url })) parts.add(part);
    for (const url of [...parts].slice(0, MAX_PARTS)) await this.askFor(url, 'other', 'main');
  }

  /** Asks for the first scripts of the home page. @returns those that were not asked for before, and are there */
  async askScripts(): Promise<Answered[]> {
    const scripts: Answered[] = [];
    for (const url of this.scripts.slice(0, MAX_SCRIPTS)) {
      const script = await this.#ledger.ask({ role: 'script', url, accept: 'text/javascript, */*;q=0.5' });
      if (script?.ok) scripts.push(script);
    }
    return scripts;
  }

  /** Asks for one page. @param found where its links are taken to be */
  async askFor(url: string, role: string, found: Origin = 'page'): Promise<Answered | undefined> {
    this.#pages++;
    const seen = await this.#ledger.ask({ role, url });
    if (!seen?.ok) return seen;
    this.#asked.push({ url: seen.url, role });
    await this.read(seen, role, found);
    return seen;
  }

  async read(seen: Answered, role: string, found: Origin = 'page'): Promise<void> {
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
    this.#learn(reading, role === 'home' ? 'main' : found, role === 'docs' ? 'docs' : 'page');
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
