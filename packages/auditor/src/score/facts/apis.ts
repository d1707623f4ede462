import type { ApiDescription, Operation, ReadItem, Site } from '../../read/site.ts';
import { reference, telling } from '../calls.ts';
import { cardsOf, endpointsOf, speaksMcp, toolsOf } from '../cards.ts';
import { type Fact, type FactArguments, sourceOf, surely } from '../fact.ts';
import {
  absenceAt,
  absenceOn,
  absenceWords,
  counted,
  homeOf,
  isForeign,
  isHidden,
  levels,
  listed,
  mayBeOnPages,
  mayStandAt,
  placeOf,
  standing,
  unlessHidden,
} from '../seen.ts';

const DESCRIPTIONS = ['/openapi.json', '/openapi.yaml', '/swagger.json', '/api/openapi.json'];
const CARDS = ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json', '/.well-known/mcp/server-card'];

const MENTION =
  /\b(?:REST(?:ful)? APIs?|(?:public|our|open|HTTP|web|developer|GraphQL) APIs?|API (?:reference|documentation|docs|keys?|access|endpoints?|calls?|tokens?)|GraphQL|MCP servers?|Model Context Protocol|webhooks?|SDKs?|OpenAPI|AsyncAPI|gRPC)\b/i;
const LINK =
  /^(?:api|apis|api (?:docs|reference|documentation)|developers?|for developers|developer (?:docs|portal|hub)|mcp|mcp server)$/i;

/** The description that says most: valid before broken, then by operations. */
const best = (site: Site): ApiDescription | undefined =>
  [...site.apis].sort(
    (a, b) => Number(a.errors.length > 0) - Number(b.errors.length > 0) || b.operations.length - a.operations.length,
  )[0];

const headOf = (item: ReadItem): string => (item.text ?? '').slice(0, 160).replace(/\s+/g, ' ').trim();
const describedBy = (api: ApiDescription | undefined) => (api ? [sourceOf(api.item, headOf(api.item))] : []);

const has: Readonly<Record<string, (operation: Operation) => boolean>> = {
  operation_id: ({ operation_id }) => Boolean(operation_id),
  summary: ({ summary }) => summary.trim() !== '',
  errors: ({ responses }) => responses.some(({ status }) => /^[45]/.test(status)),
  error_schema: ({ responses }) => responses.some(({ status, schema }) => /^[45]/.test(status) && schema),
  scopes: ({ scopes }) => scopes.length > 0,
};

