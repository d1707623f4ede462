import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/**
 * A site whose every document wears out whoever reads it, and one without any sense in its answers. Loaded by the closed
 * world (`--extra`).
 */
type Response = {
  writeHead(status: number, headers: Record<string, string>): Response;
  write(piece: Uint8Array): boolean;
  end(body?: string | Uint8Array): void;
};
type Request = { url?: string; headers: { host?: string } };
type Send = (res: Response, req: Request) => void;

const typed =
  (type: string, body: string | Uint8Array, headers: Record<string, string> = {}): Send =>
  (res) =>
    res.writeHead(200, { 'content-type': type, ...headers }).end(body);
const html = (body: string) => typed('text/html; charset=utf-8', body);
const words = 'Plain words about an offer, a price of $20 per month and what it includes. ';
const many = (count: number, one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at)).join('');
const page = (body: string) =>
  `<!doctype html><html lang="en"><title>Heavy</title><h1>Heavy</h1><p>${words.repeat(10)}</p>${body}`;

const sitemap = (locs: readonly string[], kind = 'url') =>
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">
  <!ENTITY d SYSTEM "http://10.0.0.7/x">]><${kind === 'url' ? 'urlset' : 'sitemapindex'}>${locs.map((loc) => `<${kind}><loc>${loc}</loc></${kind}>`).join('')}</${kind === 'url' ? 'urlset' : 'sitemapindex'}>`;

const site = 'https://heavy.evilcorp.dev';
const paths: Record<string, Send> = {
  '/robots.txt': typed(
    'text/plain',
    `User-agent: *\nAllow: /\nDisallow: ${'*a'.repeat(20_000)}\nSitemap: ${site}/sitemap.xml\nSitemap: ${site}/loop.xml\nSitemap: http://10.0.0.7/sitemap.xml\n`,
  ),
  '/': html(
    page(
      `${many(3_000, (at) => `<a href="/pricing-${at}">pricing, docs, terms and help ${at}</a>`)}
      <a href="http://10.0.0.7/docs">docs</a><a href="//169.254.169.254/status">status</a><a href="http://localhost:8080/help">help</a>
      ${many(17, (at) => `<a href="/p${at}">${['pricing', 'docs', 'terms', 'refund', 'privacy', 'security', 'status', 'changelog', 'help', 'signup', 'integrations', 'customers', 'compare', 'product', 'blog', 'contact', 'about'][at]}</a>`)}`,
    ),
  ),
  '/sitemap.xml': typed('application/xml', sitemap(Array.from({ length: 40_000 }, (_, at) => `${site}/guide-${at}`))),
  '/loop.xml': typed(
    'application/xml',
    sitemap([`${site}/loop.xml`, `${site}/loop.xml?a`, 'http://10.0.0.7/x.xml', `${site}/&d;&c;`], 'sitemap'),
  ),
  '/llms.txt': typed(
    'text/plain',
    `# Heavy\n\n> ${words}\n\n## Docs\n${many(20_000, (at) => `- [${'['.repeat(20)}${at}](${site}/d${at}): x\n`)}`,
  ),
  '/llms-full.txt': typed('text/markdown', '> '.repeat(200_000) + '*'.repeat(300_000) + '['.repeat(300_000)),
  '/openapi.json': typed(
    'application/json',
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      servers: [{ url: 'http://10.0.0.7/api' }, { url: 'http://169.254.169.254/' }],
      paths: Object.fromEntries(
        Array.from({ length: 6_000 }, (_, at) => [
          `/p${at}`,
          {
            get: {
              operationId: `o${at}`,
              parameters: [{ $ref: 'http://10.0.0.7/evil.json#/x' }],
              responses: { 200: { $ref: '#/components/responses/loop' } },
            },
          },
        ]),
      ),
      components: {
        responses: { loop: { $ref: '#/components/responses/loop' } },
        schemas: { a: { $ref: 'http://10.0.0.7/a.json' } },
      },
    }),
  ),
  '/swagger.json': typed('application/json', '['.repeat(1_500_000)),
  '/openapi.yaml': typed(
    'application/yaml',
    `openapi: 3.0.0\na: &a [x, x, x, x, x, x, x, x, x]\n${many(12, (at) => `b${at}: &${'bcdefghijklmn'[at]} [${Array(9).fill(`*${'abcdefghijklm'[at]}`).join(', ')}]\n`)}self: &self\n  me: *self\n`,
  ),
  '/.well-known/mcp/server-card.json': typed(
    'application/json',
    '{"name":"x","serverUrl":"http://10.0.0.7/mcp","remotes":[{"url":"https://169.254.169.254/mcp"}]}',
  ),
  '/.well-known/agent-card.json': typed(
    'application/json',
    `{"url":"http://127.0.0.1/","name":"${'\u202e'.repeat(10_000)}"}`,
  ),
  '/.well-known/api-catalog': typed(
    'application/linkset+json',
    '{"linkset":[{"anchor":"http://10.0.0.7/","service-desc":[{"href":"http://10.0.0.7/o.json"}]}]}',
  ),
  '/.well-known/oauth-protected-resource': typed(
    'application/json',
    '{"authorization_servers":["http://10.0.0.7/","https://169.254.169.254"]}',
  ),
};

