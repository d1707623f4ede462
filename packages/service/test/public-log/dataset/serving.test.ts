import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { until } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { datasetFiles } from '../../../src/features/dataset/domain/files.ts';
import { makeDatasets } from '../../../src/features/dataset/operations/make-datasets.ts';
import { noteDatasets } from '../../../src/features/dataset/operations/note-datasets.ts';
import { claimDataset, finishDataset, PIECE_BYTES, storePiece } from '../../../src/features/dataset/store/datasets.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../../src/operations/run.ts';
import { operator, publish } from '../../world/operator.ts';
import { engines, sharedDatabases, testService } from '../../world/service.ts';
import { type MadeFiles, made, planOf, problemsOf } from './made.ts';

/** Datasets as the service serves them, and the pages that name them (decision 153). */
sharedDatabases();

for (const engine of engines) {
  const service = await testService(engine, { CLIENT_REQUESTS_PER_MINUTE: '0' });
  describe(`a dataset served on ${engine}`, () => {
    const read = (path: string, init: RequestInit = {}) => fetch(service.url + path, { redirect: 'manual', ...init });
    const text = async (path: string) => (await read(path, { headers: { accept: 'text/html, */*;q=0.8' } })).text();

    test('is made by the service itself, downloaded, and found sound with the key', async () => {
      assert.equal((await read('/dataset/latest/manifest.txt')).status, 404);
      assert.match(await text('/dataset.md'), /## None yet/);
      await publish(service, [exampleAudit({ slug: 'one' }), exampleAudit({ slug: 'two' })]);
      service.clock.advance(60_000);
      await until(async () => (await read('/dataset/latest/manifest.txt')).status === 307, 'there is a dataset');
      const latest = await read('/dataset/latest/manifest.txt');
      assert.equal(latest.headers.get('location'), '/dataset/1/manifest.txt');
      assert.equal(latest.headers.get('cache-control'), 'public, max-age=10');
      const files: MadeFiles = new Map();
      for (const [name, { media_type }] of Object.entries(datasetFiles)) {
        const reply = await read(`/dataset/1/${name}`);
        assert.equal(reply.status, 200);
        assert.equal(reply.headers.get('content-type'), media_type);
        assert.equal(reply.headers.get('cache-control'), 'public, max-age=60, stale-if-error=604800');
        assert.match(reply.headers.get('link') ?? '', /by-nc\/4\.0\/>; rel="license"/);
        files.set(name, Buffer.from(await reply.arrayBuffer()));
      }
      const plan = await planOf(service);
      assert.deepEqual(await problemsOf(files, plan.key), []);
      assert.deepEqual(files, await made(service, plan));
      for (const path of ['/dataset/1', '/dataset/1/'])
        assert.equal((await read(path)).headers.get('location'), '/dataset/1/README.md');
      assert.equal((await read('/dataset/latest')).headers.get('location'), '/dataset/1/');
    });

    test('is a document: conditions, HEAD, ranges, and refusals', async () => {
      const whole = await read('/dataset/1/audits.ndjson.zst');
      const bytes = Buffer.from(await whole.arrayBuffer());
      const tag = whole.headers.get('etag') ?? '';
      assert.equal(tag, `"${createHash('sha256').update(bytes).digest('hex')}"`);
      const ask = (headers: Record<string, string>) => read('/dataset/1/audits.ndjson.zst', { headers });
      assert.equal((await ask({ 'if-none-match': tag })).status, 304);
      assert.equal((await ask({ 'if-modified-since': whole.headers.get('last-modified') ?? '' })).status, 304);
      const head = await read('/dataset/1/audits.ndjson.zst', { method: 'HEAD' });
      assert.deepEqual(
        ['content-length', 'etag', 'accept-ranges'].map((name) => head.headers.get(name)),
        [String(bytes.byteLength), tag, 'bytes'],
      );
      assert.equal((await head.arrayBuffer()).byteLength, 0);
      // A range is of GET alone (RFC 9110, 14.2).
      const ranged = await read('/dataset/1/audits.ndjson.zst', { method: 'HEAD', headers: { range: 'bytes=0-9' } });
      assert.deepEqual([ranged.status, ranged.headers.get('content-length')], [200, String(bytes.byteLength)]);
      const ranges: [string, number, number][] = [
        ['bytes=0-0', 0, 1],
        ['bytes=10-19', 10, 20],
        ['bytes=100-', 100, bytes.byteLength],
        ['bytes=-7', bytes.byteLength - 7, bytes.byteLength],
        ['bytes=5-999999999', 5, bytes.byteLength],
      ];
      for (const [range, from, to] of ranges) {
        const part = await ask({ range, 'if-range': tag });
        assert.equal(part.status, 206, range);
        assert.equal(part.headers.get('content-range'), `bytes ${from}-${to - 1}/${bytes.byteLength}`);
        assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to)), range);
      }
      for (const range of ['bytes=0-1,3-4', 'bytes=9-3', 'bytes=999999999-', 'bytes=-', 'bytes=-0', 'lines=1-2']) {
        const reply = await ask({ range });
        assert.equal(reply.status, 200, range);
        assert.equal((await reply.arrayBuffer()).byteLength, bytes.byteLength, range);
      }
      assert.equal((await ask({ range: 'bytes=0-1', 'if-range': '"another"' })).status, 200);
      for (const path of [
        '1/nothing',
        '9/README.md',
        '01/README.md',
        'x/README.md',
        'latest/nothing',
        '1/a/b',
        '1/..%2f',
      ])
        assert.equal((await read(`/dataset/${path}`)).status, 404, path);
      const post = await read('/dataset/1/README.md', { method: 'POST' });
      assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
    });

    test('is named by its page, the footer, llms.txt, the sitemap, and the data of the leaderboard', async () => {
      await noteDatasets(service);
      const [html, markdown, board] = [await text('/dataset'), await text('/dataset.md'), await text('/')];
      for (const name of Object.keys(datasetFiles)) {
        assert.ok(html.includes(`<a href="/dataset/1/${name}">`), name);
        assert.ok(markdown.includes(`/dataset/1/${name} (`), name);
      }
      const { key } = await planOf(service);
      assert.ok(markdown.includes(`readymark verify . --key ${key.verifier.text}\n`));
      assert.match(html, /<a rel="license"[^>]*>|creativecommons\.org\/licenses\/by-nc\/4\.0/);
      assert.match(board, /<a href="\/dataset">Dataset<\/a>/);
      assert.match(await text('/llms-full.txt'), /\/dataset\.md\): all audits as NDJSON, CSV and Parquet/);
      assert.match(await text('/sitemap.xml'), /\/dataset<\/loc>/);
      for (const page of [board, html]) {
        const blocks = [...page.matchAll(/<script type="application\/ld\+json">(.+?)<\/script>/g)];
        const data = blocks.map(([, block = '']) => JSON.parse(block)).find((one) => one['@type'] === 'Dataset');
        assert.deepEqual([data.isAccessibleForFree, data.temporalCoverage], [true, '2026-11-20/2026-11-20']);
        assert.equal(data.distribution.length, 6);
        for (const { contentUrl, encodingFormat, sha256 } of data.distribution) {
          const reply = await read(new URL(contentUrl).pathname);
          const body = Buffer.from(await reply.arrayBuffer());
          assert.ok(reply.headers.get('content-type')?.startsWith(encodingFormat), contentUrl);
          if (sha256) assert.equal(createHash('sha256').update(body).digest('hex'), sha256);
        }
      }
    });

    test('is gone at once when a company in it is retracted, and says why', async () => {
      await execute(service, retractCompany, operator, { slug: 'two', reason: 'Another company.' }, {});
      const gone = await read('/dataset/1/audits.ndjson.zst');
      assert.equal(gone.status, 410);
      assert.match(((await gone.json()) as { message: string }).message, /taken back, because a company was retracted/);
      await service.catalogue.refresh();
      assert.doesNotMatch(
        (await text('/dataset.md')) + (await text('/')),
        /\/dataset\/1\//,
        'no page names what is gone',
      );
      await makeDatasets(service);
      assert.equal((await read('/dataset/latest/README.md')).headers.get('location'), '/dataset/2/README.md');
      assert.match(await text('/dataset.md'), /publication 2,/);
      assert.doesNotMatch(await text('/dataset.md'), /\/dataset\/1\//);
    });
  });
}

