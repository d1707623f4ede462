import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { showAuditJob } from '../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call } from '../world/call.ts';
import { OPERATOR_TOKENS, operator, operator_token, publish } from '../world/operator.ts';
import { engines, sharedDatabases, type TestService, testService } from '../world/service.ts';

/** A stored page that must not be kept is removed for good (decision 173). */
sharedDatabases();

const SECRET = '<h1>Acme</h1><p>Jane Roe, 1 Example Street</p>';
const sha256 = sha256Of(SECRET);
const reason = 'It names a private person.';

async function audited(ctx: TestService): Promise<string> {
  const { job_id } = (await execute(ctx, startAudit, operator, { subject: 'acme', again: true }, {})).body.job;
  await tick(ctx);
  const status = async () => (await execute(ctx, showAuditJob, operator, { job_id }, {})).body.status;
  await until(async () => (await status()) === 'drafted', 'it is drafted');
  return job_id;
}

for (const engine of engines)
  describe(`forgetting evidence on ${engine}`, () => {
    test('a body is gone at once and for good; its hash and the reason stay, and everything else goes on', async () => {
      const auditor = madeAuditor({ site: () => ({ '/': SECRET, '/pricing.md': '10 USD' }) });
      const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { auditor });
      await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01' })]);
      const desk = (method: string, path: string, body?: unknown) =>
        call(service.url, method, `/api/desk${path}`, { key: operator_token, body });
      const job_id = await audited(service);
      const read = (id: string) => desk('GET', `/audit-jobs/${id}/evidence?sha256=${sha256}`);
      assert.match((await read(job_id)).text, /Jane Roe/);
      const forget = (of: string) => desk('POST', `/evidence/${of}/forget`, { reason });
      assert.equal((await forget(sha256Of('something else'))).status, 404);
      assert.equal((await forget('short')).status, 422);
      const done = await forget(sha256);
      assert.deepEqual([done.status, done.json.jobs], [200, [job_id]], done.text);
      const gone = await read(job_id);
      assert.equal(gone.status, 404);
      assert.match(gone.json.message, /This body was removed on 2026-11-21: It names a private person\./);
      assert.equal((await forget(sha256)).status, 409);
      assert.match((await desk('GET', `/audit-jobs/${job_id}/evidence`)).text, new RegExp(sha256), 'its hash stays');
      const again = await audited(service);
      assert.equal((await read(again)).status, 404, 'the same bytes are not stored again');
      const rows = await service.store.db.selectFrom('evidence_bodies').select('sha256').execute();
      assert.ok(!rows.some((row) => row.sha256 === sha256) && rows.length > 0);
      const findings = (await runDoctor(service.store, service.rubrics, () => {})).flatMap((check) => check.findings);
      assert.deepEqual(findings, []);
      const { actions } = (await desk('GET', `/actions?subject_id=${job_id}`)).json;
      assert.ok(actions.some(({ action }: { action: string }) => action === 'forget_evidence'));
      await service.stop();
    });
  });
