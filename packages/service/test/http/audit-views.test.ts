import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { auditHistory, briefView, pastAudit, pillarView } from '@readymark/rubric/audit/views';
import { exampleAudit, v2 } from '../../../rubric/test/example-audit.ts';
import { exportedDocuments } from '../../src/doors/http/public/exported-documents.ts';
import { aboutTools } from '../../src/doors/mcp/open.ts';
import { madeCompany } from '../world/made-companies.ts';
import { publish } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';
import { operations, site } from '../world/site.ts';

/** Parts of audits as static documents, read like every public document (decisions 5 and 63). */
const clock = fakeClock('2026-11-21T12:00:00.000Z');
const service = await testService('sqlite', { RUBRICS_PUBLISHABLE: 'v1,v2' }, clock);
const company = madeCompany(1);
await publish(service, [
  madeCompany(1, '2026-05-01', 0.3),
  company,
  exampleAudit({ slug: 'due-today', audit_date: '2026-05-25' }),
  exampleAudit({ slug: 'under-two', rubric: v2 }),
  exampleAudit({ slug: 'brief' }),
]);

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}/api/audits/${path}.json`, { headers, method });
const parsed = async (reply: Response) => JSON.parse(await reply.text());
const body = async (path: string) => parsed(await read(path));

describe('brief.json and the documents of pillars', () => {
  test('contain the part of the record, in the shapes of their schemas', async () => {
    const { slug } = company;
    const record = await body(slug);
    const brief = await body(`${slug}/brief`);
    assert.deepEqual(briefView.parse(brief), brief);
    const { overall_score, tier, rank, audit_date } = record;
    assert.deepEqual(
      [brief.overall_score, brief.tier, brief.rank, brief.audit_date],
      [overall_score, tier, rank, audit_date],
    );
    assert.equal(brief.stale, false);
    assert.deepEqual(brief.critical_gaps, [{ title: record.critical_gaps[0].title }]);
    for (const id of Object.keys(record.pillars)) {
      const view = await body(`${slug}/${id}`);
      assert.deepEqual(pillarView.parse(view), view);
      assert.deepEqual(view.pillars, { [id]: record.pillars[id] });
      assert.deepEqual(
        view.criteria,
        record.criteria.filter(({ pillar }: { pillar: string }) => pillar === id),
      );
    }
    assert.equal((await body('under-two/P3')).criteria.length, 5);
  });

  test('have validators, encodings, cache headers and CORS like the record', async () => {
    for (const path of [`${company.slug}/brief`, `${company.slug}/P3`]) {
      const [reply, record] = [await read(path), await read(company.slug)];
      for (const header of [
        'content-type',
        'cache-control',
        'access-control-allow-origin',
        'vary',
        'link',
        'last-modified',
      ])
        assert.equal(reply.headers.get(header), record.headers.get(header), header);
      const identity = await read(path, { 'accept-encoding': 'identity' });
      const etag = identity.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      const unchanged = await read(path, { 'if-none-match': etag });
      assert.equal(unchanged.status, 304);
      assert.equal((await read(path, { 'if-modified-since': reply.headers.get('last-modified') ?? '' })).status, 304);
      const zipped = await fetch(`${service.url}/api/audits/${path}.json`, { headers: { 'accept-encoding': 'gzip' } });
      assert.equal(zipped.headers.get('content-encoding'), 'gzip');
      assert.equal(await zipped.text(), await identity.text());
      assert.equal((await read(path, {}, 'POST')).status, 405);
      assert.equal((await read(path, {}, 'OPTIONS')).status, 204);
    }
  });

  test('exist for listed companies and the pillars of their rubric alone, and no slug is one of their names', async () => {
    for (const path of [
      'nobody/brief',
      'nobody/P1',
      `${company.slug}/P6`,
      `${company.slug}/P0`,
      `${company.slug}/p1`,
      `${company.slug}/P01`,
      `${company.slug}/full`,
      `${company.slug}/constructor`,
    ])
      assert.equal((await read(path)).status, 404, path);
    assert.equal((await body('brief')).slug, 'brief');
    assert.equal((await body('brief/brief')).company, 'Example Widgets');
  });

  test('become stale at midnight, without a publication: with another tag and a later time', async () => {
    clock.set('2026-11-21T23:59:59.000Z');
    const before = await read('due-today/brief', { 'accept-encoding': 'identity' });
    const [etag, modified] = [before.headers.get('etag') ?? '', before.headers.get('last-modified') ?? ''];
    assert.deepEqual([(await parsed(before)).stale, (await body('due-today/P1')).stale], [false, false]);
    const other = (await read(`${company.slug}/brief`)).headers.get('etag');
    clock.set('2026-11-22T00:00:00.000Z');
    const after = await read('due-today/brief', { 'if-none-match': etag, 'accept-encoding': 'identity' });
    assert.equal(after.status, 200);
    assert.deepEqual([(await parsed(after)).stale, (await body('due-today/P1')).stale], [true, true]);
    assert.equal(after.headers.get('last-modified'), 'Sun, 22 Nov 2026 00:00:00 GMT');
    assert.equal((await read('due-today/brief', { 'if-modified-since': modified })).status, 200);
    assert.equal((await read(`${company.slug}/brief`)).headers.get('etag'), other, 'others keep their tag');
  });

  test('are in the exported tree as they are on the day of the export', () => {
    const about = aboutTools(service.settings.BASE_URL, operations);
    const { documents, total } = exportedDocuments(service, operations, about, site);
    const all = new Map(documents);
    for (const slug of [company.slug, 'due-today', 'under-two', 'brief'])
      for (const view of ['brief', 'P1', 'P2', 'P3', 'P4', 'P5'])
        assert.ok(all.has(`/api/audits/${slug}/${view}.json`));
    const text = Buffer.from(all.get('/api/audits/due-today/brief.json')?.bodies.identity ?? []).toString();
    assert.equal(JSON.parse(text).stale, true);
    assert.ok(Math.abs(total - all.size) <= 5, `${total} for ${all.size}`);
  });
});

test('history and past audits have the shapes of their schemas', async () => {
  const history = await body(`${company.slug}/history`);
  assert.deepEqual(auditHistory.parse(history), history);
  assert.equal(history.count, 2);
  for (const { audit_date } of history.audits) {
    const past = await body(`${company.slug}/${audit_date}`);
    assert.deepEqual(pastAudit.parse(past), past);
  }
});
