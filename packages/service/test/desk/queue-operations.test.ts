import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { call, newKey } from '../world/call.ts';
import { OPERATOR_TOKENS, operator_token, publish } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** What operators see of the queue, of one request and of audits that run (decision 104). */
sharedDatabases();

for (const engine of engines)
  describe(`the queue on ${engine}`, () => {
    test('requests are listed with their age in business days, what stands for their site, and by any of their texts', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      service.clock.set('2026-11-13T12:00:00.000Z');
      await publish(service, [
        {
          ...exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01' }),
          website: 'https://acme.example/',
        },
      ]);
      const key = await newKey(service.url, { agent_name: 'Quartermaster 100%' });
      const other = await newKey(service.url, { agent_name: 'Sextant' });
      const ask = async (as: string, body: object) => {
        service.clock.advance(1_000);
        const reply = await call(service.url, 'POST', '/api/audit-requests', { key: as, body });
        assert.equal(reply.status, 201, reply.text);
        return reply.json.request_id as string;
      };
      // A Friday, a Tuesday and a Wednesday, seen on the Wednesday.
      const late = await ask(key, { company: 'Acme', website: 'https://app.acme.example/pricing' });
      service.clock.set('2026-11-17T12:00:00.000Z');
      const soon = await ask(other, { company: 'Borel', website: 'https://borel.example', notes: 'The NEW_page.' });
      service.clock.set('2026-11-20T18:00:00.000Z');
      const fresh = await ask(other, { company: 'Cantor', website: 'https://cantor.example' });
      service.clock.set('2026-11-23T12:00:01.000Z');

      const list = async (query: string) => {
        const { status, json, text } = await call(service.url, 'GET', `/api/desk/requests?${query}`, {
          key: operator_token,
        });
        assert.equal(status, 200, text);
        return json.requests as Record<string, unknown>[];
      };
      const all = await list('listed=true');
      assert.deepEqual(
        all.map(({ request_id, business_days, promise }) => [request_id, business_days, promise]),
        [
          [late, 6, 'late'],
          [soon, 4, 'due_soon'],
          [fresh, 0.7, 'in_time'],
        ],
      );
      assert.deepEqual(
        all.map(({ listed }) => listed),
        [
          {
            ...{ slug: 'acme', company: 'Acme', website: 'https://acme.example/', audit_date: '2026-05-01' },
            ...{ reaudit_due: '2026-10-28', overall_score: 60, tier: 'Emerging', stale: true },
          },
          null,
          null,
        ],
      );
      assert.ok((await list('')).every((request) => !('listed' in request)));

      const found = async (text: string) =>
        (await list(`status=all&text=${encodeURIComponent(text)}`)).map(({ request_id }) => request_id);
      assert.deepEqual(await found('borel'), [soon]);
      assert.deepEqual(await found('new_PAGE'), [soon]);
      assert.deepEqual(await found('app.acme.example/pri'), [late]);
      assert.deepEqual(await found('100%'), [late]);
      assert.deepEqual(await found('sextant'), [soon, fresh]);
      assert.deepEqual(await found(fresh.slice(-12)), [fresh]);
      assert.deepEqual(await found('newXpage'), []);
      await service.stop();
    });

    test('a request is shown with the other requests and the audits of its site, and with what answers them', async () => {
      const held = Promise.withResolvers<void>();
      const auditor = madeAuditor({ lasts: () => held.promise });
      const service = await testService(engine, { OPERATOR_TOKENS }, undefined, { auditor });
      const key = await newKey(service.url);
      const ask = async (company: string, website: string) => {
        service.clock.advance(1_000);
        const { json } = await call(service.url, 'POST', '/api/audit-requests', { key, body: { company, website } });
        return json.request_id as string;
      };
      const desk = async (method: string, path: string, body?: object) => {
        const { status, json, text } = await call(service.url, method, `/api/desk${path}`, {
          key: operator_token,
          body,
        });
        assert.ok(status < 300, text);
        return json;
      };
      const first = await ask('Acme', 'https://acme.example/');
      const below = await ask('Acme App', 'https://app.acme.example/');
      const declined = await ask('Acme again', 'https://www.acme.example/again');
      await ask('Notacme', 'https://notacme.example/');
      await desk('POST', `/requests/${declined}/decline`, { reason: 'Twice.' });
      const { job } = await desk('POST', '/audit-jobs', { subject: first });
      const running = await desk('GET', '/audit-jobs?status=open');
      assert.deepEqual([running.jobs.length, running.to_review], [1, 0]);
      held.resolve();
      await tick(service);
      // The worker of the service may have begun it.
      const drafted = async () => (await desk('GET', `/audit-jobs/${job.job_id}`)).status === 'drafted';
      await until(drafted, 'it is drafted');

      const shown = await desk('GET', `/requests/${first}?listed=true`);
      assert.equal(shown.listed, null);
      assert.deepEqual(
        shown.same_site_requests.map((other: Record<string, unknown>) => [
          other.request_id,
          other.status,
          other.promise,
          other.answered,
        ]),
        [
          [below, 'received', 'in_time', false],
          [declined, 'declined', null, false],
        ],
      );
      assert.deepEqual(
        shown.audit_jobs.map(({ job_id, status }: Record<string, string>) => [job_id, status]),
        [[job.job_id, 'drafted']],
      );

      const { jobs, to_review } = await desk('GET', '/audit-jobs?status=to_review');
      assert.deepEqual([jobs.map(({ job_id }: { job_id: string }) => job_id), to_review], [[job.job_id], 1]);
      const { record, open } = await desk('GET', `/audit-jobs/${job.job_id}/draft`);
      await desk('POST', `/audit-jobs/${job.job_id}/draft`, { version: 0, confirm: open });
      await desk('POST', '/audits', { audits: [record], drafts: [job.job_id] });
      assert.deepEqual((await desk('GET', '/audit-jobs?status=to_review')).to_review, 0);
      const [published] = (await desk('GET', '/audit-jobs?status=drafted')).jobs;
      assert.deepEqual(published.audits, [{ slug: 'acme', audit_date: record.audit_date }]);

      // The desk sees what was published at once.
      const after = await desk('GET', `/requests/${below}?listed=true`);
      const answer = { slug: 'acme', audit_date: record.audit_date };
      assert.deepEqual([after.listed.slug, after.audit_jobs[0].audits, after.audit], ['acme', [answer], null]);
      await desk('POST', '/audits/acme/completions', { completes: [below] });
      assert.deepEqual((await desk('GET', `/requests/${below}`)).audit, answer);
      assert.deepEqual(
        after.same_site_requests.map((other: Record<string, unknown>) => [other.request_id, other.answered]),
        [[first, true]],
      );
      await service.stop();
    });
  });
