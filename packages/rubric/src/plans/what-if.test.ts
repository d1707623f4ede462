import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exampleAudit, v1 } from '../../test/example-audit.ts';
import type { Audit, PriorityAction } from '../audit/audit.ts';
import { checkAudit } from '../audit/check.ts';
import { fixAudit } from '../audit/fix.ts';
import { effortCost, tierOf } from '../rubric.ts';
import { cheapestWayUp, outcomeWith } from './what-if.ts';

const ids = v1.criteria.map(({ id }) => id);
const scores = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 0, max: 5 }));

test('what an audit would come to is what publishing it with these scores demands', () => {
  fc.assert(
    fc.property(scores, (wanted) => {
      const record = exampleAudit();
      const outcome = outcomeWith(record, v1, new Map(Object.entries(wanted)));
      const written = structuredClone(record);
      for (const criterion of written.criteria) criterion.score = wanted[criterion.id] ?? criterion.score;
      written.priority_actions = [];
      fixAudit(written, new Map([['v1', v1]]));
      assert.ok('audit' in checkAudit(written, new Map([['v1', v1]])));
      const { pillars, overall_score, tier } = written;
      assert.deepEqual(outcome, { pillars, overall_score, tier });
    }),
  );
});

const action = fc.record({
  action: fc.constant('Do it'),
  points_gain: fc.integer({ min: 0, max: 12 }),
  pillar: fc.constantFrom(...v1.pillars.map(({ id }) => id)),
  effort: fc.constantFrom(...v1.efforts, 'unheard of'),
});

/** Every set of actions, with what it gains and costs. */
function allSets(record: Audit) {
  const { priority_actions: actions } = record;
  return Array.from({ length: 2 ** actions.length }, (_, set) => {
    const chosen = actions.filter((_one, at) => set & (2 ** at));
    const gain = Object.entries(record.pillars).reduce((sum, [id, { score, max }]) => {
      const points = chosen.filter(({ pillar }) => pillar === id).reduce((of, one) => of + one.points_gain, 0);
      return sum + Math.min(points, max - score);
    }, 0);
    return { chosen, gain, cost: costOf(chosen) };
  });
}
const costOf = (actions: readonly PriorityAction[]) =>
  actions.reduce((sum, { effort }) => sum + effortCost(v1, effort), 0);

test('the cheapest way up reaches the next tier, and no set of actions does so for less', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 8 }), scores, (priority_actions, wanted) => {
      const start = exampleAudit();
      const record = { ...start, ...outcomeWith(start, v1, new Map(Object.entries(wanted))), priority_actions };
      const above = v1.tiers.filter(({ min }) => min > record.overall_score).at(-1);
      const way = cheapestWayUp(record, v1);
      const reaching = allSets(record).filter(({ gain }) => above && record.overall_score + gain >= above.min);
      if (!way) return assert.equal(reaching.length, 0);
      const least = Math.min(...reaching.map(({ cost }) => cost));
      assert.equal(costOf(way.actions), least);
      const fewest = Math.min(...reaching.filter(({ cost }) => cost === least).map(({ chosen }) => chosen.length));
      assert.equal(way.actions.length, fewest);
      const same = reaching.find(({ chosen }) => JSON.stringify(chosen) === JSON.stringify(way.actions));
      assert.ok(same, 'a set of these actions, in their order');
      assert.equal(way.overall_score, record.overall_score + same.gain);
      assert.equal(way.tier, tierOf(v1, way.overall_score).name);
    }),
    { numRuns: 300 },
  );
});

test('there is no way up from the best tier, nor where all actions together do not suffice', () => {
  const record = exampleAudit();
  const best = { ...record, ...outcomeWith(record, v1, new Map(ids.map((id) => [id, 5]))) };
  assert.equal(cheapestWayUp(best, v1), undefined);
  assert.equal(cheapestWayUp({ ...record, priority_actions: [] }, v1), undefined);
});
