import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTurns } from './turns.ts';

const connection = () => ({}) as Socket;
const busyFor = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('work runs at once while the turn has time, and in later turns after that', async () => {
  const turns = openTurns(5);
  const done: number[] = [];
  for (let number = 0; number < 4; number++)
    turns.take(connection(), () => {
      busyFor(3);
      done.push(number);
    });
  assert.deepEqual(done, [0, 1], 'a third piece would exceed the slice');
  assert.ok(turns.waiting_ms() >= 0);
  while (done.length < 4) await nextTurn();
  assert.deepEqual(done, [0, 1, 2, 3]);
  assert.equal(turns.waiting_ms(), 0);
});

test('the first work of new connections alternates with the queued work of busy ones', async () => {
  const turns = openTurns(1);
  const done: string[] = [];
  const busy = connection();
  const add = (from: Socket, name: string) =>
    turns.take(from, () => {
      busyFor(2);
      done.push(name);
    });
  add(busy, 'first');
  for (let number = 0; number < 4; number++) add(busy, `busy ${number}`);
  add(connection(), 'new a');
  add(connection(), 'new b');
  while (done.length < 7) await nextTurn();
  assert.ok(done.indexOf('new b') < done.indexOf('busy 3'), done.join(', '));
  assert.ok(done.indexOf('busy 0') < done.indexOf('new b'), done.join(', '));
});
