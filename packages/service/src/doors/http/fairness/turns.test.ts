import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTurns } from './turns.ts';

const connection = () => ({}) as Socket;
/** Turns of 5 ms on a clock that only work moves. */
function turnsOn() {
  let at = 0;
  const spend = (ms: number) => {
    at += ms;
  };
  return { turns: openTurns(5, () => at), spend };
}

test('work runs at once while the turn has time, and in later turns after that', async () => {
  const { turns, spend } = turnsOn();
  const done: number[] = [];
  for (let number = 0; number < 4; number++)
    turns.take(connection(), () => {
      spend(3);
      done.push(number);
    });
  assert.deepEqual(done, [0, 1], 'a third piece would exceed the slice');
  spend(7);
  assert.equal(turns.waiting_ms(), 7);
  while (done.length < 4) await nextTurn();
  assert.deepEqual(done, [0, 1, 2, 3]);
  assert.equal(turns.waiting_ms(), 0);
});

test('the first work of new connections alternates with the queued work of busy ones', async () => {
  const { turns, spend } = turnsOn();
  const done: string[] = [];
  const busy = connection();
  const add = (from: Socket, name: string) =>
    turns.take(from, () => {
      spend(6);
      done.push(name);
    });
  add(busy, 'first');
  for (let number = 0; number < 3; number++) add(busy, `busy ${number}`);
  add(connection(), 'new a');
  add(connection(), 'new b');
  while (done.length < 6) await nextTurn();
  assert.deepEqual(done, ['first', 'new a', 'busy 0', 'new b', 'busy 1', 'busy 2']);
});

test('what work does asynchronously counts as well', async () => {
  const { turns, spend } = turnsOn();
  const done: number[] = [];
  turns.take(connection(), () => spend(6));
  for (let number = 0; number < 6; number++)
    turns.take(connection(), () => {
      void Promise.resolve().then(() => {
        spend(3);
        done.push(number);
      });
    });
  const per_turn: number[] = [];
  while (done.length < 6) {
    const before = done.length;
    await nextTurn();
    per_turn.push(done.length - before);
  }
  assert.ok(Math.max(...per_turn) <= 2, `${per_turn} pieces of 3 ms in turns of 5 ms`);
});
