import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '@readymark/rubric/refusal';
import { until } from '../../../../test/world/wait.ts';
import { collected, madeAuditor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { AuditJob } from '../../src/domain/auditing/job.ts';
import { Fault } from '../../src/domain/fault.ts';
import { cancelAudit } from '../../src/operations/desk/audits/cancel-audit.ts';
import { listAuditJobs } from '../../src/operations/desk/audits/list-audit-jobs.ts';
import { showAuditJob } from '../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { reviewRequest } from '../../src/operations/desk/review-request.ts';
import { execute } from '../../src/operations/run.ts';
import { startWorker, tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call, newKey } from '../world/call.ts';
import { OPERATOR_TOKENS, operator, operator_token, publish } from '../world/operator.ts';
import { startProgram } from '../world/readymark.ts';
import {
  type Engine,
  engines,
  type FakeClock,
  fakeClock,
  sharedDatabases,
  type TestContext,
  testContext,
  testService,
} from '../world/service.ts';

/** Audits of the auditing agent as jobs: who starts them, who works on them, and how they end (decision 93). */
sharedDatabases();

const MINUTE = 60_000;

/** A context whose only listed companies are `slugs`. */
async function world(
  engine: Engine,
  auditor = madeAuditor({}),
  {
    env = {},
    clock = fakeClock(),
    slugs = ['acme'],
  }: { env?: Record<string, string>; clock?: FakeClock; slugs?: string[] } = {},
) {
  const ctx = await testContext(engine, env, clock, { auditor });
  await publish(
    ctx,
    slugs.map((slug) => exampleAudit({ slug, company: slug, audit_date: '2026-05-01' })),
  );
  return ctx;
}

const sameDatabase = (ctx: TestContext) => ({ DATA_DIR: ctx.data_dir, DATABASE_URL: ctx.settings.DATABASE_URL });

const start = async (ctx: TestContext, subject = 'acme', more: { again?: boolean } = {}) =>
  (await execute(ctx, startAudit, operator, { subject, ...more }, {})).body.job;

const show = async (ctx: TestContext, { job_id }: Pick<AuditJob, 'job_id'>) =>
  (await execute(ctx, showAuditJob, operator, { job_id }, {})).body;

const refused = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof Fault && error.code === code && message.test(error.message);

const findings = async (ctx: TestContext) =>
  (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings);

/** Runs the worker of a context until a condition holds. */
async function working(ctx: TestContext, condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const stop = new AbortController();
  const worker = startWorker(ctx, stop.signal);
  await until(condition, what);
  stop.abort();
  await worker.stopped;
}

for (const engine of engines)
  describe(`audit jobs on ${engine}`, () => {
    test('a started audit is collected, scored and drafted, and its evidence is kept', async () => {
      const auditor = madeAuditor({});
      const ctx = await world(engine, auditor);
      const job = await start(ctx);
      assert.deepEqual(
        [job.status, job.attempts, job.slug, job.website, job.operator, job.rubric],
        ['queued', 0, 'acme', 'https://acme.example/', 'ada', 'v1'],
      );
      await tick(ctx);
      const done = await show(ctx, job);
      assert.deepEqual([done.status, done.attempts, done.error, done.audits], ['drafted', 1, null, []]);
      assert.deepEqual(auditor.visits, ['https://acme.example/']);
      const row = await ctx.store.db.selectFrom('audit_jobs').selectAll().executeTakeFirstOrThrow();
      assert.equal(JSON.parse(row.bundle ?? '').items.length, 2);
      const draft = JSON.parse(row.draft ?? '');
      assert.deepEqual([draft.slug, draft.audit_date, draft.overall_score], ['acme', '2026-11-21', 40]);
      assert.equal(row.lease_by, null);
      assert.deepEqual(await findings(ctx), []);
    });

    test('for a request: it is not moved, its status is said, and a new company gets a slug', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS }, fakeClock(), { auditor: madeAuditor({}) });
      const key = await newKey(service.url);
      const body = { company: 'New Works', website: 'https://www.new-works.example/' };
      const { request_id } = (await call(service.url, 'POST', '/api/audit-requests', { key, body })).json;
      const started = await call(service.url, 'POST', '/api/desk/audit-jobs', {
        key: operator_token,
        body: { subject: request_id },
      });
      assert.equal(started.status, 201, started.text);
      assert.equal(started.headers.get('location'), `/api/desk/audit-jobs/${started.json.job.job_id}`);
      assert.deepEqual(
        [started.json.job.slug, started.json.job.request_id, started.json.request],
        ['new-works', request_id, { request_id, status: 'received', allowed_moves: ['in_review', 'declined'] }],
      );
      const path = `/api/desk/audit-jobs/${started.json.job.job_id}`;
      const get = () => call(service.url, 'GET', path, { key: operator_token });
      await until(async () => (await get()).json.status === 'drafted', 'the job is drafted');
      assert.equal(
        (await call(service.url, 'GET', `/api/audit-requests/${request_id}`, { key })).json.status,
        'received',
      );
      // No agent sees or starts any of it.
      assert.equal((await call(service.url, 'GET', path, { key })).status, 401);
      assert.equal(
        (await call(service.url, 'POST', '/api/desk/audit-jobs', { key, body: { subject: 'acme' } })).status,
        401,
      );
      await service.stop();
    });

    test('no call of the public API starts a crawl', async () => {
      const auditor = madeAuditor({});
      const service = await testService(engine, { OPERATOR_TOKENS }, fakeClock(), { auditor });
      const key = await newKey(service.url);
      for (const website of ['https://one.example/', 'https://two.example/'])
        await call(service.url, 'POST', '/api/audit-requests', { key, body: { company: 'One', website } });
      const [{ request_id }] = (await call(service.url, 'GET', '/api/agent/me', { key })).json.requests;
      await execute(service, reviewRequest, operator, { request_id }, {});
      await tick(service);
      assert.deepEqual(auditor.visits, []);
      assert.deepEqual((await execute(service, listAuditJobs, operator, {}, {})).body.jobs, []);
      await service.stop();
    });

    test('a site is audited once in 24 hours, unless an operator insists', async () => {
      const ctx = await world(engine);
      const first = await start(ctx);
      const named = refused('conflict', new RegExp(`${first.job_id}.*is queued.*--again`));
      await assert.rejects(start(ctx), named);
      await tick(ctx);
      ctx.clock.advance(23 * 60 * MINUTE);
      await assert.rejects(start(ctx), refused('conflict', /is drafted/));
      assert.notEqual((await start(ctx, 'acme', { again: true })).job_id, first.job_id);
      await tick(ctx);
      ctx.clock.advance(25 * 60 * MINUTE);
      await start(ctx);
    });

    test('whose owner opted out, and what is unknown, cannot be audited', async () => {
      const ctx = await world(engine, madeAuditor({}), { env: { AUDIT_OPT_OUT: 'other.example,acme.example' } });
      await assert.rejects(start(ctx, 'acme'), refused('conflict', /AUDIT_OPT_OUT/));
      await assert.rejects(start(ctx, 'nobody'), refused('not_found', /no company/));
      await assert.rejects(start(ctx, 'req_0'), refused('not_found', /no request/));
      ctx.ladders = new Map([...ctx.ladders].filter(([version]) => version !== 'v2'));
      const v2 = execute(ctx, startAudit, operator, { subject: 'acme', rubric: 'v2' }, {});
      await assert.rejects(v2, refused('invalid_request', /rubric/));
    });

    test('a refused address fails at once; any other failure is tried three times, with pauses', async () => {
      const refusing = madeAuditor({
        site: () => {
          throw new Refusal('acme.example is not a public site; correct the address.');
        },
      });
      const one = await world(engine, refusing);
      const job = await start(one);
      await tick(one);
      const failed = await show(one, job);
      assert.deepEqual([failed.status, failed.attempts], ['failed', 1]);
      assert.match(failed.error ?? '', /not a public site; correct/);

      const broken = madeAuditor({ score: () => Promise.reject(new SyntaxError('secret \u0000<b>\u202epage</b>')) });
      const two = await world(engine, broken);
      const tried = await start(two);
      for (let attempts = 1; attempts <= 3; attempts += 1) {
        await tick(two);
        assert.equal((await show(two, tried)).attempts, attempts);
        await tick(two);
        assert.equal((await show(two, tried)).attempts, attempts, 'not before its pause has ended');
        two.clock.advance(5 * MINUTE);
      }
      const end = await show(two, tried);
      assert.deepEqual([end.status, end.error], ['failed', 'SyntaxError: secret <b>page</b>']);
      assert.ok(end.remedy);
      assert.equal(broken.visits.length, 1, 'what was collected is not collected again');
      assert.doesNotMatch(two.log_lines.join(''), /secret|acme\.example/);
      assert.deepEqual(await findings(two), []);
    });

    test('a site that let nothing be seen is unobserved: nothing is scored', async () => {
      const auditor = madeAuditor({
        site: (website) => ({
          ...collected(website, { '/': null }),
          outcome: 'unobserved',
          reason: 'robots.txt forbids it.',
        }),
        score: () => assert.fail('nothing is scored'),
      });
      const ctx = await world(engine, auditor);
      const job = await start(ctx);
      await tick(ctx);
      const end = await show(ctx, job);
      assert.deepEqual([end.status, end.error], ['unobserved', 'robots.txt forbids it.']);
      assert.ok(end.remedy?.includes('/bot'));
      assert.deepEqual(await findings(ctx), []);
    });

    test('a running audit is cancelled from another process, and its collection ends', async () => {
      const auditor = madeAuditor({ lasts: () => new Promise(() => {}) });
      const ctx = await world(engine, auditor);
      const desk = await testContext(engine, sameDatabase(ctx), ctx.clock);
      const job = await start(desk);
      const stop = new AbortController();
      const worker = startWorker(ctx, stop.signal);
      await until(async () => (await show(desk, job)).progress?.phase === 'pages', 'its progress is seen');
      assert.deepEqual((await show(desk, job)).progress, { phase: 'pages', done: 3, planned: 9, bytes: 4_000 });
      const { body } = await execute(desk, cancelAudit, operator, { job_id: job.job_id }, {});
      assert.equal(body.status, 'cancelled');
      await until(() => auditor.underWay() === 0, 'the collection has ended');
      await assert.rejects(
        execute(desk, cancelAudit, operator, { job_id: job.job_id }, {}),
        refused('conflict', /it is cancelled/),
      );
      stop.abort();
      await worker.stopped;
      assert.equal((await show(desk, job)).status, 'cancelled');
    });

    test('a process that is stopped gives its job back, without counting the attempt', async () => {
      let hangs = true;
      const auditor = madeAuditor({ lasts: () => (hangs ? new Promise(() => {}) : Promise.resolve()) });
      const ctx = await world(engine, auditor);
      const job = await start(ctx);
      await working(ctx, () => auditor.underWay() === 1, 'it collects');
      const back = await show(ctx, job);
      assert.deepEqual([back.status, back.attempts], ['queued', 0]);
      hangs = false;
      await tick(ctx);
      assert.equal((await show(ctx, job)).status, 'drafted');
    });

    test('AUDITS_AT_ONCE bounds a node, 0 is none, and one site is visited by one job at a time', async () => {
      const gate = Promise.withResolvers<void>();
      const auditor = madeAuditor({ lasts: () => gate.promise });
      const slugs = ['one', 'two', 'three'];
      const ctx = await world(engine, auditor, { slugs });
      const none = await testContext(engine, { ...sameDatabase(ctx), AUDITS_AT_ONCE: '0' }, ctx.clock, { auditor });
      const jobs = [];
      for (const slug of slugs) jobs.push(await start(ctx, slug));
      const again = await start(ctx, 'one', { again: true });
      await tick(none);
      assert.deepEqual(auditor.visits, []);
      const worked = tick(ctx);
      await until(() => auditor.visits.length === 2, 'two are under way');
      const other_node = await testContext(engine, sameDatabase(ctx), ctx.clock, { auditor });
      const other = tick(other_node);
      await until(() => auditor.visits.length === 3, 'the third is under way');
      assert.equal((await show(ctx, again)).status, 'queued');
      assert.equal(auditor.underWay(), 3);
      gate.resolve();
      await Promise.all([worked, other]);
      await tick(ctx);
      for (const job of [...jobs, again]) assert.equal((await show(ctx, job)).status, 'drafted');
      assert.deepEqual(
        auditor.visits.toSorted(),
        ['one', 'one', 'three', 'two'].map((name) => `https://${name}.example/`),
      );
    });

    test('of many who start or claim at once, each job is queued once and made once', async () => {
      const auditor = madeAuditor({});
      const slugs = ['one', 'two', 'three', 'four'];
      const ctx = await world(engine, auditor, { slugs });
      const nodes = [ctx];
      while (nodes.length < 3) nodes.push(await testContext(engine, sameDatabase(ctx), ctx.clock, { auditor }));
      const starts = nodes.flatMap((node) => slugs.map((slug) => start(node, slug).catch(() => undefined)));
      const started = (await Promise.all(starts)).filter((job) => job !== undefined);
      assert.deepEqual(started.map(({ slug }) => slug).sort(), slugs.toSorted());
      await Promise.all(nodes.map(tick));
      await tick(ctx);
      assert.deepEqual(auditor.visits.toSorted(), slugs.map((slug) => `https://${slug}.example/`).sort());
      for (const job of started) {
        const { status, attempts } = await show(ctx, job);
        assert.deepEqual([status, attempts], ['drafted', 1]);
      }
      assert.deepEqual(await findings(ctx), []);
    });

    test('another node takes a job over when its lease has ended, and what the first one does comes too late', async () => {
      const gate = Promise.withResolvers<void>();
      const slow = madeAuditor({ site: { '/': 'slow' }, lasts: () => gate.promise });
      const ctx = await world(engine, slow);
      const job = await start(ctx);
      const first = tick(ctx);
      await until(() => slow.underWay() === 1, 'the first node collects');
      // The other node has a clock of its own: for it the lease has ended.
      const ahead = fakeClock(new Date(ctx.now().getTime() + 3 * MINUTE).toISOString());
      const quick = madeAuditor({ site: { '/': 'quick' } });
      const second = await testContext(engine, sameDatabase(ctx), ahead, { auditor: quick });
      await tick(second);
      assert.deepEqual([(await show(second, job)).status, (await show(second, job)).attempts], ['drafted', 2]);
      gate.resolve();
      await first;
      const { bundle } = await ctx.store.db.selectFrom('audit_jobs').select('bundle').executeTakeFirstOrThrow();
      assert.equal(JSON.parse(bundle ?? '').items[0].sha256, sha256Of('quick'));
      assert.deepEqual(await findings(ctx), []);
    });

    test('a job that a clock far ahead has claimed is free again minutes after the clock is right', async () => {
      const gate = Promise.withResolvers<void>();
      const slow = madeAuditor({ lasts: () => gate.promise });
      const ctx = await world(engine, slow);
      const job = await start(ctx);
      const right = fakeClock();
      ctx.clock.advance(30 * 24 * 60 * MINUTE);
      const first = tick(ctx);
      await until(() => slow.underWay() === 1, 'the node whose clock is ahead collects');
      const auditor = madeAuditor({});
      const second = await testContext(engine, sameDatabase(ctx), right, { auditor });
      await tick(second);
      right.advance(5 * MINUTE);
      await tick(second);
      assert.equal((await show(second, job)).status, 'drafted');
      gate.resolve();
      await first;
      assert.equal(auditor.visits.length, 1);
    });

    for (const stays of ['collecting', 'scoring'])
      test(`a node is killed while it is ${stays}: another one finishes the job, and after three deaths it fails`, async () => {
        const ctx = await world(engine, madeAuditor({}), { clock: fakeClock(new Date().toISOString()) });
        const kill = async () => {
          const node = startProgram('auditing-node', [stays], sameDatabase(ctx));
          await node.prints(new RegExp(stays));
          await node.kill('SIGKILL');
        };
        const job = await start(ctx);
        await kill();
        assert.equal((await show(ctx, job)).status, 'running');
        await tick(ctx);
        assert.equal((await show(ctx, job)).status, 'running', 'not before the lease has ended');
        const later = fakeClock(new Date(Date.now() + 3 * MINUTE).toISOString());
        const auditor = madeAuditor({});
        const other = await testContext(engine, sameDatabase(ctx), later, { auditor });
        await tick(other);
        assert.deepEqual([(await show(other, job)).status, (await show(other, job)).attempts], ['drafted', 2]);
        assert.equal(auditor.visits.length, stays === 'collecting' ? 1 : 0, 'a site that was collected is left alone');
        assert.deepEqual(await findings(other), []);
        if (stays === 'scoring') return;
        const dying = await start(other, 'acme', { again: true });
        await ctx.store.db.updateTable('audit_jobs').set({ attempts: 2 }).where('job_id', '=', dying.job_id).execute();
        await kill();
        later.advance(5 * MINUTE);
        await tick(other);
        const end = await show(other, dying);
        assert.deepEqual([end.status, end.attempts], ['failed', 3]);
        assert.match(end.error ?? '', /begun 3 times/);
        assert.ok(end.remedy);
      });
  });
