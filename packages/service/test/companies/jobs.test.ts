import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { Fault } from '../../src/domain/fault.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { showAuditJob } from '../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { draftAudit } from '../../src/operations/desk/draft-audit.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { countRequests } from '../../src/store/queue.ts';
import { insertRequest } from '../../src/store/requests.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { operator, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** The work of the auditing agent on a company that is retracted or corrected meanwhile (decisions 100 and 101). */
sharedDatabases();

async function world(engine: Engine) {
  const ctx = await testContext(engine, {}, undefined, { auditor: madeAuditor({}) });
  await publish(ctx, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 1 })]);
  return ctx;
}
const start = async (ctx: TestContext, subject = 'acme') =>
  (await execute(ctx, startAudit, operator, { subject, again: true }, {})).body.job.job_id;
const show = async (ctx: TestContext, job_id: string) =>
  (await execute(ctx, showAuditJob, operator, { job_id }, {})).body;
const draftOf = async (ctx: TestContext, job_id: string) =>
  (await execute(ctx, readDraft, operator, { job_id }, {})).body;
const retract = (ctx: TestContext, slug: string) =>
  execute(ctx, retractCompany, operator, { slug, reason: 'They object.' }, {});
const correct = (ctx: TestContext, slug: string, to: object) =>
  execute(ctx, correctCompany, operator, { slug, ...to }, {});
const publishDraft = (ctx: TestContext, record: unknown, job_id: string, more: object = {}) =>
  execute(ctx, publishAudits, operator, { audits: [record], drafts: [job_id], ...more }, {});
const refused = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Fault, String(error));
  assert.equal(error.code, code);
  assert.match(JSON.stringify([error.message, error.details.errors]), message);
  return true;
};
const sound = async (ctx: TestContext) =>
  assert.deepEqual(
    (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings),
    [],
  );

for (const engine of engines)
  describe(`the auditing agent (${engine})`, () => {
    test('stops looking at a company that is retracted; its draft is published only to list the company again', async () => {
      const ctx = await world(engine);
      const done = await start(ctx);
      await tick(ctx);
      const open = await start(ctx);
      const { body } = await retract(ctx, 'acme');
      assert.equal(body.cancelled_jobs, 1);
      assert.equal((await show(ctx, open)).status, 'cancelled');
      assert.equal((await show(ctx, done)).status, 'drafted');
      await tick(ctx);
      assert.equal((await show(ctx, open)).attempts, 0, 'nobody visits the site');
      await assert.rejects(
        start(ctx),
        refused('conflict', /acme: this company was retracted on 2026-11-21 \(They object\.\)/),
      );
      await assert.rejects(
        execute(ctx, draftAudit, operator, { subject: 'acme' }, {}),
        refused('conflict', /They object/),
      );
      const reviewed = { job_id: done, version: 0, criteria: [], confirm: ['P3-D'], executive_summary: 'Our words.' };
      await execute(ctx, reviseDraft, operator, reviewed, {});
      const { record } = await draftOf(ctx, done);
      await assert.rejects(publishDraft(ctx, record, done), refused('conflict', /--reinstate/));
      await publishDraft(ctx, record, done, { reinstate: true });
      await ctx.catalogue.refresh();
      assert.ok(ctx.catalogue.current().hasReceipts('acme'));
      assert.equal(ctx.catalogue.current().audits('acme').length, 1);
      await sound(ctx);
      await ctx.close();
    });

    test('goes along with a company that gets another slug and name, draft included, which must be read again', async () => {
      const ctx = await world(engine);
      const job_id = await start(ctx);
      await tick(ctx);
      await execute(
        ctx,
        reviseDraft,
        operator,
        { job_id, version: 0, criteria: [], confirm: ['P3-D'], executive_summary: 'Our words.' },
        {},
      );
      const before = await draftOf(ctx, job_id);
      await correct(ctx, 'acme', {
        new_slug: 'acme-widgets',
        company: 'Acme Widgets',
        website: 'http://www.acme.example/',
      });
      const job = await show(ctx, job_id);
      assert.deepEqual([job.slug, job.company], ['acme-widgets', 'Acme Widgets']);
      const after = await draftOf(ctx, job_id);
      assert.equal(after.version, before.version + 1);
      const { slug, company, website, source_file, ...rest } = after.record;
      assert.deepEqual([slug, company, website], ['acme-widgets', 'Acme Widgets', 'http://www.acme.example/']);
      assert.equal(source_file, `acme-widgets_${after.record.audit_date}.audit.json`);
      const { slug: _s, company: _c, website: _w, source_file: _f, ...was } = before.record;
      assert.deepEqual(rest, was);
      await assert.rejects(publishDraft(ctx, before.record, job_id), refused('conflict', /acme-widgets/));
      await assert.rejects(
        publishDraft(ctx, after.record, job_id, { hashes: [before.hash] }),
        refused('conflict', /read the draft again/),
      );
      await publishDraft(ctx, after.record, job_id, { hashes: [after.hash] });
      await correct(ctx, 'acme-widgets', { new_slug: 'acme-works' });
      await ctx.catalogue.refresh();
      assert.ok(ctx.catalogue.current().hasReceipts('acme-works'), 'receipts stay with a corrected audit');
      const { audits } = await show(ctx, job_id);
      assert.deepEqual(audits, [{ slug: 'acme-works', audit_date: after.record.audit_date }]);
      assert.equal(
        (await draftOf(ctx, job_id)).record.slug,
        'acme-widgets',
        'a published draft stays as it was approved',
      );
      await sound(ctx);
      await ctx.close();
    });

    test('under way: the draft has the slug and name that the company got meanwhile', async () => {
      const ctx = await world(engine);
      const job_id = await start(ctx);
      const slow = ctx.auditor.collect;
      Object.assign(ctx.auditor, {
        async collect(...args: Parameters<typeof slow>) {
          await correct(ctx, 'acme', { new_slug: 'acme-widgets', company: 'Acme Widgets' });
          return slow(...args);
        },
      });
      await tick(ctx);
      const { record, last_audit_date } = await draftOf(ctx, job_id);
      assert.deepEqual([record.slug, record.company, last_audit_date], ['acme-widgets', 'Acme Widgets', '2026-05-01']);
      await sound(ctx);
      await ctx.close();
    });

    test('drafts a request for the site of a retracted company under its slug, and for another site under another', async () => {
      const ctx = await world(engine);
      await correct(ctx, 'acme', { new_slug: 'acme-old' });
      await correct(ctx, 'acme-old', { new_slug: 'acme' });
      await retract(ctx, 'acme');
      const ask = async (request_id: string, company: string, website: string) => {
        const row = {
          request_id,
          registration_id: 'reg_1',
          company,
          website,
          contact_email: null,
          address_hash: null,
          notes: null,
        };
        await ctx.store.transaction(async (tx) => {
          await countRequests(tx, [await insertRequest(tx, { ...row, submitted_at: ctx.now().toISOString() })]);
        });
        return (await execute(ctx, draftAudit, operator, { subject: request_id }, {})).body;
      };
      const same = await ask('req_1', 'Acme', 'https://www.acme.example/pricing');
      assert.deepEqual([same.record.slug, same.last_audit_date], ['acme', null]);
      assert.equal((await ask('req_2', 'Acme', 'https://acme-other.example/')).record.slug, 'acme-2');
      assert.equal((await ask('req_3', 'Acme Old', 'https://acme.example.net/')).record.slug, 'acme-old-2');
      await ctx.close();
    });
  });
