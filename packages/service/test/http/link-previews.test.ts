import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fictionalFramework } from '@readymark/rubric/audit/audit';
import { parseDocument } from 'htmlparser2';
import { companyCard } from '../../src/doors/http/share/card.ts';
import { hostileCompany, madeCompany } from '../world/made-companies.ts';
import { publish } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';

/** What other sites, chat programs and search engines show of a link (decision 115). */
const service = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '0' });
const BASE = service.settings.BASE_URL;
const { slug } = madeCompany(1);
const evil = {
  ...madeCompany(2),
  company: '</script><script>alert(1)</script>"\'<!-- &amp; 株',
  executive_summary: 'It ends here: </script> <!-- <script>',
};
await publish(service, [
  madeCompany(1, '2026-03-01', 0.2),
  madeCompany(1, '2026-11-02', 0.6),
  evil,
  hostileCompany(),
  ...Array.from({ length: 120 }, (_, at) => madeCompany(at + 3)),
]);

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.url + path, { headers, method });
const text = async (path: string) => (await get(path, { accept: 'text/html' })).text();

type Element = { name?: string; attribs?: Record<string, string>; children?: Element[]; data?: string };
function elements(node: Element): Element[] {
  return [node, ...(node.children ?? []).flatMap(elements)];
}
const headOf = (html: string) => elements(parseDocument(html) as unknown as Element);
const metas = (html: string) =>
  new Map(
    headOf(html).flatMap(({ name, attribs = {} }) => {
      const key = attribs.property ?? attribs.name;
      return name === 'meta' && key ? [[key, attribs.content ?? ''] as const] : [];
    }),
  );
// biome-ignore lint/suspicious/noExplicitAny: data of any type
const data = (html: string): any[] =>
  headOf(html)
    .filter(({ name, attribs }) => name === 'script' && attribs?.type === 'application/ld+json')
    .map(({ children }) => JSON.parse(children?.map(({ data }) => data).join('') ?? ''));

