import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { Fault } from '../../src/domain/fault.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { checkPublication } from '../../src/operations/desk/publications/check-publication.ts';
import { showPublication } from '../../src/operations/desk/publications/show-publication.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { commit, operator, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';
import { addWatchers } from '../world/watchers.ts';

/** What an operator is told before and after a draft is published, and the way back from there (decision 131). */
sharedDatabases();

const MINUTE = 60_000;

const draftOf = async (ctx: TestContext, job_id: string) =>
  (await execute(ctx, readDraft, operator, { job_id }, {})).body;
const check = async (ctx: TestContext, job_id: string) =>
  (await execute(ctx, checkPublication, operator, { job_id }, {})).body;
const show = async (ctx: TestContext, publication: number) =>
  (await execute(ctx, showPublication, operator, { publication }, {})).body;
const revise = async (ctx: TestContext, job_id: string, change: object) => {
  const { version } = await draftOf(ctx, job_id);
  return (await execute(ctx, reviseDraft, operator, { job_id, version, ...change }, {})).body;
};
async function publishDraft(ctx: TestContext, job_id: string, more: object = {}) {
  const { record, hash } = await draftOf(ctx, job_id);
  const order = { audits: [record], drafts: [job_id], hashes: [hash], ...more };
  const { body } = await execute(ctx, publishAudits, operator, order, {});
  await tick(ctx);
  return body.publication ?? assert.fail();
}
const conflict = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Fault && error.code === 'conflict', String(error));
  assert.match(error.message, message);
  return true;
};

/** Acme and a better company, and a drafted audit of Acme with three watchers, two of them with an address. */
async function world(engine: Engine) {
  const ctx = await testContext(engine, {}, undefined, { auditor: madeAuditor({}) });
  const old = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 1 });
  await publish(ctx, [old, exampleAudit({ slug: 'better', company: 'Better', audit_date: '2026-05-01' })]);
  await addWatchers(ctx, 'acme', 3);
  await ctx.store.db
    .updateTable('registrations')
    .set({ contact_email: null })
    .where('registration_id', '=', 'reg_0000003')
    .execute();
  const { body } = await execute(ctx, startAudit, operator, { subject: 'acme' }, {});
  await tick(ctx);
  return { ctx, job_id: body.job.job_id };
}

