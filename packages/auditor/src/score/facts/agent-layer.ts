import type { Page, ReadItem, Site } from '../../read/site.ts';
import { pathOfStandard, pathsOfStandards } from '../../standards/standards.ts';
import { type LayerDocument, layerOf, layerStandards, stateWords, works } from '../agent-access/layer.ts';
import { addressesIn, indexes, levelOf, linksFrom, speaksOf, TOPICS, written } from '../agent-access/llms-index.ts';
import { type Fact, list } from '../fact.ts';
import { finding, share } from '../finding.ts';
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

const LLMS = pathsOfStandards('llms_txt');
const HOME_FILE = pathsOfStandards('markdown');

const ITEM_PATHS = [...layerStandards.flatMap(({ paths }) => paths), ...pathsOfStandards('llms_full', 'markdown')];

/** Markdown that is served for pages: negotiated, or beside them. Not the documents that are Markdown by nature. */
function copies(site: Site): Page[] {
  const byNature = /\/(?:llms[^/]*\.txt|auth\.md|skills?\.md|agents?\.md|robots\.txt)$/i;
  const pages = markdownPages(site).filter(
    ({ format, item }) => format === 'markdown' && !byNature.test(pathOf(item.final_url)),
  );
  return [...new Map(pages.map((page) => [page.item.sha256, page])).values()];
}

/** Pages in another form for agents: llms-full.txt with the text of pages, and Markdown. */
function texts(site: Site): { name: string; item: ReadItem; excerpt: string }[] {
  const whole = site.llms.find(({ kind, chars }) => kind === 'full' && chars >= 500);
  const [copy] = copies(site);
  return [
    ...(whole ? [{ name: 'llms-full.txt', ...opening(whole.item) }] : []),
    ...(copy ? [{ name: 'pages as Markdown', ...opening(copy.item) }] : []),
  ];
}

/** How many kinds were not found because an answer was hidden, or a budget kept their addresses from being asked for. */
const unseenKinds = (site: Site, found: readonly LayerDocument[]) =>
  layerStandards.filter(
    ({ layer, paths }) =>
      !found.some(({ name }) => name === layer) &&
      askedFor(site, paths).some((item) => presenceOf(site, item) === 'unknown'),
  ).length;

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
  return { best, at: best ? [best] : [], unseen: !best && mayExistAt(site, [pathOfStandard('llms_txt')]) };
}

/** Relations by which a page leads to documents for agents. */
const leading: ReadonlySet<string> = new Set(['describedby', 'ard', 'ai-catalog', 'api-catalog', 'service-desc']);

export const agentLayerFacts: Record<string, Fact> = {
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
          addresses: best ? new Set([...addressesIn(best), ...linksFrom(site, best).map(({ url }) => url)]).size : 0,
          form: FORMS[level] ?? '',
        },
      });
    },
  },
  llms_addresses: {
    about: 'How many different addresses llms.txt names. `own`: only those of the site. `linked`: only Markdown links.',
    find(site, { own = false, linked = false }) {
      const { best, at, unseen } = llmsOf(site);
      const links = best && written(best) ? linksFrom(site, best).map(({ url }) => url) : [];
      const all = linked === true ? links : best ? [...addressesIn(best), ...links] : [];
      const count = new Set(all.filter((url) => own !== true || isOwn(site, url))).size;
      return finding(site, { at, count, open: unseen && 100, searched: absenceAt(site, LLMS, 2) });
    },
  },
  llms_resolve: {
    about:
      'Percent of the links of llms.txt that were asked for and answered. Links whose answer was hidden do not count.',
    find(site) {
      const { best } = llmsOf(site);
      const urls = new Set(best ? linksFrom(site, best).map(({ url }) => url) : []);
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
      const covered = topics.filter((name) => best && TOPICS[name] && speaksOf(site, best, TOPICS[name]));
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
      'How many kinds of documents for agents there are beside llms.txt, of any worth: catalogs, cards, skills index, auth.md, llms-full.txt, Markdown copies. Those that say that they hold nothing do not count.',
    find(site) {
      const layer = layerOf(site).filter(({ empty }) => !empty);
      const named = [
        ...layer.map((document) => ({ ...document, name: `${document.name} (${stateWords(document)})` })),
        ...texts(site),
      ];
      return finding(site, {
        at: named,
        open: named.length + unseenKinds(site, layerOf(site)),
        show: 4,
        searched: absenceAt(site, ITEM_PATHS, 4),
        says: {
          list: listed(named, 8),
          looked: 'llms-full.txt, /index.md, Markdown negotiation, catalogs, agent and MCP cards, skills index',
        },
      });
    },
  },
  agent_documents_working: {
    about:
      'How many kinds of these are the company’s own, have the fields that their standard requires, are named somewhere, and lead to something that answers. What they name that was not asked for may answer.',
    find(site) {
      const layer = layerOf(site);
      const linked = layer.filter((document) => document.linked && works(document));
      const sure = linked.filter((document) => works(document, true));
      return finding(site, {
        at: [...sure, ...linked.filter((document) => !sure.includes(document))],
        count: linked.length,
        sure: sure.length,
        open: linked.length + unseenKinds(site, layer),
        because: sure.length < linked.length ? ['unobserved'] : undefined,
        says: { list: listed(linked, 6) },
      });
    },
  },
  agent_documents_empty: {
    about:
      'How many documents for agents say that they hold nothing (`available: false`, an empty list), or lead to what is not there.',
    find(site) {
      const hollow = layerOf(site).filter(({ empty, own, leads }) => empty || (own && leads === 'nowhere'));
      const named = hollow.map((document) => ({ ...document, name: `${document.name} (${stateWords(document)})` }));
      return finding(site, { at: named, says: { list: listed(named, 6) } });
    },
  },
  pages_in_text: {
    about: 'How many forms there are of pages for agents: llms-full.txt, and Markdown of at least two pages.',
    find(site) {
      const whole = texts(site).filter(({ name }) => name === 'llms-full.txt');
      const at = [
        ...whole,
        ...(copies(site).length >= 2 ? texts(site).filter(({ name }) => name !== 'llms-full.txt') : []),
      ];
      return finding(site, { at, open: at.length === 0 && mayExistAt(site, HOME_FILE) });
    },
  },
  markdown_copies: {
    about: 'How many different pages are served as Markdown too.',
    find(site) {
      const at = copies(site).map(({ item }) => opening(item));
      return finding(site, { at, open: at.length === 0 && mayExistAt(site, HOME_FILE) && 3 });
    },
  },
  layer_linked: {
    about:
      'How many ways lead to the documents for agents without guessing: a Link header or element, robots.txt, another such document.',
    find(site) {
      const home = homeOf(site);
      const words =
        /llms\.txt|agent-skills|api-catalog|ai-catalog|ard\.json|agent-card|text\/markdown|service-desc|describedby/i;
      const ways = [
        words.test(home?.item.headers.link ?? ''),
        home?.links.some(({ url }) => /\/llms(?:-full)?\.txt$/.test(url)),
        home?.head_links.some(({ rel }) => leading.has(rel)),
        /llms\.txt|^\s{0,9}agentmap\s{0,9}:/im.test(site.robots?.text ?? ''),
        site.llms.some((document) => addressesIn(document).some((url) => /\.well-known\//.test(url))),
      ].filter(Boolean);
      const unseen = Number(mayExistAt(site, [pathOfStandard('llms_txt')]));
      return finding(site, { at: home ? [home] : [], count: ways.length, open: ways.length + unseen });
    },
  },
};
