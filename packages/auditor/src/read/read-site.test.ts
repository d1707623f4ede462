// Over 400 lines because one made-up site after the other is read here, each with all of its answers.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type MadeAnswer, madePage, madeSite } from '../../test/world/made-site.ts';
import type { EvidenceBundle, EvidenceItem } from '../evidence/evidence.ts';
import { readSite } from './read-site.ts';

type Answer = Partial<Omit<EvidenceItem, 'headers'>> & { path: string; body?: string | Uint8Array; type?: string };

/** A site of made-up answers; `type` is HTML unless said. */
function site(answers: readonly Answer[]) {
  const bodies = new Map<string, Uint8Array>();
  const items = answers.map(({ path, body, type = 'text/html; charset=utf-8', ...rest }): EvidenceItem => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : null;
    if (bytes && sha256) bodies.set(sha256, bytes);
    return {
      role: path === '/' ? 'home' : 'probe',
      method: 'GET',
      url: new URL(path, 'https://example.com').href,
      accept: '*/*',
      fetched_at: '2026-11-20T10:00:00.000Z',
      redirects: [],
      status: 200,
      headers: { 'content-type': type },
      bytes: bytes?.length ?? 0,
      sha256,
      truncated: false,
      problem: null,
      detail: null,
      ...rest,
    };
  });
  const bundle: EvidenceBundle = {
    format: 1,
    website: 'https://example.com/',
    started_at: '2026-11-20T10:00:00.000Z',
    finished_at: '2026-11-20T10:01:00.000Z',
    requests: items.length,
    bytes: 0,
    notes: [],
    items,
  };
  return readSite(bundle, (sha256) => bodies.get(sha256));
}

const text = 'A bicycle workshop that repairs what others throw away. '.repeat(8);
const home = { path: '/', body: `<title>Workshop</title><h1>Workshop</h1><p>${text}</p>` };
const json = 'application/json';

test('a page that says "not found" with status 200 is no page, nor is what equals the answer to a made-up address', () => {
  const nothing = `<title>Oops</title><h1>Nothing here</h1><p>${text} Request 12345.</p>`;
  const found = site([
    home,
    { path: '/missing-1', role: 'missing_page', body: nothing },
    { path: '/pricing', role: 'pricing', body: nothing.replace('12345', '67890') },
    { path: '/plans', role: 'pricing', body: `<h1>Page not found</h1><p>${text}</p>` },
    { path: '/llms.txt', body: home.body },
    { path: '/faq', role: 'help', body: `<h1>How to fix a 404 page</h1><p>${text.repeat(9)}</p>` },
  ]);
  assert.deepEqual(
    found.pages.map(({ path }) => path),
    ['/', '/faq'],
  );
  assert.deepEqual(
    found.items.filter(({ soft_404 }) => soft_404).map(({ url }) => new URL(url).pathname),
    ['/pricing', '/plans', '/llms.txt'],
  );
  assert.deepEqual(found.llms, []);
});

test('a page whose address says nothing is what it calls itself, before what links call it', () => {
  const page = (path: string, role: string, title: string) => ({
    ...{ path, role },
    body: `<title>${title}</title><h1>Repairs</h1><p>${path} ${text}</p>`,
  });
  const found = site([
    home,
    page('/x1', 'docs', 'Pricing – Workshop'),
    page('/x2', 'help', 'Privacy Policy | Workshop'),
    page('/x3', 'docs', 'How our pricing works – Workshop'),
    page('/docs/x4', 'docs', 'Pricing – Workshop'),
  ]);
  assert.deepEqual(
    found.pages.map(({ path, role }) => `${path} ${role}`),
    ['/ home', '/x1 pricing', '/x2 privacy', '/x3 docs', '/docs/x4 docs'],
  );
});

test('a title names the page by its first thing, its story, or as documentation of an API', () => {
  const titles = [
    'Contact and booking – Workshop',
    'Our story – Workshop',
    'Getting started | Workshop API',
    'Getting started | Workshop',
  ];
  const pages = titles.map((title, at) => ({
    ...{ path: `/x${at}`, role: 'other' },
    body: `<title>${title}</title><h1>Repairs</h1><p>${at} ${text}</p>`,
  }));
  assert.deepEqual(
    site([home, ...pages]).pages.map(({ role }) => role),
    ['home', 'contact', 'about', 'docs', 'signup'],
  );
});

