import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { foldOldNotices } from '../../src/operations/jobs/forget-letters.ts';
import { tick } from '../../src/operations/worker.ts';
import { foldNotices } from '../../src/store/notice-ends.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { openSmtpSink } from '../world/network/smtp-sink.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases } from '../world/service.ts';
import { openWorld, type World } from '../world/spec-world.ts';

/** What is kept of letters long after they ended: their number, and not who got them (decision 179). */
sharedDatabases();

const DAY_MS = 86_400_000;

/** Three agents watch Apex, one of them without an address; one asked for an audit. All that it is about is published and sent. */
async function openNotified(engine: (typeof engines)[number]) {
  const sink = await openSmtpSink();
  after(() => sink.close());
  const world = await openWorld(engine, { SMTP_URL: sink.url, OPERATOR_TOKENS });
  const keys: string[] = [];
  for (const contact_email of ['one@agents.example', 'two@agents.example', undefined]) {
    const key = await world.agent({ contact_email });
    await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
    keys.push(key);
  }
  const { request_id } = await world.request(keys[0] ?? '', { company: 'Fresh', website: 'https://fresh.example/' });
  await world.move(request_id, { to: 'in_review' });
  await world.move(request_id, { to: 'scheduled' });
  await commit(
    world.ctx,
    [
      exampleAudit({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' }),
      exampleAudit({ slug: 'fresh', company: 'Fresh', scores: 1, audit_date: '2026-11-21' }),
    ],
    { completes: [request_id] },
  );
  await until(async () => {
    await tick(world.ctx);
    const ends = await world.ctx.store.db.selectFrom('notices').select('status').execute();
    return ends.length >= 3 && ends.every(({ status }) => status !== 'pending');
  }, 'every letter was sent');
  return { ...world, request_id };
}

const asOperator = async ({ call }: World, path: string) => (await call(`GET ${path}`, { key: operator_token })).json;
const newest = async (world: World) =>
  (
    await world.ctx.store.db
      .selectFrom('publications')
      .select((eb) => eb.fn.max('publication').as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const shown = async (world: World) => {
  const { letters, answered, completed } = await asOperator(world, `/api/desk/publications/${await newest(world)}`);
  return { letters, answered, completed };
};
const countsOf = async (world: World) => (await asOperator(world, '/api/desk/notices')).counts;
const noticesOf = ({ ctx }: World) => ctx.store.db.selectFrom('notices').select(['notice_id', 'kind']).execute();
const findings = async ({ ctx }: World) =>
  (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings);

for (const engine of engines)
  describe(`letters that ended long ago on ${engine}`, () => {
    test('30 days after their end only their numbers are stored, and pages show the same numbers', async () => {
      const world = await openNotified(engine);
      const before = await shown(world);
      assert.equal(before.letters.watchers[0].kind, 'reaudit');
      assert.ok((await countsOf(world)).sent >= 3);
      world.ctx.clock.advance(30 * DAY_MS - 60_000);
      await tick(world.ctx);
      assert.notEqual((await noticesOf(world)).length, 0, 'within the 30 days');
      world.ctx.clock.advance(120_000);
      await tick(world.ctx);
      assert.deepEqual(await noticesOf(world), []);
      assert.deepEqual(await shown(world), before);
      const totals = await world.ctx.store.db.selectFrom('notice_totals').selectAll().orderBy('kind').execute();
      assert.ok(totals.every(({ day }) => day === '2026-11-21'));
      assert.deepEqual(
        totals.filter(({ kind }) => kind === 'completed').map(({ subject_id, count }) => [subject_id, Number(count)]),
        [[world.request_id, 1]],
      );
      assert.deepEqual(await countsOf(world), { pending: 0, sent: 0, failed: 0, cancelled: 0 });
      assert.deepEqual(await findings(world), []);
      await tick(world.ctx);
      assert.deepEqual(await shown(world), before, 'and once more');
    });

    test('everything stays while a fan-out is unfinished, and what was sent again stays anyway', async () => {
      const world = await openNotified(engine);
      const { store } = world.ctx;
      const all = (await noticesOf(world)).length;
      const done_at = world.ctx.now().toISOString();
      // In one transaction, so that no worker ends the fan-out in between.
      const folded = await store.transaction(async (tx) => {
        await tx.updateTable('fanouts').set({ done_at: null, cursor: 'reg_zzz' }).execute();
        const later = new Date(world.ctx.now().getTime() + DAY_MS).toISOString();
        const while_open = await foldNotices(tx, later, all);
        await tx.updateTable('fanouts').set({ done_at }).execute();
        return while_open;
      });
      assert.equal(folded, 0);
      assert.equal((await noticesOf(world)).length, all);

      const own = (await noticesOf(world)).find(({ kind }) => kind === 'completed')?.notice_id ?? '';
      world.ctx.clock.advance(29 * DAY_MS);
      assert.equal((await world.call(`POST /api/desk/notices/${own}/resend`, { key: operator_token })).status, 200);
      world.ctx.clock.advance(2 * DAY_MS);
      await foldOldNotices(world.ctx);
      // With those that its letter carries.
      const left = await store.db.selectFrom('notices').select(['notice_id', 'letter']).execute();
      assert.ok(left.some(({ notice_id }) => notice_id === own));
      assert.ok(left.every(({ notice_id, letter }) => notice_id === own || letter === own || letter === null));
      assert.ok(left.length < all, 'the others are folded');
    });

    test('a letter that is a file goes with its notice, and what it carries stays as long as it may be sent again', async () => {
      const world = await openWorld(engine, { OPERATOR_TOKENS });
      const key = await world.agent({ contact_email: 'one@agents.example' });
      for (const slug of ['apex', 'manual-works']) await world.call('POST /api/agent/watch', { key, body: { slug } });
      const later = (slug: string) => exampleAudit({ slug, company: slug, scores: 3, audit_date: '2026-11-21' });
      await commit(world.ctx, [later('apex'), later('manual-works')]);
      await tick(world.ctx);
      const rows = await world.ctx.store.db.selectFrom('notices').select(['notice_id', 'letter']).execute();
      assert.equal(rows.length, 2);
      const letter = rows.find(({ notice_id, letter: by }) => notice_id === by)?.notice_id ?? '';
      const files = () => world.ctx.mailer.written();
      // The service may have taken it before the tick did.
      await until(async () => (await files()).length > 0, 'the letter is a file');
      assert.deepEqual(await files(), [letter]);
      world.ctx.clock.advance(29 * DAY_MS);
      assert.equal((await world.call(`POST /api/desk/notices/${letter}/resend`, { key: operator_token })).status, 200);
      await until(async () => {
        await tick(world.ctx);
        const own = await world.ctx.store.db
          .selectFrom('notices')
          .select('status')
          .where('notice_id', '=', letter)
          .execute();
        return own[0]?.status === 'sent';
      }, 'it is sent again');
      world.ctx.clock.advance(2 * DAY_MS);
      await foldOldNotices(world.ctx);
      assert.equal((await noticesOf(world)).length, 2, 'both: one carries the other');
      world.ctx.clock.advance(30 * DAY_MS);
      // Both jobs, in whichever order they end.
      await tick(world.ctx);
      await tick(world.ctx);
      assert.deepEqual([await noticesOf(world), await files()], [[], []]);
    });

    test('the doctor finds a total of nothing, and one without its subject', async () => {
      const world = await openNotified(engine);
      const wrong = { kind: 'reaudit', subject_id: 'aud_gone', day: '2026-11-21', status: 'sent', count: 2 };
      await world.ctx.store.db.insertInto('notice_totals').values(wrong).execute();
      await world.ctx.store.db
        .insertInto('notice_totals')
        .values({ ...wrong, kind: 'confirmation', count: 0 })
        .execute();
      const found = (await findings(world)).filter((one) => one.includes('aud_gone'));
      assert.equal(found.length, 2, String(found));
    });
  });
