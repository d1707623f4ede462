import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { agents } from './planned-agents.ts';
import { type Answer, type Answers, html, json, links, send, sitemap, text, words } from './planned-answers.ts';
import { bakery, cafe, club, shared, workshop } from './planned-places.ts';

/** Sites that a plan must find its way through, or out of. Loaded by the closed world (`--extra`). */
const shop = 'https://shop.planned.dev';
/** Addresses that must never be asked for, where a document names them. */
const forbidden = ['http://169.254.169.254/latest/meta-data/', 'http://10.0.0.7/schema.json', 'http://localhost/x'];

const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://api.planned.dev/v1' }],
  security: [{ key: [] }],
  paths: {
    '/orders': { get: { operationId: 'listOrders', responses: { 200: { $ref: forbidden[0] } } } },
    '/orders/{id}': { get: { operationId: 'getOrder', responses: { 200: { $ref: forbidden[1] } } } },
    '/search': { get: { parameters: [{ name: 'q', in: 'query', required: true }], responses: {} } },
    '/health': { get: { operationId: 'health', security: [], responses: { 200: { description: 'ok' } } } },
    '/write': { post: { operationId: 'write', responses: {} } },
  },
  components: { schemas: { A: { $ref: forbidden[2] } } },
};

const shop_pages: Answers = {
  '/robots.txt': text(`User-agent: *\nDisallow: /secret\nSitemap: ${shop}/sitemap-index.xml\n`),
  '/': (req, res) => {
    const markdown = /^text\/markdown/.test(req.headers.accept ?? '');
    send(res, markdown ? { type: 'text/markdown', body: '# Shop' } : home);
  },
  // An index that names itself, a compressed file, one that is no sitemap, and one more than is read.
  '/sitemap-index.xml': {
    type: 'application/xml',
    body: `<sitemapindex>${['sitemap-index.xml', 'pages.xml.gz', 'bad.xml', 'a.xml', 'b.xml', 'c.xml', 'd.xml']
      .map((name) => `<sitemap><loc>${shop}/${name}</loc></sitemap>`)
      .join('')}</sitemapindex>`,
  },
  '/pages.xml.gz': {
    type: 'application/gzip',
    body: gzipSync(String(sitemap(`${shop}/from-packed-sitemap`, `${shop}/docs/errors`, `${forbidden[0]}`).body)),
  },
  '/bad.xml': { type: 'application/xml', body: '<urlset><url><loc>https://[::1' },
  '/a.xml': sitemap(`${shop}/de/pricing`, `${shop}/docs/webhooks`),
  '/llms.txt': text(
    `# Shop\n\n> A shop.\n\n## Docs\n\n- [Limits](${shop}/docs/rate-limits.md): how many requests\n- [Guide](${shop}/docs/plain.md): webhooks and what they carry\n- [Elsewhere](https://elsewhere.example.org/docs)\n`,
  ),
  '/openapi.json': json(description),
  '/.well-known/api-catalog': json({
    linkset: [
      {
        anchor: `${shop}/`,
        'service-desc': [{ href: `${shop}/cyclic.yaml` }],
        status: [{ href: 'https://status.planned.dev/' }],
      },
    ],
  }),
  '/cyclic.yaml': {
    type: 'application/yaml',
    body: 'openapi: "3.1.0"\ninfo: &a\n  x: *a\nself: &b [*b, *b]\npaths: {}\n',
  },
  '/.well-known/mcp/server-card.json': json({
    name: 'shop',
    transport: { type: 'streamable-http' },
    serverUrl: 'https://api.planned.dev/mcp',
  }),
  '/.well-known/oauth-protected-resource': json({ resource: shop, authorization_servers: ['https://api.planned.dev'] }),
  '/secret': html('Secret', words),
  '/pricing': html('Pricing', words),
  '/docs': html('Documentation', words + links('/docs/sdks', '/docs/versioning')),
  '/terms': html('Terms', words),
  '/privacy': html('Privacy', words),
  '/blog/2024/old': html('Old', words),
  '/blog/2026/new': html('New', words),
};
for (const path of ['rate-limits.md', 'plain.md'])
  shop_pages[`/docs/${path}`] = { type: 'text/markdown', body: '# Doc' };