test('what a program for documentation made is documentation where its address does not say what it is for', () => {
  const made = (path: string, generator: string, more = '') => ({
    ...{ path, role: 'other' },
    body: `<meta name="generator" content="${generator}"><title>Mills</title><h1>Repairs</h1><p>${path} ${text}</p>${more}`,
  });
  const found = site([
    home,
    made('/mills/workers', 'mkdocs-1.6.1, mkdocs-material-9.6'),
    made('/why', 'Docusaurus v3'),
    made('/quick-start', 'Docusaurus v3'),
    made('/pricing', 'mkdocs-1.6.1'),
    made('/millers', 'WordPress 6.8'),
    made('/enterprise', 'VitePress v1.5'),
    made('/mills/prices-of-mills', 'VitePress v1.5', '<p>A mill costs $900 a month.</p>'),
    made('/mills/days', 'Docusaurus v3', '<form action="/days"><input name="mail"></form>'),
    made('/getting-started', 'Docusaurus v3', '<form action="/start"><input type="email" name="e"></form>'),
  ]);
  assert.deepEqual(
    found.pages.map(({ role }) => role),
    ['home', 'docs', 'other', 'docs', 'pricing', 'other', 'other', 'other', 'other', 'signup'],
  );
});

test('a page with samples of code is documentation where its address does not say what it is for', () => {
  const shown = (path: string, role: string, samples: readonly string[], more = '') => ({
    ...{ path, role },
    body: `<title>Mills</title><h1>Repairs</h1><p>${path} ${text}</p>${samples.map((one) => `<pre>${one}</pre>`).join('')}${more}`,
  });
  const samples = ['mill start --wheel 4', 'mill stop --now', '{ "wheels": 4 }'];
  const found = site([
    home,
    shown('/wheels', 'other', samples),
    shown('/stones', 'other', samples.slice(1)),
    shown('/grain', 'other', ['start', 'stop', 'list']),
    shown('/training', 'other', ['Mon 18:00 Hall A', 'Tue 19:00 Hall B', 'Wed 20:00 Hall A']),
    { ...shown('/repaired', 'other', samples, '<meta property="article:published_time" content="2026-11-01">') },
    shown('/pricing', 'pricing', samples),
    shown('/rent', 'other', samples, '<p>A mill costs $900 a month.</p>'),
  ]);
  assert.deepEqual(
    found.pages.map(({ role }) => role),
    ['home', 'docs', 'other', 'other', 'other', 'other', 'pricing', 'other'],
  );
});

test('a page of a few words and a frame is a page, one of a frame alone is none', () => {
  const frame = '<iframe src="https://forms.example.org/f/1"></iframe>';
  const at = (path: string, body: string) => ({ path, role: 'other', body: `<title>Mills</title>${body}${frame}` });
  const found = site([home, at('/join', '<p>Here you can register at once for all of our mills.</p>'), at('/map', '')]);
  assert.deepEqual(
    found.pages.map(({ path }) => path),
    ['/', '/join'],
  );
  const alone = site([{ path: '/', role: 'home', body: frame }]);
  assert.equal(alone.pages.length, 1, 'the home page is one');
});

test('a shell that answers every address hides whether there is a page', () => {
  const shell = '<div id="root"></div><script src="/app.js"></script>';
  const found = site([
    { path: '/', body: shell },
    { path: '/missing', role: 'missing_page', body: shell },
    { path: '/pricing', role: 'pricing', body: `${shell} ` },
    { path: '/openapi.json', body: shell },
  ]);
  assert.deepEqual(
    found.pages.map(({ path, shell }) => [path, shell]),
    [
      ['/', true],
      ['/pricing', true],
    ],
  );
});

test('what was refused, challenged or cut off is no text; a page over the bounds is unreadable, not empty', () => {
  const found = site([
    home,
    { path: '/pricing', role: 'pricing', problem: 'challenge', body: '<title>Just a moment</title>' },
    { path: '/terms', role: 'terms', status: null, problem: 'timeout' },
    { path: '/bomb', role: 'other', body: '<div>'.repeat(10_000) },
  ]);
  assert.deepEqual(
    found.pages.map(({ path }) => path),
    ['/'],
  );
  assert.deepEqual(
    found.items.map(({ text: body, problem }) => [body === undefined, problem]),
    [
      [false, null],
      [true, 'challenge'],
      [true, 'timeout'],
      [true, 'unreadable'],
    ],
  );
});

test('a site with more text than is read is read up to there, and the rest is unknown', () => {
  const page = `<h1>Page</h1><p>${'word '.repeat(80_000)}</p>`;
  const answers = Array.from({ length: 15 }, (_, at) => ({ path: `/p${at}`, role: 'other', body: `${page}${at}` }));
  const found = site([home, ...answers]);
  assert.equal(found.pages.length, 11);
  assert.deepEqual(
    new Set(found.items.slice(11).map(({ problem, text: body }) => `${problem} ${body}`)),
    new Set(['budget undefined']),
  );
});

