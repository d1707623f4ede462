import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedPoints } from '../../src/score/expected/expected-points.ts';
import type { CriterionProposal } from '../../src/score/proposal.ts';
import { madeProposal } from '../world/made-proposal.ts';
import { type Example, learnWeights } from './learn-weights.ts';

/** Weights of what readers gave beyond the rungs (decision 219), from made examples. */
const ids = ['P1-A', 'P2-A', 'P2-B', 'P3-B'];
const rungsOf = (points: readonly number[]): CriterionProposal[] =>
  ids.map((id, at) => {
    const proposed = points[at] ?? 0;
    return madeProposal(id, { low: Math.max(0, proposed - 1), proposed, high: Math.min(5, proposed + 1) });
  });

/** Many sites, whose readers give one point more in P2-B where the rungs say 2, and in all else what the rungs say. */
const examples = Array.from({ length: 60 }, (_, at): Example => {
  const points = [at % 6, (at * 5) % 6, (at * 7) % 4, (at * 11) % 6];
  const human = new Map(ids.map((id, n) => [id, (points[n] ?? 0) + Number(id === 'P2-B')]));
  return { name: `site-${at}`, rungs: rungsOf(points), human, unobservable: new Set() };
});

test('what readers gave of one criterion is learned of that one, and the same sites give the same weights', () => {
  const weights = learnWeights(examples);
  assert.deepEqual(learnWeights(examples), weights);
  const given = (points: readonly number[]) =>
    expectedPoints(rungsOf(points), { weights }).map(({ proposed }) => proposed);
  assert.deepEqual(given([3, 3, 2, 3]), [3, 3, 3, 3]);
  assert.deepEqual(given([1, 2, 1, 4]), [1, 2, 2, 4]);
});

test('nothing is learned from the half that checks, nor of what a copy does not show', () => {
  const [first] = examples;
  assert.ok(first);
  assert.throws(() => learnWeights([...examples, { ...first, name: 'govuk-pay' }]), /govuk-pay/);
  const hidden = examples.map((one) => ({ ...one, unobservable: new Set(['P2-B']) }));
  assert.deepEqual(Object.keys(learnWeights(hidden).criteria), ['P2-A', 'P3-B']);
});
