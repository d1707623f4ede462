/**
 * Usual addresses of machine documents and prices (decision 92), in families. All GET. Sitemaps have a step of their own.
 *
 * **When a probe is not asked.** Where nothing on a site speaks of programs, only the first probe of a family is asked. Elsewhere a
 * family ends after two misses: a 404, a page instead of a document, or an error of the server. A document that has several
 * usual addresses is not asked for again once it was found. What a site names anywhere is asked for all the same.
 *
 * **What that means.** A document that was not asked for is absent when what was asked of its family is: who publishes one of them
 * at an odd address names it. It is unknown when nothing of its family was asked, or an answer was hidden (`score/presence.ts`).
 */
export type Probe = {
  path: string;
  accept?: string;
  /** What is looked for there, as people call it. A document may have several usual addresses. */
  document: string;
  /** The criterion that it counts most for; null where no ladder asks for it. */
  criterion: string | null;
};

const JSON_FIRST = 'application/json, */*;q=0.5';
const text = (criterion: string | null, path: string, document: string): Probe => ({ path, document, criterion });
const json = (...given: Parameters<typeof text>): Probe => ({ ...text(...given), accept: JSON_FIRST });

const API = 'API description';
const CARD = 'MCP server card';
const AGENT = 'Agent card (A2A)';
const SKILLS = 'Agent skills';
const ISSUER = 'OAuth server metadata';

export const probeFamilies: readonly (readonly Probe[])[] = [
  // Texts for agents.
  [
    text('P1-C', '/llms.txt', 'llms.txt'),
    text('P1-C', '/index.md', 'Home page as Markdown file'),
    text('P1-C', '/llms-full.txt', 'llms-full.txt'),
    text('P1-C', '/docs/llms.txt', 'llms.txt of the documentation'),
  ],
  // Prices.
  [
    text('P1-B', '/pricing', 'Pricing page'),
    text('P1-B', '/pricing.md', 'Prices as Markdown'),
    json('P1-B', '/pricing.json', 'Prices as JSON'),
  ],
  // Descriptions of APIs.
  [
    json('P1-D', '/openapi.json', API),
    {
      ...text('P1-D', '/.well-known/api-catalog', 'API catalog'),
      accept: 'application/linkset+json, application/json;q=0.9, */*;q=0.5',
    },
    text('P1-D', '/openapi.yaml', API),
    json('P1-D', '/swagger.json', API),
    json('P1-D', '/api/openapi.json', API),
  ],
  // Cards of MCP servers.
  [
    json('P1-D', '/.well-known/mcp/server-card.json', CARD),
    json('P1-D', '/.well-known/mcp.json', CARD),
    json('P1-D', '/.well-known/mcp/server-card', CARD),
    json('P1-D', '/.well-known/mcp/server-cards.json', CARD),
    json('P1-D', '/.well-known/mcp-server', CARD),
  ],
  // Agents and what they can do.
  [
    json('P1-C', '/.well-known/agent-card.json', AGENT),
    json('P1-C', '/.well-known/agent-skills/index.json', SKILLS),
    json('P1-C', '/.well-known/ai-catalog.json', 'AI catalog'),
    json('P1-C', '/.well-known/agent.json', AGENT),
    json('P1-C', '/.well-known/skills/index.json', SKILLS),
  ],
  // Who may do what.
  [
    json('P3-B', '/.well-known/oauth-protected-resource', 'OAuth resource metadata'),
    json('P3-B', '/.well-known/oauth-authorization-server', ISSUER),
    text('P4-A', '/auth.md', 'auth.md'),
    json('P3-B', '/.well-known/openid-configuration', ISSUER),
    text('P4-A', '/.well-known/auth.md', 'auth.md'),
  ],
  [text(null, '/.well-known/security.txt', 'security.txt')],
  // Agents that buy, and that sign what they ask.
  [
    json('P4-A', '/.well-known/ucp', 'Universal Commerce Protocol'),
    json(null, '/.well-known/http-message-signatures-directory', 'Keys of signed requests'),
    json('P5-C', '/.well-known/acp.json', 'Agentic Commerce Protocol'),
  ],
];

export const probes: readonly Probe[] = probeFamilies.flat();

/** All usual addresses of the families of these. */
export const familyOf = (paths: readonly string[]): string[] =>
  probeFamilies
    .filter((family) => family.some(({ path }) => paths.includes(path)))
    .flatMap((family) => family.map(({ path }) => path));
