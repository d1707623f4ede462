import { type MadeAnswers, madePage } from '../made-site.ts';
import { openapi } from './apis.ts';
import { gone, home, html, json, leading, PLATFORM, type StandardFixtures } from './fixture.ts';

// P3-B: keys, and metadata with scopes.
const keys: MadeAnswers = {
  '/': home,
  '/docs': {
    role: 'docs',
    body: madePage(
      '<h1>Docs</h1><h2>Authentication</h2><p>Create an API key in the dashboard.</p><pre>curl https://api.example.com/v1/things</pre>',
    ),
  },
};
const scopes = ['things:read', 'things:write'];
const identity = ['openid', 'email', 'profile'];

// P4-A and P5-C: what agents buy.
const ended = { delete: { operationId: 'endSubscription', responses: { 200: { description: 'Done' } } } };
const plans: MadeAnswers = {
  '/': home,
  '/terms': {
    role: 'terms',
    body: madePage(
      '<h1>Terms</h1><p>You can cancel at any time in your account settings.</p><p>Plans renew automatically each month.</p>' +
        '<p>We tell you of a price change 30 days before it takes effect.</p>',
    ),
  },
  '/openapi.json': openapi({ paths: { '/v1/subscription': ended } }),
};
const shop = { version: '2026-04-08', services: { shopping: { version: '1' } }, capabilities: [{ name: 'checkout' }] };
const authMd =
  '# auth.md\n\nAgents register without an account: POST /agents. No API key is needed to register.\n\nCall POST /agents without authentication.\n';
const off = { version: '2026-04-08', available: false, message: 'Not here.' };

/** Who may do what, and what agents buy. */
export const permissions = {
  protected_resource: metadata('/.well-known/oauth-protected-resource', (host) => ({
    resource: `${host}/`,
    authorization_servers: [host],
  })),
  authorization_server: metadata('/.well-known/oauth-authorization-server', (host) => ({
    issuer: host,
    token_endpoint: `${host}/token`,
  })),
  auth_md: {
    criterion: 'P4-A',
    without: { answers: { '/': home, '/openapi.json': openapi() }, score: 0 },
    right: [
      {
        answers: { '/auth.md': authMd },
        score: 4,
      },
    ],
    wrong: [{ answers: { '/auth.md': html }, score: 0 }],
    platform: 'It is prose and read as a page is: that its calls go to others is not seen.',
    dead: [{ answers: { '/auth.md': gone, ...leading('describedby', '/auth.md') }, score: 0 }],
  },
  ucp: {
    criterion: 'P4-A',
    without: { answers: { '/': home }, score: 0 },
    right: [{ answers: { '/.well-known/ucp': json({ ucp: shop }) }, score: 4 }],
    wrong: [
      { answers: { '/.well-known/ucp': json({ ucp: off }) }, score: 0 },
      { answers: { '/.well-known/ucp': html }, score: 0 },
    ],
    platform: 'What agents buy there is the company’s, whatever shop software speaks the protocol.',
    dead: [{ answers: { '/.well-known/ucp': gone, ...leading('describedby', '/.well-known/ucp') }, score: 0 }],
  },
  acp: {
    criterion: 'P5-C',
    without: { answers: plans, score: 4 },
    right: [{ answers: { '/.well-known/acp.json': json({ protocol: 'acp', ...shop }) }, score: 5 }],
    wrong: [
      { answers: { '/.well-known/acp.json': json({ protocol: 'acp', ...off }) }, score: 4 },
      { answers: { '/.well-known/acp.json': html }, score: 4 },
    ],
    platform: 'What agents buy there is the company’s, whatever shop software speaks the protocol.',
    dead: [
      { answers: { '/.well-known/acp.json': gone, ...leading('describedby', '/.well-known/acp.json') }, score: 4 },
    ],
  },
  x402: {
    criterion: 'P5-C',
    without: { answers: plans, score: 4 },
    right: [
      {
        answers: { '/v1/a': { status: 402, type: 'application/json', body: '{"x402Version":2,"accepts":[]}' } },
        score: 5,
      },
    ],
    wrong: [{ answers: { '/v1/a': { status: 402, body: 'pay' } }, score: 4 }],
    platform: 'Who asked anyway is asked to pay: the address is one of the company.',
    dead: [{ answers: { '/.well-known/x402.json': '{"x402Version":2,"accepts":[]}' }, score: 4 }],
  },
} satisfies Record<string, StandardFixtures>;

/** Metadata of OAuth that enumerate scopes: P3-B asks for them. */
function metadata(path: string, of: (host: string) => object): StandardFixtures {
  const at = (host: string, scopes_supported: readonly string[]) => ({
    [path]: json({ ...of(host), scopes_supported }),
  });
  return {
    criterion: 'P3-B',
    without: { answers: keys, score: 2 },
    right: [{ answers: at('https://example.com', scopes), score: 4, says: /things:read and things:write/ }],
    wrong: [
      { answers: at('https://example.com', identity), score: 2 },
      { answers: { [path]: html }, score: 2 },
    ],
    platform: [{ answers: at(PLATFORM, scopes), score: 2 }],
    dead: [
      {
        answers: {
          'https://api.example.com/mcp': {
            ...{ status: 401, body: '{}', type: 'application/json' },
            www_authenticate: `Bearer resource_metadata="https://example.com${path}"`,
          },
          [path]: gone,
        },
        score: 2,
      },
    ],
  };
}
