import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { openParser } from './parser.ts';
import type { DocumentKind, Reading } from './reading.ts';

/** Hostile documents are read in a thread that ends with them; what comes back is bounded. */
const parser = openParser();
after(() => parser.close());
const url = 'https://acme.dev/docs/page';
const read = (kind: DocumentKind, body: string | Uint8Array): Promise<Reading | undefined> =>
  parser.parse({
    ...{ kind, url, type: kind === 'machine' ? 'application/yaml' : 'text/plain' },
    body: typeof body === 'string' ? Buffer.from(body) : body,
  });
const urls = (reading: Reading | undefined) => reading?.links.map((link) => link.url);

test('a page gives its links with their place, declared documents, title and names', async () => {
  const reading = await read(
    'html',
    `<title>Prices | Acme</title><link rel="alternate" type="text/markdown" href="page.md"><meta property="og:site_name" content="Acme">
     <script type="application/ld+json">{"@graph":[{"@type":["Organization"],"name":"Acme Inc."}]}</script>
     <nav><a href="/pricing">Our <b>prices</b></a></nav><a href="other#part">Other</a><a href="javascript:x()">no</a>
     <a href="https://user:pw@acme.dev/x">no</a><footer><a href="/pricing">again</a><a href="//cdn.dev/y"></a></footer>`,
  );
  assert.equal(reading?.title, 'Prices | Acme');
  assert.deepEqual(reading?.names, ['Acme', 'Acme Inc.']);
  assert.deepEqual(
    reading?.links.map((link) => [link.url, link.text, link.area]),
    [
      ['https://acme.dev/docs/page.md', '', 'declared'],
      ['https://acme.dev/pricing', 'Our prices | again', 'nav'],
      ['https://acme.dev/docs/other', 'Other', 'main'],
      ['https://cdn.dev/y', '', 'nav'],
    ],
  );
});

test('Markdown gives links with what is said about them, then bare addresses', async () => {
  const reading = await read(
    'markdown',
    '# Acme\n\n- [Limits](/docs/limits.md): requests a day\n\nSee https://acme.dev/openapi.json.\n',
  );
  assert.deepEqual(urls(reading), ['https://acme.dev/docs/limits.md', 'https://acme.dev/openapi.json']);
  assert.equal(reading?.links[0]?.note, 'requests a day');
  assert.equal(reading?.title, 'Acme');
});

test('a sitemap gives its addresses, packed or not, an index its files', async () => {
  const file =
    '<urlset><url><loc> https://acme.dev/long/path </loc></url><url><loc>https://acme.dev/a?b=1&amp;c=2</loc></url></urlset>';
  // Short ones first.
  assert.deepEqual(urls(await read('sitemap', file)), ['https://acme.dev/a?b=1&c=2', 'https://acme.dev/long/path']);
  assert.equal(urls(await read('sitemap', gzipSync(file)))?.length, 2);
  const index = await read('sitemap', '<sitemapindex><sitemap><loc>/s1.xml</loc></sitemap></sitemapindex>');
  assert.deepEqual([index?.sitemaps, index?.links], [['https://acme.dev/s1.xml'], []]);
  const entity =
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><url><loc>https://acme.dev/&e;</loc></url></urlset>';
  assert.doesNotMatch(JSON.stringify(await read('sitemap', entity)), /root:/);
});

test('a machine document gives addresses by their keys, an API its calls without arguments', async () => {
  const card = await read(
    'machine',
    JSON.stringify({ remotes: [{ url: 'https://api.acme.dev/mcp' }], docs: '/docs', n: 1 }),
  );
  assert.deepEqual(card?.declared, [
    { key: 'docs', url: 'https://acme.dev/docs' },
    { key: 'remotes.url', url: 'https://api.acme.dev/mcp' },
  ]);
  const api = await read(
    'machine',
    'openapi: 3.1.0\nservers: [{url: https://api.acme.dev/v1/}]\nsecurity: [{key: []}]\npaths:\n  /orders: {get: {}}\n  /orders/{id}: {get: {}}\n  /ping: {get: {security: []}}\n  /find: {get: {parameters: [{$ref: "http://10.0.0.7/p"}]}}\n  /x: {post: {}}\n',
  );
  assert.deepEqual(api?.api, {
    kind: 'openapi',
    server: 'https://api.acme.dev/v1/orders',
    operations: [
      { url: 'https://api.acme.dev/v1/ping', open: true },
      { url: 'https://api.acme.dev/v1/orders', open: false },
    ],
  });
  assert.deepEqual(api?.declared, [{ key: 'servers.url', url: 'https://api.acme.dev/v1/' }]);
});