/** Width and height in the head of a PNG. */
function sizeOf(png: Buffer) {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
const pngAt = async (path: string) => {
  const reply = await get(path);
  assert.equal(reply.status, 200, path);
  assert.equal(reply.headers.get('content-type'), 'image/png');
  return Buffer.from(await reply.arrayBuffer());
};

describe('the head of a page', () => {
  test('describes the page, with an image of 1200 × 630 that is there', async () => {
    const seen = new Set<string>();
    for (const path of [
      '/',
      `/audits/${slug}`,
      `/audits/${slug}?pillar=P1`,
      '/rubric',
      '/compare',
      '/terms',
      '/status',
    ]) {
      const html = await text(path);
      const of = metas(html);
      assert.equal(of.get('og:url'), BASE + path);
      const canonical = headOf(html).find(({ name, attribs }) => name === 'link' && attribs?.rel === 'canonical');
      assert.equal(canonical?.attribs?.href, BASE + path);
      assert.equal(of.get('og:title'), /<title>([^<]*)</.exec(html)?.[1]);
      assert.equal(of.get('og:description'), of.get('description'));
      assert.ok((of.get('description') ?? '').length > 20, path);
      assert.equal(of.get('twitter:card'), 'summary_large_image');
      assert.ok(of.get('og:image:alt'));
      const image = of.get('og:image') ?? '';
      assert.ok(image.startsWith(`${BASE}/share`), image);
      assert.deepEqual(sizeOf(await pngAt(image.slice(BASE.length))), [1200, 630]);
      seen.add(of.get('description') ?? '');
    }
    assert.equal(seen.size, 6, 'each page has a description of its own');
  });

  test('has no preview where the address is wrong', async () => {
    const html = await text('/audits/nobody-at-all');
    assert.equal(metas(html).get('og:image'), undefined);
    assert.equal(metas(html).get('robots'), 'noindex');
  });

  test('names icons that are there', async () => {
    assert.match(await text('/'), /<link rel="apple-touch-icon" href="\/apple-touch-icon.png">/);
    assert.deepEqual(sizeOf(await pngAt('/apple-touch-icon.png')), [180, 180]);
    const icon = await get('/favicon.ico');
    assert.equal(icon.headers.get('content-type'), 'image/x-icon');
    const bytes = Buffer.from(await icon.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 32, 32]);
    assert.equal(bytes.readUInt32LE(14), bytes.length - bytes.readUInt32LE(18));
    assert.deepEqual(sizeOf(bytes.subarray(bytes.readUInt32LE(18))), [32, 32]);
  });

  test('has the audit as a review with a rating, whatever the company is called', async () => {
    for (const [company, name] of [
      [slug, madeCompany(1).company],
      [evil.slug, evil.company],
    ]) {
      const { overall_score, audit_date, website, tier } = service.catalogue.current().record(company ?? '') ?? {};
      const graph = data(await text(`/audits/${company}`)).flatMap((block) => block['@graph']);
      const organization = graph.find((node) => node['@id'] === `${BASE}/audits/${company}#company`);
      assert.deepEqual([organization['@type'], organization.name, organization.url], ['Organization', name, website]);
      const review = graph.find((node) => node['@type'] === 'Review');
      assert.deepEqual(review.itemReviewed, { '@id': organization['@id'] });
      assert.equal(review.author['@id'], `${BASE}/#publisher`);
      assert.equal(review.datePublished, audit_date);
      assert.deepEqual(review.reviewRating, {
        '@type': 'Rating',
        ratingValue: overall_score,
        bestRating: 100,
        worstRating: 0,
        ratingExplanation: tier,
      });
    }
    // Nothing of the name or the summary ends the block or begins another.
    const html = await text(`/audits/${evil.slug}`);
    assert.equal(headOf(html).filter(({ name }) => name === 'script').length, data(html).length + 1);
  });

  test('has the leaderboard as a dataset', async () => {
    const dataset = data(await text('/')).find((block) => block['@type'] === 'Dataset');
    for (const key of ['name', 'description', 'license', 'creator', 'url', 'dateModified', 'distribution'])
      assert.ok(dataset[key], key);
    assert.ok(dataset.description.length >= 50 && dataset.description.length <= 5000);
    assert.equal((await get(dataset.distribution[0].contentUrl.slice(BASE.length))).status, 200);
    assert.equal(dataset.variableMeasured.maxValue, 100);
  });
});

describe('the image of a company', () => {
  test('is a document: conditional, without a body for HEAD, under the licence of scores', async () => {
    const path = `/share/${slug}.png`;
    const first = await get(path);
    const tag = first.headers.get('etag') ?? '';
    assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=\d+/);
    assert.match(first.headers.get('link') ?? '', /by-nc\/4\.0\/>; rel="license"/);
    assert.match(first.headers.get('link') ?? '', /<\/terms#badges>; rel="license"/);
    await first.arrayBuffer();
    assert.equal((await get(path, { 'if-none-match': tag })).status, 304);
    const head = await get(path, {}, 'HEAD');
    assert.equal((await head.arrayBuffer()).byteLength, 0);
    assert.ok(Number(head.headers.get('content-length')) > 5_000);
    assert.equal((await get(`${path}?v=2026-11-02-60`, { 'if-none-match': tag })).status, 304);
  });

  test('changes with the score, and only then', async () => {
    const { slug: other } = madeCompany(5);
    const images = async () => [await pngAt(`/share/${slug}.png`), await pngAt(`/share/${other}.png`)];
    const before = await images();
    await publish(service, [madeCompany(1, '2026-11-20', 0.95)]);
    const after = await images();
    assert.ok(!before[0]?.equals(after[0] as Buffer));
    assert.ok(before[1]?.equals(after[1] as Buffer));
  });

  test('is drawn for names of any kind', async () => {
    for (const company of [evil.slug, 'hostile-but-valid'])
      assert.deepEqual(sizeOf(await pngAt(`/share/${company}.png`)), [1200, 630]);
  });

  test('is not there for a company that is not', async () => {
    for (const path of [
      '/share/nobody.png',
      '/share/%2e%2e%2fx.png',
      `/share/${slug}.svg`,
      '/share/.png',
      `/share/${slug}`,
    ])
      assert.equal((await get(path)).status, 404, path);
  });
});

