import type { Rubrics } from '@readymark/rubric/rubric';
import type { Standard } from './standard.ts';
import { lookedFor } from './standards.ts';

type Criterion =
  | `P1-${'A' | 'B' | 'C' | 'D' | 'E'}`
  | `P2-${'A' | 'B' | 'C' | 'D' | 'E'}`
  | `P3-${'A' | 'B' | 'C' | 'D'}`
  | `P4-${'A' | 'B'}`
  | `P5-${'A' | 'B' | 'C' | 'D'}`;

/** A rung of a criterion, by the oldest rubric that scores it: `P1-C 3`. P3-E has four points. */
type Rung = `${Criterion} ${1 | 2 | 3 | 4 | 5}` | `P3-E ${1 | 2 | 3 | 4}`;

/** A check of another scanner, and the rungs that the same evidence decides. */
type OtherCheck = {
  /** As the scanner names it. */
  id: string;
  /** What it looks for, in words of ours. */
  asks: string;
} & (
  | {
      seen: readonly [Rung, ...Rung[]];
      /** What of it no rung asks. */
      note?: string;
    }
  | {
      seen: readonly [];
      /** Why no rung asks it. */
      note: string;
    }
);

/** A scanner that is not ours, as it was on the day when it was read. */
type OtherScanner = Pick<Standard, 'id' | 'name' | 'revision' | 'source' | 'read_on'> & {
  checks: readonly OtherCheck[];
};

const TEXT_FORM = 'How a page is written decides nothing about the offer; what can be read of it counts.';
const RETRIEVAL = 'How much of a page an agent reads at once differs by agent, so no size is asked of pages.';
const IN_BROWSER = 'It needs a browser that draws the page. The auditor reads what is served.';
const WORDS_ALONE = 'By the words of the site alone: no declaration of it is read.';

/**
 * The checks of other scanners beside our criteria (decision 198): which rung sees what a check asks, or why none does. Ids of afdocs
 * and Lighthouse are compared with the packages that are installed.
 */