test('text is decoded by its mark, its header and its page', () => {
  const utf16 = new Uint8Array(Buffer.from(`\ufeff<h1>Größe</h1><p>${text}</p>`, 'utf16le'));
  const latin = new Uint8Array(Buffer.from(`<meta charset="iso-8859-1"><h1>Größe</h1><p>${text}</p>`, 'latin1'));
  const found = site([
    home,
    { path: '/a', body: utf16 },
    { path: '/b', body: latin, type: 'text/html' },
    { path: '/c', body: latin, type: 'text/html; charset=windows-1252' },
    { path: '/d', body: `<h1>Größe</h1><p>${text}</p>`, type: 'text/html; charset=no-such' },
  ]);
  assert.deepEqual(
    found.pages.slice(1).map(({ headings }) => headings[0]?.text),
    ['Größe', 'Größe', 'Größe'],
  );
});

test('robots.txt: groups, allowed agents, sitemaps and signals', () => {
  const body =
    'User-agent: *\nDisallow: /private\nContent-Signal: ai-train=no\n\nUser-agent: BadBot\nDisallow: /\n\nSitemap: https://example.com/map.xml\n';
  const { robots } = site([home, { path: '/robots.txt', role: 'robots', type: 'text/plain', body }]);
  assert.ok(robots?.valid);
  assert.deepEqual(
    [robots.agents, robots.sitemaps, robots.fields.get('content-signal')],
    [['*', 'badbot'], ['https://example.com/map.xml'], ['ai-train=no']],
  );
  assert.equal(robots.allows('GoodBot', 'https://example.com/a'), true);
  assert.equal(robots.allows('GoodBot', 'https://example.com/private/a'), false);
  assert.equal(robots.allows('BadBot', 'https://example.com/a'), false);
  assert.equal(site([home, { path: '/robots.txt', role: 'robots', body: home.body }]).robots, undefined);
});

test('sitemaps: an index is followed to what was collected, entities and broken files are not read', () => {
  const map = (urls: string) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
  const index =
    '<sitemapindex><sitemap><loc>https://example.com/a.xml</loc></sitemap><sitemap><loc>https://example.com/sitemap.xml</loc></sitemap></sitemapindex>';
  const xml = 'application/xml';
  const answers = [
    home,
    { path: '/sitemap.xml', role: 'sitemap', type: xml, body: index },
    {
      path: '/a.xml',
      role: 'sitemap',
      type: xml,
      body: map('<url><loc>https://example.com/x?a=1&amp;b=2</loc><lastmod>2026-11-01</lastmod></url>'),
    },
    {
      path: '/evil.xml',
      role: 'sitemap',
      type: xml,
      body: `<!DOCTYPE r [<!ENTITY a SYSTEM "http://10.0.0.1/">]>${map('<url><loc>&a;</loc></url>')}`,
    },
  ];
  const { sitemap } = site(answers);
  assert.deepEqual(sitemap.urls[0], { url: 'https://example.com/x?a=1&b=2', lastmod: '2026-11-01' });
  assert.equal(sitemap.complete, true);
  assert.doesNotMatch(JSON.stringify(sitemap.urls), /10\.0\.0\.1/);
  assert.equal(site(answers.filter(({ path }) => path !== '/a.xml')).sitemap.complete, false);
});

test('llms.txt has the level that its form earns', () => {
  const level = (body: string) => site([home, { path: '/llms.txt', type: 'text/plain', body }]).llms[0]?.level;
  assert.equal(level('{"a": 1}'), 0);
  assert.equal(level('just words'), 1);
  assert.equal(level('# Name\n\nwords'), 2);
  assert.equal(level('# Name\n\n> What it is\n'), 3);
  assert.equal(level('# Name\n\n> What it is\n\n## Docs\n\n- [Start](/start): first steps\n'), 4);
  const [found] = site([
    home,
    { path: '/llms.txt', type: 'text/plain', body: '# N\n\n## Docs\n\n- [Start](/start): first steps\n' },
  ]).llms;
  assert.deepEqual(found?.sections, [
    { title: 'Docs', links: [{ url: 'https://example.com/start', text: 'Start', note: 'first steps' }] },
  ]);
});