for (const path of ['errors', 'webhooks', 'sdks', 'versioning']) shop_pages[`/docs/${path}`] = html(path, words);
for (const path of ['from-packed-sitemap', 'de/pricing', 'features', 'a', 'b', 'c'])
  shop_pages[`/${path}`] = html(path, words);
const home: Answer = {
  ...html(
    'Wares of all kinds | Planned',
    `<nav>${links('/pricing', '/docs', '/features', '/blog/2024/old', '/blog/2026/new', '/secret', 'https://docs.planned.dev/start', 'https://status.planned.dev/')}</nav>${words}<footer>${links('/terms', '/privacy', '/logout', '/a', '/b', '/c', '/file.pdf', ...forbidden)}</footer>`,
  ),
  headers: { link: `<${shop}/.well-known/api-catalog>; rel="api-catalog"` },
};

/** What an MCP server answers to one message. */
type Talk = (message: { id?: number; method: string; params?: { cursor?: string } }) => Answer | undefined;
const result = (id: number | undefined, value: unknown) => json({ jsonrpc: '2.0', id, result: value });
const initialized = (id: number | undefined) =>
  result(id, {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'shop', version: '1' },
  });

function mcp(talk: Talk) {
  return (req: IncomingMessage, res: ServerResponse) => {
    if (req.method !== 'POST') return send(res, { status: 405, headers: { allow: 'POST' } });
    let body = '';
    req.on('data', (piece) => {
      body += piece;
    });
    req.on('end', () => {
      const message = JSON.parse(body || '{}');
      const answer = talk(message);
      if (answer) send(res, answer);
    });
  };
}

const honest: Talk = ({ id, method }) => {
  if (method === 'initialize') return initialized(id);
  if (method === 'tools/list')
    return result(id, {
      tools: [{ name: 'find', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
    });
  if (method.startsWith('notifications/')) return { status: 202 };
  return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }, { status: 400 });
};
/** A list of tools without end, whatever page is asked for. */
const endless: Talk = (message) =>
  message.method === 'tools/list'
    ? result(message.id, {
        tools: [{ name: 'again', inputSchema: { type: 'object' } }],
        nextCursor: `${Math.random()}`,
      })
    : honest(message);

const api: Answers = {
  '/robots.txt': text('User-agent: *\nAllow: /\n'),
  '/mcp': mcp(honest),
  '/v1/health': json({ status: 'ok' }),
  '/v1/orders': json({ error: 'no key' }, { status: 401, headers: { 'x-request-id': 'r1' } }),
  '/.well-known/oauth-authorization-server': json({
    issuer: 'https://api.planned.dev',
    jwks_uri: 'https://api.planned.dev/jwks.json',
  }),
  '/jwks.json': json({ keys: [] }),
};

/** A site whose only interesting thing is its MCP server. */
const serving = (name: string, talk: Talk): Answers => ({
  '/robots.txt': text(''),
  '/': html('Tools', words),
  '/.well-known/mcp/server-card.json': json({ name, transport: 'http', url: `https://${name}.planned.dev/mcp` }),
  '/mcp': mcp(talk),
});

/** Samples of calls: to a server of the site that does not exist, and to another's. */
const calls =
  '<pre>curl -X POST \\\n  https://api.late.planned.dev/orders</pre><pre>curl https://elsewhere.example.org/v1/orders</pre>';

/** Sites that speak of MCP on their pages: nothing may be posted there but to what is declared as an endpoint and is no page. */
const speaking: Record<string, Answers> = {
  // Only a page whose address and links say nothing names the description of its API.
  'late.planned.dev': {
    '/': html('Late', words + links('/n1')),
    '/n1': html('One', words + links('/n2/openapi-v1.yaml') + calls),
    '/n2/openapi-v1.yaml': { type: 'application/yaml', body: 'openapi: "3.1.0"\ninfo: {title: Late}\npaths: {}\n' },
  },
  'guide.planned.dev': {
    '/robots.txt': text(''),
    '/': html('Guide', words + links('/docs/mcp', '/tools/mcp')),
    '/llms.txt': text('# Guide\n\n> A guide.\n\n## Docs\n\n- [Install](https://guide.planned.dev/install/mcp)\n'),
    '/.well-known/mcp/server-card.json': json({
      name: 'guide',
      resources: [{ uri: 'https://guide.planned.dev/resource' }],
      links: { endpoint: 'https://guide.planned.dev/elsewhere' },
      url: 'https://guide.planned.dev/about-the-server',
    }),
    ...Object.fromEntries(
      ['/docs/mcp', '/tools/mcp', '/install/mcp', '/resource', '/elsewhere', '/about-the-server'].map((path) => [
        path,
        html(path, words),
      ]),
    ),
  },
  'local.planned.dev': {
    '/robots.txt': text(''),
    '/': html('Local', words),
    '/llms.txt': text('# Local\n\n> A tool.\n\n## Docs\n\n- [MCP](https://local.planned.dev/mcp)\n'),
    '/.well-known/mcp/server-card.json': json({
      name: 'local',
      transport: 'stdio',
      url: 'https://local.planned.dev/mcp',
    }),
    '/mcp': mcp(honest),
  },
  'told.planned.dev': {
    '/robots.txt': text(''),
    '/': html('Told', words),
    '/llms.txt': text('# Told\n\n> A tool.\n\n## Docs\n\n- [MCP endpoint](https://told.planned.dev/mcp)\n'),
    '/mcp': mcp(honest),
  },
};

