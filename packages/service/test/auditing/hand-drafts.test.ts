import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NOT_WRITTEN } from '@readymark/rubric/audit/draft';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { Fault } from '../../src/domain/fault.ts';
import { registerAgent } from '../../src/operations/agent/register-agent.ts';
import { requestAudit } from '../../src/operations/agent/request-audit.ts';
import { importDraft } from '../../src/operations/desk/audits/import-draft.ts';
import { listAuditJobs } from '../../src/operations/desk/audits/list-audit-jobs.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { readEvidence } from '../../src/operations/desk/evidence/read-evidence.ts';
import { checkPublication } from '../../src/operations/desk/publications/check-publication.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { ageEvidence } from '../../src/operations/jobs/age-evidence.ts';
import { execute, run } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { operator, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, testContext } from '../world/service.ts';

/** Drafts that a person writes (decision 121), and records that were edited elsewhere (decision 121). */
sharedDatabases();

const DAY = 86_400_000;

async function world(engine: Engine) {
  const auditor = madeAuditor({});
  const ctx = await testContext(engine, { AUDIT_OPT_OUT: 'closed.example' }, undefined, { auditor });
  const companies = ['acme', 'closed', 'aged', 'edited', 'new'];
  await publish(
    ctx,
    companies.map((slug) => exampleAudit({ slug, company: slug, audit_date: '2026-05-01', scores: 3 })),
  );
  return { engine, ctx, auditor };
}
const worlds = await Promise.all(engines.map(world));

