import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { addresses, type Listing } from '../../src/doors/http/discovery/listing.ts';
import { exportedDocuments } from '../../src/doors/http/public/exported-documents.ts';
import { aboutTools } from '../../src/doors/mcp/open.ts';
import { madeCompany } from '../world/made-companies.ts';
import { publish } from '../world/operator.ts';
import { robotKey } from '../world/robot-key.ts';
import { testService } from '../world/service.ts';
import { operations, site } from '../world/site.ts';

/** Each page and each discovery document is in every list of public addresses, or its row says why not. */
const service = await testService('sqlite', { AUDIT_KEY_FILE: robotKey().file });
await publish(service, [madeCompany(1, '2026-05-01'), madeCompany(1), madeCompany(2)]);
const base = service.settings.BASE_URL;
const snapshot = service.catalogue.current();
const read = async (path: string, accept = 'text/html, */*') => fetch(`${service.url}${path}`, { headers: { accept } });
const text = async (path: string) => (await read(path)).text();
const addressesOf = (listing: Listing) => addresses(listing, snapshot).map(({ address }) => address);

/** What a row says against what the list contains: a reason is a phrase, and then the address is missing. */
function agrees(listing: Listing, list: 'nav' | 'sitemap' | 'exported' | 'llms', isIn: (address: string) => boolean) {
  const said = listing[list];
  if (typeof said === 'string') assert.match(said, /\w+ \w+ \w+/, `${listing.path} gives a reason for ${list}`);
  for (const address of addressesOf(listing))
    assert.equal(isIn(address), typeof said !== 'string', `${address} and the list ${list}`);
}

describe('each page and each discovery document', () => {
  test('has one row, a title and an address that answers', async () => {
    assert.equal(new Set(site.listings.map(({ path }) => path)).size, site.listings.length);
    for (const listing of [...site.pages, ...site.documents]) {
      assert.ok(listing.title, listing.path);
      assert.equal(listing.path.includes('{'), listing.names !== undefined, listing.path);
      for (const address of [...addressesOf(listing), ...(listing.aliases ?? [])]) {
        assert.equal((await read(address)).status, 200, address);
        if (listing.twin) assert.equal((await read(listing.twin(address))).status, 200, `twin of ${address}`);
      }
    }
  });

  test('has a form as JSON where decision 61 names the page, and nowhere else', () => {
    const ruling = readFileSync(join(import.meta.dirname, '../../../../docs/decisions/061-pages.md'), 'utf8');
    const [said = ''] = /^- Five pages also answer with JSON.*?(?=^- )/ms.exec(ruling) ?? [];
    for (const { path, has_json } of site.pages) assert.equal(said.includes(`\`${path}\``), has_json, path);
    assert.equal(site.pages.filter(({ has_json }) => has_json).length, 5);
  });

  test('is in the navigation, or says why not', async () => {
    const html = await text('/');
    for (const { path, name } of [...site.navigation.header, ...site.navigation.footer])
      assert.match(html, new RegExp(`<a href="${path}"[^>]*>${name}</a>`));
    const linked = new Set([...site.navigation.header, ...site.navigation.footer].map(({ path }) => path));
    for (const listing of site.listings) agrees(listing, 'nav', (address) => linked.has(address));
  });

  test('is in the sitemap, or says why not', async () => {
    const map = await text('/sitemap.xml');
    for (const listing of site.listings)
      agrees(listing, 'sitemap', (address) => map.split(`<loc>${base}${address}</loc>`).length === 2);
  });

  test('is in the exported tree with its twin, once, or says why not', async () => {
    const paths = [...exportedDocuments(service, operations, aboutTools(base, operations), site).documents].map(
      ([path]) => path,
    );
    assert.equal(new Set(paths).size, paths.length);
    for (const listing of site.listings) {
      agrees(listing, 'exported', (address) => paths.includes(address));
      if (listing.exported === true && listing.twin)
        for (const address of addressesOf(listing)) assert.ok(paths.includes(listing.twin(address)), address);
    }
  });

  test('is in llms-full.txt, or says why not', async () => {
    const llms = await text('/llms-full.txt');
    for (const listing of site.listings)
      agrees(listing, 'llms', (address) => llms.includes(`](${base}${listing.twin?.(address) ?? address}): `));
    const tools = operations.filter(({ tool }) => tool).length;
    assert.match(llms, new RegExp(`the same capabilities as ${tools} tools`));
  });
});

test('the front page and the API catalog link only listed addresses and operations', async () => {
  const known = new Set([
    ...site.listings.flatMap((listing) => [...addressesOf(listing), listing.twin?.(listing.path)]),
    ...operations.flatMap(({ http }) => http.map(({ path }) => path)),
    '/mcp',
    '/healthz',
  ]);
  const front = (await read('/')).headers.get('link') ?? '';
  const catalog = await text('/.well-known/api-catalog');
  const linked = [
    ...[...front.matchAll(/<(\/[^>]*)>/g)].map(([, path]) => path),
    ...[...catalog.matchAll(/"href":"([^"]+)"/g)].map(([, url = '']) => url.slice(base.length)),
  ];
  assert.ok(linked.length > 10);
  for (const path of linked) assert.ok(known.has(path ?? ''), `${path} is linked and not listed`);
});

test('each document of the snapshot is at its path, and its path is in the OpenAPI description', async () => {
  const { paths } = JSON.parse(await text('/openapi.json')) as { paths: Record<string, unknown> };
  const described = Object.keys(paths).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const documents = [...snapshot.documents()];
  assert.ok(documents.length > 3);
  for (const [path] of documents) {
    assert.ok(snapshot.document(path), `${path} is not found (packages/service/src/catalogue/build-snapshot.ts)`);
    assert.ok(
      described.some((pattern) => pattern.test(path)),
      `${path} is not described (packages/service/src/doors/http/discovery/openapi/documents.ts)`,
    );
  }
});

test('no style asks how a screen is held, for which axe would load each of them again', () => {
  const root = join(import.meta.dirname, '../../src');
  const styles = globSync('**/*.css', { cwd: root });
  assert.ok(styles.length > 3);
  for (const style of styles) assert.doesNotMatch(readFileSync(join(root, style), 'utf8'), /orientation/, style);
});
