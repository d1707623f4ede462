import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFetched } from '@readymark/auditor/evidence/evidence';
import type { CriterionProposal } from '../../../auditor/src/score/proposal.ts';
import { madeAuditor, proposalsFor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { receiptCriteria } from '../../src/domain/auditing/receipts.ts';
import { canonicalHash } from '../../src/domain/canonical-json.ts';
import { Fault } from '../../src/domain/fault.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { readEvidence } from '../../src/operations/desk/evidence/read-evidence.ts';
import { checkPublication } from '../../src/operations/desk/publications/check-publication.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { ageEvidence } from '../../src/operations/jobs/age-evidence.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { operator, publish } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** What a person does with a draft before it is published, and what publishing demands (decision 93). */
sharedDatabases();

const DAY = 86_400_000;

async function world(engine: Engine, auditor = madeAuditor({})) {
  const ctx = await testContext(engine, {}, undefined, { auditor });
  await publish(ctx, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 1 })]);
  return ctx;
}

/** A drafted job. @returns its id */
async function drafted(ctx: TestContext): Promise<string> {
  const { body } = await execute(ctx, startAudit, operator, { subject: 'acme' }, {});
  await tick(ctx);
  return body.job.job_id;
}

const draftOf = async (ctx: TestContext, job_id: string) =>
  (await execute(ctx, readDraft, operator, { job_id }, {})).body;
