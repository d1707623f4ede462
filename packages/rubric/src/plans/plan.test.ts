import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { exampleAudit, v1 } from '../../test/example-audit.ts';
import { laddersById } from '../ladder.ts';
import { readLadders } from '../read-rubrics.ts';
import { effortCost } from '../rubric.ts';
import { planOf } from './plan.ts';
import { cheapestSteps, outcomeWith } from './what-if.ts';

/** Plans (decision 192): the cheapest steps from an audit to a score. */
const ladders = laddersById(readLadders().get('v1'));
const ids = v1.criteria.map(({ id }) => id);
const scores = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 0, max: 5 }));
const record = (wanted: Readonly<Record<string, number>> | number) => ({
  ...exampleAudit({ scores: wanted }),
  rank: 1,
});

test('the rungs of a plan reach what it says, and the target wherever usual ways up do', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 0, max: 100 }), (wanted, target) => {
      const audit = record(wanted);
      const plan = planOf({ ...audit, priority_actions: [] }, false, v1, ladders, target);
      assert.equal(plan.target, target);
      const reached = outcomeWith(audit, v1, new Map(Object.entries(plan.rungs ?? {}))).overall_score;
      assert.equal(plan.reaches, reached);
      for (const [id, score] of Object.entries(plan.rungs ?? {}))
        assert.ok(score > (audit.criteria.find((one) => one.id === id)?.score ?? 9), `${id} goes up`);
      const most = planOf({ ...audit, priority_actions: [] }, false, v1, ladders, 100).reaches;
      assert.ok(plan.reaches >= Math.min(target, most), `${plan.reaches} of ${target}, at most ${most}`);
      if (audit.overall_score >= target) assert.deepEqual(plan.priority_actions, []);
    }),
    { numRuns: 60 },
  );
});

test('an audit’s own actions come first, and only as many as are needed', () => {
  const audit = record(3);
  const [own, dear] = ['Publish an llms.txt', 'Build an API'] as const;
  audit.priority_actions = [
    { action: dear, points_gain: 5, pillar: 'P1', effort: 'High' },
    { action: own, points_gain: 2, pillar: 'P1', effort: 'Low' },
  ];
  const plan = planOf(audit, true, v1, ladders, 62);
  assert.deepEqual(plan.priority_actions, [audit.priority_actions[1]]);
  assert.deepEqual([plan.target, plan.reaches, plan.stale, plan.rungs], [62, 62, true, undefined]);
  // Beyond what they gain, usual ways up the rungs take their place.
  const further = planOf(audit, true, v1, ladders, 75);
  assert.ok(further.reaches >= 75 && Object.keys(further.rungs ?? {}).length > 0);
  assert.match(further.priority_actions[0]?.action ?? '', /^P\d-[A-E]: \S/);
});

test('without a target a plan leads to the next tier, in the best one to all points', () => {
  assert.equal(planOf(record(2), false, v1, ladders).target, 60);
  assert.equal(planOf(record(3), false, v1, ladders).target, 85);
  assert.equal(planOf(record(5), false, v1, ladders).target, 100);
});

test('the steps that are chosen cost no more than any others that reach as much', () => {
  const climbing = fc.array(
    fc.record({ points_gain: fc.integer({ min: 1, max: 3 }), effort: fc.constantFrom(...v1.efforts) }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(fc.array(climbing, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 15 }), (of, points) => {
      const sums = (taken: readonly number[]) => {
        const steps = of.flatMap((one, at) => one.slice(0, taken[at]));
        return {
          gain: steps.reduce((sum, { points_gain }) => sum + points_gain, 0),
          cost: steps.reduce((sum, { effort }) => sum + effortCost(v1, effort), 0),
        };
      };
      const all = of.reduce<number[][]>(
        (before, steps) =>
          before.flatMap((one) => Array.from({ length: steps.length + 1 }, (_, many) => [...one, many])),
        [[]],
      );
      const reaching = all.map(sums).filter(({ gain }) => gain >= points);
      const chosen = sums(cheapestSteps(of, v1, points));
      if (!reaching.length) return assert.equal(chosen.gain, Math.max(...all.map((one) => sums(one).gain)));
      assert.ok(chosen.gain >= points);
      assert.equal(chosen.cost, Math.min(...reaching.map(({ cost }) => cost)));
    }),
    { numRuns: 200 },
  );
});

test('the steps that a plan shows of rungs are whole, and the best value of those that fit comes first', () => {
  for (const points of [0, 1, 2, 3, 4])
    for (let target = 10; target <= 100; target += 5) {
      const audit = { ...record(points), company: 'Quillseedry Seed Catalogues', slug: 'quillseedry' };
      const { priority_actions: steps, rungs = {} } = planOf(
        { ...audit, priority_actions: [] },
        false,
        v1,
        ladders,
        target,
      );
      assert.equal(steps.length > 0, Object.keys(rungs).length > 0);
      for (const { action } of steps) {
        assert.doesNotMatch(action, /…$/);
        assert.ok((action.split(':')[0] ?? '') in rungs, action);
      }
    }
});

test('a plan takes at most 300 tokens, however many steps it has and however long its texts are', () => {
  const long = {
    en: 'Publish every price with its currency ',
    de: 'Veröffentlichen Sie jeden Preis ',
    ja: '料金を公開する',
  };
  for (const words of Object.values(long))
    for (const [points, target] of [
      [0, 100],
      [1, 85],
      [2, 60],
      [4, 100],
    ] as const) {
      const audit = record(points);
      audit.company = words.repeat(3).slice(0, 80);
      const plan = planOf({ ...audit, priority_actions: [] }, true, v1, ladders, target);
      const own = v1.pillars.flatMap(({ id }) => [
        { action: words.repeat(8), points_gain: 4, pillar: id, effort: 'Low' },
        { action: words.repeat(8), points_gain: 2, pillar: id, effort: 'High' },
      ]);
      const with_own = planOf({ ...audit, priority_actions: own.slice(0, 7) }, true, v1, ladders, target);
      for (const each of [plan, with_own]) {
        const tokens = countTokens(JSON.stringify(each));
        assert.ok(tokens <= 300, `${tokens} tokens: ${JSON.stringify(each)}`);
      }
    }
});
