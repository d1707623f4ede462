/**
 * Usual addresses of machine documents and prices, asked for on every site (decision 92). All GET.
 * Sitemaps are not among them: they have a step of their own.
 */
type Probe = { path: string; accept?: string };

const JSON_FIRST = 'application/json, */*;q=0.5';

export const probes: readonly Probe[] = [
  { path: '/llms.txt' },
  { path: '/llms-full.txt' },
  { path: '/docs/llms.txt' },
  { path: '/index.md' },
  { path: '/pricing' },
  { path: '/pricing.md' },
  { path: '/pricing.json', accept: JSON_FIRST },
  { path: '/openapi.json', accept: JSON_FIRST },
  { path: '/openapi.yaml' },
  { path: '/swagger.json', accept: JSON_FIRST },
  { path: '/api/openapi.json', accept: JSON_FIRST },
  { path: '/.well-known/api-catalog', accept: 'application/linkset+json, application/json;q=0.9, */*;q=0.5' },
  { path: '/.well-known/mcp/server-card.json', accept: JSON_FIRST },
  { path: '/.well-known/mcp/server-cards.json', accept: JSON_FIRST },
  { path: '/.well-known/mcp/server-card', accept: JSON_FIRST },
  { path: '/.well-known/mcp-server', accept: JSON_FIRST },
  { path: '/.well-known/mcp.json', accept: JSON_FIRST },
  { path: '/.well-known/agent-card.json', accept: JSON_FIRST },
  { path: '/.well-known/agent.json', accept: JSON_FIRST },
  { path: '/.well-known/agent-skills/index.json', accept: JSON_FIRST },
  { path: '/.well-known/skills/index.json', accept: JSON_FIRST },
  { path: '/.well-known/ai-catalog.json', accept: JSON_FIRST },
  { path: '/.well-known/oauth-authorization-server', accept: JSON_FIRST },
  { path: '/.well-known/openid-configuration', accept: JSON_FIRST },
  { path: '/.well-known/oauth-protected-resource', accept: JSON_FIRST },
  { path: '/auth.md' },
  { path: '/.well-known/auth.md' },
  { path: '/.well-known/security.txt' },
  { path: '/.well-known/ucp', accept: JSON_FIRST },
  { path: '/.well-known/acp.json', accept: JSON_FIRST },
  { path: '/.well-known/http-message-signatures-directory', accept: JSON_FIRST },
];
