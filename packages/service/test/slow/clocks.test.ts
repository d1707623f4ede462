import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { numbers } from '../world/made-companies.ts';
import { openSmtpSink } from '../world/network/smtp-sink.ts';
import { commit } from '../world/operator.ts';
import { newDatabase } from '../world/postgres.ts';
import { clockRounds } from '../world/programs/clock-rounds.ts';
import { startNode } from '../world/readymark.ts';
import { fakeClock, sharedDatabases, testContext } from '../world/service.ts';
import { addWatchers } from '../world/watchers.ts';

/** Nodes as processes of their own whose clocks are wrong. */
sharedDatabases();

const NOON = '2026-11-21T12:00:00.000Z';
const acme = (audit_date: string, scores: number) =>
  exampleAudit({ slug: 'acme', company: 'Acme', audit_date, scores });

test('two nodes whose clocks differ by 45 seconds send every letter once, though the mail server is slow', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymark-clocks-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const sink = await openSmtpSink();
  after(() => sink.close());
  sink.behave({ arrival: () => wait(1_500) });
  const ctx = await testContext('postgres', {}, fakeClock(NOON));
  const watchers = 16;
  await commit(ctx, [acme('2026-05-01', 2)]);
  await addWatchers(ctx, 'acme', watchers);
  const nodes = await Promise.all(
    [0, 45_000].map((ahead) => {
      const clock = join(folder, `clock-${ahead}`);
      writeFileSync(clock, String(Date.parse(NOON) + ahead));
      return startNode({ DATA_DIR: folder, DATABASE_URL: ctx.settings.DATABASE_URL, SMTP_URL: sink.url }, clock);
    }),
  );
  await commit(ctx, [acme('2026-11-20', 3)]);
  const pending = async () =>
    (await ctx.store.db.selectFrom('notices').select('notice_id').where('status', '=', 'pending').execute()).length;
  await until(() => sink.letters.length >= watchers, 'everybody has a letter');
  await until(async () => (await pending()) === 0, 'no notice is pending');
  await Promise.all(nodes.map((node) => node.stop()));
  assert.equal(new Set(sink.letters.map(({ rcpt_to }) => rcpt_to[0])).size, watchers);
  assert.equal(sink.letters.length, watchers);
  await ctx.close();
});

/** The seed is printed, so that a failure can be repeated. */
const seed = Number(process.env.CLOCK_SEED ?? Date.now() % 1_000_000);

for (const [words, skews] of [
  ['one node on SQLite', [0]],
  ['two nodes on PostgreSQL, 50 seconds apart', [-25_000, 25_000]],
] as const)
  test(`clocks run ahead and are put right, ${words} (CLOCK_SEED=${seed})`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'readymark-clocks-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const DATABASE_URL = skews.length > 1 ? await newDatabase() : '';
    const place = { DATA_DIR: folder, DATABASE_URL };
    const tally = await clockRounds({ place, skews, rounds: 3, random: numbers(seed) });
    t.diagnostic(JSON.stringify(tally));
    assert.ok(tally.letters > 0);
  });
