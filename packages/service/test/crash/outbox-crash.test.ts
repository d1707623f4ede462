import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { headerLines, openSmtpSink } from '../world/network/smtp-sink.ts';
import { commit } from '../world/operator.ts';
import { type Point, points } from '../world/programs/failing-service.ts';
import { program, serving } from '../world/readymark.ts';
import { engines, fakeClock, sharedDatabases, testContext } from '../world/service.ts';
import { addWatchers } from '../world/watchers.ts';

/**
 * SIGKILL at every point between the commit of a re-audit and the recorded outcome of its last letter: after a restart
 * every watcher has the letter, no letter came before its score was public, and only a letter that the mail server
 * accepted but whose outcome was not recorded comes twice, as the same letter.
 */
sharedDatabases();

const before = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01', scores: 1 });
const later = exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-11-20', scores: 4 });
const script = program('failing-service');
/** More than one batch of the fan-out; every fiftieth has an address. */
const watchers = 2_500;
const letters = watchers / 50;

for (const engine of engines)
  for (const point of points.filter((name) => name !== 'none'))
    test(`killed ${point}, on ${engine}`, () => killedAt(engine, point));

async function killedAt(engine: 'sqlite' | 'postgres', point: Point): Promise<void> {
  const sink = await openSmtpSink();
  after(() => sink.close());
  const ctx = await testContext(engine, {}, fakeClock(new Date(Date.now() - 60_000).toISOString()));
  const { DATABASE_URL } = ctx.settings;
  const env = { DATA_DIR: ctx.data_dir, DATABASE_URL, SMTP_URL: sink.url };
  await commit(ctx, [before]);
  await addWatchers(ctx, 'acme', watchers, 50);

  const publicScores: number[] = [];
  let url = '';
  sink.behave({
    async arrival() {
      publicScores.push((await call(url, 'GET', '/api/audits/acme.json')).json.overall_score);
    },
  });
  const first = await serving(env, [script, point]);
  url = first.url;
  await commit(ctx, [later]);
  assert.equal((await first.exit).signal, 'SIGKILL', first.out() + first.err());
  // The mail server may still have a letter in hand that the process sent just before its end.
  await until(() => sink.busy() === 0, 'the mail server has read everything');
  const marked = new Set(
    (await ctx.store.db.selectFrom('notices').select('notice_id').where('status', '=', 'sent').execute()).map(
      (row) => row.notice_id,
    ),
  );
  const taken = new Set(sink.letters.map(idOf));

  // The clock of the next process is ahead by more than a lease and its reserve, as if the restart had taken that long.
  const second = await serving(env, [script, 'none', '91000']);
  url = second.url;
  const open = async () =>
    Number(
      (
        await ctx.store.db
          .selectFrom('notices')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('status', '=', 'sent')
          .executeTakeFirstOrThrow()
      ).count,
    );
  await until(async () => (await open()) === letters, `${letters} notices are sent`);
  await second.stop();

  const times = new Map<string, number>();
  const ids = new Map<string, Set<string>>();
  for (const letter of sink.letters) {
    const [to = ''] = letter.rcpt_to;
    times.set(to, (times.get(to) ?? 0) + 1);
    ids.set(to, (ids.get(to) ?? new Set()).add(idOf(letter)));
  }
  assert.equal(times.size, letters, 'every watcher with an address has the letter');
  for (const [to, count] of times) {
    assert.equal(ids.get(to)?.size, 1, 'a letter that comes twice is the same letter');
    const id = [...(ids.get(to) ?? [])][0] ?? '';
    assert.ok(count === 1 || (count === 2 && taken.has(id) && !marked.has(id)), `${to} has it ${count} times`);
  }
  assert.ok(
    publicScores.every((score) => score === later.overall_score),
    'no letter comes before its score is public',
  );
  if (point === 'after the mark') assert.ok(marked.size > 0);
  if (point === 'before the mark') assert.ok([...taken].some((id) => !marked.has(id)));
  if (point === 'in the fan-out') assert.equal(sink.seen.length - sink.letters.length, 0);
  await ctx.close();
}

function idOf(letter: { raw: Buffer }): string {
  const line = headerLines(letter).find((text) => text.startsWith('Message-ID: ')) ?? '';
  return /<(.*)@/.exec(line)?.[1] ?? '';
}
