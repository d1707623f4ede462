import { isTheirs } from '../../read/machine/others.ts';
import { API_SERVER, plainHost } from '../../read/machine/servers.ts';
import type { MachineKind, Page, Site } from '../../read/site.ts';
import { blocksOf, headingsOf, type PagePart, repeatedOn, templatesOf } from './blocks.ts';
import { hasInterface, showsCalls } from './confirmed.ts';
import { isInstalled } from './installed.ts';
import { interfaceWordsOf, isOfInterfaces, onlyOfInterfaces } from './interface-words.ts';
import { kindOf } from './page-kind.ts';

/** What a site says of interfaces and does not show (decision 231). Whoever makes claims up may spread them over as many pages as they like. */

/** How many words that only interfaces have a site says before what it says of them is weighed. Of sites that have none, none says two. */
const LEAST_WORDS = 4;
/** Share of the sentences of a text, or of the pages of a template, that speak of interfaces where the rest is weighed with them. */
const MOSTLY = { block: 1 / 2, repeated: 1 / 3, template: 1 / 3 };
/** Sentences of a page that says little. */
const SHORT = 8;

/**
 * The sentences of each page that speak of interfaces, and how far they are believed: up to which point of a criterion, by how many points
 * of the record, and of which pillars they are nothing special. `facts`: those that only an interface makes true are doubted whatever says them.
 */
export type Unshown = {
  sentences: ReadonlyMap<Page, ReadonlySet<string>>;
  most: { criterion: number; record: number; except: readonly string[]; facts: boolean };
};

/** Prose alone, and prose beside calls that are shown: what an offer says of itself (P2) is then not of interfaces. */
const MOST: Readonly<Record<'alone' | 'beside_calls', Unshown['most']>> = {
  alone: { criterion: 1, record: 3, except: [], facts: true },
  beside_calls: { criterion: 2, record: Number.POSITIVE_INFINITY, except: ['P2'], facts: false },
};

/**
 * What is said of interfaces and not shown; nothing where a structure shows one. Where little is said, no sentence is weighed, and only
 * facts that an interface alone makes true are.
 */
export function unshownOf(site: Site): Unshown | undefined {
  if (hasInterface(site)) return undefined;
  const most = isCalled(site) ? MOST.beside_calls : MOST.alone;
  // Pages about others are no part of the offer anyway.
  const own = site.pages.filter((page) => kindOf(site, page) !== 'apart');
  const spoken = new Map(own.map((page) => [page, new Set(page.sentences.filter(isOfInterfaces))]));
  const words = new Set(
    [...spoken.values()].flatMap((some) => [...some].flatMap(interfaceWordsOf).filter(onlyOfInterfaces)),
  );
  return { sentences: words.size < LEAST_WORDS ? new Map() : weighed(site, spoken), most };
}

/** The sentences that speak of interfaces, and those that are weighed with them. */
function weighed(site: Site, spoken: ReadonlyMap<Page, Set<string>>): Unshown['sentences'] {
  const speaks = (sentences: readonly string[]) => sentences.some(isOfInterfaces);
  const weigh = (parts: readonly PagePart[], counted: readonly (readonly string[])[], mostly: number) => {
    if (counted.filter(speaks).length < counted.length * mostly) return;
    for (const { page, sentences } of parts) for (const sentence of sentences) spoken.get(page)?.add(sentence);
  };
  const each = (parts: readonly PagePart[]) =>
    belowHeadings(parts).flatMap((sentences) => sentences.map((sentence) => [sentence]));
  for (const page of site.pages)
    for (const sentences of blocksOf(page)) weigh([{ page, sentences }], each([{ page, sentences }]), MOSTLY.block);
  for (const parts of repeatedOn(site.pages)) weigh(parts, each(parts.slice(0, 1)), MOSTLY.repeated);
  for (const parts of templatesOf(site.pages, SHORT)) weigh(parts, belowHeadings(parts), MOSTLY.template);
  return new Map([...spoken].filter(([, some]) => some.size > 0));
}

/** What each part says below its headings. */
const belowHeadings = (parts: readonly PagePart[]): (readonly string[])[] =>
  parts
    .map(({ page, sentences }) => sentences.filter((sentence) => !headingsOf(page).has(sentence)))
    .filter(({ length }) => length > 0);

/** Calls that are shown, a program that its users run, a host of its own for programs, metadata of what gives credentials, or a package that names the company. */
const isCalled = (site: Site): boolean =>
  showsCalls(site) ||
  isInstalled(site) ||
  hasHostForPrograms(site) ||
  site.machine.some(({ kind, empty }) => !empty && METADATA.has(kind)) ||
  site.registered.some(({ state }) => state === 'conforms');
const METADATA: ReadonlySet<MachineKind> = new Set(['authorization_server', 'protected_resource']);

/** A host of its own for programs or their documentation, which exists: another one, or that of the site. */
const hasHostForPrograms = (site: Site): boolean =>
  /^(?:docs|developers?|api)\./.test(new URL(site.origin).host) ||
  site.items.some(({ role, url }) => {
    const host = URL.parse(url)?.host ?? '';
    const own = plainHost(host) !== plainHost(new URL(site.origin).host) && isTheirs(site, host);
    return OF_PROGRAMS.has(role) && own && !site.absent_hosts.has(host);
  });
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  'docs',
  API_SERVER,
  'api_description',
  'agent_live',
  'mcp_live',
  'mcp_check',
]);
