import { callsIn, isCallOfInterface } from '../../read/api/shown-calls.ts';
import { toolsInScript } from '../../read/html/web-tools.ts';
import { endpointsOf } from '../../read/machine/endpoints.ts';
import { isOthers, isTheirs } from '../../read/machine/others.ts';
import { API_SERVER } from '../../read/machine/servers.ts';
import type { ApiDescription, Operation, ReadItem, Site } from '../../read/site.ts';
import { registries } from '../../standards/registries.ts';
import { pathsOfStandards } from '../../standards/standards.ts';
import { reference, telling } from '../agent-access/calls.ts';
import { cardsOf, ofOthers, speaksMcp, toolsOf } from '../agent-access/cards.ts';
import { layerOf } from '../agent-access/layer.ts';
import { provenFirst } from '../claims/hits.ts';
import { beginningOf, type Fact, list } from '../fact.ts';
import { finding, percent } from '../finding.ts';
import {
  absenceAt,
  absenceOn,
  absenceWords,
  counted,
  homeOf,
  isForeign,
  listed,
  mayBeOnPages,
  mayExistAt,
  placeOf,
  presenceOf,
  saying,
} from '../presence.ts';

const DESCRIPTIONS = pathsOfStandards('openapi');
const CARDS = pathsOfStandards('mcp_card');

const INTERFACE =
  /\b(?:REST(?:ful)? APIs?|(?:public|our|open|HTTP|web|developer|GraphQL) APIs?|API (?:reference|documentation|docs|keys?|access|endpoints?|calls?|tokens?)|GraphQL|MCP servers?|Model Context Protocol|SDKs?|OpenAPI|AsyncAPI|gRPC)\b/i;
/** Whether a sentence speaks of an interface. */
const mentions = (sentence: string): boolean => INTERFACE.test(sentence) || /\bwebhooks?\b/i.test(sentence);
const LINK =
  /^(?:api|apis|api (?:docs|reference|documentation)|developers?|for developers|developer (?:docs|portal|hub)|mcp|mcp server)$/i;

/** The description that says most: valid before broken, then by operations. */
const best = (site: Site): ApiDescription | undefined =>
  [...site.apis].sort(
    (a, b) => Number(a.errors.length > 0) - Number(b.errors.length > 0) || b.operations.length - a.operations.length,
  )[0];

/** Whether a sentence is one to its end. */
const isEnded = (sentence = ''): boolean => /[.!?][)"”’]?$/.test(sentence);

const opening = (item: ReadItem) => ({ item, excerpt: beginningOf(item.text ?? '') });

/** The best description, where it is, and whether there may be one that was not seen. */
function describedBy(site: Site) {
  const api = best(site);
  return { api, at: api ? [opening(api.item)] : [], unseen: !api && mayExistAt(site, DESCRIPTIONS) };
}

const has: Readonly<Record<string, (operation: Operation) => boolean>> = {
  operation_id: ({ operation_id }) => Boolean(operation_id),
  summary: ({ summary }) => summary.trim() !== '',
  errors: ({ responses }) => responses.some(({ status }) => /^[45]/.test(status)),
  error_schema: ({ responses }) => responses.some(({ status, schema }) => /^[45]/.test(status) && schema),
  scopes: ({ scopes }) => scopes.length > 0,
};