export const interfaceFacts: Record<string, Fact> = unlessHidden({
  interface_links: {
    about: 'How many links of the site are named after an API, developers or MCP.',
    find(site) {
      const found = site.pages.flatMap((page) =>
        page.links.filter(({ text }) => LINK.test(text.trim())).map((link) => ({ page, link })),
      );
      return levels(
        { sure: new Set(found.map(({ link }) => link.url)).size, possible: isHidden(site) ? 1 : found.length },
        {
          sources: found.slice(0, 2).map(({ page, link }) => sourceOf(page.item, link.text.trim())),
          says: {
            list: listed(
              found.map(({ link }) => placeOf(site, link.url)),
              3,
            ),
          },
        },
      );
    },
  },
  interface_words: {
    about: 'How many pages speak of an API, an MCP server, webhooks or SDKs.',
    find(site) {
      const found = telling(site).flatMap((page) => {
        const sentence = page.sentences.find((one) => MENTION.test(one));
        return sentence ? [{ page, sentence }] : [];
      });
      const hidden = mayBeOnPages(site, ['home', 'docs']) || isForeign(site);
      return levels(
        { sure: 0, likely: found.length, possible: hidden ? 100 : found.length },
        {
          sources:
            found.length > 0
              ? found.slice(0, 2).map(({ page, sentence }) => sourceOf(page.item, sentence))
              : absenceOn(site, ['docs', 'product']),
          says: {
            count: found.length,
            pages: listed(
              found.map(({ page }) => placeOf(site, page.url)),
              3,
            ),
            quote: found[0]?.sentence.slice(0, 160) ?? '',
          },
        },
      );
    },
  },
  documented_calls: {
    about:
      'How many different calls of an interface pages and documents show: method and path, or an address. GraphQL counts three.',
    find(site) {
      const { calls, graphql } = reference(site);
      const count = calls.size + (graphql ? 2 : 0);
      const hidden = count === 0 && mayBeOnPages(site, ['home', 'docs']);
      const shown = [...calls.values()];
      const pages = [...new Map(shown.map((one) => [one.item.final_url, one])).values()];
      return levels(
        { sure: count, possible: hidden ? 100 : count },
        {
          sources:
            pages.length > 0
              ? pages.slice(0, 3).map(({ item, excerpt }) => sourceOf(item, excerpt))
              : absenceOn(site, ['docs']),
          says: {
            count: calls.size,
            list: listed([...calls.keys()], 3),
            pages: listed(
              pages.map(({ item }) => placeOf(site, item.final_url)),
              3,
            ),
          },
        },
      );
    },
  },
  api_operations: {
    about: 'How many operations the best description of an API has (OpenAPI, Swagger, AsyncAPI, GraphQL).',
    find(site) {
      const api = best(site);
      const count = api ? Math.max(1, api.operations.length) : 0;
      const hidden = count === 0 && (isHidden(site) || mayStandAt(site, DESCRIPTIONS));
      return levels(
        { sure: count, possible: hidden ? 100 : count },
        {
          sources: api ? describedBy(api) : absenceAt(site, DESCRIPTIONS),
          says: {
            absence: absenceWords(site, 'a description of an API', DESCRIPTIONS),
            count: api?.operations.length ?? 0,
            at: api ? placeOf(site, api.item.final_url) : '',
            kind: api ? `${kindNames[api.kind]} ${api.version}`.trim() : '',
          },
        },
      );
    },
  },
  operations_share: {
    about:
      'Percent of the operations of the best description that have all of `with`: operation_id, summary, errors (a documented 4xx or 5xx), error_schema, scopes.',
    find(site, args: FactArguments) {
      const api = best(site);
      const wanted = Array.isArray(args.with) ? args.with.map(String) : [];
      const operations = api?.operations ?? [];
      const good = operations.filter((operation) => wanted.every((name) => has[name]?.(operation) ?? false));
      const percent = operations.length === 0 ? 0 : Math.round((100 * good.length) / operations.length);
      const hidden = !api && (isHidden(site) || mayStandAt(site, DESCRIPTIONS));
      return levels(
        { sure: percent, possible: hidden ? 100 : percent },
        { sources: describedBy(api), says: { percent, count: good.length, of: operations.length } },
      );
    },
  },
  api_sound: {
    about:
      '1 when the best description has what is asked: `valid` (its validator finds no error), `security` (schemes are declared, or `security: []`), `https` (all servers).',
    find(site, { what }) {
      const api = best(site);
      const holds =
        api !== undefined &&
        (what === 'valid'
          ? api.errors.length === 0
          : what === 'security'
            ? api.declares_security
            : api.servers.length > 0 && api.servers.every((url) => url.startsWith('https://') || url.startsWith('/')));
      const hidden = !api && (isHidden(site) || mayStandAt(site, DESCRIPTIONS));
      return levels(
        { sure: holds ? 1 : 0, possible: holds || hidden ? 1 : 0 },
        {
          sources: describedBy(api),
          says: {
            errors: api?.errors.length ?? 0,
            first: api?.errors[0]?.slice(0, 120) ?? '',
            schemes: listed(Object.keys(api?.security_schemes ?? {})),
            servers: listed(api?.servers ?? [], 2),
          },
        },
      );
    },
  },
  mcp_card: {
    about:
      'How many tools a card of an MCP server with an address names; 1 when it names none. Cards that say that there is no server do not count.',
    find(site) {
      const [card] = cardsOf(site);
      const tools = card ? toolsOf(card).length : 0;
      const count = card ? Math.max(1, tools) : 0;
      const hidden = !card && (isHidden(site) || mayStandAt(site, CARDS));
      const silent = site.machine.find(({ kind }) => kind === 'mcp_card');
      return levels(
        { sure: count, possible: hidden ? 100 : count },
        {
          sources: card
            ? [sourceOf(card.item, headOf(card.item))]
            : silent
              ? [sourceOf(silent.item, headOf(silent.item))]
              : absenceAt(site, CARDS, 2),
          says: {
            tools,
            at: card ? placeOf(site, card.item.final_url) : '',
            names: card ? `${endpointsOf(card)[0]}${tools > 0 ? ` and ${counted(tools, 'tool')}` : ''}` : '',
          },
        },
      );
    },
  },
  silent_card: {
    about: '1 when there is a card of an MCP server that names no address: it says that there is none.',
    find(site) {
      const silent = cardsOf(site).length === 0 ? site.machine.find(({ kind }) => kind === 'mcp_card') : undefined;
      return surely(silent ? 1 : 0, {
        sources: silent ? [sourceOf(silent.item, headOf(silent.item))] : [],
        says: { at: silent ? placeOf(site, silent.item.final_url) : '' },
      });
    },
  },
  mcp_live: {
    about:
      '1 when a declared MCP server answered: it began a session, listed tools, or asked for credentials as the protocol has it.',
    find(site) {
      const asked = site.items.filter(({ role }) => role === 'mcp_live');
      const answers = site.machine.filter((document) => document.kind === 'mcp_live' && speaksMcp(document));
      const tools = Math.max(0, ...answers.map((document) => toolsOf(document).length));
      const answering = answers[0]?.item ?? asked.find(isGuarded);
      const hidden =
        !answering &&
        (isHidden(site) || (cardsOf(site).length > 0 && asked.every((item) => standing(site, item) === 'unknown')));
      return levels(
        { sure: answering ? 1 : 0, possible: answering || hidden ? 1 : 0 },
        {
          sources: answering
            ? [sourceOf(answering, headOf(answering))]
            : asked.slice(0, 1).map((item) => sourceOf(item)),
          says: {
            at: answering?.url ?? asked[0]?.url ?? '',
            tools,
            how: answering
              ? tools > 0
                ? `lists ${tools} tools`
                : 'asks for credentials'
              : asked.length > 0 && !hidden
                ? 'does not speak the protocol'
                : 'was not reached',
          },
        },
      );
    },
  },
  mcp_tools: {
    about: 'How many tools of the MCP server are named, by its card or by itself.',
    find(site) {
      const found = [...cardsOf(site), ...site.machine.filter(({ kind }) => kind === 'mcp_live')]
        .map((document) => ({ document, tools: toolsOf(document).length }))
        .sort((a, b) => b.tools - a.tools)[0];
      const count = found?.tools ?? 0;
      return levels(
        { sure: count, possible: isHidden(site) ? 100 : count },
        { sources: found ? [sourceOf(found.document.item, headOf(found.document.item))] : [], says: { count } },
      );
    },
  },
  interface_announced: {
    about:
      'How many ways lead to the description or the MCP server without guessing: API catalog, Link header, llms.txt, a link on a page, a card.',
    find(site) {
      const home = homeOf(site);
      const words = /openapi|swagger|asyncapi|graphql|\/mcp\b|server-card/i;
      const catalog = site.machine.find(
        (document) => document.kind === 'api_catalog' && !document.empty && /"href"/.test(document.item.text ?? ''),
      );
      const llms = site.llms.find(({ item }) => words.test(item.text ?? ''));
      const page = site.pages.find(
        ({ format, links }) => format === 'html' && links.some(({ url }) => /openapi|swagger|server-card/i.test(url)),
      );
      const ways = [
        ...(catalog ? [{ name: 'an API catalog', item: catalog.item }] : []),
        ...(home && /service-desc|api-catalog/.test(home.item.headers.link ?? '')
          ? [{ name: 'a Link header', item: home.item }]
          : []),
        ...(llms ? [{ name: 'llms.txt', item: llms.item }] : []),
        ...(page ? [{ name: `a link on ${placeOf(site, page.url)}`, item: page.item }] : []),
      ];
      return surely(ways.length, {
        sources: ways.slice(0, 2).map(({ item }) => sourceOf(item)),
        says: { count: ways.length, list: listed(ways.map(({ name }) => name)) },
      });
    },
  },
});

const kindNames = { openapi: 'OpenAPI', swagger: 'Swagger', asyncapi: 'AsyncAPI', graphql: 'GraphQL schema' };

const isGuarded = ({ status, headers }: ReadItem): boolean =>
  status === 401 && /bearer|resource_metadata/i.test(headers['www-authenticate'] ?? '');
