import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { madeProposal } from '../../../test/world/made-proposal.ts';
import type { CriterionProposal } from '../proposal.ts';
import { expectedPoints, type PointWeights, pointWeights } from './expected-points.ts';
import learned from './weights.json' with { type: 'json' };

/** What readers gave where rungs were like these (decision 219). */
const proposal = (id: string, given: Partial<CriterionProposal> = {}) =>
  madeProposal(id, { low: 1, proposed: 2, high: 4, ...given });
/** So many points more than the rungs, for a criterion. */
const always = (base: number, id = 'P2-A'): PointWeights => ({
  criteria: { [id]: { base, proposed: 0, high: 0, site: 0 } },
  shared: { low: 0, pillar: 0, readable: 0 },
});
const one = (given: CriterionProposal, weights: PointWeights) =>
  expectedPoints([given], { weights })[0] ?? assert.fail();

describe('the points that readers gave', () => {
  test('move a proposal by one point at most, with a reason for a person to look', () => {
    const moved = one(proposal('P2-A', { needs_human: ['lexical'] }), always(3));
    assert.deepEqual([moved.proposed, moved.needs_human], [3, ['lexical', 'expected']]);
    assert.equal(one(proposal('P2-A', { proposed: 3 }), always(-3)).proposed, 2);
    const { proposed, needs_human, ...rest } = moved;
    const { proposed: _, needs_human: __, ...before } = proposal('P2-A');
    assert.deepEqual(rest, before, 'nothing else of it changes');
  });

  test('leave a proposal where less than half a point speaks for another', () => {
    const given = proposal('P2-A');
    assert.equal(one(given, always(0.49)), given);
    assert.equal(one(given, always(-0.49)), given);
  });

  test('never leave the interval, and never come from 0 or to 0', () => {
    assert.equal(one(proposal('P2-A', { proposed: 4 }), always(1)).proposed, 4);
    assert.equal(one(proposal('P2-A', { low: 2 }), always(-1)).proposed, 2);
    assert.equal(one(proposal('P2-A', { low: 0, proposed: 0 }), always(1)).proposed, 0);
    assert.equal(one(proposal('P2-A', { low: 0, proposed: 1 }), always(-1)).proposed, 1);
    const rungs = [1, 2, 3].map((score) => ({ score, state: 'false' as const, text: 'More.' }));
    assert.equal(one(proposal('P2-A', { rungs }), always(1)).proposed, 2, 'nor up to the top rung');
    assert.equal(one(proposal('P2-A', { proposed: 3, rungs }), always(-1)).proposed, 2);
  });

  test('follow the site as it was read: an answer about a claim moves its own criterion alone', () => {
    const read = [proposal('P2-A'), proposal('P2-B')];
    const answered = [proposal('P2-A'), proposal('P2-B', { proposed: 4 })];
    // One point more where the mean of the site is 3 or more.
    const { criteria, shared } = always(0, 'P2-B');
    const weights = { criteria: { ...criteria, 'P2-A': { base: -2, proposed: 0, high: 0, site: 1 } }, shared };
    assert.equal(expectedPoints(answered, { weights }).find(({ id }) => id === 'P2-A')?.proposed, 3);
    assert.deepEqual(expectedPoints(answered, { weights, read }), answered);
  });

  test('do not move what a person must see first, nor what nothing was learned of', () => {
    for (const reason of ['capped', 'conflict', 'injection'] as const)
      assert.equal(one(proposal('P2-A', { needs_human: [reason] }), always(1)).proposed, 2, reason);
    assert.equal(one(proposal('P9-A'), always(1)).proposed, 2);
  });

  test('are learned for every criterion whose rungs rest on words, but those that follow their rungs alone', () => {
    const { criteria } = pointWeights.parse(learned);
    const ladders = readLadders().get('v1') ?? assert.fail();
    const scored = ladders.ladders.map(({ id }) => id).filter((id) => !ladders.preview.includes(id));
    assert.deepEqual(Object.keys(criteria), scored.filter((id) => !/^(?:P1-.|P3-[AD]|P4-.|P5-B)$/.test(id)).sort());
  });
});