test('what thousands of operations share is read once, and schemas that hold one another end', () => {
  const json = 'application/json';
  const itself = Array.from({ length: 50 }, () => ({ $ref: '#/components/schemas/Itself' }));
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, 0]));
  const shared = { $ref: '#/components/responses/Shared' };
  const operation = {
    requestBody: { content: { [json]: { schema: { $ref: '#/components/schemas/Itself' } } } },
    parameters: [{ $ref: '#/components/parameters/0' }, { $ref: '#/components/parameters/length' }],
    responses: { 200: shared, 201: shared, 202: shared, 404: shared },
  };
  const body = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Bomb', version: '1' },
    security: [{ all: Array.from({ length: 100_000 }, (_, at) => `s${at}`) }],
    components: {
      parameters: [{ name: 'First', in: 'query' }, ...Array.from({ length: 100_000 }, () => 0)],
      schemas: { Itself: { allOf: itself, anyOf: itself, oneOf: itself, properties: members } },
      responses: { Shared: { headers: members } },
      pathItems: { Shared: { post: operation } },
    },
    paths: Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`/p${at}`, { $ref: '#/components/pathItems/Shared' }]),
    ),
  });
  const began = process.cpuUsage();
  const [api] = site([{ path: '/openapi.json', body, type: json }]).apis;
  const { user, system } = process.cpuUsage(began);
  assert.equal(api?.operations.length, 2_000);
  const last = api?.operations.at(-1);
  assert.deepEqual(last?.parameters, ['first'], 'only what a list itself has is a member of it');
  assert.deepEqual([last?.body_fields[0], last?.responses[3]?.headers[0], last?.scopes[0]], ['m0', 'm0', 's0']);
  assert.ok(user + system < 5_000_000, `${user + system} microseconds`);
});

test('an API description is read with its own references; others are never followed', () => {
  const body = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: '/v1' }],
    paths: {
      '/things/{id}': {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        put: {
          operationId: 'putThing',
          summary: 'Change',
          security: [{ key: ['things:write'] }],
          requestBody: { content: { [json]: { schema: { $ref: '#/components/schemas/Thing' } } } },
          responses: {
            200: { content: { [json]: { schema: { $ref: 'http://169.254.169.254/x' } } } },
            429: { $ref: '#/components/responses/Slow' },
          },
        },
      },
    },
    components: {
      parameters: { Id: { name: 'id', in: 'path', required: true } },
      schemas: {
        Thing: {
          allOf: [{ $ref: '#/components/schemas/Thing' }, { properties: { name: {} } }],
          properties: { next: {} },
        },
      },
      responses: { Slow: { headers: { 'Retry-After': {} }, content: { [json]: { schema: {} } } } },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
  });
  const { apis } = site([home, { path: '/openapi.json', type: json, body }, { path: '/copy.json', type: json, body }]);
  assert.equal(apis.length, 1);
  assert.deepEqual(apis[0]?.errors, []);
  assert.deepEqual(apis[0]?.servers, ['https://example.com/v1']);
  assert.deepEqual(apis[0]?.operations, [
    {
      method: 'PUT',
      path: '/things/{id}',
      operation_id: 'putThing',
      summary: 'Change',
      tags: [],
      parameters: ['id'],
      needs_arguments: true,
      body_fields: ['next', 'name'],
      responses: [
        { status: '200', schema: true, headers: [] },
        { status: '429', schema: true, headers: ['retry-after'] },
      ],
      scopes: ['things:write'],
      secured: true,
    },
  ]);
});

test('a description that breaks its rules says which', () => {
  const broken = (value: object) =>
    site([home, { path: '/openapi.json', type: json, body: JSON.stringify(value) }]).apis[0]?.errors;
  const info = { title: 'T', version: '1' };
  assert.deepEqual(broken({ openapi: '3.0.0', info, paths: {} }), []);
  assert.deepEqual(broken({ openapi: '9', info, paths: {} }), ['openapi 9 is not a version that exists']);
  assert.deepEqual(broken({ openapi: '3.0.0', paths: {} }), ['info.title is missing', 'info.version is missing']);
  const get = { operationId: 'a', responses: { 200: {} } };
  assert.deepEqual(broken({ openapi: '3.0.0', info, paths: { '/a/{b}': { get } } }), [
    'GET /a/{b} does not declare {b}',
  ]);
  assert.deepEqual(broken({ openapi: '3.0.0', info, paths: { '/a': { get }, '/b': { get } } }), [
    'operationId a is used twice',
  ]);
  assert.deepEqual(
    broken({ openapi: '3.0.0', info, paths: { '/a': { get: { responses: { 200: { $ref: '#/no' } } } } } }),
    ['#/no leads nowhere'],
  );
});

