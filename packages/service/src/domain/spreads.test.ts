import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { medianOf, scoresBelow } from './leaderboard.ts';
import { openSpreads, pillarMedians, type Spreads, spreadKey } from './spreads.ts';

const company = fc.record({
  rubric: fc.constantFrom('v1', 'v2'),
  fictional: fc.boolean(),
  business: fc.constantFrom('shop' as const, 'saas' as const, undefined),
  overall_score: fc.nat(100),
  pillar_scores: fc.record({ P1: fc.nat(25), P2: fc.nat(25) }),
});

test('whoever comes and goes, a group is what counting its companies gives, and earlier spreads stay as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(company, fc.boolean()), { maxLength: 12 }), { maxLength: 4 }), (rounds) => {
      let spreads: Spreads = new Map();
      let listed: (typeof rounds)[number][number][0][] = [];
      for (const round of rounds) {
        const before = structuredClone(spreads);
        const counts = openSpreads(spreads);
        for (const [one, leaves] of round) {
          const [first] = listed;
          if (leaves && first) counts.count(first, -1);
          if (leaves) listed = listed.slice(1);
          counts.count(one, 1);
          listed = [...listed, one];
        }
        const after = counts.finish();
        assert.deepEqual(spreads, before);
        spreads = after;
      }
      for (const rubric of ['v1', 'v2'])
        for (const fictional of [true, false])
          for (const business of ['all', 'shop', 'saas'] as const) {
            const of = listed.filter(
              (one) =>
                one.rubric === rubric &&
                one.fictional === fictional &&
                (business === 'all' || one.business === business),
            );
            const spread = spreads.get(spreadKey({ rubric, fictional, business }));
            assert.equal(spread?.companies ?? 0, of.length);
            if (!spread) continue;
            const half = (values: number[]) => values.sort((a, b) => b - a)[Math.ceil(values.length / 2) - 1];
            assert.equal(medianOf(spread.scores), half(of.map(({ overall_score }) => overall_score)));
            assert.equal(pillarMedians(spread).get('P1'), half(of.map(({ pillar_scores }) => pillar_scores.P1)));
            const [one] = of;
            const less = of.filter(({ overall_score }) => overall_score < (one?.overall_score ?? 0)).length;
            const share = of.length > 1 ? Math.floor((100 * less) / (of.length - 1)) : undefined;
            assert.equal(scoresBelow(spread.scores, one?.overall_score ?? 0), share);
          }
    }),
  );
});