export const otherScanners: readonly OtherScanner[] = [
  {
    id: 'agentready',
    name: 'AgentReady',
    revision: '2.0 (October 2026)',
    source: 'https://agentready.org/',
    read_on: '2026-11-26',
    checks: [
      {
        id: 'AR-FIND-01',
        asks: 'Agents and crawlers may visit the site.',
        seen: ['P1-E 1', 'P1-E 2', 'P1-E 4', 'P1-E 5'],
        note: 'A site that lets our robot see nothing is not scored.',
      },
      {
        id: 'AR-FIND-02',
        asks: 'Each answer is on one canonical, current page of the site.',
        seen: ['P1-E 4', 'P2-A 3', 'P3-D 1'],
        note: 'Whether two pages answer the same is a judgement, and not asked.',
      },
      { id: 'AR-FIND-03', asks: 'A sitemap that robots.txt names.', seen: ['P1-E 3', 'P1-E 4'] },
      { id: 'AR-FIND-04', asks: 'A catalog of agent resources (ARD).', seen: ['P1-C 1', 'P1-C 5'] },
      { id: 'AR-READ-01', asks: 'Answers are in the HTML that is served.', seen: ['P1-E 2', 'P1-B 2'] },
      {
        id: 'AR-READ-02',
        asks: 'Status codes are true: 404 for what is missing, 429 when there is too much.',
        seen: ['P1-E 5', 'P2-B 5'],
        note: 'No site is asked so often that it should answer 429; its documentation is read.',
      },
      {
        id: 'AR-READ-03',
        asks: 'The home page is HTML with links to documentation, product and prices.',
        seen: ['P1-E 2'],
        note: 'What it links to is followed, and counts where it is found.',
      },
      { id: 'AR-READ-04', asks: 'Documentation answers what users ask.', seen: ['P1-D 2', 'P5-A 2'] },
      { id: 'AR-READ-05', asks: 'Code is in blocks that name their language.', seen: [], note: TEXT_FORM },
      { id: 'AR-READ-06', asks: 'Documents for agents are linked from pages.', seen: ['P1-C 5', 'P1-D 5'] },
      { id: 'AR-READ-07', asks: 'There is an llms.txt.', seen: ['P1-C 1', 'P1-C 3', 'P1-C 4'] },
      {
        id: 'AR-READ-08',
        asks: 'Structured data on key pages, with the same facts in the text.',
        seen: ['P1-A 2', 'P1-A 5'],
      },
      { id: 'AR-READ-09', asks: 'Pages name their Markdown.', seen: ['P1-C 2', 'P1-C 5'] },
      { id: 'AR-READ-11', asks: 'Prices are on a page of the site.', seen: ['P1-B 2'] },
      {
        id: 'AR-ACT-01',
        asks: 'An agent can authenticate alone, with documented scopes.',
        seen: ['P3-B 4', 'P4-A 4', 'P3-E 3'],
      },
      { id: 'AR-ACT-02', asks: 'The API has an OpenAPI description.', seen: ['P1-D 3', 'P1-D 4'] },
      {
        id: 'AR-ACT-03',
        asks: 'There is an MCP server.',
        seen: ['P1-D 4', 'P1-D 5', 'P5-A 5'],
        note: 'At any address that something names. Its entry in a registry is not looked up.',
      },
      { id: 'AR-ACT-04', asks: 'The MCP server has a card.', seen: ['P1-D 3'] },
      {
        id: 'AR-ACT-05',
        asks: 'The MCP server offers views (MCP Apps).',
        seen: [],
        note: 'Only the tools of a server are listed. A view is for the person beside the agent.',
      },
      { id: 'AR-ACT-06', asks: 'SDKs and a command line are published.', seen: ['P5-A 3', 'P5-A 4'] },
      { id: 'AR-ACT-07', asks: 'Pages offer tools in the browser (WebMCP).', seen: ['P1-D 2'] },
      {
        id: 'AR-ACT-08',
        asks: 'Agents can pay (x402, MPP, UCP, ACP, Stripe Link).',
        seen: ['P5-C 5', 'P4-A 4'],
        note: 'Stripe Link is not looked for.',
      },
      {
        id: 'AR-ACT-10',
        asks: 'There is an MCP server or a command line to act with.',
        seen: ['P1-D 4', 'P5-A 3'],
        note: 'A package counts whether or not it has a command line.',
      },
    ],
  },
  {
    id: 'isitagentready',
    name: 'Is it agent ready? (Cloudflare)',
    revision: '22 checks (November 2026)',
    source: 'https://isitagentready.com/',
    read_on: '2026-11-26',
    checks: [
      { id: 'robotsTxt', asks: 'There is a robots.txt.', seen: ['P1-E 3'] },
      { id: 'sitemap', asks: 'There is a sitemap.', seen: ['P1-E 3'] },
      { id: 'linkHeaders', asks: 'Link headers name documents for agents.', seen: ['P1-C 5', 'P1-D 5'] },
      { id: 'dnsAid', asks: 'Agents are named in DNS.', seen: [], note: lookedFor('dns_aid') },
      {
        id: 'markdownNegotiation',
        asks: 'The home page is served as Markdown on request.',
        seen: ['P1-C 2', 'P1-C 5'],
      },
      {
        id: 'robotsTxtAiRules',
        asks: 'robots.txt has rules for AI agents.',
        seen: ['P1-E 1', 'P1-E 2', 'P1-E 4'],
        note: 'What the rules admit counts, not that they name agents.',
      },
      { id: 'contentSignals', asks: 'robots.txt has Content-Signal.', seen: ['P1-E 5'] },
      { id: 'webBotAuth', asks: 'There is a directory of signing keys.', seen: [], note: lookedFor('web_bot_auth') },
      { id: 'apiCatalog', asks: 'There is an API catalog (RFC 9727).', seen: ['P1-C 1', 'P1-D 5'] },
      { id: 'oauthDiscovery', asks: 'An authorization server has metadata.', seen: ['P3-B 4', 'P4-A 4', 'P3-E 2'] },
      { id: 'oauthProtectedResource', asks: 'A protected resource has metadata.', seen: ['P3-B 4', 'P3-E 2'] },
      {
        id: 'authMd',
        asks: 'auth.md and agent_auth say how agents register.',
        seen: ['P3-E 3', 'P3-E 4', 'P4-A 4', 'P1-C 5'],
        note: 'An address to claim access at is not demanded where registration needs none.',
      },
      { id: 'mcpServerCard', asks: 'There is the card of an MCP server.', seen: ['P1-D 3'] },
      { id: 'a2aAgentCard', asks: 'There is an A2A agent card.', seen: ['P1-C 1', 'P1-C 5'] },
      { id: 'agentSkills', asks: 'There is an index of agent skills.', seen: ['P1-C 1', 'P1-C 5'] },
      { id: 'webMcp', asks: 'The home page registers tools (WebMCP).', seen: ['P1-D 2'] },
      { id: 'ard', asks: 'There is a catalog of agent resources (ARD).', seen: ['P1-C 1', 'P1-C 5'] },
      { id: 'x402', asks: 'An answer 402 says what to pay (x402).', seen: ['P5-C 5'] },
      {
        id: 'mpp',
        asks: 'Operations say what they cost (Machine Payments Protocol).',
        seen: ['P5-C 5'],
        note: WORDS_ALONE,
      },
      { id: 'ucp', asks: 'There is a profile of the Universal Commerce Protocol.', seen: ['P4-A 4', 'P5-C 5'] },
      { id: 'acp', asks: 'There is a profile of the Agentic Commerce Protocol.', seen: ['P4-A 4', 'P5-C 5'] },
      {
        id: 'ap2',
        asks: 'Agents can pay by the Agent Payments Protocol.',
        seen: ['P5-C 5'],
        note: WORDS_ALONE,
      },
    ],
  },
  {
    id: 'lighthouse',
    name: 'Lighthouse, agentic browsing',
    revision: '13.5.0',
    source: 'https://developer.chrome.com/docs/lighthouse/agentic-browsing/',
    read_on: '2026-11-26',
    checks: [
      {
        id: 'agent-accessibility-tree',
        asks: 'Controls of the page have names and roles.',
        seen: [],
        note: IN_BROWSER,
      },
      { id: 'webmcp-form-coverage', asks: 'Forms are tools (WebMCP).', seen: ['P1-D 2'], note: 'One tool is enough.' },
      { id: 'webmcp-registered-tools', asks: 'Scripts register tools (WebMCP).', seen: ['P1-D 2'] },
      {
        id: 'webmcp-schema-validity',
        asks: 'The schemas of these tools are valid.',
        seen: [],
        note: 'Names and descriptions are read; only a browser that runs the page knows the schema.',
      },
      { id: 'cumulative-layout-shift', asks: 'The page does not move while it loads.', seen: [], note: IN_BROWSER },
      { id: 'llms-txt', asks: 'llms.txt has the form that is recommended.', seen: ['P1-C 2', 'P1-C 3'] },
      { id: 'ard-schema', asks: 'The catalog of agent resources (ARD) is valid.', seen: ['P1-C 5'] },
    ],
  },
  {
    id: 'afdocs',
    name: 'afdocs (Agent-Friendly Documentation)',
    revision: '0.22.2 (specification 0.6.0)',
    source: 'https://www.npmjs.com/package/afdocs',
    read_on: '2026-11-26',
    checks: [
      { id: 'llms-txt-exists', asks: 'There is an llms.txt.', seen: ['P1-C 1'] },
      { id: 'llms-txt-valid', asks: 'llms.txt has a heading, a summary and sections of links.', seen: ['P1-C 3'] },
      { id: 'llms-txt-size', asks: 'llms.txt is short enough to be read whole.', seen: ['P1-C 4'] },
      { id: 'llms-txt-links-resolve', asks: 'The links of llms.txt answer.', seen: ['P1-C 3', 'P1-C 4'] },
      {
        id: 'llms-txt-links-markdown',
        asks: 'The links of llms.txt lead to Markdown.',
        seen: [],
        note: 'They must answer. Markdown counts wherever it is found (P1-C 5).',
      },
      {
        id: 'llms-txt-directive-html',
        asks: 'Pages lead to llms.txt.',
        seen: ['P1-C 5'],
        note: 'Only the home page is asked.',
      },
      {
        id: 'llms-txt-directive-md',
        asks: 'Markdown leads to llms.txt.',
        seen: [],
        note: 'One way that leads to it is enough, and most visits begin with HTML.',
      },
      {
        id: 'markdown-url-support',
        asks: 'Pages are Markdown with .md behind their address.',
        seen: ['P1-C 2', 'P1-C 5'],
      },
      { id: 'content-negotiation', asks: 'Pages are Markdown where Accept asks for it.', seen: ['P1-C 2', 'P1-C 5'] },
      { id: 'rendering-strategy', asks: 'Pages have their text without scripts.', seen: ['P1-E 2', 'P1-B 2'] },
      { id: 'page-size-markdown', asks: 'Markdown of a page is short enough.', seen: [], note: RETRIEVAL },
      { id: 'page-size-html', asks: 'HTML of a page is short enough.', seen: [], note: RETRIEVAL },
      { id: 'page-size-transfer', asks: 'A page has few enough bytes.', seen: [], note: RETRIEVAL },
      { id: 'content-start-position', asks: 'The content begins early in the page.', seen: [], note: RETRIEVAL },
      { id: 'single-fetch-completeness', asks: 'One request gets the whole page.', seen: [], note: RETRIEVAL },
      { id: 'tabbed-content-serialization', asks: 'Tabs do not make a page too long.', seen: [], note: RETRIEVAL },
      {
        id: 'section-header-quality',
        asks: 'Headings in tabs say which variant they belong to.',
        seen: [],
        note: TEXT_FORM,
      },
      { id: 'markdown-code-fence-validity', asks: 'Code blocks of Markdown are closed.', seen: [], note: TEXT_FORM },
      {
        id: 'markdown-link-portability',
        asks: 'Links of Markdown are absolute.',
        seen: [],
        note: 'Relative links are resolved, as agents that fetched the page can do.',
      },
      { id: 'embedded-data-serialization', asks: 'Data do not make up most of a page.', seen: [], note: RETRIEVAL },
      { id: 'http-status-codes', asks: 'A missing page is answered with 404.', seen: ['P1-E 5'] },
      {
        id: 'redirect-behavior',
        asks: 'Redirects stay on the host and need no script.',
        seen: [],
        note: 'Redirects by HTTP are followed; where one ends is what counts.',
      },
      {
        id: 'llms-txt-coverage',
        asks: 'llms.txt names most pages of the sitemap.',
        seen: ['P1-C 4'],
        note: 'Prices and interface are asked for, and not the share of all pages.',
      },
      {
        id: 'markdown-content-parity',
        asks: 'Markdown says what the page says.',
        seen: ['P2-E 3'],
        note: 'Prices, limits and names are compared; what else one of them leaves out is not.',
      },
      {
        id: 'cache-header-hygiene',
        asks: 'Caches do not keep pages for too long.',
        seen: [],
        note: 'How current the content is counts (P3-D), and not how it is cached.',
      },
      {
        id: 'auth-gate-detection',
        asks: 'Documentation can be read without signing in.',
        seen: ['P1-D 2'],
        note: 'What needs an account is not read, so it counts as not seen.',
      },
      {
        id: 'auth-alternative-access',
        asks: 'Documentation behind a sign-in is offered to agents in another way.',
        seen: ['P1-D 3'],
        note: 'Any public description will do; a way through the sign-in is not looked for.',
      },
      {
        id: 'bot-protection-interference',
        asks: 'Protection against robots lets agents through.',
        seen: ['P1-E 5'],
        note: 'A site that lets our robot see nothing is not scored.',
      },
    ],
  },
];

/** Where a rung is defined. @returns the oldest rubric that scores its criterion @throws when there is none */
export function rungSeen(seen: Rung, rubrics: Rubrics): { rubric: string; criterion: string; rung: number } {
  const [criterion = '', rung] = seen.split(' ');
  const rubric = [...rubrics.values()].find(({ criteria }) => criteria.some(({ id }) => id === criterion));
  if (!rubric) throw new RangeError(`no rubric scores ${criterion}`);
  return { rubric: rubric.version, criterion, rung: Number(rung) };
}
