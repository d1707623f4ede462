import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOfStandard } from '@readymark/auditor/standards/standards';
import { filesOf, read } from '../../../../test/laws/project.ts';
import { caching } from '../../src/documents/caching.ts';
import { addresses } from '../../src/doors/http/discovery/listing.ts';
import { assetDocuments } from '../../src/doors/http/html/assets.ts';
import { call, newKey, type Wish } from '../world/call.ts';
import { madeCompany } from '../world/made-companies.ts';
import { OPERATOR_TOKENS, operator_token, publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';
import { site } from '../world/site.ts';

/** What replies say to caches, what the documents say of it, and the one table of both (decision 5). */
const service = await testService('sqlite', { OPERATOR_TOKENS });
await publish(service, [madeCompany(1), madeCompany(2), madeCompany(3)]);
const [kept = '', retracted = ''] = [1, 2].map((at) => madeCompany(at).slug);
const { status, text } = await call(service.url, 'POST', `/api/desk/audits/${retracted}/retract`, {
  key: operator_token,
  body: { reason: 'It was the audit of another company.' },
});
assert.equal(status, 200, text);
await service.catalogue.refresh();
const key = await newKey(service.url);
const said = async (method: string, path: string, wish?: Wish) => {
  const { headers, status } = await call(service.url, method, path, wish);
  return [headers.get('cache-control'), status] as const;
};

test('every public document, page and image may be kept for a minute, the status page for less, forms not at all', async () => {
  const snapshot = service.catalogue.current();
  const paths = site.listings
    .flatMap((listing) => addresses(listing, snapshot, 0, 2).map(({ address }) => address))
    .filter((path) => path !== pathOfStandard('web_bot_auth'));
  // A form holds a token of its own for each reader.
  const cacheOf: Record<string, string> = {
    '/status': caching.momentary,
    '/request': caching.none,
    '/watch': caching.none,
  };
  assert.ok(paths.length > site.documents.length + 10);
  for (const path of [...paths, `/api/audits/${kept}.json`, `/audits/${kept}.md`, '/?q=none'])
    for (const method of ['GET', 'HEAD']) {
      const [cache, status] = await said(method, path);
      assert.equal(status, 200, path);
      assert.equal(cache, cacheOf[path] ?? caching.public, `${method} ${path}`);
    }
  const { headers } = await call(service.url, 'GET', '/openapi.json');
  const unchanged = await said('GET', '/openapi.json', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  assert.deepEqual(unchanged, [caching.public, 304]);
});

test('assets may be kept for good', async () => {
  const paths = [...assetDocuments.keys()].filter((path) => path.startsWith('/assets/'));
  assert.ok(paths.length > 2);
  for (const path of paths) assert.deepEqual(await said('GET', path), [caching.asset, 200], path);
});

test('nothing else may be kept: keyed calls, tools, forms, errors, retracted companies, health, metrics', async () => {
  const wanted: [method: string, path: string, status: number, wish?: Wish][] = [
    ['POST', '/api/agent/auth', 201, { body: { type: 'anonymous' } }],
    ['GET', '/api/agent/me', 200, { key }],
    ['POST', '/api/agent/watch', 201, { key, body: { slug: kept } }],
    ['GET', '/api/agent/digest', 200, { key }],
    ['GET', '/api/agent/me', 401],
    ['POST', '/mcp', 200, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }],
    ['GET', '/api/desk/requests', 200, { key: operator_token }],
    ['GET', '/unsubscribe?t=none', 400],
    ['GET', '/confirm?t=none', 400],
    ['POST', '/request', 415, { body: {} }],
    ['GET', '/share/nobody.png', 404],
    ['GET', '/api/audits/nobody.json', 404],
    ['GET', '/audits/nobody', 404],
    ['GET', '/audits/nobody', 404, { headers: { accept: 'text/html' } }],
    ['GET', '/?page=0', 422],
    ['GET', '/nothing', 404],
    ['GET', '/badge/nobody.svg', 404],
    ['POST', '/openapi.json', 405],
    ['GET', `/api/audits/${retracted}.json`, 410],
    ['GET', `/audits/${retracted}`, 410],
    ['GET', `/audits/${retracted}`, 410, { headers: { accept: 'text/html' } }],
    ['GET', `/badge/${retracted}.svg`, 410],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/metrics', 200],
  ];
  for (const [method, path, status, wish] of wanted)
    assert.deepEqual(await said(method, path, wish), [caching.none, status], `${method} ${path}`);
});

test('no other file says how long something may be kept', () => {
  const own = filesOf('packages/service/src', '.ts').filter(({ name }) => !name.endsWith('.test.ts'));
  assert.ok(own.length > 200);
  for (const { name, text } of own)
    if (name !== 'packages/service/src/documents/caching.ts')
      assert.doesNotMatch(text, /max-age=|no-store|stale-(while|if)/, `${name} has a header of its own`);
});

test('what documents and nginx.conf say is what the table says', () => {
  const values: readonly string[] = Object.values(caching);
  const directives = new Set(values.flatMap((value) => value.split(', ')));
  const written = [
    ...filesOf('docs', '.md'),
    ...['nginx.conf', 'tree.conf', 'edge.conf'].map((name) => ({ name, text: read(`deploy/${name}`) })),
  ];
  let seen = 0;
  for (const { name, text } of written)
    for (const [directive] of text
      .replaceAll(/Strict-Transport-Security|\^?https\S* max-age=\d+/g, '')
      .matchAll(/\b(?:max-age|stale-[a-z-]+)=\d+/g)) {
      // The ruling names what was given up.
      if (name.startsWith('docs/decisions/005-') && directive === 'stale-while-revalidate=86400') continue;
      seen += 1;
      assert.ok(directives.has(directive), `${name} says ${directive}`);
    }
  assert.ok(seen > 8);
  for (const value of values) assert.ok(read('docs/decisions/005-public-reads.md').includes(`\`${value}\``), value);
  for (const value of [caching.public, caching.asset, caching.momentary])
    assert.ok(read('deploy/tree.conf').includes(`'${value}'`), value);
});
