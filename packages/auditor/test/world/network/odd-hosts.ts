import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Hosts that answer over HTTP in ways that a fetcher must survive. Loaded by the closed world (`--extra`). */
type World = { note(line: Record<string, unknown>): void; name: string; pathname: string };
type Handle = (req: IncomingMessage, res: ServerResponse, world: World) => void;

const MB = 1_000_000;
const html = { 'content-type': 'text/html; charset=utf-8' };
const plain = { 'content-type': 'text/plain' };
const words = 'Plain words of a page that says something about an offer. '.repeat(20);
const page = (text = words) => `<!doctype html><title>Page</title><p>${text}</p>`;

/** Sends the same piece until nobody listens. */
function endless(res: Writable, piece: Uint8Array): void {
  const more = () => {
    while (!res.destroyed && res.write(piece));
  };
  res.on('drain', more);
  more();
}

/** Sends a small piece again and again, slowly. */
function drip(res: ServerResponse, piece: string, ms: number): void {
  const timer = setInterval(() => res.write(piece), ms);
  res.once('close', () => clearInterval(timer));
}

const send =
  (status: number, headers: Record<string, string | string[]>, body: string | Uint8Array = ''): Handle =>
  (_, res) =>
    res.writeHead(status, headers).end(body);

const coded = (coding: string, body: Uint8Array): Handle => send(200, { ...html, 'content-encoding': coding }, body);

const zeros = Buffer.alloc(60 * MB);
const gzip_bomb = gzipSync(zeros);
const brotli_bomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
/** Not as dense: only its length stops it. */
const long_gzip = gzipSync(
  Array.from({ length: 110_000 }, (_, at) => `line ${at} of a text that goes on and on and on\n`).join(''),
);

const used = new WeakSet<object>();
let running = 0;
let asked_to_wait = 0;

