import { createHash } from 'node:crypto';
import type { Bodies, EvidenceBundle } from '../../evidence/evidence.ts';
import { isSamePlace, tenantScope } from '../../site-scope.ts';
import type { RegistryName } from '../../standards/registries.ts';
import { pathOfStandard } from '../../standards/standards.ts';
import type { Parse } from '../parse/parser.ts';
import { askOtherSheets, askStyleSheets } from '../style-sheets.ts';
import { firstSlots, laterSlots, openCandidates } from './choice/candidates.ts';
import { declaredByRobots } from './declared.ts';
import { followDeclared, followLate } from './follow.ts';
import { domainOf } from './hosts.ts';
import { type Answered, type Fetching, type Ledger, openLedger } from './ledger.ts';
import { Pages } from './pages.ts';
import { askProbes, askProbesByFirst, speaksOfPrograms } from './probing.ts';
import { type Reach, reaches } from './reaches.ts';
import { askRegistries } from './registries.ts';
import { readSitemaps } from './sitemaps.ts';
import { noteUnread, reasonRefused, reasonUnobserved } from './unobserved.ts';

type Step = Parameters<Parameters<typeof openLedger>[0]['progress']>[0];
type Collection = {
  outcome: 'observed' | 'unobserved' | 'refused';
  reason: string | null;
  /** What the site calls itself, best first. */
  names: readonly string[];
  bundle: EvidenceBundle;
  bodies: Bodies;
};

/** Up to this Crawl-delay a collection asks for all that it would ask for. */
const USUAL_DELAY_S = 10;

const isMarkdown = (seen: Answered | undefined) => seen?.ok === true && /markdown/.test(seen.type);

/** Where a shared host sends people whom it does not know. */
const isDoor = (url: string) =>
  /\/(log-?in|sign-?in|sign-?up|accounts?|auth|oauth|consent|checkpoint|session)([/.]|$)/i.test(new URL(url).pathname);

const scopeNote = (scope: string) => {
  const { host, pathname } = new URL(scope);
  const place = pathname === '/' ? 'only its own pages' : `only pages at and below ${pathname}`;
  return `${host} is a host that many companies share: ${place} were asked for. Documents of the whole host (prices, terms, sitemaps, documents for machines) are not the company's and were not judged.`;
};

/** What robots.txt forbids was not asked for: it is noted, and no source of anything. */
function noteForbidden({ items, note }: Ledger): void {
  const urls = items.filter(({ problem, status }) => problem === 'robots' && status === null).map(({ url }) => url);
  const named = urls.slice(0, 5).map((url) => url.slice(0, 200));
  const more = urls.length > named.length ? ` and ${urls.length - named.length} more` : '';
  if (urls.length > 0) note(`Not asked for, as robots.txt forbids it: ${named.join(', ')}${more}.`);
}

type Order = {
  website: string;
  /** Of the auditor, as it names itself to MCP servers. */
  version: string;
  fetcher: Fetching;
  parse: Parse;
  /** Default: `site`. */
  reach?: Reach;
  /** Registries that may be asked for what the site says it published there. Default: none. */
  registries?: readonly RegistryName[];
  now(): Date;
  progress(step: Step): void;
  /** Hands out what was seen as it comes, so that it outlives this collection. */
  seen?: Parameters<typeof openLedger>[0]['seen'];
  /** Hands out what is known of the whole site, when the home page was read. */
  about?(known: { scope: string | undefined; names: readonly string[] }): void;
};

/** What is known of a collection as it goes on. */
type Known = {
  scope: string | undefined;
  names: readonly string[] /** Each kind of page was asked for. */;
  planned: boolean;
};
type Ended = Pick<Collection, 'outcome' | 'reason'>;

/** Where the address of a site leads, and what it and its robots.txt say. */
type Front = {
  url: string;
  origin: string;
  home: Answered | undefined;
  markdown: Answered | undefined;
  /** What an address that cannot exist is answered with. */
  missing: Answered | undefined;
  robots: ReadonlySet<Answered>;
};

/**
 * What is asked of a site, and in which order (decision 92): robots.txt, the home page as HTML and as Markdown, an
 * address that cannot exist, sitemaps, machine documents at their usual places, the first page of every role, what the
 * site declares, related hosts, live probes, and then further pages as long as the budget lasts.
 */
