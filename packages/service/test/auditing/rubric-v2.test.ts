import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, afterEach, describe, test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import { until } from '../../../../test/world/wait.ts';
import { fixtureAuditor } from '../../../auditor/test/world/sites/fixture-auditor.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';
import { exampleAudit, rubrics, v2 } from '../../../rubric/test/example-audit.ts';
import { runCommand } from '../../src/cli/program.ts';
import type { Fault } from '../../src/domain/fault.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { showAuditJob } from '../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { reviewRequest } from '../../src/operations/desk/review-request.ts';
import { scheduleRequest } from '../../src/operations/desk/schedule-request.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { operator, publish } from '../world/operator.ts';
import { engines, fakeClock, sharedDatabases, testContext, testService } from '../world/service.ts';

/** Audits under the newest rubric, on the spot and as jobs, and which rubric one has that names none. */
sharedDatabases();
const root = mkdtempSync(join(tmpdir(), 'readymark-rubric-'));
after(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => {
  delete process.env.RUBRICS_PUBLISHABLE;
});

const site = fixtureSites.find(({ folder }) => folder === 'emerging') ?? assert.fail();
let made = 0;

/** `readymark …` in this process, over the fixture sites. */
async function readymark(...args: string[]) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const noContext = () => assert.fail('it opens no database');
  const auditor = () => fixtureAuditor(() => new Date('2026-11-20T10:00:00.000Z'));
  const code = await runCommand(args, noContext, { out: stream, err: stream }, new AbortController().signal, {
    openAuditor: auditor,
  });
  return { code, text };
}

const audit = (...more: string[]) => {
  const out = join(root, String(++made));
  return { out, done: readymark('audit', site.website, '--out', out, ...more) };
};

test('readymark audit --rubric v2 drafts a record of v2 that passes the check', async () => {
  const { out, done } = audit('--rubric', 'v2', '--json');
  const { code, text } = await done;
  assert.equal(code, 0, text);
  const report = JSON.parse(text);
  assert.deepEqual([report.rubric, report.criteria.length], ['v2', v2.criteria.length]);
  const draft = JSON.parse(readFileSync(report.draft, 'utf8'));
  assert.equal(draft.rubric_version, v2.record_label);
  assert.ok('audit' in checkAudit(draft, rubrics));
  const again = await readymark('audit', 'score', out, '--json');
  assert.equal(JSON.parse(again.text).rubric, 'v2', 'a folder keeps its rubric');
});

test('readymark audit takes the newest publishable rubric, and says which', async () => {
  assert.match((await audit().done).text, /Emerging.*; rubric v1, /);
  for (const publishable of ['v1,v2', 'v2,v1']) {
    process.env.RUBRICS_PUBLISHABLE = publishable;
    const { code, text } = await audit().done;
    assert.equal(code, 0, text);
    assert.match(text, /; rubric v2, /);
  }
});

test('a rubric that does not exist is refused where it is named, and where it is to be published', async () => {
  const named = await audit('--rubric', 'v9').done;
  assert.equal(named.code, 1);
  assert.match(named.text, /There are no ladders for the rubric v9; name another with --rubric: v1, v2\./);
  process.env.RUBRICS_PUBLISHABLE = 'v1,v9';
  const published = await audit().done;
  assert.notEqual(published.code, 0);
  assert.match(published.text, /RUBRICS_PUBLISHABLE is "v1,v9"; expected rubric versions that there are: v1,v2\./);
  delete process.env.RUBRICS_PUBLISHABLE;
});

