import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { agreementOf } from './agreement.ts';

/** How far two people agree (decision 124). */

const pairsOf = (first: readonly number[], second: readonly number[]) =>
  first.map((score, at) => ({ first: score, second: second[at] ?? 0 }));

/** Quadratic weighted kappa by the definition: a table of counts, the table that its margins give, and weights. */
function byTables(pairs: readonly { first: number; second: number }[]): number | null {
  const scores = [0, 1, 2, 3, 4, 5];
  let [observed, expected] = [0, 0];
  for (const i of scores)
    for (const j of scores) {
      const weight = (i - j) ** 2 / 25;
      const row = pairs.filter(({ first }) => first === i).length;
      const column = pairs.filter(({ second }) => second === j).length;
      observed += (weight * pairs.filter(({ first, second }) => first === i && second === j).length) / pairs.length;
      expected += (weight * row * column) / pairs.length ** 2;
    }
  return expected === 0 ? null : 1 - observed / expected;
}

const near = (one: number | null | undefined, other: number | null) =>
  one === null || other === null ? one === other : Math.abs((one ?? Number.NaN) - other) < 1e-4;

test('values that were worked out by hand', () => {
  for (const [first, second, kappa] of [
    [[1, 2, 3, 1, 2, 2, 3], [1, 2, 3, 1, 2, 3, 2], 0.75],
    [[1, 3, 5], [2, 4, 6], 16 / 19],
    [[1, 3, 3, 5], [2, 4, 5, 6], 16 / 23],
    // Margins of half and half, and half of the pairs agree: what chance gives.
    [[0, 0, 5, 5], [0, 5, 0, 5], 0],
    [[0, 5], [5, 0], -1],
  ] as const)
    assert.ok(near(agreementOf(pairsOf(first, second))?.kappa, kappa), `${first} and ${second}: ${kappa}`);
  // The table of 100 pairs with kappa 0.6 of two equal categories: 40 and 40 agree, 10 and 10 do not.
  const cells = [
    ...Array.from({ length: 40 }, () => ({ first: 0, second: 0 })),
    ...Array.from({ length: 40 }, () => ({ first: 1, second: 1 })),
    ...Array.from({ length: 10 }, () => ({ first: 0, second: 1 })),
    ...Array.from({ length: 10 }, () => ({ first: 1, second: 0 })),
  ];
  assert.deepEqual(agreementOf(cells), { criteria: 100, within_one: 1, equal: 0.8, kappa: 0.6 });
});

test('kappa is null where both gave one score to everything, and nothing is said of no scores', () => {
  assert.deepEqual(agreementOf(pairsOf([3, 3], [3, 3])), { criteria: 2, within_one: 1, equal: 1, kappa: null });
  // Each gave one score, but not the same: that is no better than chance, and it is defined.
  assert.deepEqual(agreementOf(pairsOf([3, 3], [5, 5])), { criteria: 2, within_one: 0, equal: 0, kappa: 0 });
  assert.equal(agreementOf([]), undefined);
});

const score = fc.integer({ min: 0, max: 5 });
const pairs = fc.array(fc.record({ first: score, second: score }), { minLength: 1, maxLength: 40 });

test('any scores: kappa is that of the definition, whoever is named first, and shares are shares', () => {
  fc.assert(
    fc.property(pairs, (given) => {
      const found = agreementOf(given);
      assert.ok(found);
      assert.ok(near(found.kappa, byTables(given)), `${found.kappa} is not ${byTables(given)}`);
      const swapped = given.map(({ first, second }) => ({ first: second, second: first }));
      assert.deepEqual(agreementOf(swapped), found);
      assert.ok(0 <= found.equal && found.equal <= found.within_one && found.within_one <= 1);
      assert.equal(found.equal === 1, found.kappa === 1 || (found.kappa === null && found.equal === 1));
      assert.ok(found.kappa === null || (found.kappa <= 1 && found.kappa >= -1));
    }),
  );
});
