import type { MachineKind, Page, ReadItem, Site } from '../../read/site.ts';
import { holdsNothing } from '../agent-access/cards.ts';
import { addressesIn, indexes, levelOf, speaksOf, TOPICS, written } from '../agent-access/llms-index.ts';
import { type Fact, list } from '../fact.ts';
import { finding, share, unlessNothingWasRead } from '../finding.ts';
import {
  absenceAt,
  absenceWords,
  askedFor,
  homeOf,
  isForeign,
  isOwn,
  listed,
  markdownPages,
  mayExistAt,
  pathOf,
  presenceOf,
} from '../presence.ts';

const LLMS = ['/llms.txt', '/docs/llms.txt'];

/** The other documents for agents, where each is looked for, and what a sentence calls it. */
const ITEMS: readonly { kinds: readonly MachineKind[]; paths: readonly string[]; name: string }[] = [
  {
    kinds: ['skills_index'],
    paths: ['/.well-known/agent-skills/index.json', '/.well-known/skills/index.json'],
    name: 'an index of agent skills',
  },
  { kinds: ['agent_card'], paths: ['/.well-known/agent-card.json', '/.well-known/agent.json'], name: 'an agent card' },
  { kinds: ['ai_catalog'], paths: ['/.well-known/ai-catalog.json'], name: 'an AI catalog' },
  { kinds: ['api_catalog'], paths: ['/.well-known/api-catalog'], name: 'an API catalog' },
  {
    kinds: ['mcp_card'],
    paths: ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json', '/.well-known/mcp/server-card'],
    name: 'an MCP server card',
  },
  { kinds: ['auth_md'], paths: ['/auth.md', '/.well-known/auth.md'], name: 'auth.md' },
];

const ITEM_PATHS = [...ITEMS.flatMap(({ paths }) => paths), '/llms-full.txt', '/index.md'];

/** Markdown that is served for pages: negotiated, or beside them. Not the documents that are Markdown by nature. */
function copies(site: Site): Page[] {
  const byNature = /\/(?:llms[^/]*\.txt|auth\.md|skills?\.md|agents?\.md|robots\.txt)$/i;
  const pages = markdownPages(site).filter(
    ({ format, item }) => format === 'markdown' && !byNature.test(pathOf(item.final_url)),
  );
  return [...new Map(pages.map((page) => [page.item.sha256, page])).values()];
}

type Layer = { name: string; item: ReadItem; excerpt: string };

/** What else is there for agents, and what of it is empty. */
function layer(site: Site): { found: Layer[]; empty: Layer[] } {
  const found: Layer[] = [];
  const empty: Layer[] = [];
  for (const { kinds, name } of ITEMS) {
    const documents = site.machine.filter(({ kind }) => kinds.includes(kind));
    const full = documents.find((document) => !holdsNothing(document));
    const one = full ?? documents[0];
    if (one) (full ? found : empty).push({ name, ...opening(one.item) });
  }
  const whole = site.llms.find(({ kind, chars }) => kind === 'full' && chars >= 500);
  if (whole) found.push({ name: 'llms-full.txt', ...opening(whole.item) });
  const [copy] = copies(site);
  if (copy) found.push({ name: 'pages as Markdown', ...opening(copy.item) });
  return { found, empty };
}

const opening = (item: ReadItem) => ({ item, excerpt: (item.text ?? '').slice(0, 200) });

/** How far llms.txt follows the proposal, by level. */
const FORMS = [
  'no llms.txt',
  'without a heading',
  'a heading',
  'a heading and a summary',
  'a heading, a summary and sections of links',
];

/** The best llms.txt, as the places where there is one, and whether there may be one that was not seen. */
function llmsOf(site: Site) {
  const [best] = indexes(site);
  return { best, at: best ? [best] : [], unseen: !best && mayExistAt(site, ['/llms.txt']) };
}

