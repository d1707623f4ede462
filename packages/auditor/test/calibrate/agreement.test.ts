import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agreementOf, groupsOf, type Pair, quadraticKappa, setsOf } from './agreement.ts';
import { setOf } from './subjects.ts';

const pair = (id: string, proposed: number, human: number): Pair => ({
  ...{ id, proposed, human },
  low: proposed - 1,
  high: proposed + 1,
});

/** Pairs of scores: `31 22` are 3 with 1, and 2 with 2. */
const scores = (text: string) => text.split(' ').map((pair) => [Number(pair[0]), Number(pair[1])] as const);

describe('the quadratic weighted kappa', () => {
  test('is 1 for the same scores, -1 for the opposite ones, 0 where one always says the same', () => {
    assert.equal(quadraticKappa(scores('00 55 22')), 1);
    assert.equal(quadraticKappa(scores('05 50')), -1);
    assert.equal(quadraticKappa(scores('21 23')), 0);
  });

  test('is 1 less what is observed over what is expected by chance', () => {
    // Squares observed: 0, 0, 1 and 4 of 4 pairs; expected: 28 in the 16 pairs of each first with each second.
    assert.equal(quadraticKappa(scores('11 33 23 31')), 1 - 5 / 4 / (28 / 16));
  });

  test('is unknown for no scores, and for scores that are all the same', () => {
    assert.equal(quadraticKappa([]), null);
    assert.equal(quadraticKappa(scores('33 33')), null);
  });
});

test('agreement is counted in shares and points', () => {
  const pairs = [pair('P1-A', 3, 3), pair('P1-A', 2, 3), pair('P1-B', 1, 4), pair('P2-A', 5, 4)];
  const { scores, within_one, exact, bias, inside, width } = agreementOf(pairs);
  assert.deepEqual(
    { scores, within_one, exact, bias, inside, width },
    {
      ...{ scores: 4, within_one: 0.75, exact: 0.25 },
      ...{ bias: -0.75, inside: 0.75, width: 2 },
    },
  );
  assert.deepEqual(
    [...groupsOf(pairs)].map(([name, those]) => [name, those.length]),
    [
      ['all', 4],
      ['P1', 3],
      ['P2', 1],
      ['P1-A', 2],
      ['P1-B', 1],
      ['P2-A', 1],
    ],
  );
  assert.equal(agreementOf([]).within_one, null);
});

test('sites are taken by their half, and together where there are two', () => {
  const sites = [{ set: 'check' as const }, { set: 'fit' as const }, { set: 'fit' as const }];
  const sizes = (of: typeof sites) => [...setsOf(of)].map(([set, those]) => `${set} ${those.length}`);
  assert.deepEqual(sizes(sites), ['fit 2', 'check 1', 'all 3']);
  assert.deepEqual(sizes(sites.slice(1)), ['fit 2']);
});

test('a site is kept for checking unless it was put into the half that rules are fitted to', () => {
  assert.equal(setOf('jamaka'), 'fit');
  assert.equal(setOf('a-site-that-nobody-named'), 'check');
});