for (const engine of engines)
  describe(`publishing a draft on ${engine}`, () => {
    test('before: what is still to be done, the rank, and who would be told; nothing is written', async () => {
      const { ctx, job_id } = await world(engine);
      const untouched = await check(ctx, job_id);
      assert.deepEqual([untouched.open, untouched.issues], [['P3-D'], []]);
      assert.deepEqual([untouched.rank, untouched.ranked], [2, 2]);
      assert.deepEqual(untouched.before, {
        audit_date: '2026-05-01',
        overall_score: 20,
        tier: 'Agent-Invisible',
        rank: 2,
      });
      assert.deepEqual(untouched.notified, { letter: 'reaudit', watchers: 3, with_address: 2 });
      assert.deepEqual([untouched.replaces, untouched.retracted, untouched.published], [false, null, null]);
      await revise(ctx, job_id, { confirm: ['P3-D'] });
      assert.deepEqual((await check(ctx, job_id)).open, []);
      // A later audit of somebody else makes this one too old.
      await publish(ctx, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-11-22', scores: 1 })]);
      assert.match((await check(ctx, job_id)).issues[0]?.message ?? '', /already an audit dated 2026-11-22/);
      const audits = await ctx.store.db.selectFrom('audits').select('audit_id').execute();
      assert.equal(audits.length, 3, 'a check publishes nothing');
    });

    test('a retracted company, an audit of the same day and examples are choices, not mistakes', async () => {
      const { ctx, job_id } = await world(engine);
      await revise(ctx, job_id, { confirm: ['P3-D'] });
      await publish(ctx, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-11-21', scores: 1 })]);
      const same_day = await check(ctx, job_id);
      assert.deepEqual([same_day.replaces, same_day.issues, same_day.notified.letter], [true, [], 'correction']);
      await execute(ctx, retractCompany, operator, { slug: 'acme', reason: 'It was another company.' }, {});
      await ctx.catalogue.refresh();
      const gone = await check(ctx, job_id);
      assert.deepEqual(gone.retracted?.reason, 'It was another company.');
      assert.deepEqual([gone.issues, gone.before, gone.replaces], [[], null, false]);
      const example = exampleAudit({ slug: 'example', company: 'Example', fictional: true });
      await commit(ctx, [example], { keep_examples: true });
      const beside = await check(ctx, job_id);
      assert.deepEqual([beside.fictional, beside.issues], [{ leave: ['example'], beside_real: false }, []]);
    });

    test('after: who is told, and a correction within 15 minutes; the first audit stays in the store as replaced', async () => {
      const { ctx, job_id } = await world(engine);
      await revise(ctx, job_id, { confirm: ['P3-D'] });
      ctx.clock.advance(MINUTE);
      const first = await publishDraft(ctx, job_id);
      const shown = await show(ctx, first);
      assert.deepEqual([shown.operator, shown.more], ['ada', false]);
      assert.deepEqual(shown.audits[0]?.before, { audit_date: '2026-05-01', overall_score: 20 });
      assert.deepEqual([shown.audits[0]?.rank, shown.audits[0]?.job_id], [2, job_id]);
      assert.deepEqual(shown.letters, { writing: false, watchers: [{ kind: 'reaudit', status: 'sent', count: 2 }] });
      assert.deepEqual(
        [shown.draft?.same, shown.draft?.reopened, shown.draft?.correctable_until],
        [true, true, '2026-11-21T12:16:00.000Z'],
      );
      // The same record is never published twice, not even as a replacement of itself.
      await assert.rejects(
        publishDraft(ctx, job_id, { replace: true }),
        conflict(new RegExp(`published already, as publication ${first}; nothing was published again`)),
      );
      ctx.clock.advance(14 * MINUTE);
      await revise(ctx, job_id, { criteria: [{ id: 'P1-A', score: 4, reason: 'Seen too late.' }] });
      // A correction that was begun in time may be finished.
      ctx.clock.advance(60 * MINUTE);
      await revise(ctx, job_id, { executive_summary: 'Corrected words.' });
      assert.deepEqual((await check(ctx, job_id)).replaces, true);
      const second = await publishDraft(ctx, job_id, { replace: true });
      const corrected = await show(ctx, second);
      assert.deepEqual(corrected.audits[0]?.before, { audit_date: '2026-11-21', overall_score: 40 });
      assert.deepEqual(corrected.letters.watchers, [{ kind: 'correction', status: 'sent', count: 2 }]);
      const before = await show(ctx, first);
      assert.notEqual(before.audits[0]?.replaced_at, null);
      assert.deepEqual([before.audits[0]?.rank, before.draft?.publication], [null, second]);
      const rows = await ctx.store.db
        .selectFrom('audits')
        .select(['overall_score', 'replaced_at', 'receipts'])
        .where('job_id', '=', job_id)
        .orderBy('publication')
        .execute();
      assert.deepEqual(
        rows.map(({ overall_score, replaced_at, receipts }) => [
          overall_score,
          replaced_at === null,
          receipts !== null,
        ]),
        [
          [40, false, true],
          [42, true, true],
        ],
      );
      const findings = (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings);
      assert.deepEqual(findings, []);
    });

    test('after 15 minutes the draft is closed', async () => {
      const { ctx, job_id } = await world(engine);
      await revise(ctx, job_id, { confirm: ['P3-D'] });
      ctx.clock.advance(MINUTE);
      const publication = await publishDraft(ctx, job_id);
      ctx.clock.advance(15 * MINUTE + 1);
      assert.equal((await draftOf(ctx, job_id)).published?.reopened, false);
      await assert.rejects(
        revise(ctx, job_id, { executive_summary: 'Too late.' }),
        conflict(new RegExp(`publication ${publication} and is closed: .*Start a new audit.*--replace`)),
      );
    });
  });