const big = Buffer.alloc(65_536, '<div class="x"><p>words and more words</p><a href="/docs">a</a>');
/** Sends without end. */
function flood(_: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/html' });
  const more = () => {
    while (!res.destroyed && res.write(big));
  };
  res.on('drain', more);
  more();
}

/** A site of forty pages. */
function fortyPages(host: string): Answers {
  const paths = Array.from({ length: 39 }, (_, at) => `/products/item-${at + 1}`);
  return {
    '/robots.txt': text(
      `User-agent: *\nAllow: /\nSitemap: https://${host}/sitemap.xml\nSitemap: https://elsewhere.example.org/made?up=1\n`,
    ),
    '/': html('Forty', words + links(...paths)),
    '/sitemap.xml': sitemap(...paths.map((path) => `https://${host}${path}`)),
    ...Object.fromEntries(paths.map((path) => [path, html(path, words.repeat(20))])),
  };
}

const sites: Record<string, Answers | ((req: IncomingMessage, res: ServerResponse) => void)> = {
  'shop.planned.dev': shop_pages,
  'api.planned.dev': api,
  'agents.planned.dev': agents,
  'docs.planned.dev': {
    '/robots.txt': text(''),
    '/start': html('Start', words + links('/quickstart')),
    '/quickstart': html('Quickstart', words),
    '/llms.txt': text('# Docs\n\n- [Authentication](https://docs.planned.dev/authentication)\n'),
    '/authentication': html('Authentication', words),
  },
  'status.planned.dev': {
    '/robots.txt': text(''),
    '/': html('Status', words),
    '/summary.json': json({ page: { name: 'Shop', status: 'UP' } }),
  },
  'mute.planned.dev': serving('mute', () => undefined),
  'endless.planned.dev': serving('endless', endless),
  ...speaking,
  'codeberg.org': shared,
  'cafe.planned.dev': cafe,
  'workshop.planned.dev': workshop,
  'club.planned.dev': club,
  'www.xn--bckerei-5wa.dev': bakery,
  'closed.planned.dev': { '/robots.txt': text('User-agent: *\nDisallow: /\n'), '/': html('Closed', words) },
  'broken.planned.dev': { '/robots.txt': { status: 500 }, '/': html('Broken', words) },
  'guarded.planned.dev': (_, res) =>
    send(res, { ...html('Just a moment...', ''), status: 403, headers: { 'cf-mitigated': 'challenge' } }),
  'flood.planned.dev': flood,
  'forty.planned.dev': fortyPages('forty.planned.dev'),
  'fortypages.dev': fortyPages('fortypages.dev'),
};

export const hosts = Object.entries(sites).map(([name, site]) => ({
  name,
  handle(req: IncomingMessage, res: ServerResponse) {
    if (typeof site === 'function') return site(req, res);
    const answer = site[new URL(req.url ?? '/', 'http://x').pathname];
    if (typeof answer === 'function') return answer(req, res);
    send(res, answer ?? { ...html('Nothing here', ''), status: 404 });
  },
}));

export const addresses = ['10.0.0.7', '169.254.169.254'];
export const listeners = ['10.0.0.7', '169.254.169.254', '127.0.0.1'].map((address) => ({
  address,
  port: 80,
  kind: 'canary',
  name: address,
}));
