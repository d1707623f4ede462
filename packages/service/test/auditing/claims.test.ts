import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import type { Claim, ClaimVerdict } from '../../../auditor/src/evidence/claim.ts';
import { fixtureAuditor } from '../../../auditor/test/world/sites/fixture-auditor.ts';
import { fixtureSites } from '../../../auditor/test/world/sites/fixture-sites.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { Fault } from '../../src/domain/fault.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../src/operations/desk/audits/revise-draft.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator, publish } from '../world/operator.ts';
import { engines, fakeClock, sharedDatabases, type TestService, testService } from '../world/service.ts';

/** A person answers what a sentence is, and the draft is scored anew at once (decision 162). */
sharedDatabases();

const FOLDER = 'human-dependent';

async function drafted(service: TestService): Promise<string> {
  const { job_id } = (await execute(service, startAudit, operator, { subject: FOLDER, again: true }, {})).body.job;
  const job = () =>
    service.store.db.selectFrom('audit_jobs').select('status').where('job_id', '=', job_id).executeTakeFirstOrThrow();
  await until(async () => (await job()).status === 'drafted', 'a draft');
  return job_id;
}

type Draft = Awaited<ReturnType<typeof draftOf>>;
const draftOf = async (service: TestService, job_id: string) =>
  (await execute(service, readDraft, operator, { job_id }, {})).body;
const revise = async (service: TestService, input: Parameters<typeof reviseDraft.input.parse>[0]) =>
  (await execute(service, reviseDraft, operator, input, {})).body;
const answer = (service: TestService, draft: Draft, { id, claim }: Quoted, verdict: ClaimVerdict | null) =>
  revise(service, { job_id: draft.job_id, version: draft.version, claims: [{ id, claim: claim.claim, verdict }] });

type Quoted = { id: string; claim: Claim };

/** A sentence that the record quotes in the evidence of one criterion: an answer is about what that says, and moves no other. */
function quotedIn(draft: Draft): Quoted {
  for (const { id, claims = [] } of draft.criteria)
    for (const claim of claims)
      if (
        claim.counts === 'proof' &&
        evidenceOf(draft, id).includes(`"${claim.quote}"`) &&
        draft.record.criteria.filter(({ evidence }) => evidence.includes(claim.quote)).length === 1
      )
        return { id, claim };
  return assert.fail('no criterion quotes a whole sentence');
}

const evidenceOf = ({ record }: Draft, id: string) => record.criteria.find((one) => one.id === id)?.evidence ?? '';
const openFirst = ({ criteria, open }: Draft) => open.map((id) => criteria.find((one) => one.id === id)?.doubt ?? 0);