test('YAML: aliases that grow or return to themselves, and wrong types, are not read', () => {
  const yaml = (body: string) => site([home, { path: '/openapi.yaml', type: 'application/yaml', body }]);
  assert.equal(yaml('openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths: {}\n').apis.length, 1);
  assert.equal(yaml('openapi: 3.0.0\npaths: &a\n  /x: *a\n').apis.length, 0);
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`),
  ];
  assert.equal(yaml(`openapi: 3.0.0\n${bomb.join('\n')}\n`).apis.length, 0);
  assert.equal(yaml('openapi: 3.0.0\nx: !!js/function "function(){}"\n\t- bad').apis.length, 0);
});

test('documents for machines are known by their shape, and say when they are empty', () => {
  const kinds = site([
    home,
    {
      path: '/.well-known/api-catalog',
      type: 'application/linkset+json',
      body: '{"linkset":[{"anchor":"https://example.com/"}]}',
    },
    { path: '/.well-known/mcp.json', type: json, body: '{"name":"x","serverUrl":"https://example.com/mcp"}' },
    { path: '/.well-known/mcp/server-card.json', type: json, body: '{"available":false,"name":"x"}' },
    {
      path: '/.well-known/agent-card.json',
      type: json,
      body: '{"name":"x","url":"https://example.com/a","skills":[]}',
    },
    { path: '/.well-known/agent-skills/index.json', type: json, body: '{"skills":[]}' },
    {
      path: '/.well-known/oauth-protected-resource',
      type: json,
      body: '{"resource":"https://example.com","authorization_servers":["https://example.com"]}',
    },
    { path: '/.well-known/oauth-authorization-server', type: json, body: '{"error":"not found"}' },
    { path: '/.well-known/security.txt', type: 'text/plain', body: 'Contact: mailto:a@example.com\n' },
    { path: '/pricing.md', type: 'text/markdown', body: '# Prices\n' },
    { path: '/pricing.json', type: json, body: '{"plans":[{"name":"Solo","price":5}]}' },
    { path: '/feed', type: 'application/rss+xml', body: '<?xml version="1.0"?><rss version="2.0"></rss>' },
    { path: '/broken.json', type: json, body: '{"a":' },
  ]).machine.map(({ kind, empty }) => (empty ? `${kind} (empty)` : kind));
  assert.deepEqual(kinds, [
    'api_catalog',
    'mcp_card',
    'mcp_card (empty)',
    'agent_card',
    'skills_index (empty)',
    'protected_resource',
    'json',
    'security_txt',
    'pricing_md',
    'pricing_json',
    'feed',
  ]);
});

test('one text under two addresses is one page, in each of its formats', () => {
  const markdown = `# Workshop\n\n${text}\n`;
  const found = site([
    home,
    { path: '/', role: 'home_markdown', accept: 'text/markdown', type: 'text/markdown', body: markdown },
    { path: '/index.md', type: 'text/markdown', body: markdown },
    { path: '/home', role: 'other', body: home.body, redirects: [{ status: 301, url: 'https://example.com/#top' }] },
  ]);
  assert.deepEqual(
    found.pages.map(({ role, format }) => [role, format]),
    [
      ['home', 'html'],
      ['home', 'markdown'],
    ],
  );
});

test('bytes that are no text are read without harm', () => {
  const noise = new Uint8Array(50_000).map((_, at) => (at * 7919) % 256);
  for (const type of ['text/html', 'text/markdown', json, 'application/yaml', 'application/xml', 'text/plain', ''])
    assert.ok(
      site([
        home,
        { path: '/sitemap.xml', role: 'sitemap', type, body: noise },
        { path: '/x.md', type, body: gzipSync(noise) },
      ]),
    );
});

test('of two pages that were asked for as the home page it is the last one that holds something', () => {
  const first =
    '<!doctype html><title>Mill</title><meta http-equiv="refresh" content="0;url=/en/"><a href="/en/">On</a>';
  const homes = (second: MadeAnswer) =>
    madeSite({ '/': first, '/en/': second }).pages.flatMap(({ role, url }) => (role === 'home' ? url : []));
  const body = madePage(`<h1>Mill</h1>${'<p>We repair bicycles.</p>'.repeat(20)}`);
  assert.deepEqual(homes({ role: 'home', body }), ['https://example.com/en/']);
  for (const second of [
    { body: '{"name":"Mill"}', type: 'application/json' },
    { body: '<title>404</title><h1>Not found</h1>' },
    { body, status: 404 },
    { body: '' },
    { body, redirects: [{ url: 'https://app.example.com/', status: 302 }] },
  ])
    assert.deepEqual(homes({ role: 'home', ...second }), ['https://example.com/'], JSON.stringify(second).slice(0, 80));
});
