/**
 * Usual addresses of machine documents and prices (decision 92), in families. All GET. Sitemaps have a step of their own.
 *
 * **When a probe is not asked.** Where nothing on a site speaks of programs, only the first probe of a family is asked. Elsewhere a
 * family ends after two misses: a 404, a page instead of a document, or an error of the server. What has another usual
 * address (`same`) is not asked for again once it was found. What a site names anywhere is asked for all the same.
 *
 * **What that means.** A document that was not asked for is absent when what was asked of its family is: who publishes one of them
 * at an odd address names it. It is unknown when nothing of its family was asked, or an answer was hidden (`score/presence.ts`).
 */
export type Probe = {
  path: string;
  accept?: string;
  /** The document, where it has several usual addresses. */
  same?: string;
};

const JSON_FIRST = 'application/json, */*;q=0.5';
const json = (path: string, same?: string): Probe => ({
  ...{ path, accept: JSON_FIRST },
  ...(same === undefined ? {} : { same }),
});

export const probeFamilies: readonly (readonly Probe[])[] = [
  // Texts for agents.
  [{ path: '/llms.txt' }, { path: '/index.md' }, { path: '/llms-full.txt' }, { path: '/docs/llms.txt' }],
  // Prices.
  [{ path: '/pricing' }, { path: '/pricing.md' }, json('/pricing.json')],
  // Descriptions of APIs.
  [
    json('/openapi.json', 'description'),
    {
      path: '/.well-known/api-catalog',
      accept: 'application/linkset+json, application/json;q=0.9, */*;q=0.5',
    },
    { path: '/openapi.yaml', same: 'description' },
    json('/swagger.json', 'description'),
    json('/api/openapi.json', 'description'),
  ],
  // Cards of MCP servers.
  [
    json('/.well-known/mcp/server-card.json', 'server card'),
    json('/.well-known/mcp.json', 'server card'),
    json('/.well-known/mcp/server-card', 'server card'),
    json('/.well-known/mcp/server-cards.json', 'server card'),
    json('/.well-known/mcp-server', 'server card'),
  ],
  // Agents and what they can do.
  [
    json('/.well-known/agent-card.json', 'agent card'),
    json('/.well-known/agent-skills/index.json', 'skills'),
    json('/.well-known/ai-catalog.json'),
    json('/.well-known/agent.json', 'agent card'),
    json('/.well-known/skills/index.json', 'skills'),
  ],
  // Who may do what.
  [
    json('/.well-known/oauth-protected-resource'),
    json('/.well-known/oauth-authorization-server', 'issuer'),
    { path: '/auth.md', same: 'auth.md' },
    json('/.well-known/openid-configuration', 'issuer'),
    { path: '/.well-known/auth.md', same: 'auth.md' },
  ],
  [{ path: '/.well-known/security.txt' }],
  // Agents that buy, and that sign what they ask.
  [json('/.well-known/ucp'), json('/.well-known/http-message-signatures-directory'), json('/.well-known/acp.json')],
];

export const probes: readonly Probe[] = probeFamilies.flat();

/** All usual addresses of the families of these. */
export const familyOf = (paths: readonly string[]): string[] =>
  probeFamilies
    .filter((family) => family.some(({ path }) => paths.includes(path)))
    .flatMap((family) => family.map(({ path }) => path));
