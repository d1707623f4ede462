import type { MachineKind, Page, ReadItem, Site } from '../../read/site.ts';
import { holdsNothing } from '../cards.ts';
import { type Fact, type FactArguments, sourceOf, surely } from '../fact.ts';
import { addressesIn, indexes, levelOf, speaksOf, TOPICS, written } from '../llms-index.ts';
import {
  absenceAt,
  absenceWords,
  askedFor,
  homeOf,
  isForeign,
  isHidden,
  isOwn,
  levels,
  listed,
  markdownPages,
  mayStandAt,
  pathOf,
  placeOf,
  share,
  standing,
  unlessHidden,
} from '../seen.ts';

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
    if (one) (full ? found : empty).push({ name, item: one.item, excerpt: headOf(one.item) });
  }
  const whole = site.llms.find(({ kind, chars }) => kind === 'full' && chars >= 500);
  if (whole) found.push({ name: 'llms-full.txt', item: whole.item, excerpt: headOf(whole.item) });
  const [copy] = copies(site);
  if (copy) found.push({ name: 'pages as Markdown', item: copy.item, excerpt: headOf(copy.item) });
  return { found, empty };
}

const headOf = (item: ReadItem): string => (item.text ?? '').slice(0, 200).replace(/\s+/g, ' ').trim();

