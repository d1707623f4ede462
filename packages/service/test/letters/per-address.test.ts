import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import type { Context } from '../../src/operations/context.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { openSmtpSink, readLetter, type SmtpSink } from '../world/network/smtp-sink.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testContext } from '../world/service.ts';
import { openWorld, type World } from '../world/spec-world.ts';

/** No address can be flooded or kept, whichever registrations it comes from (decision 165). */
sharedDatabases();

type Mailed = World & { sink: SmtpSink };

async function openMailed(engine: (typeof engines)[number], env: Record<string, string> = {}): Promise<Mailed> {
  const sink = await openSmtpSink();
  after(() => sink.close());
  const world = await openWorld(engine, { SMTP_URL: sink.url, OPERATOR_TOKENS, ...env });
  return { ...world, sink };
}

const DAY_MS = 86_400_000;
const companies = ['apex', 'example-widgets', 'manual-works'];
/** One mailbox, written in many ways. */
const spellings = [
  'victim@agents.example',
  'VICTIM@agents.example',
  'Victim+tag@Agents.example',
  'victim+2@agents.example',
];

/** Registers agents with spellings of one address, each watching the companies. @returns their keys */
async function registerMany({ agent, call }: World, count: number, slugs: readonly string[] = companies) {
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const key = await agent({ contact_email: spellings[n % spellings.length] });
    for (const slug of slugs) assert.equal((await call('POST /api/agent/watch', { key, body: { slug } })).status, 201);
    keys.push(key);
  }
  return keys;
}

/** An audit of today with other scores than the one before: first a re-audit, then corrections of it. */
const later = (slug: string, n: number) =>
  exampleAudit({ slug, company: slug, scores: (n % 2) + 1, audit_date: '2026-11-21' });
const addressOf = async ({ call }: World, key: string) =>
  (await call('GET /api/agent/me', { key })).json.registration.contact_email as string | null;

/** Presses the button behind the link of a letter, as a mail program does (RFC 8058). */
async function stop({ call }: World, letter: { raw: Buffer }): Promise<void> {
  const { text = '' } = await readLetter(letter);
  const link = /https?:\/\/\S+\/unsubscribe\?t=\S+/.exec(text)?.[0];
  assert.ok(link);
  const { pathname, search } = new URL(link);
  assert.equal((await call(`POST ${pathname}${search}`)).status, 200);
}
const letterAt = ({ letters }: SmtpSink, at = letters.length - 1) => {
  const letter = letters[at];
  assert.ok(letter);
  return letter;
};

/** Lets this process and others send whatever is due, and waits until none of them is sending. */
async function sendAll({ ctx }: World, ...others: Context[]): Promise<void> {
  await Promise.all([ctx, ...others].map(tick));
  await until(async () => {
    await ctx.catalogue.refresh();
    // Fan-outs first: one that ends between the two reads has written notices that the second one sees.
    const open = await ctx.store.db.selectFrom('fanouts').select('slug').where('done_at', 'is', null).execute();
    const due = await ctx.store.db
      .selectFrom('notices')
      .select('notice_id')
      .where('status', '=', 'pending')
      .where('due_at', '<=', ctx.now().toISOString())
      .execute();
    return !due.length && !open.length;
  }, 'every letter that is due');
}

/** Publishes, and lets the worker send everything. */
async function publishAndSend(world: Mailed, ...audits: unknown[]): Promise<void> {
  await commit(world.ctx, audits);
  await sendAll(world);
}
const sound = async ({ ctx }: World) =>
  assert.deepEqual(
    (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings),
    [],
  );