export const agentLayerFacts: Record<string, Fact> = unlessNothingWasRead({
  llms_level: {
    about:
      'How far llms.txt follows the proposal: 1 text, 2 with H1, 3 and block quote, 4 and sections of links. 0 without one.',
    find(site) {
      const { best, unseen } = llmsOf(site);
      const level = best ? levelOf(best) : 0;
      return finding(site, {
        at: best ? [opening(best.item)] : [],
        count: level,
        open: unseen && 4,
        searched: absenceAt(site, LLMS, 2),
        says: {
          absence: absenceWords(site, 'an llms.txt', LLMS),
          chars: best?.chars ?? 0,
          addresses: best ? addressesIn(best).length : 0,
          form: FORMS[level] ?? '',
        },
      });
    },
  },
  llms_addresses: {
    about: 'How many different addresses llms.txt names. `own`: only those of the site. `linked`: only Markdown links.',
    find(site, { own = false, linked = false }) {
      const { best, at, unseen } = llmsOf(site);
      const links = best && written(best) ? best.links.map(({ url }) => url) : [];
      const all = linked === true ? links : best ? addressesIn(best) : [];
      const count = new Set(all.filter((url) => own !== true || isOwn(site, url))).size;
      return finding(site, { at, count, open: unseen && 100, searched: absenceAt(site, LLMS, 2) });
    },
  },
  llms_resolve: {
    about:
      'Percent of the links of llms.txt that were asked for and answered. Links whose answer was hidden do not count.',
    find(site) {
      const urls = new Set(llmsOf(site).best?.links.map(({ url }) => url));
      const asked = site.items.filter(
        ({ url, method, role }) => method === 'GET' && role !== 'missing_page' && urls.has(url),
      );
      const known = [...new Map(asked.map((item) => [item.url, item])).values()].filter(
        (item) => presenceOf(site, item) !== 'unknown',
      );
      const at = known.filter((item) => presenceOf(site, item) === 'there');
      // Few links, all of them followed: nothing was sampled.
      const all = known.length === [...urls].filter((url) => isOwn(site, url)).length;
      return share(site, at.length, known.length, {
        ...{ at, show: 2, open: known.length === 0 && 100 },
        ...((all || known.length === 0) && { complete: true }),
        says: { good: at.length },
      });
    },
  },
  llms_size: {
    about: 'Characters of llms.txt.',
    find(site) {
      const { best, at } = llmsOf(site);
      return finding(site, { at, count: best?.chars ?? 0 });
    },
  },
  llms_covers: {
    about: 'How many of the `topics` (pricing, interface, docs, contact) the addresses of llms.txt lead to.',
    find(site, args) {
      const { best, at, unseen } = llmsOf(site);
      const topics = args.topics === undefined ? Object.keys(TOPICS) : list(args, 'topics');
      const covered = topics.filter((name) => best && TOPICS[name] && speaksOf(best, TOPICS[name]));
      return finding(site, {
        at,
        count: covered.length,
        open: (best ? isForeign(site) : unseen) && topics.length,
        says: { list: listed(covered) },
      });
    },
  },
  agent_documents: {
    about:
      'How many kinds of documents for agents there are beside llms.txt: skills index, agent card, AI catalog, API catalog, MCP card, auth.md, llms-full.txt, Markdown copies. Cards that say that they hold nothing do not count.',
    find(site) {
      const { found, empty } = layer(site);
      const unseen = ITEMS.filter(
        ({ paths, name }) =>
          ![...found, ...empty].some((one) => one.name === name) &&
          askedFor(site, paths).some((item) => presenceOf(site, item) === 'unknown'),
      );
      return finding(site, {
        at: found,
        open: found.length + unseen.length,
        show: 4,
        searched: absenceAt(site, ITEM_PATHS, 4),
        says: {
          list: listed(found, 8),
          looked: 'llms-full.txt, /index.md, Markdown negotiation, skills index, agent, MCP and AI cards',
        },
      });
    },
  },
  agent_documents_empty: {
    about: 'How many documents for agents say that they hold nothing (`available: false`, an empty list).',
    find(site) {
      const { empty } = layer(site);
      return finding(site, { at: empty, says: { list: listed(empty, 6) } });
    },
  },
  markdown_copies: {
    about: 'How many different pages are served as Markdown too.',
    find(site) {
      const at = copies(site).map(({ item }) => opening(item));
      return finding(site, { at, open: at.length === 0 && mayExistAt(site, ['/index.md']) && 3 });
    },
  },
  layer_linked: {
    about:
      'How many ways lead to the documents for agents without guessing: a Link header or element, robots.txt, another such document.',
    find(site) {
      const home = homeOf(site);
      const words = /llms\.txt|agent-skills|api-catalog|ai-catalog|agent-card|text\/markdown|service-desc/i;
      const ways = [
        words.test(home?.item.headers.link ?? ''),
        home?.links.some(({ url }) => /\/llms(?:-full)?\.txt$/.test(url)),
        /llms\.txt/i.test(site.robots?.text ?? ''),
        site.llms.some((document) => addressesIn(document).some((url) => /\.well-known\//.test(url))),
      ].filter(Boolean);
      const unseen = Number(mayExistAt(site, ['/llms.txt']));
      return finding(site, { at: home ? [home] : [], count: ways.length, open: ways.length + unseen });
    },
  },
});
