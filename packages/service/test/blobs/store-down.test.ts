import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { Fault } from '../../src/domain/fault.ts';
import { readEvidence } from '../../src/operations/desk/evidence/read-evidence.ts';
import { tidyBlobs } from '../../src/operations/jobs/tidy-blobs.ts';
import { execute } from '../../src/operations/run.ts';
import { nameOf } from '../../src/store/blobs/blobs.ts';
import { operator, publish } from '../world/operator.ts';
import { s3Store } from '../world/s3/store.ts';
import { testService } from '../world/service.ts';
import { storedBefore } from './stored-before.ts';

/** What callers are answered while the store of blobs is there, and while it is not (decision 206). */

test('datasets are in the store, and 503 while it does not answer or answers other bytes', {
  timeout: timeLimit(120_000),
}, async () => {
  const s3 = await s3Store();
  const service = await testService('sqlite', { ...s3.env, CLIENT_REQUESTS_PER_MINUTE: '0' });
  const read = (path: string) => fetch(service.url + path);
  await publish(service, [exampleAudit({ slug: 'one' }), exampleAudit({ slug: 'two' })]);
  service.clock.advance(60_000);
  const card = '/dataset/1/README.md';
  await until(async () => (await read(card)).status === 200, 'there is a dataset');
  const rows = await service.store.db.selectFrom('dataset_pieces').select(['body', 'blob']).execute();
  assert.ok(rows.length > 0 && rows.every(({ body, blob }) => body === '' && blob !== null));
  const text = await (await read(card)).text();
  assert.match(text, /Readymark/);

  s3.breaks((_, response) => Boolean(response.writeHead(403).end()));
  const refused = await read(card);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
  const said = await refused.text();
  assert.doesNotMatch(said, /S3RVER|127\.0\.0\.1|bucket/);
  assert.equal((await read('/dataset/latest/datapackage.json')).status, 503);
  for (const path of ['/api/audits/index.json', '/api/audits/one.json', '/dataset', '/readyz'])
    assert.equal((await read(path)).status, 200, path);

  s3.breaks((_, response) => Boolean(response.end('other bytes')));
  assert.equal((await read(card)).status, 503);
  s3.breaks(undefined);
  assert.equal(await (await read(card)).text(), text);
  await service.stop();
});

test('evidence at the desk says that it cannot be read now, and is read when the store is back', {
  timeout: timeLimit(60_000),
}, async () => {
  const s3 = await s3Store();
  const service = await testService('sqlite', s3.env);
  const body = Buffer.from(`<h1>Prices</h1>${randomBytes(20).toString('hex')}`);
  await storedBefore(service, [body]);
  const [sha256, at] = [nameOf(body), service.now().toISOString()];
  const seen = { started_at: at, finished_at: at, requests: 1, bytes: 1, notes: [], items: [] };
  await service.store.db
    .updateTable('audit_jobs')
    .set({ bundle: JSON.stringify({ website: 'https://acme.example/', ...seen }) })
    .execute();
  await tidyBlobs(service);
  const read = async () =>
    (await execute(service, readEvidence, operator, { job_id: 'job_1', sha256 }, {})).body.body?.text;
  assert.equal(await read(), body.toString());
  s3.breaks((_, response) => Boolean(response.writeHead(403).end()));
  await assert.rejects(
    read(),
    (error: unknown) =>
      error instanceof Fault && error.code === 'unavailable' && /beside the database/.test(error.message),
  );
  s3.breaks(undefined);
  assert.equal(await read(), body.toString());
  await service.stop();
});