test('samples give what they call, and texts the addresses of interfaces, but no hosts that stand for those of customers', async () => {
  const reading = await read(
    'html',
    '<p>All calls go to https://api.acme.dev/v1.</p><p>Yours is https://your-company.acme.dev/api.</p><pre>curl https://acme.dev/orders?all=1</pre><pre>curl https://tenant.acme.dev/orders</pre><pre>curl https://example-shop.dev/api</pre>',
  );
  assert.deepEqual(reading?.called, [
    'https://acme.dev/orders',
    'https://example-shop.dev/api',
    'https://api.acme.dev/v1',
  ]);
});

test('a Link header gives its relations', async () => {
  const reading = await read(
    'link_header',
    '</openapi.json>; rel="service-desc"; type="application/json", <https://[::1>; rel=x',
  );
  assert.deepEqual(
    reading?.links.map((link) => [link.url, link.rel, link.type]),
    [['https://acme.dev/openapi.json', 'service-desc', 'application/json']],
  );
});

test('cycles, bombs of aliases, depth and size end in a reading that is bounded', async () => {
  const cyclic = await read('machine', 'a: &a\n  url: https://acme.dev/x\n  self: *a\n  list: [*a, *a]\n');
  assert.deepEqual(cyclic?.declared, []);
  const laughs = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`).join('\n');
  assert.deepEqual((await read('machine', `l0: &l0 [https://acme.dev/]\n${laughs}\n`))?.declared, []);
  assert.deepEqual((await read('machine', '['.repeat(1_000_000)))?.declared, []);
  const bombs: [DocumentKind, string][] = [
    ['html', '<div>'.repeat(200_000)],
    ['html', `<p ${'a=1 '.repeat(300_000)}>`],
    ['markdown', '[['.repeat(500_000)],
    ['markdown', '['.repeat(500_000)],
    ['sitemap', '<loc>'.repeat(500_000)],
    ['machine', `[${'{"a":[{}]},'.repeat(450_000)}{}]`],
    ['machine', `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":{}`).join()}}`],
    ['machine', '- [[[{a: b}]]]\n'.repeat(300_000)],
  ];
  for (const [kind, body] of bombs) {
    const began = performance.now();
    const reading = await read(kind, body);
    assert.ok(reading === undefined || reading.links.length === 0);
    assert.ok(performance.now() - began < timeLimit(20_000), `${kind} ${body.slice(0, 10)}`);
  }
  const many = await read('html', Array.from({ length: 50_000 }, (_, at) => `<a href="/${at}">x</a>`).join(''));
  assert.equal(many?.links.length, 3_000);
});

test('a document that takes too long is given up, and the next one is read', async () => {
  const hasty = openParser({ document_ms: 500 });
  const given = (body: string) => hasty.parse({ kind: 'html', url, type: 'text/html', body: Buffer.from(body) });
  const began = performance.now();
  // Every end tag looks through all that is open.
  assert.equal(await given(`${'<div>'.repeat(399)}${'</b>'.repeat(10_000_000)}`), undefined);
  assert.ok(performance.now() - began < timeLimit(20_000));
  assert.deepEqual(urls(await given('<a href="/x">x</a>')), ['https://acme.dev/x']);
  await hasty.close();
});

test('a thread that did not start in time is started again for the next document', async () => {
  const limits = { document_ms: 20_000, start_ms: 0 };
  const late = openParser(limits);
  after(() => late.close());
  const task = { kind: 'markdown' as const, url, type: 'text/plain', body: Buffer.from('# Acme') };
  await assert.rejects(late.parse({ ...task }), /does not start/);
  limits.start_ms = 120_000;
  assert.equal((await late.parse({ ...task }))?.title, 'Acme');
});
