import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { updatedList } from './sorted-list.ts';

const numbers = fc.uniqueArray(fc.nat(2_000), { maxLength: 600 });
const compare = (a: number, b: number) => a - b;

test('an updated list equals one that is sorted anew, and the list before it does not change', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, numbers, fc.double({ min: 0, max: 1, noNaN: true }), async (before, more, share) => {
      const list = [...before].sort(compare);
      const original = [...list];
      const removed = before.slice(0, Math.floor(before.length * share));
      const added = more.filter((one) => !before.includes(one) || removed.includes(one));
      const after = await updatedList(list, { removed, added }, compare, () => undefined);
      assert.deepEqual(after, [...before.filter((one) => !removed.includes(one)), ...added].sort(compare));
      assert.deepEqual(list, original);
    }),
  );
});

test('one change of a long list takes few comparisons', async () => {
  const list = Array.from({ length: 100_000 }, (_, at) => at * 2);
  let compared = 0;
  const counting = (a: number, b: number) => {
    compared += 1;
    return a - b;
  };
  await updatedList(list, { removed: [77_776], added: [140_001] }, counting, () => undefined);
  assert.ok(compared < 100, `${compared} comparisons`);
});
