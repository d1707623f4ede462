import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { Meanwhile } from '../../src/domain/auditing/meanwhile.ts';
import { Fault, problem } from '../../src/domain/fault.ts';
import { draftState } from '../../src/operations/desk/audits/draft-state.ts';
import { keepTyped } from '../../src/operations/desk/audits/keep-typed.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { ageEvidence } from '../../src/operations/jobs/age-evidence.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { operator as ada, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** Two operators at one draft, and what they type into it (decision 121). */
sharedDatabases();

const DAY = 86_400_000;
const grace = { kind: 'operator', name: 'grace' } as const;
type Who = typeof ada | typeof grace;

async function world(engine: Engine): Promise<TestContext> {
  const ctx = await testContext(engine, {}, undefined, { auditor: madeAuditor({}) });
  const scores = { acme: 1, better: 3, worse: 1 };
  const audits = Object.entries(scores).map(([slug, score]) =>
    exampleAudit({ slug, company: slug, audit_date: '2026-05-01', scores: score }),
  );
  await publish(ctx, audits);
  return ctx;
}

const worlds = await Promise.all(engines.map(async (engine) => ({ engine, ctx: await world(engine) })));

for (const { engine, ctx } of worlds)
  describe(`drafts at work on ${engine}`, () => {
    /** A drafted job with 40 points: P3-D (1 to 3) needs a person, P1-B is 2 without doubt. */
    async function drafted(): Promise<string> {
      const { body } = await execute(ctx, startAudit, ada, { subject: 'acme', again: true }, {});
      await tick(ctx);
      return body.job.job_id;
    }
    const draftOf = async (job_id: string, who: Who = ada) => (await execute(ctx, readDraft, who, { job_id }, {})).body;
    const revise = async (who: Who, input: object) => (await execute(ctx, reviseDraft, who, input, {})).body;
    const typed = async (who: Who, job_id: string, texts: Record<string, string>) => {
      const entries = Object.entries(texts).map(([field, text]) => ({ field, text }));
      return (await execute(ctx, keepTyped, who, { job_id, version: 0, entries }, {})).body;
    };
    const textsOf = async (who: Who, job_id: string) =>
      Object.fromEntries((await draftOf(job_id, who)).typed.map(({ field, text }) => [field, text]));
    const stateOf = async (who: Who, job_id: string, field?: string) =>
      (await execute(ctx, draftState, who, { job_id, field }, {})).body;
    /** What an operation was refused with. */
    const fault = async (call: Promise<unknown>): Promise<Fault> => {
      const error = await call.then(
        () => assert.fail('it was not refused'),
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof Fault, String(error));
      return error;
    };

    test('a reason is demanded outside of the interval, kept inside of it, and demanded once', async () => {
      const job_id = await drafted();
      const inside = await revise(ada, { job_id, version: 0, criteria: [{ id: 'P3-D', score: 3, reason: 'Asked.' }] });
      assert.deepEqual(inside.revision?.criteria, [{ id: 'P3-D', from: 2, to: 3, evidence: null, reason: 'Asked.' }]);
      await revise(ada, { job_id, version: 1, criteria: [{ id: 'P3-D', score: 1 }] });
      for (const [id, score, said] of [
        ['P3-D', 4, '1 to 3'],
        ['P3-D', 0, '1 to 3'],
        ['P1-B', 3, '2'],
      ] as const) {
        const { code, details } = await fault(revise(ada, { job_id, version: 2, criteria: [{ id, score }] }));
        assert.equal(code, 'invalid_request');
        assert.deepEqual(details.errors, [
          { field: 'criteria[0].reason', message: `is required: ${id} was proposed with ${said}` },
        ]);
      }
      await revise(ada, { job_id, version: 2, criteria: [{ id: 'P3-D', score: 5, reason: 'A contract says so.' }] });
      const again = { id: 'P3-D', score: 5, evidence: 'The contract of 2026.' };
      const { revision } = await revise(ada, { job_id, version: 3, criteria: [again] });
      assert.deepEqual(revision?.criteria[0]?.evidence, 'The contract of 2026.');
    });

    test('what is sent but differs in nothing is no change', async () => {
      const job_id = await drafted();
      const { record, hash } = await draftOf(job_id);
      const { executive_summary, strongest_signals } = record;
      const none = await revise(ada, { job_id, version: 0, executive_summary, strongest_signals });
      assert.deepEqual([none.version, none.revision, none.hash], [0, null, hash]);
      const evidence = record.criteria[0]?.evidence;
      const touch = { id: 'P1-A', score: 2, evidence };
      const { revision } = await revise(ada, { job_id, version: 0, criteria: [touch], executive_summary });
      assert.deepEqual(revision?.criteria, [{ id: 'P1-A', from: 2, to: 2, evidence: null, reason: null }]);
      assert.deepEqual(revision?.texts, []);
    });

    test('a conflict tells what the other wrote; beside it a revision may be merged', async () => {
      const job_id = await drafted();
      await revise(grace, {
        ...{ job_id, version: 0, executive_summary: 'Words of Grace.' },
        criteria: [{ id: 'P1-B', score: 4, reason: 'The terms.', evidence: 'All prices.' }],
      });
      const mine = { job_id, version: 0, criteria: [{ id: 'P1-B', score: 5, reason: 'Mine.' }], confirm: ['P3-D'] };
      const at = ctx.now().toISOString();
      const by = { reviewer: 'grace', at, version: 1 };
      const theirs = (touched: string[]): Meanwhile[] => [
        {
          ...{ field: 'P1-B', ...by, touched: touched.includes('P1-B') },
          criterion: { score: 4, evidence: 'All prices.', reason: 'The terms.' },
        },
        {
          ...{ field: 'executive_summary', ...by, touched: touched.includes('executive_summary') },
          text: 'Words of Grace.',
        },
      ];
      for (const merge of [false, true]) {
        const refused = await fault(revise(ada, { ...mine, merge }));
        assert.equal(refused.code, 'conflict');
        assert.match(refused.message, /its version is 1\. P1-B was changed too/);
        assert.deepEqual(problem(refused, '').meanwhile, theirs(['P1-B']));
      }
      const summary = await fault(revise(ada, { job_id, version: 0, executive_summary: 'Mine.', merge: true }));
      assert.deepEqual(summary.details.meanwhile, theirs(['executive_summary']));
      const apart = { job_id, version: 0, criteria: [{ id: 'P1-A', evidence: 'Mine.' }], confirm: ['P3-D'] };
      const plain = await fault(revise(ada, apart));
      assert.deepEqual(plain.details.meanwhile, theirs([]), 'without merge nothing is merged');
      const merged = await revise(ada, { ...apart, merge: true });
      assert.deepEqual([merged.version, merged.overall_score, merged.open], [2, 42, []]);
      const { record } = await draftOf(job_id);
      assert.equal(record.executive_summary, 'Words of Grace.');
      const texts = record.criteria.filter(({ id }) => /P1-[AB]/.test(id)).map(({ evidence }) => evidence);
      assert.deepEqual(texts, ['Mine.', 'All prices.']);
      const ahead = await fault(revise(ada, { ...apart, version: 9, merge: true }));
      assert.match(ahead.message, /its version is 2/);
    });

    test('of operators at one moment nobody overwrites another, and those who merge all succeed', async () => {
      const job_id = await drafted();
      const same = await Promise.allSettled(
        [ada, grace].map((who, at) =>
          revise(who, { job_id, version: 0, merge: true, criteria: [{ id: 'P1-A', evidence: `${at}` }] }),
        ),
      );
      assert.deepEqual(same.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const ids = ['P1-C', 'P1-D', 'P2-A', 'P2-B', 'P2-C', 'P2-D'];
      const { record } = await draftOf(job_id);
      await Promise.all(
        ids.map((id, at) =>
          revise(at % 2 ? ada : grace, { job_id, version: 1, merge: true, criteria: [{ id, evidence: `${id} seen` }] }),
        ),
      );
      const draft = await draftOf(job_id);
      assert.equal(draft.version, 7);
      assert.deepEqual(
        draft.record.criteria.filter(({ evidence }, at) => evidence !== record.criteria[at]?.evidence),
        record.criteria.filter(({ id }) => ids.includes(id)).map((one) => ({ ...one, evidence: `${one.id} seen` })),
      );
      assert.deepEqual(
        draft.revisions.map(({ version }) => version),
        [1, 2, 3, 4, 5, 6, 7],
      );
    });

    test('a corrected name of the company is no conflict for who merges', async () => {
      const job_id = await drafted();
      await execute(ctx, correctCompany, ada, { slug: 'acme', company: 'Acme & Sons' }, {});
      const confirm = { job_id, version: 0, confirm: ['P3-D'] };
      const { message, details } = await fault(revise(ada, confirm));
      assert.match(message, /its version is 1/);
      assert.deepEqual(details.meanwhile, []);
      await revise(ada, { ...confirm, merge: true });
      assert.equal((await draftOf(job_id)).record.company, 'Acme & Sons');
    });

    test('what was typed comes back to whom it belongs until it is saved', async () => {
      const job_id = await drafted();
      const texts = {
        ...{ 'P1-A.evidence': ' half a sen', 'P1-A.reason': 'becau', 'P1-B.evidence': 'x', 'P1-B.score': '4' },
        ...{ executive_summary: 'First\nline', 'critical_gaps.0.title': 'A', 'priority_actions.12.points_gain': '3' },
      };
      const at = ctx.now().toISOString();
      assert.deepEqual(await typed(ada, job_id, texts), { job_id, version: 0, at });
      await typed(grace, job_id, { 'P1-A.evidence': 'Other words' });
      await typed(ada, job_id, { 'P1-A.evidence': ' half a sentence', 'P1-B.evidence': '' });
      const { 'P1-B.evidence': _, ...kept } = texts;
      assert.deepEqual(await textsOf(ada, job_id), { ...kept, 'P1-A.evidence': ' half a sentence' });
      assert.deepEqual((await draftOf(job_id, grace)).typed, [
        { field: 'P1-A.evidence', text: 'Other words', version: 0, at },
      ]);
      await fault(revise(ada, { job_id, version: 0, criteria: [{ id: 'P1-A', score: 9, evidence: 'No.' }] }));
      assert.equal(
        (await textsOf(ada, job_id))['P1-A.evidence'],
        ' half a sentence',
        'what is refused forgets nothing',
      );
      await revise(ada, { job_id, version: 0, criteria: [{ id: 'P1-A', evidence: 'Whole.' }], critical_gaps: [] });
      const { 'critical_gaps.0.title': __, 'P1-A.evidence': ___, ...left } = kept;
      assert.deepEqual(await textsOf(ada, job_id), left);
      assert.deepEqual(await textsOf(grace, job_id), { 'P1-A.evidence': 'Other words' });
    });

    test('what cannot be typed into a draft is refused', async () => {
      const job_id = await drafted();
      for (const field of ['P9-Z.evidence', 'P1-A.name', 'P1-A', 'company', 'critical_gaps.100.title', '__proto__']) {
        const { code, details } = await fault(typed(ada, job_id, { 'P1-A.reason': 'fine', [field]: 'x' }));
        assert.deepEqual([code, details.errors?.[0]?.field], ['invalid_request', 'entries.1.field'], field);
      }
      const long = await fault(typed(ada, job_id, { 'P1-A.reason': 'x'.repeat(20_001) }));
      assert.equal(long.details.errors?.[0]?.field, 'entries.0.text');
      assert.deepEqual(await textsOf(ada, job_id), {});
      const many = (list: string) =>
        Object.fromEntries(
          Array.from({ length: 50 }, (_, at) => [`${list}.${at % 25}.${at < 25 ? 'title' : 'detail'}`, 'x']),
        );
      const actions = (part: string, second: string) =>
        Object.fromEntries(
          Array.from({ length: 50 }, (_, at) => [`priority_actions.${at}.${at % 2 ? part : second}`, 'x']),
        );
      for (const entries of [many('critical_gaps'), many('strongest_signals')]) await typed(ada, job_id, entries);
      for (const entries of [actions('action', 'pillar'), actions('pillar', 'action')])
        await typed(ada, job_id, entries);
      const over = await fault(typed(ada, job_id, { executive_summary: 'x' }));
      assert.match(over.message, /More than 200 fields/);
      await typed(ada, job_id, { 'critical_gaps.0.title': 'the same field again' });
      assert.equal((await fault(typed(ada, 'job_0', { executive_summary: 'x' }))).code, 'not_found');
    });

    test('operators see who else is there and types, for a minute, and what the draft comes to', async () => {
      const job_id = await drafted();
      const alone = await stateOf(ada, job_id);
      const { record, hash } = await draftOf(job_id);
      const { overall_score, tier, pillars } = record;
      assert.deepEqual(alone, {
        ...{ job_id, version: 0, hash, overall_score, tier, pillars, open: ['P3-D'], others: [] },
        ...{ rank: 2, companies: 3 },
      });
      const since = ctx.now().toISOString();
      await typed(ada, job_id, { 'P1-A.reason': 'x' });
      assert.deepEqual((await stateOf(grace, job_id)).others, [
        { operator: 'ada', since, at: since, field: 'P1-A.reason' },
      ]);
      ctx.clock.advance(5_000);
      await stateOf(ada, job_id, 'P1-A.reason');
      assert.equal((await stateOf(grace, job_id)).others[0]?.at, since, 'a visit is noted every ten seconds');
      ctx.clock.advance(50_000);
      await stateOf(ada, job_id);
      const at = ctx.now().toISOString();
      assert.deepEqual((await stateOf(grace, job_id)).others, [{ operator: 'ada', since, at, field: null }]);
      ctx.clock.advance(60_000);
      assert.deepEqual((await stateOf(grace, job_id)).others, []);
      await revise(grace, { job_id, version: 0, criteria: [{ id: 'P1-A', score: 5, reason: 'x' }], confirm: ['P3-D'] });
      const after = await stateOf(ada, job_id);
      assert.deepEqual([after.version, after.overall_score, after.pillars.P1?.score], [1, 43, 13]);
      assert.deepEqual([after.open, after.others.length], [[], 1]);
    });

    test('a draft that aged out is a conflict that says what to do, and what was typed goes with it', async () => {
      const job_id = await drafted();
      await typed(ada, job_id, { 'P1-A.reason': 'x' });
      ctx.clock.advance(90 * DAY - 1_000);
      await ageEvidence(ctx);
      assert.deepEqual(await textsOf(ada, job_id), { 'P1-A.reason': 'x' });
      ctx.clock.advance(1_000);
      await ageEvidence(ctx);
      for (const call of [
        () => draftOf(job_id),
        () => stateOf(ada, job_id),
        () => typed(ada, job_id, { 'P1-A.reason': 'y' }),
        () => revise(ada, { job_id, version: 0, confirm: ['P3-D'], merge: true }),
      ]) {
        const { code, message } = await fault(call());
        assert.equal(code, 'conflict');
        assert.match(message, /removed; start the audit again/);
      }
      const left = await ctx.store.db.selectFrom('draft_entries').select('job_id').execute();
      assert.ok(left.every((row) => row.job_id !== job_id));
      ctx.clock.advance(DAY);
      await ageEvidence(ctx);
      const visits = await ctx.store.db.selectFrom('draft_visits').select('job_id').execute();
      assert.deepEqual(visits, [], 'visits are forgotten after a day');
      const checks = await runDoctor(ctx.store, ctx.rubrics, () => {});
      assert.deepEqual(
        checks.flatMap(({ findings }) => findings),
        [],
      );
    });
  });
