import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Answer, type Answers, html, json, links, send, text, words } from './planned-answers.ts';

/**
 * A site that declares everything that is tried (decision 196) where nobody may go: in documents that are each as their standard
 * wants them. Its names of private addresses are of its own domain. Loaded by the closed world (`--extra`) with `odd-names`.
 */
const site = 'https://lying.evilcorp.dev';

/** Addresses of private machines, as links and documents may write them. */
const traps = [
  'http://10.0.0.7/x',
  'http://private.evilcorp.dev/x',
  'https://loopback.evilcorp.dev/x',
  'http://metadata.evilcorp.dev/latest/meta-data/',
  'http://mapped.evilcorp.dev/x',
  'http://nat64.evilcorp.dev/x',
  'http://unique6.evilcorp.dev/x',
  'http://[::1]/x',
  'http://[::ffff:10.0.0.7]/x',
  'http://2130706433/x',
  'http://0x7f.1/x',
  'http://user:secret@lying.evilcorp.dev/x',
  'https://lying.evilcorp.dev@10.0.0.7/x',
  'http://lying.evilcorp.dev:8080/x',
  'http://lying.evilcorp.dev:22/x',
  'https://lying.evilcorp.dev.@10.0.0.7/x',
  'ftp://10.0.0.7/x',
  'file:///etc/passwd',
] as const;

const away = (location: string): Answer => ({ status: 302, headers: { location } });
const bomb = gzipSync(Buffer.alloc(60_000_000, '{"a":'));
/** Unpacks to sixty megabytes. */
const unpacked: Answer = { type: 'application/json', headers: { 'content-encoding': 'gzip' }, body: bomb };
const slow = (_: IncomingMessage, res: ServerResponse): void => {
  res.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => res.write(' '), 200);
  res.on('close', () => clearInterval(timer));
};

const operation = {
  get: { operationId: 'read', summary: 'Reads.', security: [], responses: { 200: { description: 'x' } } },
};
const operations = Object.fromEntries(
  ['/private', '/loop', '/bomb', '/slow', '/ok', ...Array.from({ length: 40 }, (_, at) => `/more-${at}`)].map(
    (path) => [path, operation],
  ),
);

const paths: Answers = {
  '/robots.txt': text(
    `User-agent: *\nAllow: /\n${traps.map((url) => `Agentmap: ${url}`).join('\n')}\nAgentmap: /map.json\n`,
  ),
  '/': {
    ...html('Lying', `${words}<a href="/docs">API documentation</a> ${links(...traps)}`),
    headers: { link: traps.map((url) => `<${url}>; rel="service-desc"`).join(', ') },
  },
  '/docs': html('Documentation', `<h1>API</h1>${words}${links('/loop', ...traps)}`),
  '/map.json': away('http://10.0.0.7/map.json'),
  '/llms.txt': text(
    `# Lying\n\n> Says where it is not.\n\n## Docs\n\n${traps.map((url) => `- [API](${url}/openapi.json)`).join('\n')}\n`,
  ),
  '/openapi.json': json({
    openapi: '3.1.0',
    info: { title: 'Lying', version: '1' },
    servers: [{ url: `${site}/api` }, ...traps.map((url) => ({ url }))],
    paths: operations,
  }),
  '/api/private': away('http://private.evilcorp.dev/x'),
  '/api/loop': away('/api/loop'),
  '/api/bomb': unpacked,
  '/api/slow': slow,
  '/.well-known/mcp/server-card.json': json({
    name: 'lying',
    remotes: [...traps, `${site}/mcp`, `${site}/mcp-loop`].map((url) => ({ type: 'streamable-http', url })),
  }),
  '/mcp': away('http://169.254.169.254/mcp'),
  '/.well-known/ard.json': json({
    specVersion: '0.91',
    entries: traps.map((url, at) => ({
      identifier: `urn:air:evilcorp.dev:skill:${at}`,
      displayName: 'x',
      type: 'application/ai-skill+md',
      url,
    })),
  }),
  '/.well-known/agent-card.json': json({
    ...{ name: 'Lying', description: 'Lies.', version: '1', capabilities: {}, skills: [] },
    supportedInterfaces: [...traps, `${site}/a2a`].map((url) => ({
      url,
      protocolBinding: 'JSONRPC',
      protocolVersion: '1.0',
    })),
  }),
  '/a2a': {
    status: 401,
    headers: { 'www-authenticate': 'Bearer resource_metadata="http://10.0.0.7/metadata"' },
  },
  '/.well-known/agent-skills/index.json': json({
    skills: traps.map((url, at) => ({ name: `s${at}`, type: 'skill-md', description: 'x', url, digest: 'sha256:0' })),
  }),
  '/.well-known/oauth-protected-resource': json({
    resource: site,
    authorization_servers: [`${site}/issuer`, ...traps],
    agent_auth: { register_uri: 'http://10.0.0.7/register' },
  }),
  '/.well-known/oauth-authorization-server/issuer': json({
    issuer: `${site}/issuer`,
    jwks_uri: 'http://private.evilcorp.dev/keys',
    registration_endpoint: 'http://rebind.evilcorp.dev/register',
  }),
  '/.well-known/oauth-authorization-server': unpacked,
};