/** Pages of all roles, one kind after the other. */
const kinds: readonly Send[] = [
  html('<div>'.repeat(100_000)),
  html(`<p ${many(1_000_000, (at) => `a${at} `)}>${page('')}`),
  html(page('a b '.repeat(2_500_000))),
  html(page(`<p>${'if '.repeat(100_000)}`)),
  html(page(`<p>${'$1,'.repeat(100_000)}`)),
  html(page(`<script type="application/ld+json">${'{"@graph":['.repeat(40_000)}</script>`)),
  html(
    page(
      `<script type="application/ld+json">{"@context":"http://10.0.0.7/context.json","@type":"Product","name":"x"}</script>`,
    ),
  ),
  html(page('<!--'.repeat(100_000))),
  html(page('<table>'.repeat(30_000))),
  html(page(`<a href="${'%'.repeat(300_000)}">x</a>`)),
  html(page('&#x41;&amp;'.repeat(50_000))),
  html(`${page('')}${'\0\u0007\ufffe\u202e\u200b'.repeat(40_000)}`),
  html(page(many(50_000, (at) => `<h2>${at}?</h2>`))),
  html(page('<svg><style><![CDATA['.repeat(30_000))),
  html(page('<select><option>'.repeat(40_000))),
  typed('text/html', gzipSync(Buffer.alloc(9_000_000, '<p>a b ')), { 'content-encoding': 'gzip' }),
  typed('text/markdown', `${'- '.repeat(100_000)}x\n${'`'.repeat(200_000)}`),
];

const heavy: Send = (res, req) => {
  const path = (req.url ?? '/').split('?')[0] ?? '/';
  const number = Number(/\d+$/.exec(path)?.[0] ?? 0);
  const send = paths[path] ?? (/\/(p|d|guide-|pricing-)\d/.test(path) ? kinds[number % kinds.length] : undefined);
  if (send) send(res, req);
  else res.writeHead(404, { 'content-type': 'text/html' }).end(page('nothing here'));
};

/** A page of 3,000 long addresses that no other page has: whoever remembers all of them fills its memory page by page. */
const fat: Send = (res, req) => {
  const path = (req.url ?? '/').split('?')[0] ?? '/';
  if (!/^\/($|pricing|docs|terms|privacy|about|contact|help)/.test(path)) return void res.writeHead(404, {}).end();
  const links = many(3_000, (at) => {
    const mark = createHash('sha256').update(`${path} ${at}`).digest('hex');
    return `<a href="https://elsewhere.example.org/${mark}/${'a'.repeat(1_200)}">x</a>`;
  });
  const own = ['pricing', 'docs', 'terms', 'privacy', 'about', 'contact', 'help'];
  const body = page(`${own.map((one) => `<a href="/${one}">${one}</a>`).join(' ')}${links}`);
  res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync(body));
};

export const hosts = [
  { name: 'heavy.evilcorp.dev', handle: (req: Request, res: Response) => heavy(res, req) },
  { name: 'fat.evilcorp.dev', handle: (req: Request, res: Response) => fat(res, req) },
];
