import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PART_ITEMS_MAX, SortedList, type SortedPart, updatedParts } from './sorted-list.ts';

const numbers = fc.uniqueArray(fc.nat(6_000), { maxLength: 2_000 });
const compare = (a: number, b: number) => a - b;
const never = () => undefined;

test('an updated list equals one that is sorted anew, place by place, and the list before it does not change', async () => {
  await fc.assert(
    fc.asyncProperty(numbers, numbers, fc.double({ min: 0, max: 1, noNaN: true }), async (before, more, share) => {
      const original = [...before].sort(compare);
      const list = SortedList.of(original);
      const removed = before.slice(0, Math.floor(before.length * share));
      const added = more.filter((one) => !before.includes(one) || removed.includes(one));
      const after = await list.with({ removed, added }, compare, never);
      const expected = [...before.filter((one) => !removed.includes(one)), ...added].sort(compare);
      assert.deepEqual([...after], expected);
      assert.deepEqual(
        Array.from({ length: after.length + 1 }, (_, at) => after.at(at)),
        [...expected, undefined],
      );
      assert.deepEqual([...list], original);
    }),
    { numRuns: 60 },
  );
});

test('one change of a long list takes few comparisons, and makes one part of it anew', async () => {
  const list = Array.from({ length: 100_000 }, (_, at) => at * 2);
  let compared = 0;
  const counting = (a: number, b: number) => {
    compared += 1;
    return a - b;
  };
  const make = (items: readonly number[]): SortedPart<number> => ({ items });
  const parts = await updatedParts([], { removed: [], added: list }, compare, make, never);
  assert.ok(parts.every(({ items }) => items.length <= PART_ITEMS_MAX));
  const after = await updatedParts(parts, { removed: [77_776], added: [140_001] }, counting, make, never);
  assert.ok(compared < 100, `${compared} comparisons`);
  assert.equal(after.filter((part) => !parts.includes(part)).length, 2);
});