export async function collectSite(given: Order): Promise<Collection> {
  const started = given.now();
  const most = reaches[given.reach ?? 'site'];
  const ledger = openLedger({ ...given, deadline: new Date(started.getTime() + most.ms), requests: most.requests });
  const known: Known = { scope: undefined, names: [], planned: true };
  const { outcome, reason } = await collect(given, ledger, known, started);
  const { scope, names, planned } = known;
  return {
    ...{ outcome, reason, names: outcome === 'observed' ? names : [], bodies: ledger.bodies },
    bundle: {
      format: 1,
      website: given.website,
      ...(scope === undefined ? {} : { scope }),
      ...(planned || !ledger.late()
        ? {}
        : { cut: 'The time for one collection was used up before each kind of page was asked for.' }),
      started_at: started.toISOString(),
      finished_at: given.now().toISOString(),
      requests: ledger.spent(),
      bytes: given.fetcher.bytes(),
      notes: ledger.notes,
      items: ledger.items,
    },
  };
}

async function collect(given: Order, ledger: Ledger, known: Known, started: Date): Promise<Ended> {
  const { reach = 'site' } = given;
  const front = await askFront(given, ledger, known, started);
  if ('outcome' in front) return front;
  const { origin, home, markdown, missing, robots } = front;
  const { scope } = known;
  const candidates = openCandidates(origin, scope);
  ledger.phase('sitemaps', 2);
  const sitemaps = { ledger, origin, hosts: [given.website, front.url], robots, most: reaches[reach].sitemaps };
  const listed = scope === undefined ? await readSitemaps(sitemaps) : [];
  candidates.add(listed, 'sitemap');
  const early = reasonUnobserved(ledger.items);
  if (early !== null) return { outcome: 'unobserved', reason: early };

  const pages = new Pages(ledger, candidates, origin);
  for (const { body, url } of robots) declaredByRobots(pages.declared, new TextDecoder().decode(body), url);
  ledger.phase('machine documents', 8);
  if (home) await pages.read(home, 'home');
  if (home?.ok && reach === 'site') await pages.askParts(home);
  known.names = pages.names;
  given.about?.({ scope, names: pages.names });
  known.planned = false;
  const speaks = speaksOfPrograms({
    origin,
    links: [...pages.linked, ...listed.map(({ url }) => url)],
    header: home?.item.headers.link,
    robots: [...robots].map(({ body }) => new TextDecoder().decode(body)),
  });
  const probing = { ledger, origin, missing, speaks: speaks || isMarkdown(markdown), knows: candidates.has };
  if (reach === 'preview') {
    // Documents for machines alone: pages that are known are noted as not asked for, so that nothing on them counts as absent.
    const unasked = scope === undefined ? await askProbesByFirst(probing) : [];
    noteUnread(ledger, candidates, unasked);
    noteForbidden(ledger);
    return { outcome: 'observed', reason: null };
  }
  if (scope === undefined) await askMachineDocuments(front, pages, probing);
  const asking = { ...given, ledger, pages, candidates, origin, scope };
  await askEachKind(asking, front.url, probing.speaks);
  known.planned = !ledger.late();
  ledger.phase('further pages', Math.min(pages.left(), candidates.size(), ledger.left()));
  await pages.askTwins(isMarkdown(markdown));
  for (const slot of laterSlots) if (pages.left() > 0 && ledger.left() > 0) await pages.ask(slot);
  await followLate(asking);
  await askOtherSheets(asking, pages.sheets);
  noteForbidden(ledger);
  const left = candidates.size();
  if (left > 0)
    ledger.note(`${left} further ${left === 1 ? 'address was' : 'addresses were'} known and not asked for.`);
  const late = reasonUnobserved(ledger.items);
  return { outcome: late === null ? 'observed' : 'unobserved', reason: late };
}

/** Bytes of a page that says no more than where it leads. */
const STUB_BYTES = 20_000;

