import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '../../../domain/fault.ts';
import { type Admitted, type Asker, Callers } from './callers.ts';

const isFull = (error: unknown) =>
  error instanceof Fault && error.code === 'unavailable' && (error.details.retry_after ?? 0) > 0;

/** How many calls of a client are admitted now. */
function admitted(callers: Callers, by: Asker): number {
  for (let many = 0; ; many++)
    try {
      callers.admit(by);
    } catch (error) {
      assert.ok(isFull(error));
      return many;
    }
}

/** Work that is under way until it is let go, and notes when it begins. */
function workshop() {
  const begun: string[] = [];
  let letGo: (() => void) | undefined;
  const ask = (call: Admitted, name: string) =>
    call.inTurn(async () => {
      begun.push(name);
      await new Promise<void>((done) => {
        letGo = done;
      });
    });
  const finishOne = async () => {
    letGo?.();
    await nextTurn();
  };
  return { begun, ask, finishOne };
}

test('of one client a few calls are admitted, and of others as ever', () => {
  const callers = new Callers();
  assert.equal(admitted(callers, { client: '192.0.2.1' }), 8);
  assert.equal(admitted(callers, { client: '192.0.2.2' }), 8);
  // Of an IPv6 address the network is the client.
  assert.equal(admitted(callers, { client: '2001:db8::1' }), 8);
  assert.equal(admitted(callers, { client: '2001:db8::2' }), 0);
});

test('at most 64 calls are admitted, and where they are, the next is of who has none', () => {
  const callers = new Callers();
  const calls: Admitted[] = [];
  for (let client = 0; client < 8; client++)
    for (let own = 0; own < 4; own++) calls.push(callers.admit({ client: `192.0.2.${client}` }));
  let all = calls.length;
  for (let client = 100; client < 200; client++) all += admitted(callers, { client: `192.0.2.${client}` });
  assert.equal(all, 64);
  for (const one of calls.slice(0, 2)) one.end();
  assert.equal(admitted(callers, { client: '192.0.2.1' }), 0);
  assert.equal(admitted(callers, { client: '192.0.2.200' }), 1);
});

test('a call that has ended makes room, once', () => {
  const callers = new Callers();
  const first = callers.admit({ client: '192.0.2.1' });
  assert.equal(admitted(callers, { client: '192.0.2.1' }), 7);
  first.end();
  first.end();
  assert.equal(admitted(callers, { client: '192.0.2.1' }), 1);
});

test('clients take turns, whoever asked more and before', async () => {
  const callers = new Callers();
  const { begun, ask, finishOne } = workshop();
  const greedy = Array.from({ length: 4 }, () => callers.admit({ client: '192.0.2.1' }));
  const work = greedy.map((call, at) => ask(call, `greedy ${at}`));
  const other = callers.admit({ client: '192.0.2.2' });
  work.push(ask(other, 'other'), ask(other, 'other again'));
  for (let done = 0; done < 6; done++) await finishOne();
  await Promise.all(work);
  assert.deepEqual(begun, ['greedy 0', 'greedy 1', 'other', 'greedy 2', 'other again', 'greedy 3']);
});

test('what a client asked that has left is not done, and takes no room', async () => {
  const callers = new Callers();
  const { begun, ask, finishOne } = workshop();
  let is_gone = false;
  const gone = () => is_gone;
  const stays = callers.admit({ client: '192.0.2.2' });
  const first = ask(stays, 'first');
  const left = callers.admit({ client: '192.0.2.1', gone });
  const refused = assert.rejects(ask(left, 'of nobody'), isFull);
  assert.equal(admitted(callers, { client: '192.0.2.1', gone }), 7);
  is_gone = true;
  const last = ask(callers.admit({ client: '192.0.2.3' }), 'last');
  await finishOne();
  await refused;
  await finishOne();
  await Promise.all([first, last]);
  assert.deepEqual(begun, ['first', 'last']);
  assert.equal(admitted(callers, { client: '192.0.2.1' }), 8);
});

test('a call that was ended, because its client had left, is refused what it asks afterwards', async () => {
  const callers = new Callers();
  let is_gone = false;
  const gone = () => is_gone;
  const [first] = Array.from({ length: 8 }, () => callers.admit({ client: '192.0.2.1', gone }));
  is_gone = true;
  assert.equal(admitted(callers, { client: '192.0.2.1' }), 8);
  await assert.rejects(first?.inTurn(async () => assert.fail('nobody waits for it')) ?? assert.fail(), isFull);
});

test('work that fails is refused alone, and the next one begins', async () => {
  const callers = new Callers();
  const call = callers.admit({});
  await assert.rejects(
    call.inTurn(() => Promise.reject(new Error('broken'))),
    /broken/,
  );
  await assert.rejects(
    call.inTurn(() => {
      throw new Error('broken at once');
    }),
    /broken at once/,
  );
  assert.equal(await call.inTurn(async () => 1), 1);
});
