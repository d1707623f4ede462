import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../test/world/wait.ts';
import { unsubscribe, unsubscribeLinks } from '../src/operations/links/unsubscribe.ts';
import { tick } from '../src/operations/worker.ts';
import { countNotices } from '../src/store/notices.ts';
import { OPERATOR_TOKENS, operator_token } from './world/operator.ts';
import { engines, sharedDatabases, type TestContext } from './world/service.ts';
import { openWorld, type World } from './world/spec-world.ts';

/** Letters written as files contain addresses, so unsubscribing removes them too (decision 40). */
sharedDatabases();

const outbox = ({ data_dir }: TestContext) => join(data_dir, 'outbox');
/** Everything in the folder, as text. */
const written = (ctx: TestContext) =>
  readdirSync(outbox(ctx)).map((name) => readFileSync(join(outbox(ctx), name), 'utf8'));

/** Declines a request of each of two agents, and has a company re-audited that they watch. */
async function withLetters(world: World) {
  const { ctx, call, request } = world;
  const agents = [];
  for (const name of ['one', 'two']) {
    const key = await world.agent({ contact_email: `${name}@agents.example` });
    const { request_id } = await request(key, { contact_email: `${name}-desk@agents.example` });
    await call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
    const declined = await call(`POST /api/desk/requests/${request_id}/decline`, {
      key: operator_token,
      body: { reason: 'No offer.' },
    });
    assert.equal(declined.status, 200, declined.text);
    const { registration_id } = (await call('GET /api/agent/me', { key })).json.registration;
    agents.push({ name, registration_id: registration_id as string });
  }
  await world.publish({ slug: 'apex', company: 'Apex', scores: 4, audit_date: '2026-11-21' });
  await until(async () => (await countNotices(ctx.store.db)).sent === 4, 'four letters');
  return agents;
}

for (const engine of engines) {
  test(`unsubscribing removes the files of one’s letters, sent ones too, and no others (${engine})`, async () => {
    const world = await openWorld(engine, { OPERATOR_TOKENS });
    const { ctx } = world;
    const [one, two] = await withLetters(world);
    assert.ok(one && two);
    // What a crash left of a letter that was being written.
    const [file = ''] = readdirSync(outbox(ctx)).filter((name) =>
      readFileSync(join(outbox(ctx), name), 'utf8').includes('one@'),
    );
    writeFileSync(join(outbox(ctx), `${file}.tmp`), 'To: one@agents.example');
    const link = (await unsubscribeLinks(ctx))(one, ctx.now().toISOString());
    const done = await world.call(`POST ${new URL(link).pathname}${new URL(link).search}`);
    assert.equal(done.status, 200);
    const left = written(ctx);
    assert.deepEqual(left.map((text) => /^To: (.*)\r$/m.exec(text)?.[1]).sort(), [
      'two-desk@agents.example',
      'two@agents.example',
    ]);
    assert.ok(!left.some((text) => text.includes('one@') || text.includes('one-desk@')));
  });

  test(`a letter that is written while its recipient unsubscribes does not stay (${engine})`, async () => {
    const world = await openWorld(engine, { OPERATOR_TOKENS });
    const { ctx, call } = world;
    const [one] = await withLetters(world);
    assert.ok(one);
    const token = new URL((await unsubscribeLinks(ctx))(one, ctx.now().toISOString())).searchParams.get('t');
    const notice = await ctx.store.db
      .selectFrom('notices')
      .select('notice_id')
      .where('registration_id', '=', one.registration_id)
      .where('kind', '=', 'declined')
      .executeTakeFirstOrThrow();
    const { mailer } = ctx;
    const { send } = mailer;
    mailer.send = async (letter) => {
      await unsubscribe(ctx, token ?? '');
      return send(letter);
    };
    await call(`POST /api/desk/notices/${notice.notice_id}/resend`, { key: operator_token });
    const status = () =>
      ctx.store.db.selectFrom('notices').select('status').where('notice_id', '=', notice.notice_id).executeTakeFirst();
    await until(
      async () => (await status())?.status === 'cancelled' && written(ctx).length === 2,
      'the letter is gone',
    );
    assert.ok(!written(ctx).some((text) => text.includes('one@') || text.includes('one-desk@')));
  });

  test(`files that are left over, from a crash or another node, go within the hour (${engine})`, async () => {
    const world = await openWorld(engine, { OPERATOR_TOKENS });
    const { ctx } = world;
    const [one] = await withLetters(world);
    assert.ok(one);
    const before = new Map(
      readdirSync(outbox(ctx)).map((name) => [name, readFileSync(join(outbox(ctx), name), 'utf8')]),
    );
    const token = new URL((await unsubscribeLinks(ctx))(one, ctx.now().toISOString())).searchParams.get('t');
    await unsubscribe(ctx, token ?? '');
    mkdirSync(outbox(ctx), { recursive: true });
    for (const [name, text] of before) writeFileSync(join(outbox(ctx), name), text);
    writeFileSync(join(outbox(ctx), 'notes.txt'), 'not a letter');
    await tick(ctx);
    assert.equal(written(ctx).length, 3);
    assert.ok(!written(ctx).some((text) => text.includes('one@') || text.includes('one-desk@')));
  });
}