for (const engine of engines)
  describe(`audit jobs under v2 on ${engine}`, () => {
    test('are drafted, by default under the newest publishable rubric that has ladders', async () => {
      const clock = fakeClock('2026-11-20T10:00:00.000Z');
      const ctx = await testContext(engine, { RUBRICS_PUBLISHABLE: 'v1,v2' }, clock, {
        auditor: fixtureAuditor(() => clock.now()),
      });
      await publish(ctx, [
        { ...exampleAudit({ slug: 'emerging', company: site.company, rubric: v2 }), website: site.website },
      ]);
      const start = async (more: object = {}) =>
        (await execute(ctx, startAudit, operator, { subject: 'emerging', ...more }, {})).body.job;
      const job = await start();
      assert.equal(job.rubric, 'v2');
      await tick(ctx);
      const { body } = await execute(ctx, showAuditJob, operator, { job_id: job.job_id }, {});
      assert.equal(body.status, 'drafted', JSON.stringify(body));
      // A rubric without ladders is for drafts by hand only.
      ctx.rubrics = new Map([...ctx.rubrics, ['v3', { ...v2, version: 'v3', record_label: 'v3' }]]);
      ctx.settings = { ...ctx.settings, RUBRICS_PUBLISHABLE: ['v1', 'v3'] };
      assert.equal((await start({ again: true })).rubric, 'v1');
      assert.equal((await start({ by_hand: true })).rubric, 'v3');
      await assert.rejects(start({ rubric: 'v3', again: true }), (error: Fault) => error.code === 'invalid_request');
    });

    test('of a request for a new company go to the desk, are reviewed, published and completed, with Agent Registration scored', async () => {
      const clock = fakeClock('2026-11-20T10:00:00.000Z');
      const service = await testService(engine, { RUBRICS_PUBLISHABLE: 'v1,v2' }, clock, {
        auditor: fixtureAuditor(() => clock.now()),
      });
      const post = async (path: string, body: object, key?: string) => {
        const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
        const reply = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await reply.json()) as Record<string, string>;
      };
      const { api_key } = await post('/api/agent/auth', { type: 'anonymous' });
      const asked = { company: site.company, website: site.website };
      const { request_id = '' } = await post('/api/audit-requests', asked, api_key);

      await execute(service, reviewRequest, operator, { request_id }, {});
      await execute(service, scheduleRequest, operator, { request_id, on: '2026-11-20' }, {});
      // At the desk: the request becomes a job, its draft is read, what is open is confirmed, and the record is published.
      const { job } = (await execute(service, startAudit, operator, { subject: request_id }, {})).body;
      assert.equal(job.rubric, 'v2');
      const { job_id } = job;
      await tick(service);
      const status = async () => (await execute(service, showAuditJob, operator, { job_id }, {})).body.status;
      await until(async () => (await status()) === 'drafted', 'the draft of the new company');
      const { open } = (await execute(service, readDraft, operator, { job_id }, {})).body;
      await execute(service, reviseDraft, operator, { job_id, version: 0, confirm: open }, {});
      const { record } = (await execute(service, readDraft, operator, { job_id }, {})).body;
      await execute(
        service,
        publishAudits,
        operator,
        { audits: [record], drafts: [job_id], completes: [request_id] },
        {},
      );
      await tick(service);

      const read = async (path: string) => (await fetch(`${service.url}${path}`)).json();
      const shown = (await read(`/api/audits/${record.slug}.json`)) as Audit;
      assert.equal(shown.rubric_version, v2.record_label);
      assert.equal(shown.criteria.length, 21);
      const registration = shown.criteria.find(({ id }) => id === 'P3-E');
      assert.equal(registration?.max, 4);
      assert.match(registration?.evidence ?? '', /https?:\/\//);
      const sums = shown.criteria.reduce((sum, { score }) => sum + score, 0);
      assert.equal(shown.overall_score, sums);
      const receipts = (await read(`/api/audits/${record.slug}/evidence.json`)) as { criteria: { id: string }[] };
      assert.ok(receipts.criteria.some(({ id }) => id === 'P3-E'));
      const own = await fetch(`${service.url}/api/audit-requests/${request_id}`, {
        headers: { authorization: `Bearer ${api_key}` },
      });
      assert.equal(((await own.json()) as { status: string }).status, 'completed');
    });
  });