for (const engine of engines)
  describe(`letters to one address on ${engine}`, () => {
    test('forty registrations with one address get one letter of a publication, however it is written', async () => {
      const world = await openMailed(engine);
      await registerMany(world, 40);
      await publishAndSend(world, exampleAudit({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' }));
      assert.equal(world.sink.letters.length, 1);
      world.ctx.clock.advance(DAY_MS);
      await sendAll(world);
      assert.equal(world.sink.letters.length, 1, 'and none a day later');
      await sound(world);
    });

    test('the one letter of a publication tells every company in it, and the request that it completes', async () => {
      const world = await openMailed(engine);
      const [key = ''] = await registerMany(world, 2);
      const { request_id } = await world.request(key, { company: 'Fresh', website: 'https://fresh.example/' });
      await world.move(request_id, { to: 'in_review' });
      await world.move(request_id, { to: 'scheduled' });
      await commit(
        world.ctx,
        [
          exampleAudit({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' }),
          exampleAudit({ slug: 'manual-works', company: 'Manual Works', scores: 3, audit_date: '2026-11-21' }),
          exampleAudit({ slug: 'fresh', company: 'Fresh', scores: 1, audit_date: '2026-11-21' }),
        ],
        { completes: [request_id] },
      );
      await sendAll(world);
      assert.equal(world.sink.letters.length, 1);
      const { subject = '', text = '', html } = await readLetter(letterAt(world.sink));
      assert.match(subject, /, and 2 more$/);
      for (const told of [
        /Apex re-audited: 100 → 80/,
        /Manual Works re-audited: 40 → 60/,
        /Audit of Fresh completed: 20|The audit of Fresh is complete/,
      ]) {
        assert.match(`${subject}\n${text}`, told);
        assert.match(`${subject}\n${html}`, told);
      }
      assert.match(text, /\/audits\/manual-works/);
      const statuses = await world.ctx.store.db.selectFrom('notices').select('status').execute();
      assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set(['sent']));
      await sound(world);
    });

    test('an address gets as many letters a day as the setting says; the last one carries all that waits', async () => {
      const world = await openMailed(engine, { LETTERS_PER_ADDRESS_PER_DAY: '3' });
      await registerMany(world, 8);
      for (let n = 0; n < 9; n++) {
        await commit(world.ctx, [later('apex', n)], { replace: true });
        await sendAll(world);
      }
      assert.equal(world.sink.letters.length, 3);
      world.ctx.clock.advance(DAY_MS - 60_000);
      await sendAll(world);
      assert.equal(world.sink.letters.length, 3, 'within the same 24 hours');
      world.ctx.clock.advance(120_000);
      await sendAll(world);
      assert.equal(world.sink.letters.length, 6);
      const subjects = await Promise.all(world.sink.letters.map(async (letter) => (await readLetter(letter)).subject));
      // Letters of one round are sent at the same time, and come in any order.
      assert.deepEqual(
        subjects.flatMap((subject) => /, and (\d) more$/.exec(subject ?? '')?.[1] ?? []),
        ['3'],
      );
      world.ctx.clock.advance(2 * DAY_MS);
      await sendAll(world);
      assert.equal(world.sink.letters.length, 6);
      const ends = await world.ctx.store.db.selectFrom('notices').select('status').execute();
      assert.ok(ends.every(({ status }) => status === 'sent'));
      await sound(world);
    });

    test('declined requests count too, from whichever registration they are', async () => {
      const world = await openMailed(engine, { LETTERS_PER_ADDRESS_PER_DAY: '2' });
      for (let n = 0; n < 5; n++) {
        const key = await world.agent();
        const { request_id } = await world.request(key, { contact_email: spellings[n % 4] });
        const path = `POST /api/desk/requests/${request_id}/decline`;
        assert.equal((await world.call(path, { key: operator_token, body: { reason: 'No offer.' } })).status, 200);
        await sendAll(world);
      }
      assert.equal(world.sink.letters.length, 2);
    });

    test('one link clears the address everywhere, and it gets no letter and is not stored again for 180 days', async () => {
      const world = await openMailed(engine);
      const keys = await registerMany(world, 6);
      const other = await world.agent({ contact_email: 'other@agents.example' });
      const { request_id } = await world.request(other, { contact_email: spellings[2] });
      await publishAndSend(world, exampleAudit({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' }));
      await stop(world, letterAt(world.sink));
      for (const key of keys) assert.equal(await addressOf(world, key), null);
      const request = await world.call(`GET /api/audit-requests/${request_id}`, { key: other });
      assert.equal(request.json.contact_email, null);
      assert.equal(await addressOf(world, other), 'other@agents.example', 'another address stays');

      const registered = await world.call('POST /api/agent/auth', {
        body: { type: 'anonymous', contact_email: 'Victim+new@agents.example' },
      });
      assert.equal(registered.status, 201, 'registering is as before');
      const key = registered.json.api_key;
      assert.equal(await addressOf(world, key), null);
      const watched = await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      assert.match(watched.json.notice, /^No mail will come: .*contact_email.*wants no letters/);
      const headers = { 'idempotency-key': 'again' };
      const body = { company: 'New Co', website: 'https://new.example/', contact_email: spellings[0] };
      for (const reply of [
        await world.call('POST /api/audit-requests', { key, body, headers }),
        await world.call('POST /api/audit-requests', { key, body, headers }),
      ]) {
        assert.equal(reply.status, 201);
        assert.equal(reply.json.contact_email, null);
      }
      await publishAndSend(world, exampleAudit({ slug: 'apex', company: 'Apex', scores: 3, audit_date: '2026-11-22' }));
      assert.equal(world.sink.letters.length, 1);

      world.ctx.clock.advance(181 * DAY_MS);
      const back = await world.agent({ contact_email: 'victim@agents.example' });
      assert.equal(await addressOf(world, back), 'victim@agents.example');
      await sendAll(world);
      const refused = await world.ctx.store.db.selectFrom('refused_addresses').selectAll().execute();
      assert.deepEqual(refused, [], 'a refusal is kept no longer than it holds');
      await sound(world);
    });

    test('nobody stops the letters of another: a link stops those to the address that it was sent to', async () => {
      const world = await openMailed(engine);
      const [friend = ''] = await registerMany(world, 1);
      const attacker = await world.agent({ contact_email: 'attacker@agents.example' });
      for (const contact_email of [spellings[0], 'attacker@agents.example']) {
        const { request_id } = await world.request(attacker, { contact_email });
        const path = `POST /api/desk/requests/${request_id}/decline`;
        await world.call(path, { key: operator_token, body: { reason: 'No offer.' } });
      }
      await sendAll(world);
      const own = world.sink.letters.find(({ rcpt_to }) => rcpt_to[0] === 'attacker@agents.example');
      assert.ok(own);
      await stop(world, own);
      assert.equal(await addressOf(world, friend), spellings[0]);
      await publishAndSend(world, exampleAudit({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' }));
      assert.equal(letterAt(world.sink).rcpt_to[0], spellings[0]);
    });

    test('the reply to a new watcher says how many letters may come', async () => {
      const world = await openMailed(engine, { LETTERS_PER_ADDRESS_PER_DAY: '7' });
      const key = await world.agent({ contact_email: 'agent@agents.example' });
      const { json } = await world.call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      assert.match(json.notice, /a…@agents\.example/);
      assert.match(json.notice, /one mail for each publication and 7 a day, whichever registrations/);
    });

    test('two nodes that send at once keep the bounds', async () => {
      const world = await openMailed(engine, { LETTERS_PER_ADDRESS_PER_DAY: '2' });
      const { DATABASE_URL, SMTP_URL } = world.ctx.settings;
      const env = { DATABASE_URL, SMTP_URL, DATA_DIR: world.ctx.data_dir, LETTERS_PER_ADDRESS_PER_DAY: '2' };
      const second = await testContext(engine, env, world.ctx.clock);
      await registerMany(world, 30, ['apex']);
      for (let n = 0; n < 4; n++) {
        await commit(world.ctx, [later('apex', n)], { replace: true });
        await sendAll(world, second, second, world.ctx);
        assert.equal(world.sink.letters.length, Math.min(n + 1, 2));
      }
    });

    test('a letter that is refused is tried again and tells the same', async () => {
      const world = await openMailed(engine);
      await registerMany(world, 3, ['apex', 'manual-works']);
      let refusals = 1;
      world.sink.behave({ data: () => (refusals-- > 0 ? 451 : undefined) });
      const audits = ['apex', 'manual-works'].map((slug) =>
        exampleAudit({ slug, company: slug, scores: 3, audit_date: '2026-11-21' }),
      );
      await publishAndSend(world, ...audits);
      world.ctx.clock.advance(60_000);
      await sendAll(world);
      world.ctx.clock.advance(60_000);
      await sendAll(world);
      const [first, second, ...more] = await Promise.all(world.sink.seen.map(readLetter));
      assert.deepEqual(more, []);
      assert.equal(first?.messageId, second?.messageId);
      assert.equal(first?.text, second?.text);
    });
  });
