import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { v1 } from '../../../rubric/test/example-audit.ts';
import { readDraft } from '../../src/operations/desk/audits/read-draft.ts';
import { execute } from '../../src/operations/run.ts';
import { call, newKey } from '../world/call.ts';
import { deskBrowser, plain } from '../world/desk/plain-browser.ts';
import { madeCompany } from '../world/made-companies.ts';
import { OPERATOR_TOKENS, operator, operator_token, publish } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/** Each published audit shows the steps of its review to operators (decision 103). */
sharedDatabases();

for (const engine of engines)
  describe(`published audits on ${engine}`, () => {
    test('show the job, every revision, who published what with which hash, and the completed requests', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { auditor: madeAuditor({}) });
      const get = (path: string, key = operator_token) =>
        call(service.url, 'GET', `/api/desk/published${path}`, { key });
      const by_hand = madeCompany(3, '2026-03-02');
      const { slug, website, company } = by_hand;
      await publish(service, [by_hand]);
      const agent = await newKey(service.url);
      const { request_id } = (
        await call(service.url, 'POST', '/api/audit-requests', { key: agent, body: { company, website } })
      ).json;
      const desk = (path: string, body: unknown = {}) =>
        call(service.url, 'POST', `/api/desk${path}`, { key: operator_token, body });
      for (const move of ['review', 'schedule']) await desk(`/requests/${request_id}/${move}`);
      const change = { criteria: [{ id: 'P1-A', score: 4, reason: 'The price list is complete.' }], confirm: ['P3-D'] };
      const { token: grace } = (await desk('/operators', { name: 'grace' })).json;
      const job_id = await publishDraft(service, slug, change, async (job_id) => {
        const second = `/audit-jobs/${job_id}/second`;
        await desk(second, { to: 'grace' });
        const as_grace = (path: string, body: object) =>
          call(service.url, 'POST', `/api/desk${second}${path}`, { key: grace, body });
        const scores = v1.criteria.map(({ id }) => ({ id, score: id === 'P1-B' ? 5 : 2 }));
        await as_grace('/scores', { version: 0, scores });
        assert.equal((await as_grace('/finish', { version: 1 })).status, 200);
      });
      await desk(`/audits/${slug}/completions`, { completes: [request_id] });
      const { hash } = (await execute(service, readDraft, operator, { job_id }, {})).body;
      service.clock.advance(60_000);
      await desk(`/audit-jobs/${job_id}/draft`, { version: 1, executive_summary: 'Written anew.' });
      await desk(`/audits/${slug}/correct`, { company: 'Nebelwerk' });

      const { audits, more } = (await get(`/${slug}`)).json;
      type Row = { company: string; audit_date: string; replaced_at: string | null; job_id: string | null };
      assert.deepEqual(
        audits.map((row: Row) => [row.company, row.audit_date, row.replaced_at === null, row.job_id]),
        [
          ['Nebelwerk', '2026-11-21', true, job_id],
          [company, '2026-11-21', false, job_id],
          [company, '2026-03-02', true, null],
        ],
      );
      assert.equal(more, false);
      assert.equal((await get(`/${slug}?limit=2`)).json.more, true);

      const { versions } = (await get(`/${slug}/2026-11-21`)).json;
      const [corrected, reviewed] = versions;
      assert.deepEqual(
        [corrected.company, corrected.action, corrected.published_by],
        ['Nebelwerk', 'correct_company', 'ada'],
      );
      assert.deepEqual([corrected.approved_hash, corrected.completed], [null, []]);
      assert.deepEqual(
        [reviewed.action, reviewed.published_by, reviewed.hash, reviewed.approved_hash, reviewed.receipts],
        ['publish_audits', 'ada', hash, hash, true],
      );
      assert.deepEqual(
        reviewed.completed.map((row: { request_id: string; company: string }) => [row.request_id, row.company]),
        [[request_id, company]],
      );
      assert.deepEqual([reviewed.job.job_id, reviewed.job.operator], [job_id, 'ada']);
      const { reviewer, asked_by, agreement } = reviewed.job.second;
      assert.deepEqual([reviewer, asked_by, agreement.criteria, agreement.draft_version], ['grace', 'ada', 20, 1]);
      const [first, second] = reviewed.job.steps;
      assert.deepEqual([first.version, first.reviewer, first.later], [1, 'ada', false]);
      const judged = { evidence: null, reason: null };
      assert.deepEqual(first.criteria, [
        { ...judged, id: 'P1-A', from: 2, to: 4, reason: 'The price list is complete.', proposed: 2, low: 2, high: 2 },
        { ...judged, id: 'P3-D', from: 2, to: 2, proposed: 2, low: 1, high: 3 },
      ]);
      assert.deepEqual([second.version, second.texts, second.later], [2, ['executive_summary'], true]);
      assert.equal(corrected.job.steps[1].later, false, 'it was there when the company was corrected');

      const [written] = (await get(`/${slug}/2026-03-02`)).json.versions;
      assert.deepEqual([written.job, written.receipts, written.approved_hash], [null, false, null]);
      assert.equal((await get(`/${slug}/2026-03-03`)).status, 404);
      assert.equal((await get(`/${slug}/yesterday`)).status, 422);
      assert.deepEqual((await get('/unknown')).json, { audits: [], more: false });
      assert.equal((await get(`/${slug}`, agent)).status, 401);

      const browser = deskBrowser(service.url);
      await browser.signIn();
      const page = async (path: string) => {
        const { status, text } = await browser.get(`/desk/published${path}`);
        return {
          status,
          text,
          words: plain(text.replaceAll(/<\/dt>/g, ' ').replaceAll(/<[^>]+>/g, '')).replaceAll(/\s+/g, ' '),
        };
      };
      const steps = await page(`/${slug}/2026-11-21`);
      for (const words of [
        'P1-A changed from 2 to 4; proposed 2. Reason: The price list is complete.',
        'P3-D confirmed at 2; proposed 2 (1 to 3).',
        'rewrote executive summary',
        'started by ada',
        'grace scored it a second time, blind, asked by ada, and finished',
        'of 20 criteria within one point of version 1',
        `Hash ${hash} as approved`,
        'Its review is shown above.',
      ])
        assert.ok(steps.words.includes(words), words);
      for (const link of [
        `/desk/audits/${job_id}`,
        `/desk/requests/${request_id}`,
        `/api/audits/${slug}/evidence.json`,
      ])
        assert.ok(steps.text.includes(`href="${link}"`), link);
      assert.match((await page(`/${slug}/2026-03-02`)).words, /Written by hand: there is no audit job/);
      const list = await page(`/${slug}`);
      for (const date of ['2026-11-21', '2026-03-02'])
        assert.ok(list.text.includes(`href="/desk/published/${slug}/${date}"`), date);
      assert.equal((await page('/unknown')).status, 404);
      assert.deepEqual(
        [(await page(`/${slug}/2026-03-03`)).status, (await page(`/${slug}/yesterday`)).status],
        [404, 422],
      );

      await desk(`/audits/${slug}/retract`, { reason: 'Another company was audited.' });
      const after = (await get(`/${slug}/2026-03-02`)).json.versions;
      assert.deepEqual(
        [after.length, after[0].replaced_at === null],
        [1, false],
        'what was taken back is shown with its end',
      );
      await service.stop();
    });
  });
