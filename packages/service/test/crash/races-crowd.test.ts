import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call, newKey } from '../world/call.ts';
import { openSmtpSink } from '../world/network/smtp-sink.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { type Serving, startNode } from '../world/readymark.ts';
import { engines, fakeClock, sharedDatabases, testContext } from '../world/service.ts';
import { addWatchers } from '../world/watchers.ts';

/**
 * Three hundred concurrent calls to three nodes on PostgreSQL and two processes on SQLite: all limits and counts are
 * exact.
 */
sharedDatabases();

const CROWD = 300;
/**
 * How a crowd was answered: how many `done`, and how many `unsure`. A server that is too busy to answer in time says 503 with
 * Retry-After, which is right as well, and then nobody knows whether it was done. Every other answer must be `refused`.
 */
function tally(answers: readonly Answer[], [done, refused]: readonly [number, number]) {
  const unsure = answers.filter(({ status, headers }) => status === 503 && headers.has('retry-after'));
  const others = answers.filter(({ status }) => status !== done && status !== refused);
  assert.deepEqual(others, unsure);
  return { done: count(answers, ({ status }) => status === done), unsure: unsure.length };
}
type Answer = { status: number; headers: Headers };
/** Exactly `right` were done, as far as the answers say. */
function assertDone({ done, unsure }: ReturnType<typeof tally>, right: number): void {
  assert.ok(done <= right && done + unsure >= right, `${done} done and ${unsure} unsure of ${right}`);
}
const count = <T>(list: readonly T[], holds: (one: T) => boolean) => list.filter(holds).length;

for (const engine of engines)
  test(`a crowd of ${CROWD} at ${engine === 'postgres' ? 'three nodes' : 'two processes'} on ${engine}`, async (t) => {
    const sink = await openSmtpSink();
    after(() => sink.close());
    const ctx = await testContext(engine, {}, fakeClock(new Date(Date.now() - 60_000).toISOString()));
    const env = {
      DATA_DIR: ctx.data_dir,
      DATABASE_URL: ctx.settings.DATABASE_URL,
      BASE_URL: 'http://readymark.test',
      SMTP_URL: sink.url,
      OPERATOR_TOKENS,
      CLIENT_REQUESTS_PER_MINUTE: '0',
    };
    const nodes: Serving[] = await Promise.all(
      Array.from({ length: engine === 'postgres' ? 3 : 2 }, () => startNode(env)),
    );
    const url = (at: number) => nodes[at % nodes.length]?.url ?? '';
    const crowd = <T>(act: (at: number) => Promise<T>) =>
      Promise.all(Array.from({ length: CROWD }, (_, at) => act(at)));
    const publish = (at: number, body: object) =>
      call(url(at), 'POST', '/api/desk/audits', { key: operator_token, body });
    const rows = async (table: 'registrations' | 'audit_requests' | 'watches' | 'audits' | 'notices') =>
      Number(
        (
          await ctx.store.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );

    let key = '';
    await t.test('of 300 requests by one key exactly 10 are accepted', async () => {
      key = await newKey(url(0), { contact_email: 'crowd@example.com' });
      const body = (at: number) => ({ company: 'Acme', website: 'https://acme.example', notes: `Wish ${at}` });
      const answers = await crowd((at) => call(url(at), 'POST', '/api/audit-requests', { key, body: body(at) }));
      assertDone(tally(answers, [201, 429]), 10);
      assert.equal(await rows('audit_requests'), 10);
    });

    await t.test('of 300 watches of one company by one key one is new, and one row is stored', async () => {
      assert.equal(
        (await publish(0, { audits: [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-01-01' })] }))
          .status,
        201,
      );
      const answers = await crowd((at) => call(url(at), 'POST', '/api/agent/watch', { key, body: { slug: 'acme' } }));
      assertDone(tally(answers, [201, 200]), 1);
      assert.equal(await rows('watches'), 1);
    });

    await t.test(
      'of 30 publications that complete the same request one succeeds, and the others change nothing',
      async () => {
        const { request_id } = await ctx.store.db
          .selectFrom('audit_requests')
          .select('request_id')
          .executeTakeFirstOrThrow();
        for (const move of ['review', 'schedule']) {
          const { status } = await call(url(1), 'POST', `/api/desk/requests/${request_id}/${move}`, {
            key: operator_token,
            body: {},
          });
          assert.equal(status, 200, move);
        }
        const date = (at: number) => `2026-02-${String((at % 28) + 1).padStart(2, '0')}`;
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, at) =>
            publish(at, {
              audits: [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: date(at) })],
              completes: [request_id],
            }),
          ),
        );
        assertDone(tally(answers, [201, 409]), 1);
        assert.equal(await rows('audits'), 2);
      },
    );

    await t.test(
      'every watcher with an address gets one notice and one letter, for any number of workers',
      async () => {
        await until(
          async () =>
            (await ctx.store.db.selectFrom('notices').select('notice_id').where('status', '=', 'pending').execute())
              .length === 0,
          'earlier letters are sent',
        );
        const [before, letters] = [await rows('notices'), sink.letters.length];
        const orbit = (audit_date: string, scores: number) => ({
          audits: [exampleAudit({ slug: 'orbit', company: 'Orbit', audit_date, scores })],
        });
        assert.equal((await publish(0, orbit('2026-01-01', 2))).status, 201);
        await addWatchers(ctx, 'orbit', 100, 1);
        assert.equal((await publish(1, orbit('2026-03-01', 4))).status, 201);
        const watching = 100;
        await until(async () => sink.letters.length - letters >= watching, `${watching} letters`);
        await until(
          async () =>
            (await ctx.store.db.selectFrom('notices').select('notice_id').where('status', '=', 'pending').execute())
              .length === 0,
          'all are marked',
        );
        assert.deepEqual([(await rows('notices')) - before, sink.letters.length - letters], [watching, watching]);
      },
    );

    await t.test('of 300 registrations exactly as many succeed as the limit allows', async () => {
      // Watchers were inserted directly and count as well, so the limit is set above the rows that exist.
      const existing = await rows('registrations');
      for (const node of nodes.splice(0)) await node.kill();
      const limit = { ...env, REGISTRATIONS_PER_HOUR: String(existing + 60) };
      nodes.push(...(await Promise.all(Array.from({ length: engine === 'postgres' ? 3 : 2 }, () => startNode(limit)))));
      const recent = Number(
        (
          await ctx.store.db
            .selectFrom('registrations')
            .select(({ fn }) => fn.countAll().as('n'))
            .where('registered_at', '>', new Date(Date.now() - 3_600_000).toISOString())
            .executeTakeFirstOrThrow()
        ).n,
      );
      const answers = await crowd((at) => call(url(at), 'POST', '/api/agent/auth', { body: { type: 'anonymous' } }));
      const free = Math.min(CROWD, existing + 60 - recent);
      assertDone(tally(answers, [201, 429]), free);
      assert.equal((await rows('registrations')) - existing, free);
    });

    await t.test('afterwards the doctor finds nothing', async () => {
      assert.deepEqual(
        (await runDoctor(ctx.store, ctx.rubrics, () => {})).filter(({ findings }) => findings.length),
        [],
      );
    });
  });
