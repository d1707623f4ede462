import { directoryHeaders, type RequestKey } from '@readymark/auditor/request-signature';
import { pathOfStandard } from '@readymark/auditor/standards/standards';
import { type LaddersOf, readRubrics } from '@readymark/rubric/read-rubrics';
import type { Rubrics } from '@readymark/rubric/rubric';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { Settings } from '../../../settings.ts';
import { authorizationServer, protectedResource } from './agent-auth.ts';
import { authGuide } from './auth-guide.ts';
import {
  type AboutTools,
  agentResources,
  apiCatalog,
  apiRoot,
  registryEntry,
  scannerCard,
  serverCard,
} from './catalogs.ts';
import { contactOf, licenceXml, robotsTxt, securityTxt, sitemap, sitemapParts } from './crawlers.ts';
import { FULL_LIST, families, folderList, listOfFamily, llmsFull, llmsTxt, skillFile, skillsIndex } from './guides.ts';
import { projectFile } from './hosts.ts';
import { type Listing, NOT_A_PAGE, not_a_page } from './listing.ts';
import { openapi, WHOLE_OPENAPI_PATH } from './openapi/openapi.ts';
import type { ListedCompany } from './openapi/parts.ts';
import { OTHER_CHECKS_PATH, otherChecks } from './other-checks.ts';
import { VERIFY_PATH, verifyModule } from './verify-module.ts';

/** What discovery documents are made from. */
export type DiscoveryFacts = {
  settings: Settings;
  operations: readonly Operation[];
  about: AboutTools;
  snapshot: Snapshot;
  rubrics: Rubrics;
  ladders: LaddersOf;
  /** By which our robot signs its requests. */
  request_key: RequestKey | undefined;
  /** The start of the current day (UTC). */
  today: Date;
  /** The company that examples name; undefined on an empty leaderboard. */
  example: ListedCompany | undefined;
};

/** A document by which agents and crawlers discover the service: a row of the table below. */
export type DiscoveryDocument = Listing & {
  content_type: string;
  headers?: Readonly<Record<string, string>> | ((facts: DiscoveryFacts) => Readonly<Record<string, string>>);
  /**
   * When it must be made again: with every snapshot, when examples name another company, every day, or (by default)
   * never while the process runs.
   */
  changes_with?: 'snapshot' | 'example' | 'day';
  /** Its text; undefined when there is no document of that name. `name` is '' for a path without `{…}`. */
  content(facts: DiscoveryFacts, name: string): string | undefined;
};

/** What lists of addresses name; a document is made of the rubrics that the process has. */
export const versions = [...readRubrics().keys()];

/** Media types of discovery documents. */
const types = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  linkset: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  server_card: 'application/mcp-server-card+json',
  licence: 'application/rsl+xml',
  request_keys: 'application/http-message-signatures-directory+json',
} as const;

/** When the address of ARD's predecessor ends, a year after both were served (RFC 8594). */
const AI_CATALOG_ENDS = new Date('2027-11-26T00:00:00Z');

const NO_FILE_TYPE = 'a file without an ending would lose its media type';
const BY_NAME = 'clients know its path by a standard';

/** Most rows: not a page, found by a standard path. */
const by_standard = { ...not_a_page, llms: BY_NAME } as const;