const revise = async (ctx: TestContext, input: Parameters<typeof reviseDraft.input.parse>[0]) =>
  (await execute(ctx, reviseDraft, operator, input, {})).body;
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
  describe(`reviewing a draft on ${engine}`, () => {
    test('a draft says what was proposed, what a person must judge, and what it rests on', async () => {
      const ctx = await world(engine);
      const job_id = await drafted(ctx);
      const draft = await draftOf(ctx, job_id);
      assert.deepEqual(draft.overall, { low: 39, proposed: 40, high: 41, reviewed: 40 });
      assert.deepEqual([draft.version, draft.open, draft.last_audit_date], [0, ['P3-D'], '2026-05-01']);
      assert.equal(draft.hash, canonicalHash(draft.record));
      const prices = draft.criteria.find(({ id }) => id === 'P1-B');
      assert.deepEqual(
        prices?.sources.filter(isFetched).map(({ url, status, excerpt }) => [url, status, excerpt]),
        [
          ['https://acme.example/', 200, '<h1>Acme</h1>'],
          ['https://acme.example/pricing.md', 200, '10 USD\n20 USD\n'],
        ],
      );
      assert.ok(draft.changes.some(({ id, before, after }) => id === 'P1-B' && before === 1 && after === 2));
    });

    test('evidence is listed, and a body is text in JSON, in parts', async () => {
      const page = `<script>alert(1)</script>${'ä'.repeat(120_000)}`;
      const ctx = await world(engine, madeAuditor({ site: { '/': page, '/gone': null } }));
      const job_id = await drafted(ctx);
      const read = async (more: object) => (await execute(ctx, readEvidence, operator, { job_id, ...more }, {})).body;
      const all = await read({});
      assert.deepEqual(
        all.items.map(({ url, status, sha256 }) => [url, status, sha256]),
        [
          ['https://acme.example/', 200, sha256Of(page)],
          ['https://acme.example/gone', 404, null],
        ],
      );
      const first = await read({ sha256: sha256Of(page) });
      const second = await read({ sha256: sha256Of(page), from: first.body?.next });
      assert.equal(`${first.body?.text}${second.body?.text}`, page);
      assert.deepEqual([first.body?.next, second.body?.next], [100_000, null]);
      await assert.rejects(read({ sha256: '0'.repeat(64) }), refused('not_found', /No body/));
    });

    test('a draft of which more than five criteria were not observed has an interval in place of a tier, until a person looked', async () => {
      const unseen = (all: CriterionProposal[]) =>
        all.map((one, at) => (at < 6 ? { ...one, high: 5, needs_human: ['unobserved' as const] } : one));
      const ctx = await world(
        engine,
        madeAuditor({ score: async (...given) => unseen(proposalsFor(given[0], given[1])) }),
      );
      const job_id = await drafted(ctx);
      const { open_tier, record, version, open } = await draftOf(ctx, job_id);
      assert.deepEqual(open_tier?.tiers, ['Human-Dependent', 'Human-Dependent']);
      assert.deepEqual([open_tier?.low, open_tier?.high, open_tier?.unobserved.length], [40, 58, 6]);
      assert.match(record.executive_summary, /^Of Acme 6 of 20 criteria could not be observed/);
      await revise(ctx, { job_id, version, confirm: [open[0] ?? ''] });
      const after = await draftOf(ctx, job_id);
      assert.equal(after.open_tier, null);
      assert.match(after.record.executive_summary, /^Acme has 40 of 100 points \(Human-Dependent\)/);
    });

    test('a changed score needs a reason, and what follows from it is made anew; all of it is kept', async () => {
      const ctx = await world(engine);
      const job_id = await drafted(ctx);
      const unreasoned = { job_id, version: 0, criteria: [{ id: 'p1-b', score: 4 }] };
      await assert.rejects(
        revise(ctx, unreasoned),
        refused('invalid_request', /criteria\[0\].reason.*proposed with 2/),
      );
      const made = await revise(ctx, {
        job_id,
        version: 0,
        criteria: [{ id: 'p1-b', score: 4, reason: 'The table has all plans.', evidence: 'All plans are in a table.' }],
        confirm: ['P3-D'],
        executive_summary: 'Our words.',
      });
      assert.deepEqual([made.version, made.overall_score, made.open], [1, 42, []]);
      const draft = await draftOf(ctx, job_id);
      assert.equal(draft.hash, made.hash);
      assert.deepEqual(draft.overall, { low: 39, proposed: 40, high: 41, reviewed: 42 });
      assert.equal(draft.record.pillars.P1?.score, 12);
      assert.equal(draft.record.executive_summary, 'Our words.');
      const prices = draft.criteria.find(({ id }) => id === 'P1-B');
      assert.deepEqual([prices?.proposed, prices?.score], [2, 4], 'the proposal never changes');
      assert.deepEqual(prices?.review, {
        ...{ from: 2, to: 4, evidence: 'All plans are in a table.', reason: 'The table has all plans.' },
        ...{ reviewer: 'ada', at: ctx.now().toISOString() },
      });
      assert.deepEqual(draft.revisions[0]?.texts, ['executive_summary']);
    });

    test('a score that was moved to a rung that does not hold needs a sentence of a person; a text that names it is marked', async () => {
      const rungs = (['true', 'true', 'false', 'unknown', 'false'] as const).map((state, at) => ({
        ...{ score: at + 1, text: `Rung ${at + 1}.`, state },
      }));
      const auditor = madeAuditor({
        score: async (bundle, bodies) =>
          proposalsFor(bundle, bodies).map((one) =>
            one.id === 'P1-D' ? { ...one, proposed: 2, low: 1, high: 4, rungs } : one,
          ),
      });
      const ctx = await world(engine, auditor);
      const job_id = await drafted(ctx);
      const criterion = async () => {
        const { criteria, open } = await draftOf(ctx, job_id);
        const one = criteria.find(({ id }) => id === 'P1-D');
        return [one?.contradicted, open.includes('P1-D')];
      };
      let version = 0;
      const change = async (input: object) => revise(ctx, { job_id, version: version++, ...input });
      assert.deepEqual(await criterion(), [false, false]);
      await change({ executive_summary: 'P1-D is where they lose most.' });
      await change({ criteria: [{ id: 'P1-D', score: 1 }] });
      assert.deepEqual(await criterion(), [false, false], 'that rung holds');
      for (const score of [3, 4]) {
        await change({ criteria: [{ id: 'P1-D', score }] });
        assert.deepEqual(await criterion(), [true, true], `rung ${score}`);
      }
      await change({ confirm: ['P1-D', 'P3-D'] });
      assert.deepEqual(await criterion(), [true, true], 'a sentence is owed');
      const { record, older_texts } = await draftOf(ctx, job_id);
      assert.deepEqual(older_texts, [{ name: 'executive_summary', criteria: ['P1-D'] }]);
      await assert.rejects(
        publishDraft(ctx, record, job_id),
        refused('invalid_request', /P1-D: the evidence says otherwise than its score; run readymark audits revise/),
      );
      const { evidence: of_machine } = record.criteria.find(({ id }) => id === 'P1-D') ?? assert.fail();
      const sentence = 'They showed us the description on the phone.';
      await change({ criteria: [{ id: 'P1-D', evidence: sentence }] });
      assert.deepEqual(await criterion(), [false, false]);
      await change({ criteria: [{ id: 'P1-D', evidence: of_machine }] });
      assert.deepEqual(await criterion(), [true, true], 'the sentence of the machine again');
      await change({ criteria: [{ id: 'P1-D', evidence: sentence }] });
      const { changed } = (await execute(ctx, checkPublication, operator, { job_id }, {})).body;
      assert.deepEqual(
        changed.find(({ id }) => id === 'P1-D'),
        { id: 'P1-D', from: 2, to: 4, evidence: sentence },
      );
      await publishDraft(ctx, (await draftOf(ctx, job_id)).record, job_id);
      await ctx.close();
    });

    test('of two reviewers who read the same version the second reads again', async () => {
      const ctx = await world(engine);
      const job_id = await drafted(ctx);
      const both = ['P1-A', 'P1-C'].map((id) =>
        revise(ctx, { job_id, version: 0, confirm: [id] }).then(
          () => 'made',
          (error: Fault) => error.message,
        ),
      );
      const [made, other] = (await Promise.all(both)).toSorted((a) => (a === 'made' ? -1 : 1));
      assert.equal(made, 'made');
      assert.match(other ?? '', /revised in the meantime: its version is 1/);
      assert.equal((await draftOf(ctx, job_id)).revisions.length, 1);
    });

    test('what cannot be a revision is refused by name', async () => {
      const ctx = await world(engine);
      const job_id = await drafted(ctx);
      const wrong = async (input: object, message: RegExp) =>
        assert.rejects(revise(ctx, { job_id, version: 0, ...input }), refused('invalid_request', message));
      await wrong({}, /must name something/);
      await wrong({ criteria: [{ id: 'P9-Z', score: 1 }] }, /must be one of P1-A/);
      await wrong({ criteria: [{ id: 'P1-A', score: 6, reason: 'r' }] }, /at most 5/);
      await wrong({ criteria: [{ id: 'P1-A' }] }, /confirm/);
      await wrong({ confirm: ['P1-A', 'P1-A'] }, /once/);
      await wrong(
        { priority_actions: [{ action: 'Too much', points_gain: 90, pillar: 'P1', effort: 'Low' }] },
        /priority_actions\[0\]\.points_gain/,
      );
      const unknown = revise(ctx, { job_id: 'job_0', version: 0, confirm: ['P1-A'] });
      await assert.rejects(unknown, refused('not_found', /no audit job/));
    });

    test('publishing demands the scores of the draft, a touch of what needs a person, and the approved hash', async () => {
      const ctx = await world(engine);
      const job_id = await drafted(ctx);
      const { record } = await draftOf(ctx, job_id);
      await assert.rejects(
        publishDraft(ctx, record, job_id),
        refused(
          'invalid_request',
          new RegExp(`drafts\\[0\\].*P3-D needs a person; run readymark audits revise ${job_id} --confirm P3-D`),
        ),
      );
      const { hash } = await revise(ctx, { job_id, version: 0, confirm: ['P3-D'] });
      const other = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: record.audit_date, scores: 2 });
      other.criteria = other.criteria.map((one) => (one.id === 'P1-A' ? { ...one, score: 3 } : one));
      Object.assign(other.pillars.P1 ?? {}, { score: 11 });
      other.overall_score = 41;
      await assert.rejects(
        publishDraft(ctx, other, job_id),
        refused(
          'invalid_request',
          /P1-A has 3 points in the record and 2 in the reviewed draft; run readymark audits revise job_\w+ P1-A=3/,
        ),
      );
      const worded = { ...record, executive_summary: 'Other words.' };
      await assert.rejects(
        publishDraft(ctx, worded, job_id, { hashes: [hash] }),
        refused('conflict', /not the one that was approved/),
      );
      await assert.rejects(publishDraft(ctx, record, 'job_0'), refused('invalid_request', /not a known audit job/));
      const elsewhere = exampleAudit({ slug: 'other', company: 'Other' });
      await assert.rejects(publishDraft(ctx, elsewhere, job_id), refused('invalid_request', /is of acme/));
      await assert.rejects(
        publishDraft(ctx, record, job_id, { hashes: [hash, hash] }),
        refused('invalid_request', /hashes/),
      );
      const two = execute(ctx, publishAudits, operator, { audits: [record, elsewhere], drafts: [job_id] }, {});
      await assert.rejects(two, refused('invalid_request', /one audit job for each audit/));
      assert.equal((await ctx.store.db.selectFrom('audits').select('audit_id').execute()).length, 1);
      await publishDraft(ctx, record, job_id, { hashes: [hash], dry_run: true });
      await publishDraft(ctx, record, job_id, { hashes: [hash] });
      const row = await ctx.store.db
        .selectFrom('audits')
        .select(['job_id', 'receipts'])
        .where('job_id', 'is not', null)
        .executeTakeFirstOrThrow();
      assert.equal(row.job_id, job_id);
      assert.equal(receiptCriteria(row.receipts ?? '').length, 20);
      const actions = await ctx.store.db
        .selectFrom('desk_actions')
        .select('detail')
        .where('action', '=', 'publish_audits')
        .execute();
      assert.ok(actions.some(({ detail }) => detail.includes(hash)));
      await sound(ctx);
    });

    test('a record of another site, or of a draft that was revised since, is not published', async () => {
      const ctx = await world(engine);
      const job_id = await drafted(ctx);
      const { hash } = await revise(ctx, { job_id, version: 0, confirm: ['P3-D'] });
      const { record } = await draftOf(ctx, job_id);
      const elsewhere = { ...record, website: 'https://elsewhere.example/' };
      await assert.rejects(
        publishDraft(ctx, elsewhere, job_id),
        refused('invalid_request', /is of acme.example, and the record is of https:..elsewhere.example/),
      );
      await revise(ctx, { job_id, version: 1, executive_summary: 'Better words.' });
      await assert.rejects(
        publishDraft(ctx, record, job_id, { hashes: [hash] }),
        refused('conflict', /not the one that was approved/),
      );
      const own = { ...record, executive_summary: 'Nobody approved this.' };
      await assert.rejects(
        publishDraft(ctx, own, job_id, { hashes: [canonicalHash(own)] }),
        refused('conflict', /not the one that was approved/),
      );
      const moved = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-06-01', scores: 1 });
      await publish(ctx, [{ ...moved, website: 'https://elsewhere.example/' }]);
      const { record: latest } = await draftOf(ctx, job_id);
      await assert.rejects(
        publishDraft(ctx, latest, job_id),
        refused('conflict', /acme is the slug of https:..elsewhere.example. by now/),
      );
      await sound(ctx);
    });

    test('evidence ages out after EVIDENCE_DAYS, except what a published audit rests on', async () => {
      const pages = { first: 'first', second: 'second' };
      let page = pages.first;
      const ctx = await world(engine, madeAuditor({ site: () => ({ '/': page }) }));
      const kept = await drafted(ctx);
      const { record, version } = await draftOf(ctx, kept);
      await revise(ctx, { job_id: kept, version, confirm: ['P3-D'] });
      await publishDraft(ctx, record, kept);
      ctx.clock.advance(2 * DAY);
      page = pages.second;
      const unused = await drafted(ctx);
      ctx.clock.advance(90 * DAY - 1_000);
      await ageEvidence(ctx);
      assert.ok((await draftOf(ctx, unused)).record);
      ctx.clock.advance(1_000);
      await ageEvidence(ctx);
      for (const asked of [() => draftOf(ctx, unused), () => publishDraft(ctx, record, unused, { replace: true })])
        await assert.rejects(asked, refused('conflict', /evidence and draft were removed/));
      await assert.rejects(
        execute(ctx, readEvidence, operator, { job_id: unused }, {}),
        refused('conflict', /No evidence is kept/),
      );
      const bodies = await ctx.store.db.selectFrom('evidence_bodies').select('sha256').execute();
      assert.deepEqual(
        bodies.map(({ sha256 }) => sha256),
        [sha256Of(pages.first)],
      );
      assert.ok((await draftOf(ctx, kept)).record);
      await sound(ctx);
    });

    test('a second audit says which page moved which criterion', async () => {
      let prices = '10 USD\n20 USD\n';
      const ctx = await world(engine, madeAuditor({ site: () => ({ '/': 'home', '/pricing.md': prices }) }));
      const first = await drafted(ctx);
      const { record } = await draftOf(ctx, first);
      await revise(ctx, { job_id: first, version: 0, confirm: ['P3-D'] });
      await publishDraft(ctx, record, first);
      ctx.clock.advance(2 * DAY);
      prices = '10 USD\n20 USD\n30 USD\n40 USD\n';
      const second = await drafted(ctx);
      const { changes } = await draftOf(ctx, second);
      assert.deepEqual(changes, [
        {
          ...{ id: 'P1-B', name: 'Machine-Readable Pricing', before: 2, after: 4 },
          pages: [
            {
              ...{ url: 'https://acme.example/pricing.md', change: 'changed' },
              ...{ before: sha256Of('10 USD\n20 USD\n'), after: sha256Of(prices) },
            },
          ],
        },
      ]);
    });
  });