for (const engine of engines) {
  const clock = fakeClock();
  const service = await testService(engine, { OPERATOR_TOKENS }, clock, { auditor: fixtureAuditor(clock.now) });
  const { company, website } = fixtureSites.find(({ folder }) => folder === FOLDER) ?? assert.fail(FOLDER);
  const last = exampleAudit({ slug: FOLDER, company, audit_date: '2026-05-01', scores: 2 });
  await publish(service, [{ ...last, website }]);

  describe(`answers about claims on ${engine}`, () => {
    test('what does not say that is quoted no more, in its criterion nor in what follows from it; taken back, all is as it was', async () => {
      const before = await draftOf(service, await drafted(service));
      const quoted = quotedIn(before);
      await answer(service, before, quoted, 'negated');
      const after = await draftOf(service, before.job_id);
      assert.ok(!JSON.stringify(after.record).includes(JSON.stringify(quoted.claim.quote).slice(1, -1)));
      const claims = after.criteria.find(({ id }) => id === quoted.id)?.claims ?? [];
      assert.equal(claims.find(({ claim }) => claim === quoted.claim.claim)?.verdict, 'negated');
      const [revision] = after.revisions;
      assert.deepEqual(
        revision?.claims?.map(({ quote, verdict, criterion }) => [quote, verdict, criterion]),
        [[quoted.claim.quote, 'negated', quoted.id]],
      );
      assert.ok(revision?.rescored?.some(({ id }) => id === quoted.id));
      await answer(service, after, quoted, null);
      const again = await draftOf(service, before.job_id);
      assert.deepEqual([again.record, again.overall], [before.record, before.overall]);
      assert.equal(again.version, 2);
    });

    test('what a person wrote stays; what he only confirmed is open again when it was scored anew', async () => {
      const before = await draftOf(service, await drafted(service));
      const quoted = quotedIn(before);
      const other = before.criteria.find(({ id, score }) => id !== quoted.id && score !== null)?.id ?? assert.fail();
      await revise(service, {
        ...{ job_id: before.job_id, version: 0, confirm: [quoted.id] },
        ...{ criteria: [{ id: other, evidence: 'A person wrote this.' }], executive_summary: 'A person wrote that.' },
      });
      const confirmed = await draftOf(service, before.job_id);
      assert.ok(!confirmed.open.includes(quoted.id));
      await answer(service, confirmed, quoted, 'other_party');
      const after = await draftOf(service, before.job_id);
      assert.equal(evidenceOf(after, other), 'A person wrote this.');
      assert.equal(after.record.executive_summary, 'A person wrote that.');
      assert.equal(after.criteria.find(({ id }) => id === quoted.id)?.review, null);
    });

    test('an answer about a claim that the draft does not have is refused, and nothing is changed', async () => {
      const before = await draftOf(service, await drafted(service));
      const quoted = quotedIn(before);
      const wrong = { ...quoted, claim: { ...quoted.claim, claim: 'ffffffffffffffff' } };
      await assert.rejects(answer(service, before, wrong, 'negated'), (error) => {
        assert.ok(error instanceof Fault && error.code === 'invalid_request');
        assert.match(JSON.stringify(error.details.errors), /claims\[0\]\.claim.*read_draft/);
        return true;
      });
      assert.equal((await draftOf(service, before.job_id)).version, 0);
    });

    test('who would save a score over evidence that was scored anew meanwhile is told of it', async () => {
      const before = await draftOf(service, await drafted(service));
      const quoted = quotedIn(before);
      await answer(service, before, quoted, 'negated');
      const stale = { job_id: before.job_id, version: 0, merge: true };
      const evidence = evidenceOf(before, quoted.id);
      await assert.rejects(revise(service, { ...stale, criteria: [{ id: quoted.id, evidence }] }), (error) => {
        assert.ok(error instanceof Fault && error.code === 'conflict');
        assert.deepEqual(
          error.details.meanwhile?.filter(({ touched }) => touched).map(({ field }) => field),
          [quoted.id],
        );
        return true;
      });
    });

    test('criteria that need a person come in the order of what a wrong reading would cost', async () => {
      const draft = await draftOf(service, await drafted(service));
      const doubts = openFirst(draft);
      assert.ok(doubts.length > 1 && (doubts[0] ?? 0) > 0, String(doubts));
      assert.deepEqual(
        doubts,
        doubts.toSorted((a, b) => b - a),
      );
    });

    test('at the desk: a button beside the sentence, without a script; the record that is published does not quote it', async () => {
      const browser = deskBrowser(service.url);
      await browser.signIn();
      const before = await draftOf(service, await drafted(service));
      const { id, claim } = quotedIn(before);
      const at = `/desk/audits/${before.job_id}`;
      const page = (await browser.get(at)).text;
      assert.ok(plain(page).includes(claim.quote));
      assert.match(page, new RegExp(`value="${claim.claim} negated"`));
      const bad = await browser.send(at, `${at}/criteria/${id}/claims`, { act: `${claim.claim} perhaps` });
      assert.equal(bad.status, 422);
      const sent = await browser.send(at, `${at}/criteria/${id}/claims`, { act: `${claim.claim} negated` });
      assert.equal(sent.location, `${at}#${id}`);
      const after = await draftOf(service, before.job_id);
      assert.ok(!evidenceOf(after, id).includes(claim.quote));
      await revise(service, { job_id: before.job_id, version: after.version, confirm: after.open });
      const { record } = await draftOf(service, before.job_id);
      await execute(service, publishAudits, operator, { audits: [record], drafts: [before.job_id] }, {});
      const shown = await (await fetch(`${service.url}/api/audits/${record.slug}.json`)).text();
      assert.ok(!shown.includes(JSON.stringify(claim.quote).slice(1, -1)));
    });
  });
}