/** Documents that list no others. */
const documents: readonly DiscoveryDocument[] = [
  {
    path: '/auth.md',
    title: 'auth.md',
    content_type: types.markdown,
    content: ({ settings }) => authGuide(settings),
    ...not_a_page,
    exported: true,
    llms: { section: 'Agents', note: 'how an agent registers itself and uses its key' },
  },
  {
    path: '/openapi.json',
    title: 'OpenAPI',
    content_type: types.json,
    changes_with: 'example',
    content: ({ settings, operations, example, rubrics }) =>
      JSON.stringify(openapi(settings, operations, example, rubrics)),
    nav: { bar: 'footer' },
    sitemap: NOT_A_PAGE,
    exported: true,
    llms: { section: 'Agents', note: 'the interface description (OpenAPI 3.1), for code' },
  },
  {
    path: WHOLE_OPENAPI_PATH,
    title: 'OpenAPI for code generators',
    content_type: types.json,
    changes_with: 'example',
    content: ({ settings, operations, example, rubrics }) =>
      JSON.stringify(openapi(settings, operations, example, rubrics, 'all')),
    ...not_a_page,
    exported: true,
    llms: { section: 'Agents', note: 'the same with required members, bounds and examples' },
  },
  {
    path: '/mcp/server-card',
    title: 'MCP server card at the server',
    content_type: types.server_card,
    content: ({ settings, about }) => JSON.stringify(serverCard(settings.BASE_URL, about)),
    ...not_a_page,
    exported: NO_FILE_TYPE,
    llms: 'the same card at its usual address is in this list',
  },
  {
    path: '/server.json',
    title: 'server.json',
    content_type: types.json,
    content: ({ settings, about }) => JSON.stringify(registryEntry(settings.BASE_URL, about)),
    ...not_a_page,
    exported: true,
    llms: { section: 'Optional', note: 'the entry for the MCP registry' },
  },
  {
    path: '/mcp.json',
    title: 'mcp.json',
    content_type: types.json,
    content: ({ settings }) => JSON.stringify(projectFile(settings.BASE_URL)),
    ...not_a_page,
    exported: true,
    llms: { section: 'Agents', note: 'a `.mcp.json` for projects; other hosts: /docs.md' },
  },
  {
    path: '/.well-known/agent-skills/readymark/SKILL.md',
    title: 'Skill',
    content_type: types.markdown,
    content: ({ settings, operations }) => skillFile(settings.BASE_URL, operations),
    ...not_a_page,
    exported: true,
    llms: { section: 'Agents', note: 'how to use Readymark, as a skill file' },
  },
  {
    path: '/.well-known/agent-skills/index.json',
    title: 'Index of skills',
    content_type: types.json,
    content: ({ settings, operations }) =>
      JSON.stringify(skillsIndex(settings.BASE_URL, skillFile(settings.BASE_URL, operations))),
    ...by_standard,
    exported: true,
  },
  {
    path: '/.well-known/oauth-protected-resource',
    title: 'Protected resource metadata',
    content_type: types.json,
    content: ({ settings: { BASE_URL } }) => JSON.stringify(protectedResource(BASE_URL, BASE_URL)),
    ...not_a_page,
    exported: NO_FILE_TYPE,
    llms: BY_NAME,
  },
  {
    path: '/.well-known/oauth-protected-resource/mcp',
    title: 'Protected resource metadata of the tool server',
    content_type: types.json,
    content: ({ settings: { BASE_URL } }) => JSON.stringify(protectedResource(BASE_URL, `${BASE_URL}/mcp`)),
    ...by_standard,
    exported: NO_FILE_TYPE,
  },
  {
    path: '/.well-known/oauth-authorization-server',
    title: 'Authorization server metadata',
    content_type: types.json,
    content: ({ settings }) => JSON.stringify(authorizationServer(settings.BASE_URL)),
    ...by_standard,
    exported: NO_FILE_TYPE,
  },
  {
    path: '/rubrics/ladders.json',
    title: 'Ladders as JSON',
    content_type: types.json,
    content: ({ ladders }) => JSON.stringify([...ladders.values()]),
    ...not_a_page,
    exported: true,
    llms: '/rubric names it',
  },
  {
    path: OTHER_CHECKS_PATH,
    title: 'Checks of other scanners as JSON',
    content_type: types.json,
    content: ({ rubrics }) => JSON.stringify(otherChecks(rubrics)),
    ...not_a_page,
    exported: true,
    llms: { section: 'Optional', note: 'which rung sees each check of other scanners' },
  },
  {
    path: '/rubrics/{version}.json',
    title: 'File of a rubric',
    names: {
      count: () => versions.length,
      slice: (_snapshot, from, to) => versions.slice(from, to).map((name) => ({ name })),
    },
    content_type: types.json,
    // Its hash is in the public log (decision 140).
    content: ({ rubrics }, version) => {
      const rubric = rubrics.get(version);
      return rubric && JSON.stringify(rubric);
    },
    ...not_a_page,
    exported: true,
    llms: '/verify.js reads it',
  },
  {
    path: VERIFY_PATH,
    title: 'verify.js',
    content_type: types.script,
    content: () => verifyModule,
    ...not_a_page,
    exported: true,
    llms: { section: 'Optional', note: 'a module for browsers and Node that checks a score against the public log' },
  },
  {
    path: '/api',
    title: 'Root of the API',
    content_type: types.json,
    content: ({ settings }) => JSON.stringify(apiRoot(settings.BASE_URL)),
    ...not_a_page,
    exported: 'a folder has its name',
    llms: 'it names only what is in this list',
  },
  {
    path: '/.well-known/api-catalog',
    title: 'API catalog',
    content_type: types.linkset,
    headers: { link: '</.well-known/api-catalog>; rel="api-catalog"' },
    content: ({ settings }) => JSON.stringify(apiCatalog(settings.BASE_URL)),
    ...not_a_page,
    exported: NO_FILE_TYPE,
    llms: BY_NAME,
  },
  {
    path: '/.well-known/mcp/server-card.json',
    title: 'MCP server card',
    aliases: ['/.well-known/mcp/server-cards.json', '/.well-known/mcp.json'],
    content_type: types.json,
    content: ({ settings, about }) => JSON.stringify(scannerCard(settings.BASE_URL, about)),
    ...not_a_page,
    exported: true,
    llms: {
      section: 'Agents',
      note: ({ tools }) => `the tool server at /mcp offers the same capabilities as ${tools} tools`,
    },
  },
  {
    path: pathOfStandard('ard'),
    title: 'Agent resources (ARD)',
    content_type: types.json,
    content: ({ settings, about }) => JSON.stringify(agentResources(settings.BASE_URL, about)),
    ...by_standard,
    exported: true,
  },
  {
    path: '/.well-known/ai-catalog.json',
    title: 'AI catalog',
    headers: {
      sunset: AI_CATALOG_ENDS.toUTCString(),
      link: `<${pathOfStandard('ard')}>; rel="successor-version"`,
    },
    aliases: ['/.well-known/mcp/catalog.json'],
    content_type: types.json,
    content: ({ settings, about }) => JSON.stringify(agentResources(settings.BASE_URL, about)),
    ...by_standard,
    exported: true,
  },
  {
    path: '/robots.txt',
    title: 'robots.txt',
    content_type: types.text,
    content: ({ settings }) => robotsTxt(settings.BASE_URL),
    ...by_standard,
    exported: true,
  },
  {
    path: pathOfStandard('rsl'),
    title: 'Licence of the scores (RSL)',
    content_type: types.licence,
    content: ({ settings }) => licenceXml(settings.BASE_URL),
    ...by_standard,
    exported: true,
    llms: 'robots.txt names it',
  },
  {
    path: pathOfStandard('web_bot_auth'),
    title: 'Keys of our robot',
    content_type: types.request_keys,
    changes_with: 'day',
    headers: ({ request_key, settings, today }) =>
      request_key ? directoryHeaders(request_key, new URL(settings.BASE_URL).host, today, 2 * 86_400) : {},
    content: ({ request_key }) => request_key && JSON.stringify({ keys: [request_key.public_key] }),
    ...by_standard,
    exported: 'a copy cannot sign it',
  },
  {
    path: '/.well-known/security.txt',
    title: 'security.txt',
    content_type: types.text,
    changes_with: 'day',
    content: ({ settings, today }) => securityTxt(settings.BASE_URL, contactOf(settings), today),
    ...by_standard,
    exported: true,
  },
];