const paths: Record<string, Handle> = {
  '/robots.txt': send(404, plain),
  '/page': send(200, html, page()),
  '/to': (req, res) => {
    const target = Buffer.from(new URL(req.url ?? '', 'http://x').searchParams.get('hex') ?? '', 'hex');
    res.writeHead(302, { location: target.toString('latin1') }).end();
  },
  '/far': send(302, { location: `/${'x'.repeat(5_000)}` }),
  '/loop': send(302, { location: '/loop' }),
  '/hops': (req, res) => {
    const left = Number(new URL(req.url ?? '', 'http://x').searchParams.get('n'));
    if (left === 0) res.writeHead(200, html).end(page());
    else res.writeHead(301, { location: `/hops?n=${left - 1}` }).end();
  },
  '/gzip-bomb': coded('gzip', gzip_bomb),
  '/brotli-bomb': coded('br', brotli_bomb),
  '/long-gzip': coded('gzip', long_gzip),
  '/gzip': coded('gzip', gzipSync(page())),
  '/brotli': coded('br', brotliCompressSync(page())),
  '/triple': coded('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(page())))),
  '/deflate': coded('deflate', Buffer.from(page())),
  '/zstd': coded('zstd', Buffer.from(page())),
  '/not-gzip': coded('gzip', Buffer.from(page())),
  '/cut-gzip': coded('gzip', gzipSync(Buffer.from(`${page()}${Math.PI}`.repeat(50))).subarray(0, -12)),
  '/endless': (_, res) => endless(res.writeHead(200, html), Buffer.alloc(65_536, 'endless ')),
  '/bytes': (_, res) => {
    res.writeHead(200, { ...html, 'transfer-encoding': 'chunked' }).flushHeaders();
    // Past the writer of Node, which joins what is written at once.
    if (res.socket) endless(res.socket, Buffer.from('1\r\nx\r\n'.repeat(10_000)));
  },
  '/drip': (_, res) => drip(res.writeHead(200, html), 'x', 50),
  '/hang': () => {},
  '/half': (_, res) => void res.writeHead(200, html).write(page()),
  '/long-header': send(200, { ...html, 'x-long': 'x'.repeat(40_000) }, page()),
  '/many-headers': (_, res) => {
    for (let at = 0; at < 3_000; at++) res.setHeader(`x-${at}`, 'some value');
    res.writeHead(200, html).end(page());
  },
  '/long-link': send(200, { ...html, link: `<${'/l'.repeat(4_000)}>; rel="x"`, server: 's'.repeat(3_000) }, page()),
  '/cookie': (req, res, { note }) => {
    note({ kind: 'asked-with', path: req.url, headers: req.headers });
    res.writeHead(200, { ...html, 'set-cookie': ['session=1; Path=/', 'other=2'] }).end(page());
  },
  '/picture': (_, res) => endless(res.writeHead(200, { 'content-type': 'image/png' }), Buffer.alloc(65_536)),
  '/binary': send(200, { 'content-type': 'application/octet-stream' }, Buffer.alloc(1_000)),
  '/document': send(
    200,
    { 'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
    'PK',
  ),
  '/drawing': send(200, { 'content-type': 'image/svg+xml' }, '<svg/>'),
  '/no-type': send(200, {}, page()),
  '/problem': send(404, { 'content-type': 'application/problem+json' }, '{"title":"not here"}'),
  '/lie': send(200, html, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])),
  '/empty': send(200, html),
  '/none': send(204, {}),
  '/utf-16': send(200, { 'content-type': 'text/html; charset=utf-16le' }, Buffer.from(`\uFEFF${page()}`, 'utf16le')),
  '/bom': send(200, html, `\uFEFF${page()}`),
  '/sitemap.xml.gz': send(200, { 'content-type': 'application/gzip' }, gzipSync('<urlset></urlset>')),
  '/twice.xml.gz': send(200, { 'content-type': 'application/x-gzip' }, gzipSync(gzipSync('<urlset></urlset>'))),
  '/coded.xml.gz': (_, res) =>
    res
      .writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' })
      .end(gzipSync('<urlset></urlset>')),
  '/bomb.xml.gz': (_, res) => res.writeHead(200, { 'content-type': 'application/gzip' }).end(gzip_bomb),
  '/wait': (_, res) => {
    asked_to_wait += 1;
    if (asked_to_wait === 1) res.writeHead(429, { ...plain, 'retry-after': '1' }).end('later');
    else res.writeHead(200, html).end(page());
  },
  '/wait-long': send(503, { ...plain, 'retry-after': '120' }, 'much later'),
  '/wait-date': send(503, { ...plain, 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' }, 'much later'),
  '/busy': send(503, plain, 'busy'),
  '/broken': send(500, plain, 'broken'),
  '/cloudflare': send(403, { ...html, 'cf-mitigated': 'challenge' }, page('Enable JavaScript')),
  '/siteground': send(202, html, '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">'),
  '/waf': send(405, { ...html, 'x-amzn-waf-action': 'captcha' }, page('Human?')),
  '/datadome': send(403, { ...html, 'x-datadome': 'protected' }, page('Blocked')),
  '/datadome-page': send(200, { ...html, 'x-datadome': 'protected' }, page()),
  '/incapsula': send(200, html, '<iframe src="/_Incapsula_Resource?CWUDNSAI=1"></iframe>'),
  '/moment': send(503, html, '<title>Just a moment...</title>'),
  '/captcha': send(200, html, '<p>Are you human?</p><iframe src="https://captcha.example/x"></iframe>'),
  '/forbidden': send(403, html, page()),
  '/counted': (_, res) => {
    running += 1;
    const most = running;
    setTimeout(() => {
      running -= 1;
      res.writeHead(200, plain).end(JSON.stringify({ most }));
    }, 60);
  },
  // A connection answers once; the next request over it finds it ended.
  '/closes': (req, res) => {
    if (used.has(req.socket)) req.socket.destroy();
    else res.writeHead(200, html).end(page());
    used.add(req.socket);
  },
  '/mcp': (req, res, { note }) => {
    note({ kind: 'asked-with', path: req.url, method: req.method, headers: req.headers });
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":1,"result":{}}');
  },
};

const byPath: Handle = (req, res, world) =>
  (paths[world.pathname] ?? send(404, html, page('No page')))(req, res, world);

/** A host with a robots.txt of its own; every other path is a page. */
const withRobots = (name: string, robots: Handle) => ({
  name: `${name}.evilcorp.dev`,
  handle: ((req, res, world) =>
    (world.pathname === '/robots.txt' ? robots : send(200, html, page()))(req, res, world)) satisfies Handle,
});

/** Addresses within, in every spelling that a redirect may have. */
const inside = [
  ...['http://127.0.0.1/', 'http://10.0.0.7/', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/'],
  ...['http://2130706433/', 'http://[::ffff:10.0.0.7]/', 'http://private.evilcorp.dev/', '//loopback.evilcorp.dev/'],
];
let moved = 0;
/** Leads to another address within at each request. */
const moves: Handle = (req, res, world) =>
  send(302, { location: inside[moved++ % inside.length] ?? '' })(req, res, world);

export const hosts = [
  { name: 'moves-all.evilcorp.dev', handle: moves },
  {
    name: 'moves-rest.evilcorp.dev',
    handle: ((req, res, world) =>
      (world.pathname === '/' ? send(200, html, page()) : moves)(req, res, world)) satisfies Handle,
  },
  { name: 'odd.evilcorp.dev', handle: byPath },
  { name: 'other-site.dev', handle: byPath },
  { name: 'expired.evilcorp.dev', tls: 'expired', handle: byPath },
  { name: 'self-signed.evilcorp.dev', tls: 'self-signed', handle: byPath },
  { name: 'wrong-name.evilcorp.dev', tls: 'wrong-name', handle: byPath },
  { name: 'closed.evilcorp.dev', http: 'closed', https: false, handle: byPath },
  { name: 'retry.evilcorp.dev', handle: byPath },
  { name: 'counted.evilcorp.dev', handle: byPath },
  {
    name: 'rebind.evilcorp.dev',
    dns: { sequence: [['self4'], ['127.0.0.1']] },
    handle: ((req, res, world) => {
      res.setHeader('connection', 'close');
      byPath(req, res, world);
    }) satisfies Handle,
  },
  withRobots('robots-500', send(500, plain, 'broken')),
  withRobots('robots-429', send(429, plain, 'later')),
  withRobots('robots-403', send(403, plain, 'no')),
  withRobots('robots-hang', () => {}),
  withRobots('robots-challenge', send(403, { ...html, 'cf-mitigated': 'challenge' })),
  withRobots('robots-away', send(302, { location: 'https://other-site.dev/page' })),
  withRobots('robots-www', send(302, { location: 'http://robots-forbids.evilcorp.dev/robots.txt' })),
  withRobots('robots-inside', send(302, { location: 'http://127.0.0.1/robots.txt' })),
  withRobots('robots-loop', send(302, { location: '/robots.txt' })),
  withRobots('robots-forbids', send(200, plain, 'User-agent: AgentReadinessAuditor\nDisallow: /private\n')),
  withRobots('robots-slow', send(200, plain, 'User-agent: *\nCrawl-delay: 0.4\n')),
  withRobots('robots-long', send(200, plain, `${'# filler\n'.repeat(80_000)}User-agent: *\nDisallow: /\n`)),
  withRobots(
    'robots-bomb',
    send(200, plain, `${'User-agent: a\n'.repeat(18_000)}User-agent: *\n${'Disallow: /a\n'.repeat(18_000)}`),
  ),
  withRobots('robots-type', send(200, { 'content-type': 'application/octet-stream' }, 'User-agent: *\nDisallow: /x')),
];