for (const { engine, ctx, auditor } of worlds)
  describe(`drafts by hand on ${engine}`, () => {
    const start = async (subject: string, more: object = { by_hand: true }) =>
      (await execute(ctx, startAudit, operator, { subject, ...more }, {})).body.job;
    const draftOf = async (job_id: string) => (await execute(ctx, readDraft, operator, { job_id }, {})).body;
    const revise = async (job_id: string, version: number, input: object) =>
      (await execute(ctx, reviseDraft, operator, { job_id, version, ...input }, {})).body;
    const publishDraft = async (job_id: string) => {
      const { record, hash } = await draftOf(job_id);
      await execute(ctx, publishAudits, operator, { audits: [record], drafts: [job_id], hashes: [hash] }, {});
      await ctx.catalogue.refresh();
    };
    const fault = async (call: Promise<unknown>): Promise<Fault> => {
      const error = await call.then(
        () => assert.fail('it was not refused'),
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof Fault, String(error));
      return error;
    };
    test('a draft by hand begins with the last audit, visits nothing, and has to be touched everywhere', async () => {
      const job = await start('acme');
      const now = ctx.now().toISOString();
      const { status, by_hand, attempts, started_at, finished_at } = job;
      assert.deepEqual([status, by_hand, attempts, started_at, finished_at], ['drafted', true, 0, null, now]);
      await tick(ctx);
      assert.deepEqual(auditor.visits, []);
      const { job_id } = job;
      const draft = await draftOf(job_id);
      const last = ctx.catalogue.current().record('acme');
      assert.deepEqual(draft.record.criteria, last?.criteria);
      assert.deepEqual([draft.record.audit_date, draft.record.overall_score], ['2026-11-21', 60]);
      assert.deepEqual([draft.by_hand, draft.open.length, draft.changes], [true, 20, []]);
      const [first] = draft.criteria;
      assert.deepEqual([first?.low, first?.high, first?.sources], [0, 5, []]);
      assert.ok(first?.rungs.length && first.rungs.every(({ state, text }) => state === 'unknown' && text));
      const ids = draft.open;
      const some = await revise(job_id, 0, { criteria: [{ id: 'P1-A', score: 5, evidence: 'Seen.' }] });
      assert.deepEqual([some.overall_score, some.open.length], [62, 19]);
      const { details } = await fault(publishDraft(job_id));
      assert.equal(details.errors?.length, 19);
      assert.match(details.errors?.[0]?.message ?? '', /^P1-B needs a person/);
      await revise(job_id, 1, { confirm: ids.slice(1) });
      await publishDraft(job_id);
      const receipts = ctx.catalogue.current().receipts('acme');
      const of = { proposed: null, low: null, high: null, reviewed: true, sources: [] };
      assert.deepEqual(
        receipts?.criteria,
        ids.map((id) => ({ id, score: id === 'P1-A' ? 5 : 3, ...of })),
      );
      assert.equal((await fault(execute(ctx, readEvidence, operator, { job_id }, {}))).code, 'conflict');
    });

    test('what nobody has written yet is named and never published', async () => {
      const { body: registered } = await execute(ctx, registerAgent, { kind: 'anonymous' }, { type: 'anonymous' }, {});
      const asked = { company: 'Quite New', website: 'https://quite-new.example/' };
      const { body: request } = await run(ctx, requestAudit, { key: registered.api_key, input: asked });
      const { job_id, request_id } = await start(request.request_id);
      assert.equal(request_id, request.request_id);
      const { record, open } = await draftOf(job_id);
      assert.equal(record.overall_score, 0);
      assert.ok(record.criteria.every(({ score, evidence }) => score === 0 && evidence === NOT_WRITTEN));
      const confirmed = await revise(job_id, 0, { confirm: open });
      assert.deepEqual(confirmed.open, open, 'a touch writes no evidence');
      const { body: checked } = await execute(ctx, checkPublication, operator, { job_id }, {});
      assert.deepEqual([checked.open, checked.issues], [open, []], 'each is said once');
      const { details } = await fault(publishDraft(job_id));
      assert.match(
        details.errors?.[0]?.message ?? '',
        new RegExp(`^P1-A has no evidence yet; run readymark audits revise ${job_id} --evidence P1-A=TEXT`),
      );
      const taken_out = execute(ctx, publishAudits, operator, { audits: [record] }, {});
      assert.match((await fault(taken_out)).details.errors?.[0]?.message ?? '', /^quite-new: P1-A has no evidence yet/);
      const written = open.map((id) => ({ id, score: 4, evidence: `${id} was read by a person.` }));
      const made = await revise(job_id, 1, { criteria: written });
      assert.deepEqual([made.overall_score, made.open], [80, []]);
      const emptied = await revise(job_id, 2, { criteria: [{ id: 'P1-A', evidence: ' ' }] });
      assert.deepEqual(emptied.open, ['P1-A']);
      // Who writes before the sentence and leaves it there has not finished.
      const before = `The home page has JSON-LD.${NOT_WRITTEN}`;
      assert.deepEqual((await revise(job_id, 3, { criteria: [{ id: 'P1-A', evidence: before }] })).open, ['P1-A']);
      assert.match((await fault(publishDraft(job_id))).details.errors?.[0]?.message ?? '', /^P1-A has no evidence yet/);
      await revise(job_id, 4, { criteria: written.slice(0, 1) });
      const after = (await draftOf(job_id)).record;
      assert.doesNotMatch(JSON.stringify(after), /not written yet|not observed|could be observed/);
      const gap = { title: 'A gap', detail: NOT_WRITTEN };
      await revise(job_id, 5, { critical_gaps: [gap] });
      assert.match(
        (await fault(publishDraft(job_id))).details.errors?.[0]?.message ?? '',
        /^critical_gaps\[0\] has no/,
      );
      await revise(job_id, 6, { critical_gaps: [] });
      await publishDraft(job_id);
      assert.equal(ctx.catalogue.current().record('quite-new')?.overall_score, 80);
    });

    test('neither the rest of a site nor its owner concerns it, but one draft by hand is enough', async () => {
      const refused = await fault(start('closed', {}));
      assert.match(refused.message, /AUDIT_OPT_OUT.*--by-hand/);
      await start('closed');
      await start('new', {});
      await tick(ctx);
      const { job_id } = await start('new');
      const second = await fault(start('new'));
      assert.match(second.message, new RegExp(`${job_id}\\. Use it, or insist with --again`));
      await start('new', { by_hand: true, again: true });
      const both = await Promise.allSettled([start('edited'), start('edited')]);
      assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const { jobs } = (await execute(ctx, listAuditJobs, operator, {}, {})).body;
      assert.deepEqual(
        jobs.filter(({ slug }) => slug === 'new').map(({ by_hand }) => by_hand),
        [true, true, false],
      );
      // What was written by hand keeps nobody from a visit.
      await start('edited', {});
      await tick(ctx);
    });

    test('a draft that was edited elsewhere is taken back as a revision', async () => {
      const { job_id } = await start('acme', { again: true });
      await tick(ctx);
      const { record } = await draftOf(job_id);
      const take = async (edited: unknown, more: object = {}) =>
        (await execute(ctx, importDraft, operator, { job_id, version: 0, record: edited, ...more }, {})).body;
      const edit = (changes: Record<string, object>) => record.criteria.map((one) => ({ ...one, ...changes[one.id] }));
      const none = await take(`\ufeff${JSON.stringify({ ...record, rank: 1, overall_score: 99 })}`);
      assert.deepEqual([none.version, none.revision], [0, null]);
      const wrong = async (edited: unknown, ...expected: (readonly [string, RegExp])[]) => {
        const { code, details } = await fault(take(edited));
        assert.equal(code, 'invalid_request');
        assert.deepEqual(
          details.errors?.map(({ field }) => field),
          expected.map(([field]) => field),
        );
        for (const [at, [, message]] of expected.entries()) assert.match(details.errors?.[at]?.message ?? '', message);
      };
      await wrong('{"slug": ', ['record', /cannot be read as JSON/]);
      await wrong([record], ['record', /must be the record/]);
      const identity = { slug: 'others', website: 'https://others.example/', audit_date: '2020-01-01' };
      await wrong(
        { ...record, ...identity, rubric_version: 'v2' },
        ['slug', /in the draft: acme/],
        ['website', /must stay/],
        ['audit_date', /must stay/],
        ['rubric_version', /must stay/],
      );
      await wrong(
        {
          criteria: [
            { id: 'P9-Z' },
            { id: 'P1-A', score: 6 },
            { id: 'P1-B', max: 9, evidence: 4 },
            { id: 'P1-B' },
            null,
          ],
        },
        ['criteria[0].id', /criterion of the draft/],
        ['criteria[1].score', /from 0 to 5/],
        ['criteria[2].max', /in the draft: 5/],
        ['criteria[2].evidence', /a text/],
        ['criteria[3].id', /twice/],
        ['criteria[4]', /an object/],
      );
      await wrong({ criteria: edit({ 'P1-B': { evidence: 'x'.repeat(10_001) } }) }, [
        'criteria[1].evidence',
        /at most 10000/,
      ]);
      await wrong({ criteria: edit({ 'P1-A': { evidence: 'New.' }, 'P1-C': { score: 5 } }) }, [
        'criteria[2].reason',
        /P1-C was proposed with 2/,
      ]);
      await wrong(
        { critical_gaps: [{ title: 'A', detail: 'B' }, { title: 4 }] },
        ['critical_gaps[1].title', /./],
        ['critical_gaps[1].detail', /./],
      );
      const edited = { ...record, criteria: edit({ 'P1-C': { score: 5 } }), executive_summary: 'By hand.' };
      const made = await take(edited, { reason: 'Checked by phone.' });
      assert.deepEqual([made.version, made.overall_score], [1, 43]);
      assert.deepEqual(made.revision?.criteria, [
        { id: 'P1-C', from: 2, to: 5, evidence: null, reason: 'Checked by phone.' },
      ]);
      assert.deepEqual(made.revision?.texts, ['executive_summary']);
      const late = await fault(take({ executive_summary: 'Later.' }));
      assert.equal(late.code, 'conflict');
      assert.deepEqual(
        late.details.meanwhile?.map(({ field, touched }) => [field, touched]),
        [
          ['P1-C', false],
          ['executive_summary', true],
        ],
      );
    });

    test('it ages out like any other draft, unless an audit rests on it', async () => {
      const { job_id } = await start('aged');
      ctx.clock.advance(90 * DAY);
      await ageEvidence(ctx);
      assert.match((await fault(draftOf(job_id))).message, /removed; start the audit again/);
      const { jobs } = (await execute(ctx, listAuditJobs, operator, {}, {})).body;
      const kept = jobs.filter(({ by_hand, aged_out_at }) => by_hand && aged_out_at === null);
      assert.deepEqual(kept.map(({ slug }) => slug).sort(), ['acme', 'quite-new']);
      const checks = await runDoctor(ctx.store, ctx.rubrics, () => {});
      assert.deepEqual(
        checks.flatMap(({ findings }) => findings),
        [],
      );
    });
  });
