import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Answer, type Answers, html, json, links, send, text, words } from './planned-answers.ts';

/** Sites that say what they published, and registries that answer, lie and never end. Loaded by the closed world (`--extra`). */
const code = (...commands: string[]) => `<pre><code>${commands.join('\n')}</code></pre>`;
const site = (home: string, more: Answers = {}): Answers => ({
  '/robots.txt': text('User-agent: *\nAllow: /\n'),
  '/': html('Mill', `${words}<a href="/docs">API documentation</a> ${home}`),
  ...more,
});
const server = 'https://mill.dev/mcp';
const card = json({ name: 'dev.mill/addresses', remotes: [{ type: 'streamable-http', url: server }] });

const mill = site(
  links(
    'https://www.npmjs.com/package/zod',
    'https://www.npmjs.com/package/hono',
    'https://www.npmjs.com/package/@mill/sdk',
    // Names that none of them gives.
    ...['..%2f-%2fall', '%00', '-/v1/search?text=x', 'a/../../x'].map(
      (name) => `https://www.npmjs.com/package/${name}`,
    ),
  ),
  {
    '/docs': html(
      'Documentation',
      `<h1>API</h1>${words}${code('$ pip install -U "mill_sdk"', 'pip install mill_sdk==1.2')}`,
    ),
    '/.well-known/mcp/server-card.json': card,
    '/server.json': card,
    '/mcp': json({ error: 'not here' }, { status: 404 }),
  },
);

const away = (location: string): Answer => ({ status: 302, headers: { location } });
const endless = (_: IncomingMessage, res: ServerResponse): void => {
  res.writeHead(200, { 'content-type': 'application/json' });
  const piece = `${' '.repeat(65_536)}`;
  const more = (): void => {
    while (!res.destroyed && res.write(piece));
    res.once('drain', more);
  };
  more();
};
const bomb: Answer = {
  type: 'application/json',
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(Buffer.alloc(60_000_000, '{"a":')),
};

/** Each site links two names of each registry; what is answered there is below. */
const linking = (npm: readonly [string, string], pypi: readonly [string, string]): Answers =>
  site(
    links(
      ...npm.map((name) => `https://www.npmjs.com/package/${name}`),
      ...pypi.map((name) => `https://pypi.org/project/${name}/`),
    ),
  );

const page = (name: string, home: string): Answer =>
  html(
    `${name} · PyPI`,
    `<a href="${home}" rel="nofollow">Homepage</a><div class="project-description">${words}</div>`,
  );

const npm: Answers = {
  '/@mill%2fsdk/latest': json({ name: '@mill/sdk', version: '1.0.0', homepage: 'https://mill.dev/docs' }),
  '/zod/latest': json({ name: 'zod', version: '4.0.0', homepage: 'https://zod.dev' }),
  '/lying-endless/latest': endless,
  '/lying-away/latest': away('http://10.0.0.7/latest'),
  '/turning-other/latest': away('https://elsewhere.example.org/latest'),
  '/turning-name/latest': json({ name: 'another', homepage: 'https://turning.dev' }),
};
const pypi: Answers = {
  // As that of PyPI has it: documents for programs are kept from robots.
  '/robots.txt': text('User-agent: *\nDisallow: /simple/\nDisallow: /pypi/*/json\nDisallow: /search*\n'),
  '/project/mill-sdk/': page('mill-sdk', 'https://mill.dev/'),
  '/pypi/mill-sdk/json': json({ info: { name: 'mill-sdk', home_page: 'https://mill.dev/' } }),
  '/project/lying-bomb/': bomb,
  '/project/lying-deep/': html('lying-deep · PyPI', '<a href="https://lying.dev/">'.repeat(100_000)),
  '/project/turning-gone/': { status: 410 },
  '/project/turning-late/': (_, res) => void res.writeHead(200, { 'content-type': 'text/html' }).write('<title>'),
};
const mcp: Answers = {
  '/v0.1/servers/dev.mill%2Faddresses/versions/latest': json({
    server: { name: 'dev.mill/addresses', version: '1.0.0', remotes: [{ type: 'streamable-http', url: server }] },
    _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } },
  }),
};

export const hosts = Object.entries({
  'mill.dev': mill,
  'lying.dev': linking(['lying-endless', 'lying-away'], ['lying-bomb', 'lying-deep']),
  'turning.dev': linking(['turning-other', 'turning-name'], ['turning-gone', 'turning-late']),
  'registry.npmjs.org': npm,
  'pypi.org': pypi,
  'registry.modelcontextprotocol.io': mcp,
}).map(([name, answers]) => ({
  name,
  handle(req: IncomingMessage, res: ServerResponse) {
    const answer = answers[new URL(req.url ?? '/', 'http://x').pathname];
    if (typeof answer === 'function') return answer(req, res);
    send(res, answer ?? { ...json({ error: 'Not found' }), status: 404 });
  },
}));

export const addresses = ['10.0.0.7'];
export const listeners = [{ address: '10.0.0.7', port: 80, kind: 'canary', name: '10.0.0.7' }];