test('a client that does not read takes pieces as it reads, and has four downloads at a time', {}, async () => {
  const service = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '0' });
  const { store, clock } = service;
  await publish(service, [exampleAudit()]);
  // Far more than what two sockets hold.
  const bytes = randomBytes(50 * PIECE_BYTES + 5);
  const now = clock.now().toISOString();
  const held = { publication: 9, lease_by: 'test' };
  await claimDataset(store, { publication: 9, published_at: now }, { ...held, lease_until: now, now });
  for (let piece = 0; piece * PIECE_BYTES < bytes.byteLength; piece += 1) {
    const part = bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
    assert.ok(
      await storePiece(service, held, { name: 'audits.ndjson.zst', piece, bytes: part }, { lease_until: now, now }),
    );
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { name: 'audits.ndjson.zst', sha256, bytes: bytes.byteLength, rows: 1 } as const;
  const counts = { companies: 1, audits: 1, fictional: 0, first_audit: null, last_audit: null };
  assert.ok(await finishDataset(store, held, { key: '', counts, files: [file] }, now));

  const path = `${service.url}/dataset/9/audits.ndjson.zst`;
  const begin = async () => {
    const [reply] = (await once(get(path, { agent: false }), 'response')) as [IncomingMessage];
    return reply;
  };
  const slow = await Promise.all([1, 2, 3, 4].map(begin));
  assert.deepEqual(
    slow.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  );
  const refused = await begin();
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '10']);
  refused.resume();
  assert.equal((await fetch(path, { method: 'HEAD' })).status, 200);
  const waiting = fetch(path, { headers: { range: 'bytes=0-3' } });
  const [first, ...others] = slow;
  const parts: Buffer[] = [];
  for await (const part of first ?? assert.fail()) parts.push(part);
  assert.ok(Buffer.concat(parts).equals(bytes));
  assert.equal((await waiting).status, 206, 'a part waits for one that ends');
  for (const reply of others) reply.destroy();
  await until(async () => {
    const reply = await begin();
    reply.destroy();
    return reply.statusCode === 200;
  }, 'downloads that ended make room');
  const range = await fetch(path, { headers: { range: `bytes=${PIECE_BYTES - 2}-${PIECE_BYTES + 1}` } });
  assert.ok(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(PIECE_BYTES - 2, PIECE_BYTES + 2)));
});

test('each download counts against the limit of its client', async () => {
  const service = await testService('sqlite', { CLIENT_REQUESTS_PER_MINUTE: '2' });
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await fetch(`${service.url}/dataset/1/README.md`)).status);
  assert.deepEqual(statuses, [404, 404, 429]);
});