/** It may be an interface that the customer has. */
const OF_CUSTOMER = /\byour (?:own|existing|current)\b/i;
/** What it has not says nothing of it, but that there is none. */
const DENIED = /\b(?:no|not|none|without)\b|n['’]t\b/i;
const NONE = /\bno (?:\w+ )?(?:api|interface|mcp)\b/i;
/** A webhook that receives something, among others, is of whoever runs it. */
const RECEIVES = /\bwebhooks?\b[^.;:]{0,60}\breceives?\b/i;
const saysOfInterface = (sentence: string): boolean =>
  !OF_CUSTOMER.test(sentence) &&
  (INTERFACE.test(sentence) || !RECEIVES.test(sentence)) &&
  (NONE.test(sentence) || !DENIED.test(sentence));

/** Pages whose samples are of the own interface. */
const WITH_SAMPLES: ReadonlySet<string> = new Set(['docs', 'integrations']);

/** A sample of what is sent or answered. */
const isJson = (sample: string): boolean => /^\s*[{[][\s\S]*"[^"\n]{1,60}"\s{0,4}:/.test(sample.slice(0, 2_000));

/** Roles of what is asked of interfaces: a status page that is gone is no matter of theirs. */
const OF_INTERFACES: ReadonlySet<string> = new Set([API_SERVER, 'api_live', 'mcp_live', 'mcp_check', 'agent_live']);

export const interfaceFacts: Record<string, Fact> = {
  interface_links: {
    about: 'How many links of the site are named after an API, developers or MCP.',
    find(site) {
      const found = site.pages.flatMap(({ item, links }) =>
        links.filter(({ text }) => LINK.test(text.trim())).map(({ url, text }) => ({ item, url, excerpt: text })),
      );
      const count = new Set(found.map(({ url }) => url)).size;
      return finding(site, { at: found, count, open: found.length, show: 2 });
    },
  },
  interface_words: {
    about: 'How many pages speak of an API, an MCP server, webhooks or SDKs.',
    find(site) {
      const said = saying(telling(site), mentions);
      // A lead-in says nothing without the list behind it.
      const ended = said.toSorted((a, b) => Number(isEnded(b.excerpt)) - Number(isEnded(a.excerpt)));
      const { at, quote } = provenFirst(site, ended, saysOfInterface);
      return finding(site, {
        at,
        sure: 0,
        open: (mayBeOnPages(site, ['home', 'docs']) || isForeign(site)) && 100,
        searched: absenceOn(site, ['docs', 'product']),
        show: 2,
        says: { quote },
      });
    },
  },
  page_tools: {
    about:
      'How many tools pages offer to agents in the browser (WebMCP): forms with toolname and tooldescription, and tools that scripts on a page or of the home page register at document.modelContext. What is registered at navigator.modelContext, which browsers removed, does not count.',
    find(site) {
      const found = [
        ...site.pages.flatMap(({ item, tools }) => tools.map((tool) => ({ ...tool, item, excerpt: tool.name }))),
        ...scriptsOf(site).flatMap((item) =>
          toolsInScript(item.text ?? '').map((tool) => ({ ...tool, item, excerpt: tool.name })),
        ),
      ];
      const live = [...new Map(found.filter(({ by }) => by !== 'removed').map((tool) => [tool.name, tool])).values()];
      const dead = found.find(({ by }) => by === 'removed');
      const how = dead ? 'tools are registered at navigator.modelContext, which browsers removed' : 'no tools';
      return finding(site, {
        at: live.length > 0 ? live : dead ? [dead] : [],
        count: live.length,
        searched: absenceOn(site, ['home']),
        says: {
          list: listed(
            live.map(({ name }) => name || 'one without a plain name'),
            4,
          ),
          how,
        },
      });
    },
  },
  documented_calls: {
    about:
      'How many different calls of an interface pages and documents show: method and path, an address, or the name of an MCP ' +
      'tool in a heading, a table or a list. GraphQL counts three.',
    find(site) {
      const { calls, graphql } = reference(site);
      const count = calls.size + (graphql ? 2 : 0);
      return finding(site, {
        at: [...new Map([...calls.values()].map((one) => [one.item.final_url, one])).values()],
        count,
        open: count === 0 && mayBeOnPages(site, ['home', 'docs']) && 100,
        searched: absenceOn(site, ['docs']),
        says: { list: listed([...calls.keys()], 3) },
      });
    },
  },
  sampled_calls: {
    about:
      'How many pages of documentation or integrations show a call to a server of the site in a sample of code, and what it takes or ' +
      'answers: a table of three rows below its head, or data in JSON.',
    find(site) {
      const isOwnCall = ({ url, method }: { url: string | undefined; method: string | undefined }): boolean => {
        const at = URL.parse(url ?? '');
        return method !== undefined && at !== null && isTheirs(site, at.host) && isCallOfInterface(at.pathname);
      };
      const at = site.pages.filter(
        ({ role, code, tables }) =>
          WITH_SAMPLES.has(role) &&
          code.some((sample) => callsIn(sample).some(isOwnCall)) &&
          (code.some(isJson) || tables.some(({ rows }) => rows.length > 3)),
      );
      return finding(site, { at, searched: absenceOn(site, ['docs']) });
    },
  },
  api_operations: {
    about: 'How many operations the best description of an API has (OpenAPI, Swagger, AsyncAPI, GraphQL).',
    find(site) {
      const { api, at, unseen } = describedBy(site);
      return finding(site, {
        at,
        count: api ? Math.max(1, api.operations.length) : 0,
        open: unseen && 100,
        searched: absenceAt(site, DESCRIPTIONS),
        says: {
          absence: absenceWords(
            site,
            site.others.length > 0
              ? 'a description of its own API'
              : site.dead.length > 0
                ? 'a description of an API that answers'
                : site.contradicted.length > 0
                  ? 'a description of the calls that pages show'
                  : 'a description of an API',
            DESCRIPTIONS,
          ),
          count: api?.operations.length ?? 0,
          kind: api ? `${kindNames[api.kind]} ${api.version}`.trim() : '',
        },
      });
    },
  },
  operations_share: {
    about:
      'Percent of the operations of the best description that have all of `with`: operation_id, summary, errors (a documented 4xx or 5xx), error_schema, scopes.',
    find(site, args) {
      const { api, at, unseen } = describedBy(site);
      const operations = api?.operations ?? [];
      const good = operations.filter((operation) =>
        list(args, 'with').every((name) => has[name]?.(operation) ?? false),
      );
      const value = percent(good.length, operations.length);
      return finding(site, { at, count: value, open: unseen && 100, says: { percent: value } });
    },
  },
  api_sound: {
    about:
      '1 when the best description has what is asked: `valid` (its validator finds no error), `security` (schemes are declared, or `security: []`), `https` (all servers).',
    find(site, { what }) {
      const { api, at, unseen } = describedBy(site);
      const secure = (url: string) => url.startsWith('https://') || url.startsWith('/');
      const holds =
        api !== undefined &&
        (what === 'valid'
          ? api.errors.length === 0
          : what === 'security'
            ? api.declares_security
            : api.servers.length > 0 && api.servers.every(secure));
      return finding(site, { at, count: holds, open: unseen, says: { errors: api?.errors.length ?? 0 } });
    },
  },
  mcp_card: {
    about:
      'How many tools a card of an MCP server with an address names; 1 when it names none. Cards that say that there is no server do not count.',
    find(site) {
      const [card] = cardsOf(site);
      const tools = card ? toolsOf(card).length : 0;
      const shown = card ?? site.machine.find(({ kind }) => kind === 'mcp_card');
      return finding(site, {
        at: shown ? [opening(shown.item)] : [],
        count: card ? Math.max(1, tools) : 0,
        open: !card && mayExistAt(site, CARDS) && 100,
        searched: absenceAt(site, CARDS, 2),
        says: {
          at: card ? placeOf(site, card.item.final_url) : '',
          names: card ? `${endpointsOf(card)[0]}${tools > 0 ? ` and ${counted(tools, 'tool')}` : ''}` : '',
        },
      });
    },
  },
  silent_card: {
    about: '1 when there is a card of an MCP server that names no address: it says that there is none.',
    find(site) {
      const silent =
        cardsOf(site).length === 0
          ? site.machine.find((document) => document.kind === 'mcp_card' && !ofOthers(site, document))
          : undefined;
      return finding(site, { at: silent ? [opening(silent.item)] : [] });
    },
  },
  interfaces_of_others: {
    about:
      'How many descriptions, cards and metadata at the own address speak of servers of others alone: outside the domain, without its name, and named nowhere else on the site. They count for nothing.',
    find(site) {
      const cards = site.machine.filter((document) => document.kind === 'mcp_card' && ofOthers(site, document));
      const found = [...site.others, ...cards.map(({ item }) => item)].map((item) => ({
        ...opening(item),
        name: placeOf(site, item.final_url),
      }));
      return finding(site, { at: found, show: 2, says: { list: listed(found, 3) } });
    },
  },
  interfaces_nowhere: {
    about:
      'How many descriptions and cards at the own address name servers that do not exist, or that answer what they describe with the page for what is not there, and how many hosts that pages name do not exist. They count for nothing.',
    find(site) {
      const absent = [...site.absent_hosts].flatMap((host) => {
        const item = site.items.find(({ role, url }) => OF_INTERFACES.has(role) && URL.parse(url)?.host === host);
        return item ? [{ item, name: host }] : [];
      });
      const documents = site.dead.map((item) => ({ ...opening(item), name: placeOf(site, item.final_url) }));
      const found = documents.length > 0 ? documents : absent;
      return finding(site, {
        ...{ at: found, show: 2, because: found.length > 0 ? ['conflict'] : [] },
        says: { list: listed(found, 3) },
      });
    },
  },
  contradicted_descriptions: {
    about:
      'How many descriptions of an API have none of the calls that samples of the site show at the same server, though nothing that they have was answered. They count for nothing.',
    find(site) {
      const found = site.contradicted.map((item) => ({ ...opening(item), name: placeOf(site, item.final_url) }));
      return finding(site, {
        ...{ at: found, show: 2, because: found.length > 0 ? ['conflict'] : [] },
        says: { list: listed(found, 3) },
      });
    },
  },
  mcp_live: {
    about:
      '1 when a declared MCP server answered: it began a session, listed tools, or asked for credentials as the protocol has it.',
    find(site) {
      const asked = site.items.filter((item) => item.role === 'mcp_live' && !isOthers(site, item.url, item));
      const answers = site.machine.filter(
        (document) => document.kind === 'mcp_live' && speaksMcp(document) && asked.includes(document.item),
      );
      const tools = Math.max(0, ...answers.map((document) => toolsOf(document).length));
      const answering = answers[0]?.item ?? asked.find(isGuarded);
      const unseen =
        !answering && cardsOf(site).length > 0 && asked.every((item) => presenceOf(site, item) === 'unknown');
      const answered = tools > 0 ? `lists ${tools} tools` : 'asks for credentials';
      return finding(site, {
        at: answering ? [opening(answering)] : asked.slice(0, 1),
        count: answering !== undefined,
        open: unseen,
        says: {
          at: answering?.url ?? asked[0]?.url ?? '',
          how: answering ? answered : asked.length > 0 && !unseen ? 'does not speak the protocol' : 'was not reached',
        },
      });
    },
  },
  mcp_tools: {
    about: 'How many tools of the MCP server are named, by its card or by itself.',
    find(site) {
      const found = [
        ...cardsOf(site),
        ...site.machine.filter(({ kind, item }) => kind === 'mcp_live' && !isOthers(site, item.url, item)),
      ]
        .map((document) => ({ ...opening(document.item), tools: toolsOf(document).length }))
        .sort((a, b) => b.tools - a.tools)
        .slice(0, 1);
      return finding(site, { at: found, count: found[0]?.tools ?? 0 });
    },
  },
  interface_announced: {
    about:
      'How many ways lead to the description or the MCP server without guessing: API catalog, Link header, llms.txt, a link on a page, an entry of the MCP registry that names the company.',
    find(site) {
      const home = homeOf(site);
      const words = /openapi|swagger|asyncapi|graphql|\/mcp\b|server-card/i;
      const catalog = layerOf(site).find(
        ({ kind, empty, own, leads, item }) =>
          kind === 'api_catalog' && !empty && own && leads !== 'nowhere' && /"href"/.test(item.text ?? ''),
      );
      const llms = site.llms.find(({ item }) => words.test(item.text ?? ''));
      const page = site.pages.find(
        ({ format, links }) => format === 'html' && links.some(({ url }) => /openapi|swagger|server-card/i.test(url)),
      );
      const registered = site.registered.find(({ registry, state }) => registry === 'mcp' && state === 'conforms');
      const ways = [
        ...(registered ? [{ name: registries.mcp.title, item: registered.item }] : []),
        ...(catalog ? [{ name: 'an API catalog', item: catalog.item }] : []),
        ...(home && /service-desc|api-catalog/.test(home.item.headers.link ?? '')
          ? [{ name: 'a Link header', item: home.item }]
          : []),
        ...(llms ? [{ name: 'llms.txt', item: llms.item }] : []),
        ...(page ? [{ name: `a link on ${placeOf(site, page.url)}`, item: page.item }] : []),
      ];
      return finding(site, { at: ways, show: 2, says: { list: listed(ways) } });
    },
  },
};

const scriptsOf = (site: Site): ReadItem[] =>
  site.items.filter(({ role, text, status }) => role === 'script' && status === 200 && text !== undefined);

const kindNames = { openapi: 'OpenAPI', swagger: 'Swagger', asyncapi: 'AsyncAPI', graphql: 'GraphQL schema' };

const isGuarded = ({ status, headers }: ReadItem): boolean =>
  status === 401 && /bearer|resource_metadata/i.test(headers['www-authenticate'] ?? '');
