import { createHash } from 'node:crypto';
import type { Bodies, EvidenceBundle } from '../../evidence/evidence.ts';
import type { Parse } from '../parse/parser.ts';
import { askStyleSheets } from '../style-sheets.ts';
import { firstSlots, laterSlots, openCandidates } from './candidates.ts';
import { followDeclared } from './follow.ts';
import { type Answered, type Fetching, openLedger } from './ledger.ts';
import { openPages } from './pages.ts';
import { probes } from './probes.ts';
import { readSitemaps } from './sitemaps.ts';
import { reasonRefused, reasonUnobserved } from './unobserved.ts';

/** How long a collection may take. */
const COLLECTION_MS = 10 * 60_000;

type Step = Parameters<Parameters<typeof openLedger>[0]['progress']>[0];
type Collection = {
  outcome: 'observed' | 'unobserved' | 'refused';
  reason: string | null;
  /** What the site calls itself, best first. */
  names: readonly string[];
  bundle: EvidenceBundle;
  bodies: Bodies;
};

/**
 * What is asked of a site, and in which order (decision 92): robots.txt, the home page as HTML and as Markdown, an
 * address that cannot exist, sitemaps, machine documents at their usual places, the first page of every role, what the
 * site declares, related hosts, live probes, and then further pages as long as the budget lasts.
 */
export async function collectSite(given: {
  website: string;
  /** Of the auditor, as it names itself to MCP servers. */
  version: string;
  fetcher: Fetching;
  parse: Parse;
  now(): Date;
  progress(step: Step): void;
}): Promise<Collection> {
  const started = given.now();
  const ledger = openLedger({ ...given, deadline: new Date(started.getTime() + COLLECTION_MS) });
  const collection = (
    outcome: Collection['outcome'],
    reason: string | null,
    names: readonly string[] = [],
  ): Collection => ({
    names,
    outcome,
    reason,
    bodies: ledger.bodies,
    bundle: {
      format: 1,
      website: given.website,
      started_at: started.toISOString(),
      finished_at: given.now().toISOString(),
      requests: ledger.spent(),
      bytes: given.fetcher.bytes(),
      notes: ledger.notes,
      items: ledger.items,
    },
  });

  ledger.phase('robots.txt and home page', 4);
  const robots = await ledger.ask({ role: 'robots', url: new URL('/robots.txt', given.website).href });
  const refused = reasonRefused(ledger.items);
  if (refused !== null) return collection('refused', refused);
  const home = await ledger.ask({ role: 'home', url: given.website });
  const front = home?.item.status ? home.url : given.website;
  const { origin, host } = new URL(front);
  const rules = new Set(robots?.ok ? [robots] : []);
  if (origin !== new URL(given.website).origin) {
    const there = await ledger.ask({ role: 'robots', url: `${origin}/robots.txt` });
    if (there?.ok) rules.add(there);
  }
  const markdown = await ledger.ask({ role: 'home_markdown', url: front, accept: 'text/markdown' });
  const mark = createHash('sha256')
    .update(`${host} ${started.toISOString().slice(0, 10)}`)
    .digest('hex')
    .slice(0, 12);
  await ledger.ask({ role: 'missing_page', url: `${origin}/readymark-${mark}` });

  const candidates = openCandidates(origin);
  ledger.phase('sitemaps', 2);
  for (const link of await readSitemaps({
    ledger,
    origin,
    hosts: [given.website, front],
    robots: rules,
    now: given.now,
  }))
    candidates.add([link], 'sitemap');
  const early = reasonUnobserved(ledger.items);
  if (early !== null) return collection('unobserved', early);

  const pages = openPages(ledger, candidates, origin);
  ledger.phase('machine documents', probes.length);
  const documents: Answered[] = [];
  for (const { path, accept } of probes) {
    const seen = await ledger.ask({ role: 'probe', url: `${origin}${path}`, ...(accept ? { accept } : {}) });
    if (seen?.ok) documents.push(seen);
  }
  if (home) await pages.read(home, 'home');
  for (const seen of documents) await pages.readDocument(seen);

  ledger.phase('pages by their role', 17);
  for (const slot of firstSlots) await pages.ask(slot);
  await askStyleSheets(ledger.ask, pages.sheets);
  await followDeclared({ ...given, ledger, pages, candidates, origin });
  ledger.phase('further pages', Math.min(pages.left(), candidates.size(), ledger.left()));
  await pages.askTwins(markdown?.ok === true && /markdown/.test(markdown.type));
  for (const slot of laterSlots) if (pages.left() > 0 && ledger.left() > 0) await pages.ask(slot);
  const left = candidates.size();
  if (left > 0)
    ledger.note(`${left} further ${left === 1 ? 'address was' : 'addresses were'} known and not asked for.`);
  const late = reasonUnobserved(ledger.items);
  return late === null ? collection('observed', null, pages.names) : collection('unobserved', late);
}
