import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFetched } from '@readymark/auditor/evidence/evidence';
import { madeAuditor, proposalsFor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { forgetEvidence } from '../../src/operations/desk/evidence/forget-evidence.ts';
import { readEvidence } from '../../src/operations/desk/evidence/read-evidence.ts';
import { ageEvidence } from '../../src/operations/jobs/age-evidence.ts';
import { execute } from '../../src/operations/run.ts';
import { jobsWithBody } from '../../src/store/auditing/forgotten-bodies.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { deskBrowser } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator, publish } from '../world/operator.ts';
import { engines, sharedDatabases, type TestService, testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/** Of what a published audit was made from the cited pages are kept, until long after it is not current (decision 174). */
sharedDatabases();

const DAY_MS = 86_400_000;
const [HOME, PRICES, UNCITED] = ['<h1>Acme</h1>', '10 USD\n20 USD\n', '<p>Nobody cites this page</p>'];

async function world(engine: (typeof engines)[number]) {
  const auditor = madeAuditor({
    site: { '/': HOME, '/pricing.md': PRICES, '/jobs': UNCITED },
    // Excerpts are of the first two pages.
    score: async (bundle, bodies) =>
      proposalsFor(bundle, bodies).map((one) => ({
        ...one,
        sources: one.sources.filter(isFetched).filter(({ sha256 }) => sha256 !== sha256Of(UNCITED)),
      })),
  });
  const service = await testService(engine, { OPERATOR_TOKENS, EVIDENCE_DAYS: '30' }, undefined, { auditor });
  await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01' })]);
  const job_id = await publishDraft(service, 'acme');
  const after = async (ms: number) => {
    service.clock.advance(ms);
    await ageEvidence(service);
    const findings = (await runDoctor(service.store, service.rubrics, () => {})).flatMap((check) => check.findings);
    assert.deepEqual(findings, []);
  };
  return { service, job_id, after };
}

const stored = async (service: TestService, body: string): Promise<boolean> =>
  (await service.store.db.selectFrom('evidence_bodies').select('sha256').execute()).some(
    ({ sha256 }) => sha256 === sha256Of(body),
  );

/** Why a body is not shown; '' where it is. */
async function refusal(service: TestService, job_id: string, body: string): Promise<string> {
  try {
    const { body: shown } = (await execute(service, readEvidence, operator, { job_id, sha256: sha256Of(body) }, {}))
      .body;
    assert.equal(shown?.text, body);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

for (const engine of engines)
  describe(`the end of evidence on ${engine}`, () => {
    test('what no published score cites goes when no correction can be begun; hash, headers and time stay', async () => {
      const { service, job_id, after } = await world(engine);
      await after(10 * 60_000);
      assert.equal(await refusal(service, job_id, UNCITED), '', 'a correction may still be begun');
      await after(6 * 60_000);
      assert.equal(await stored(service, UNCITED), false);
      assert.match(await refusal(service, job_id, UNCITED), /not kept: no published score cites it/);
      assert.equal(await refusal(service, job_id, PRICES), '');
      const { items, not_kept } = (await execute(service, readEvidence, operator, { job_id }, {})).body;
      assert.deepEqual(not_kept, [sha256Of(UNCITED)]);
      assert.ok(
        items.some(({ sha256, status, fetched_at }) => sha256 === sha256Of(UNCITED) && status === 200 && fetched_at),
      );
      const desk = deskBrowser(service.url);
      await desk.signIn();
      const list = await desk.get(`/desk/audits/${job_id}/evidence`);
      assert.match(list.text, /Of answers that no published score cites only hash, headers and time are stored\./);
      assert.match(list.text, new RegExp(`not kept, SHA-256 ${sha256Of(UNCITED).slice(0, 12)}`));
      assert.doesNotMatch(list.text, new RegExp(`evidence/${sha256Of(UNCITED)}`));
      await service.stop();
    });

    test('what is cited goes 30 days after the audit is not the current one, and not before', async () => {
      const { service, job_id, after } = await world(engine);
      await after(400 * DAY_MS);
      assert.equal(await refusal(service, job_id, HOME), '', 'it is current, however old');
      await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2027-12-01' })]);
      await after(29 * DAY_MS);
      await after(20 * 3_600_000);
      assert.equal(await refusal(service, job_id, HOME), '');
      await after(DAY_MS);
      assert.match(await refusal(service, job_id, HOME), /not been current for long/);
      assert.equal((await service.store.db.selectFrom('evidence_bodies').select('sha256').execute()).length, 0);
      await service.stop();
    });

    test('which audits had a page that was removed for good stays known, and nobody claims to have had another', async () => {
      const { service, job_id, after } = await world(engine);
      const reason = 'It names a private person.';
      await execute(service, forgetEvidence, operator, { sha256: sha256Of(UNCITED), reason }, {});
      await after(DAY_MS);
      assert.deepEqual(await jobsWithBody(service.store.db, sha256Of(UNCITED)), [job_id]);
      assert.match(await refusal(service, job_id, UNCITED), /It names a private person/);
      assert.match(await refusal(service, job_id, 'never fetched'), /No body with this SHA-256 is kept/);
      await service.stop();
    });

    test('so it does after a retraction', async () => {
      const { service, job_id, after } = await world(engine);
      await after(DAY_MS);
      await execute(service, retractCompany, operator, { slug: 'acme', reason: 'It asked us to.' }, {});
      await after(29 * DAY_MS);
      assert.equal(await refusal(service, job_id, HOME), '');
      await after(2 * DAY_MS);
      assert.match(await refusal(service, job_id, HOME), /not been current for long/);
      await service.stop();
    });
  });