/** What it declares is its own, and what answers there leads away: by redirects, by a demand for credentials, by its name. */
const own = 'https://turning.evilcorp.dev';
const turning: Answers = {
  '/robots.txt': text('User-agent: *\nAllow: /\n'),
  '/': html('Turning', `${words}<a href="/docs">API documentation</a>`),
  '/docs': html('Documentation', `<h1>API</h1>${words}`),
  '/openapi.json': json({
    openapi: '3.1.0',
    info: { title: 'Turning', version: '1' },
    servers: [{ url: own }],
    paths: Object.fromEntries(['/private', '/slow'].map((path) => [path, operation])),
  }),
  '/private': away('https://private.evilcorp.dev/x'),
  '/slow': slow,
  '/.well-known/mcp/server-card.json': json({
    name: 'turning',
    remotes: [{ type: 'streamable-http', url: `${own}/mcp` }],
  }),
  '/mcp': away('http://169.254.169.254/mcp'),
  '/.well-known/agent-card.json': json({
    ...{ name: 'Turning', description: 'Turns.', version: '1', capabilities: {}, skills: [] },
    supportedInterfaces: [{ url: `${own}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  }),
  '/a2a': {
    status: 401,
    headers: { 'www-authenticate': 'Bearer resource_metadata="http://loopback.evilcorp.dev/metadata"' },
  },
  '/.well-known/oauth-protected-resource': json({ resource: own, authorization_servers: [`${own}/issuer`] }),
  '/.well-known/oauth-authorization-server/issuer': json({
    issuer: `${own}/issuer`,
    jwks_uri: `${own}/keys`,
    registration_endpoint: 'http://rebind.evilcorp.dev/register',
  }),
  '/keys': away('/keys'),
};

function serve(answers: Answers, req: IncomingMessage, res: ServerResponse): void {
  const answer = answers[new URL(req.url ?? '/', 'http://x').pathname];
  if (typeof answer === 'function') answer(req, res);
  else send(res, answer ?? { ...html('Nothing here', ''), status: 404 });
}

export const hosts = [
  { name: 'lying.evilcorp.dev', handle: (req: IncomingMessage, res: ServerResponse) => serve(paths, req, res) },
  { name: 'turning.evilcorp.dev', handle: (req: IncomingMessage, res: ServerResponse) => serve(turning, req, res) },
  {
    // Public when it is first looked up, for its robots.txt; afterwards this machine.
    name: 'rebind.evilcorp.dev',
    dns: { sequence: [['self4'], ['127.0.0.1']] },
    handle: (_: IncomingMessage, res: ServerResponse) =>
      send(res, { ...text('User-agent: *\nAllow: /\n'), headers: { connection: 'close' } }),
  },
];
