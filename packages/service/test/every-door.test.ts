import assert from 'node:assert/strict';
import { test } from 'node:test';
import { short } from '../../../test/world/wait.ts';
import { exampleAudit, v2 } from '../../rubric/test/example-audit.ts';
import { makeDatasets } from '../src/features/dataset/operations/make-datasets.ts';
import { correctCompany } from '../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../src/operations/desk/companies/retract-company.ts';
import { execute } from '../src/operations/run.ts';
import { crawl } from './world/agents/crawler.ts';
import { call, newKey } from './world/call.ts';
import { madeCompany } from './world/made-companies.ts';
import { commit, operator } from './world/operator.ts';
import { engines, fakeClock, sharedDatabases, testService } from './world/service.ts';

/**
 * No two documents disagree about anything, on no door (decision 193): after publications, re-audits, corrections, renames,
 * retractions and days, all of them are read and compared.
 */
sharedDatabases();

const reason = 'The audit was of another company of this name.';
/** Companies beside those that something happens to. */
const OTHERS = short ? 3 : 20;

for (const engine of engines)
  test(`whatever happens, every document of every company says the same on every door (${engine})`, async () => {
    const clock = fakeClock('2026-11-21T12:00:00.000Z');
    const service = await testService(engine, { RUBRICS_PUBLISHABLE: 'v1,v2', REGISTRATIONS_PER_HOUR: '1000' }, clock);
    const key = await newKey(service.url);
    const days: string[] = [];
    let [documents, facts] = [0, 0];

    /** Everything is read; then the day ends. */
    async function agree(what: string, made = false): Promise<void> {
      await service.catalogue.refresh();
      for (const { slug } of service.catalogue.current().companies)
        await call(service.url, 'POST', '/api/agent/watch', { key, body: { slug } });
      const seen = await crawl(service.url, key, { days: days.slice(-2), made });
      assert.deepEqual(seen.disagreements, [], what);
      documents += seen.documents;
      facts += seen.facts;
    }
    async function nextDay(days_on = 1): Promise<void> {
      days.push(clock.now().toISOString().slice(0, 10));
      clock.advance(days_on * 86_400_000);
      await service.catalogue.refresh();
      await makeDatasets(service);
    }
    const audit = (slug: string, more: object = {}) =>
      exampleAudit({ slug, company: `The ${slug}`, audit_date: '2026-11-01', ...more });

    await commit(service, [
      ...Array.from({ length: OTHERS }, (_, at) => madeCompany(at + 1)),
      ...['kept', 'moved', 'mended', 'gone', 'again'].map((slug, at) => audit(slug, { scores: at % 4 })),
      audit('newer', { rubric: v2 }),
    ]);
    await agree('a first publication');
    await nextDay();

    await commit(service, [audit('again', { audit_date: '2026-11-21', scores: { 'P1-B': 5, 'P3-D': 0 } })]);
    await commit(service, [audit('mended', { scores: 4 })], { replace: true });
    await agree('a re-audit and a correction');
    await nextDay();

    await execute(
      service,
      correctCompany,
      operator,
      { slug: 'moved', new_slug: 'renamed', company: 'Renamed Ltd' },
      {},
    );
    await execute(service, retractCompany, operator, { slug: 'gone', reason }, {});
    await agree('a rename and a retraction');
    for (const [path, status] of [
      ['/api/audits/gone.json', 410],
      ['/api/audits/gone/brief.json', 410],
      ['/api/audits/gone/P1.json', 410],
      ['/api/audits/gone/history.json', 410],
      ['/api/audits/gone/plan', 410],
      ['/audits/gone.md', 410],
      ['/badge/gone.svg', 410],
      ['/api/audits/moved.json', 301],
      ['/api/audits/moved/brief.json', 301],
      ['/audits/moved.md', 301],
    ] as const)
      assert.equal((await fetch(service.url + path, { redirect: 'manual' })).status, status, path);
    await nextDay();
    await agree('another day', true);

    await nextDay(200);
    await agree('most scores became stale', true);
    await commit(service, [
      audit('again', { audit_date: '2027-06-01', scores: 2, rubric: v2 }),
      audit('late', { scores: 5 }),
    ]);
    await agree('an audit under another rubric, and a new company that is stale at once');
    assert.ok(documents > 1_000 && facts > 4_000, `${documents} documents, ${facts} facts`);
  });
