import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { fakeClock } from '../../../test/world/service.ts';
import { openSchedule } from './schedule.ts';

function world() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  const clock = fakeClock();
  return { lines, clock, ctx: { now: clock.now, log: pino(stream) } };
}

test('a job runs at most once in its time, whenever it is started, and again when the clock was set back', async () => {
  const { clock, ctx } = world();
  let runs = 0;
  const schedule = openSchedule([{ name: 'a', every_ms: 60_000, run: async () => runs++ }], ctx);
  for (const [advance, expected] of [
    [0, 1],
    [59_999, 1],
    [1, 2],
    [-1, 3],
  ] as const) {
    clock.advance(advance);
    await schedule.start();
    assert.equal(runs, expected, `after ${advance} ms`);
  }
});

test('a job that is still running is not started again, and delays no other', async () => {
  const { ctx } = world();
  const order: string[] = [];
  const slow = Promise.withResolvers<void>();
  const schedule = openSchedule(
    [
      { name: 'slow', every_ms: 0, run: () => slow.promise.then(() => order.push('slow ends')) },
      { name: 'quick', every_ms: 0, run: async () => order.push('quick') },
    ],
    ctx,
  );
  const first = schedule.start();
  await new Promise(setImmediate);
  const second = schedule.start();
  slow.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(order, ['quick', 'quick', 'slow ends']);
});

test('a failing job is logged once until it works again, and the others run', async () => {
  const { lines, ctx } = world();
  let broken = true;
  let runs = 0;
  const failing = async () => {
    if (broken) throw new Error('broken');
  };
  const schedule = openSchedule(
    [
      { name: 'a', every_ms: 0, run: failing },
      { name: 'b', every_ms: 0, run: async () => runs++ },
    ],
    ctx,
  );
  await schedule.start();
  await schedule.start();
  broken = false;
  await schedule.start();
  await schedule.start();
  assert.equal(runs, 4);
  assert.deepEqual(lines, ['a background job failed and will be tried again', 'a background job works again']);
});