/** The home page; where that holds nothing and leads on by itself, as to a language, the page of the same host that it leads to. */
async function askHome(ledger: Ledger, website: string): Promise<Answered | undefined> {
  const accept = 'text/html, */*;q=0.5';
  const first = await ledger.ask({ role: 'home', url: website, accept });
  if (!first?.ok || !/html/.test(first.type) || (first.body?.length ?? 0) > STUB_BYTES) return first;
  // Nearly all pages have none: they are read once, later.
  if (!/http-equiv\s{0,9}=\s{0,9}["']?refresh/i.test(new TextDecoder().decode(first.body))) return first;
  const { onward } = (await ledger.read(first, 'html')) ?? {};
  if (onward === undefined || !isSamePlace(onward, first.url)) return first;
  const there = await ledger.ask({ role: 'home', url: onward, accept }, 'again');
  if (!there?.ok || !/html/.test(there.type) || !isSamePlace(there.url, first.url)) return first;
  return (await ledger.read(there, 'html'))?.stub === false ? there : first;
}

/** robots.txt, the home page, and what decides whose site it is. @returns why there is nothing to collect, otherwise */
async function askFront(given: Order, ledger: Ledger, known: Known, started: Date): Promise<Front | Ended> {
  ledger.phase('robots.txt and home page', 4);
  const first = await ledger.ask({ role: 'robots', url: new URL('/robots.txt', given.website).href });
  const refused = reasonRefused(ledger.items);
  if (refused !== null) return { outcome: 'refused', reason: refused };
  const home = await askHome(ledger, given.website);
  const url = home?.item.status ? home.url : given.website;
  const { origin, host } = new URL(url);
  known.scope = tenantScope(url);
  const asked_scope = tenantScope(given.website);
  if (asked_scope !== undefined && known.scope !== asked_scope && isDoor(url)) {
    known.scope = asked_scope;
    return { outcome: 'unobserved', reason: `its address leads to where its host asks who one is (${url})` };
  }
  if (given.reach === 'preview' && domainOf(url) !== domainOf(given.website))
    return { outcome: 'unobserved', reason: `its address leads to another site: ask for ${origin} instead` };
  const { scope } = known;
  if (scope !== undefined) ledger.note(scopeNote(scope));
  const robots = new Set(first?.ok ? [first] : []);
  if (origin !== new URL(given.website).origin) {
    const there = await ledger.ask({ role: 'robots', url: `${origin}/robots.txt` });
    if (there?.ok) robots.add(there);
  }
  const delay_s = (await given.fetcher.robots?.(new URL(url)))?.crawl_delay ?? 0;
  if (delay_s > USUAL_DELAY_S)
    ledger.note(
      `robots.txt asks for ${delay_s} seconds between two requests: fewer were made, as many as fit into the time of one collection. What was not asked for is unknown.`,
    );
  const markdown = await ledger.ask({ role: 'home_markdown', url, accept: 'text/markdown' });
  const mark = createHash('sha256')
    .update(`${host} ${started.toISOString().slice(0, 10)}`)
    .digest('hex')
    .slice(0, 12);
  const missing = await ledger.ask({ role: 'missing_page', url: `${scope ?? origin}/readymark-${mark}` });
  return { url, origin, home, markdown, missing, robots };
}

async function askMachineDocuments(
  { url }: Front,
  pages: Pages,
  probing: Parameters<typeof askProbes>[0],
): Promise<void> {
  // Of the files that cover the home page the nearest applies (llms.txt v2): one below its path comes before that of the host.
  const nearest = new URL('llms.txt', url);
  if (nearest.pathname !== pathOfStandard('llms_txt')) {
    const seen = await probing.ledger.ask({ role: 'probe', url: `${nearest.origin}${nearest.pathname}` });
    if (seen?.ok) await pages.readDocument(seen);
  }
  for (const seen of await askProbes(probing)) await pages.readDocument(seen);
}

/** The first page of every role, what the site declares, and registries. */
async function askEachKind(
  given: Parameters<typeof followDeclared>[0] & Pick<Order, 'registries'>,
  front: string,
  speaks: boolean,
): Promise<void> {
  const { ledger, pages, scope, registries = [] } = given;
  ledger.phase('pages by their role', 17);
  for (const slot of firstSlots) await pages.ask(slot);
  await askStyleSheets(given, pages.sheets);
  // Tools for agents in the browser are registered by scripts; where nothing speaks of programs, none are looked for.
  if (speaks) await pages.askScripts();
  await followDeclared(given);
  const label = (scope && new URL(scope).pathname.split('/').at(-1)) || (domainOf(front)?.split('.')[0] ?? '');
  await askRegistries({ ...given, allowed: registries, label });
}