test('a fictional company is called so in words and in its image, and no review of it is given (decision 105)', async () => {
  const real = { ...madeCompany(300), company: 'Invented', slug: 'invented' };
  const invented = {
    ...real,
    framework: fictionalFramework(real.framework),
    source_file: 'invented_2026-11-02.audit.json',
  };
  const examples = await testService('sqlite');
  await publish(examples, [invented]);
  const html = await (await fetch(`${examples.url}/audits/invented`)).text();
  assert.match(metas(html).get('og:image:alt') ?? '', /Invented \(fictional\)/);
  assert.doesNotMatch(html, /"@type":"Review"/);
  const input = {
    snapshot: examples.catalogue.current(),
    rubrics: examples.rubrics,
    today: '2026-11-21',
    host: 'x.test',
  };
  const entry = input.snapshot.entry('invented');
  assert.ok(entry);
  assert.match(companyCard(input, entry), /fictional example/);
});

test('a badge says that the company which it names may show it (decision 115)', async () => {
  const badge = await get(`/badge/${slug}.svg`);
  assert.match(badge.headers.get('link') ?? '', /<\/terms#badges>; rel="license"/);
  assert.match(await text('/terms'), /<h2 id="badges">[\s\S]*commercial ones included/);
  assert.match(await text(`/audits/${slug}`), /also commercially[\s\S]*href="\/terms#badges"/);
});

test('whoever asks by time alone gets the image of a score that became stale', async () => {
  const clock = fakeClock('2026-11-02T12:00:00.000Z');
  const aging = await testService('sqlite', {}, clock);
  await publish(aging, [madeCompany(1, '2026-11-02', 0.6)]);
  const image = (headers: Record<string, string> = {}) => fetch(`${aging.url}/share/${slug}.png`, { headers });
  const since = { 'if-modified-since': (await image()).headers.get('last-modified') ?? assert.fail('no time') };
  assert.equal((await image(since)).status, 304);
  clock.advance(200 * 86_400_000);
  assert.equal((await image(since)).status, 200);
  await aging.stop();
});

test('whoever asks for very many images gets some, and delays nobody else', async () => {
  const slugs = service.catalogue
    .current()
    .slice(0, 110)
    .map((entry) => entry.slug)
    .filter((one) => one !== slug && one !== madeCompany(5).slug);
  let drawn = false;
  const asked = Promise.all(slugs.map((one) => get(`/share/${one}.png`))).finally(() => {
    drawn = true;
  });
  for (let at = 0; at < 10; at++) assert.equal((await get('/api/audits/index.json')).status, 200);
  assert.equal(drawn, false, 'documents do not wait for images');
  const replies = await asked;
  const by_status = Map.groupBy(replies, ({ status }) => status);
  assert.deepEqual([...by_status.keys()].sort(), [200, 503]);
  assert.ok((by_status.get(200)?.length ?? 0) >= 33);
  for (const refused of by_status.get(503) ?? []) {
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(((await refused.json()) as { error: string }).error, 'unavailable');
  }
  assert.equal((await get(`/share/${slugs.at(-1)}.png`)).status, 200);
});

test('images that must be drawn count against the limit of a client, those that are known do not', async () => {
  const limited = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '3' });
  await publish(
    limited,
    [1, 2, 3, 4].map((at) => madeCompany(at)),
  );
  const ask = async (at: number) => (await fetch(`${limited.url}/share/${madeCompany(at).slug}.png`)).status;
  assert.deepEqual([await ask(1), await ask(1), await ask(1), await ask(2), await ask(3)], [200, 200, 200, 200, 200]);
  assert.deepEqual([await ask(4), await ask(1)], [429, 200]);
});