/**
 * The one table of discovery documents. Look-up, llms-full.txt, navigation, sitemap and exported tree follow from it (decision
 * 60).
 *
 * @param listed every public page and document, these among them: what llms-full.txt and the sitemap name
 */
export const discoveryTable = (listed: () => readonly Listing[]): readonly DiscoveryDocument[] => [
  {
    path: '/llms.txt',
    title: 'llms.txt',
    content_type: types.text,
    content: ({ settings, operations }) => llmsTxt(settings.BASE_URL, operations),
    nav: { bar: 'footer' },
    sitemap: NOT_A_PAGE,
    exported: true,
    llms: 'this list names it in its text',
  },
  {
    path: FULL_LIST,
    title: 'llms-full.txt',
    content_type: types.text,
    content: ({ settings, operations }) => llmsFull(settings.BASE_URL, operations, listed()),
    ...not_a_page,
    exported: true,
    llms: 'it is this list',
  },
  ...families.map(
    ({ of, title, note, changes_with }): DiscoveryDocument => ({
      path: folderList(of),
      title,
      content_type: types.text,
      ...(changes_with && { changes_with }),
      content: ({ settings, snapshot }) =>
        listOfFamily(
          settings.BASE_URL,
          { title, note },
          listed().find(({ path }) => path === of),
          snapshot,
        ),
      ...not_a_page,
      exported: true,
      llms: { section: 'Optional', note },
    }),
  ),
  ...documents,
  {
    path: '/sitemap.xml',
    title: 'Sitemap',
    content_type: types.xml,
    changes_with: 'snapshot',
    content: ({ settings, snapshot }) => sitemap(settings.BASE_URL, listed(), snapshot),
    ...by_standard,
    exported: true,
  },
  {
    path: '/sitemap-{part}.xml',
    title: 'Part of the sitemap',
    names: {
      count: (snapshot) => sitemapParts(listed(), snapshot),
      slice: (_snapshot, from, to) => Array.from({ length: to - from }, (_, at) => ({ name: String(from + at + 1) })),
    },
    content_type: types.xml,
    changes_with: 'snapshot',
    content: ({ settings, snapshot }, part) =>
      /^[1-9]\d{0,4}$/.test(part) ? sitemap(settings.BASE_URL, listed(), snapshot, Number(part)) : undefined,
    ...by_standard,
    exported: true,
  },
];