export const agentLayerFacts: Record<string, Fact> = unlessHidden({
  llms_level: {
    about:
      'How far llms.txt follows the proposal: 1 text, 2 with H1, 3 and block quote, 4 and sections of links. 0 without one.',
    find(site) {
      const [best] = indexes(site);
      const hidden = !best && (isHidden(site) || mayStandAt(site, ['/llms.txt']));
      const level = best ? levelOf(best) : 0;
      return levels(
        { sure: level, possible: hidden ? 4 : level },
        {
          sources: best ? [sourceOf(best.item, headOf(best.item))] : absenceAt(site, LLMS, 2),
          says: {
            absence: absenceWords(site, 'an llms.txt', LLMS),
            at: best ? placeOf(site, best.item.final_url) : '',
            chars: best?.chars ?? 0,
            sections: best?.sections.length ?? 0,
            links: best?.links.length ?? 0,
            addresses: best ? addressesIn(best).length : 0,
            form:
              [
                'no llms.txt',
                'without a heading',
                'a heading',
                'a heading and a summary',
                'a heading, a summary and sections of links',
              ][level] ?? '',
          },
        },
      );
    },
  },
  llms_addresses: {
    about: 'How many different addresses llms.txt names. `own`: only those of the site. `linked`: only Markdown links.',
    find(site, { own = false, linked = false }) {
      const [best] = indexes(site);
      const all = best
        ? linked !== true
          ? addressesIn(best)
          : written(best)
            ? best.links.map(({ url }) => url)
            : []
        : [];
      const count = new Set(all.filter((url) => own !== true || isOwn(site, url))).size;
      const hidden = !best && (isHidden(site) || mayStandAt(site, ['/llms.txt']));
      return levels(
        { sure: count, possible: hidden ? 100 : count },
        { sources: best ? [sourceOf(best.item)] : absenceAt(site, LLMS, 2), says: { count } },
      );
    },
  },
  llms_resolve: {
    about:
      'Percent of the links of llms.txt that were asked for and answered. Links whose answer was hidden do not count.',
    find(site) {
      const [best] = indexes(site);
      const urls = new Set((best?.links ?? []).map(({ url }) => url));
      const asked = site.items.filter(
        ({ url, method, role }) => method === 'GET' && role !== 'missing_page' && urls.has(url),
      );
      const known = [...new Map(asked.map((item) => [item.url, item])).values()].filter(
        (item) => standing(site, item) !== 'unknown',
      );
      const good = known.filter((item) => standing(site, item) === 'there');
      const found = share(good.length, known.length, {
        unseen: known.length === 0,
        sources: good.slice(0, 2).map((item) => sourceOf(item)),
        says: { good: good.length, of: known.length },
      });
      // Few links, all of them followed: nothing was sampled.
      const all = known.length > 0 && known.length === [...urls].filter((url) => isOwn(site, url)).length;
      return all ? surely(Math.round((100 * good.length) / known.length), found) : found;
    },
  },
  llms_size: {
    about: 'Characters of llms.txt.',
    find(site) {
      const [best] = indexes(site);
      return surely(best?.chars ?? 0, {
        sources: best ? [sourceOf(best.item)] : [],
        says: { chars: best?.chars ?? 0 },
      });
    },
  },
  llms_covers: {
    about: 'How many of the `topics` (pricing, interface, docs, contact) the addresses of llms.txt lead to.',
    find(site, { topics }: FactArguments) {
      const [best] = indexes(site);
      const asked = Array.isArray(topics) ? topics.map(String) : Object.keys(TOPICS);
      const covered = best ? asked.filter((name) => TOPICS[name] && speaksOf(best, TOPICS[name])) : [];
      const open = best ? isForeign(site) : isHidden(site) || mayStandAt(site, ['/llms.txt']);
      return levels(
        { sure: covered.length, possible: open ? asked.length : covered.length },
        {
          sources: best ? [sourceOf(best.item)] : [],
          says: { list: listed(covered), missing: listed(asked.filter((name) => !covered.includes(name))) },
        },
      );
    },
  },
  agent_documents: {
    about:
      'How many kinds of documents for agents there are beside llms.txt: skills index, agent card, AI catalog, API catalog, MCP card, auth.md, llms-full.txt, Markdown copies. Cards that say that they hold nothing do not count.',
    find(site) {
      const { found, empty } = layer(site);
      const unseen = isHidden(site)
        ? ITEMS.length
        : ITEMS.filter(
            ({ paths, name }) =>
              !found.some((one) => one.name === name) &&
              !empty.some((one) => one.name === name) &&
              askedFor(site, paths).some((item) => standing(site, item) === 'unknown'),
          ).length;
      return levels(
        { sure: found.length, possible: found.length + unseen },
        {
          sources:
            found.length > 0
              ? found.slice(0, 4).map(({ item, excerpt }) => sourceOf(item, excerpt))
              : absenceAt(site, ITEM_PATHS, 4),
          says: {
            count: found.length,
            list: listed(
              found.map(({ name }) => name),
              8,
            ),
            empty: listed(
              empty.map(({ name }) => name),
              8,
            ),
            looked: 'llms-full.txt, /index.md, Markdown negotiation, skills index, agent, MCP and AI cards',
          },
        },
      );
    },
  },
  agent_documents_empty: {
    about: 'How many documents for agents say that they hold nothing (`available: false`, an empty list).',
    find(site) {
      const { empty } = layer(site);
      return surely(empty.length, {
        sources: empty.slice(0, 3).map(({ item, excerpt }) => sourceOf(item, excerpt)),
        says: {
          count: empty.length,
          list: listed(
            empty.map(({ name }) => name),
            6,
          ),
        },
      });
    },
  },
  markdown_copies: {
    about: 'How many different pages are served as Markdown too.',
    find(site) {
      const found = copies(site);
      const hidden = found.length === 0 && (isHidden(site) || mayStandAt(site, ['/index.md']));
      return levels(
        { sure: found.length, possible: hidden ? 3 : found.length },
        {
          sources: found.slice(0, 3).map(({ item }) => sourceOf(item, headOf(item))),
          says: {
            count: found.length,
            list: listed(
              found.map(({ url }) => placeOf(site, url)),
              3,
            ),
          },
        },
      );
    },
  },
  layer_linked: {
    about:
      'How many ways lead to the documents for agents without guessing: a Link header or element, robots.txt, another such document.',
    find(site) {
      const home = homeOf(site);
      const header = home?.item.headers.link ?? '';
      const words = /llms\.txt|agent-skills|api-catalog|ai-catalog|agent-card|text\/markdown|service-desc/i;
      const ways = [
        ...(words.test(header) ? ['a Link header of the home page'] : []),
        ...(home?.links.some(({ url }) => /\/llms(?:-full)?\.txt$/.test(url)) ? ['a link on the home page'] : []),
        ...(/llms\.txt/i.test(site.robots?.text ?? '') ? ['robots.txt'] : []),
        ...(site.llms.some((document) => addressesIn(document).some((url) => /\.well-known\//.test(url)))
          ? ['llms.txt']
          : []),
      ];
      return levels(
        { sure: ways.length, possible: ways.length + (mayStandAt(site, ['/llms.txt']) ? 1 : 0) },
        {
          sources: home ? [sourceOf(home.item)] : [],
          says: { list: listed(ways), count: ways.length },
        },
      );
    },
  },
});
