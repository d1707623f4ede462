import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v1, v2 } from '../test/example-audit.ts';
import { rubricChanges } from './rubric-changes.ts';

test('two rubrics are compared in all that readers see', () => {
  const later = structuredClone(v2);
  Object.assign(later.pillars[0] ?? {}, { name: 'Signals', description: 'Other words.' });
  Object.assign(later.tiers[0] ?? {}, { min: 86 });
  Object.assign(later.tiers[1] ?? {}, { max: 85 });
  Object.assign(later.criteria[1] ?? {}, { name: 'Prices' });
  later.staleness_days = 90;
  const found = rubricChanges(v2, later).map(({ what, before, after }) => [what, before, after]);
  assert.deepEqual(found, [
    ['P1 Signals, name', 'Signal Architecture', 'Signals'],
    ['P1 Signals, description', v2.pillars[0]?.description, 'Other words.'],
    ['P1-B Prices, name', 'Machine-Readable Pricing', 'Prices'],
    ['Tier Agent-Ready', '85 to 100, code A', '86 to 100, code A'],
    ['Tier Emerging', '60 to 84, code E', '60 to 85, code E'],
    ['Stale after', '180 days', '90 days'],
  ]);
  assert.deepEqual(rubricChanges(v1, v1), []);
  assert.deepEqual(rubricChanges(v2, v1).at(-1), {
    what: 'P3-E Agent Registration',
    before: '4 points',
    after: null,
  });
});
