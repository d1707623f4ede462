import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit, v2 } from '../../test/example-audit.ts';
import { auditChanges } from './changes.ts';

test('only changes are listed, with the score before and after', () => {
  const changes = auditChanges(
    exampleAudit({ scores: { 'P1-A': 1, 'P4-B': 5 } }),
    exampleAudit({ scores: { 'P1-A': 4, 'P4-B': 4 } }),
  );
  assert.deepEqual(
    [changes.score_before, changes.score_after, changes.points_gained, changes.tier_changed, changes.rubric_changed],
    [60, 62, 2, false, false],
  );
  assert.deepEqual(
    changes.criteria.map(({ id, before, after }) => [id, before, after]),
    [
      ['P1-A', 1, 4],
      ['P4-B', 5, 4],
    ],
  );
  assert.deepEqual(
    changes.pillars.map(({ id, name, before, after }) => [id, name, before, after]),
    [
      ['P1', 'Signal Architecture', 13, 16],
      ['P4', 'Velocity Triggers', 8, 7],
    ],
  );
});

test('two equal audits have no changes', () => {
  const { pillars, criteria, points_gained } = auditChanges(exampleAudit(), exampleAudit({ audit_date: '2027-05-19' }));
  assert.deepEqual({ pillars, criteria, points_gained }, { pillars: [], criteria: [], points_gained: 0 });
});

test('a new tier is reported', () => {
  const { tier_before, tier_after, tier_changed } = auditChanges(
    exampleAudit({ scores: 2 }),
    exampleAudit({ scores: 5 }),
  );
  assert.deepEqual(
    { tier_before, tier_after, tier_changed },
    { tier_before: 'Human-Dependent', tier_after: 'Agent-Ready', tier_changed: true },
  );
});

test('from v1 to v2 the criterion that v1 does not score has null before, and different maxima count as changes', () => {
  const there = auditChanges(exampleAudit(), exampleAudit({ rubric: v2 }));
  assert.equal(there.rubric_changed, true);
  assert.deepEqual(
    there.criteria.map(({ id, before, after, max_before, max_after }) => [id, before, after, max_before, max_after]),
    [
      ['P3-A', 3, 3, 5, 4],
      ['P3-B', 3, 3, 5, 4],
      ['P3-C', 3, 3, 5, 4],
      ['P3-D', 3, 3, 5, 4],
      ['P3-E', null, 3, null, 4],
    ],
  );
  const back = auditChanges(exampleAudit({ rubric: v2 }), exampleAudit());
  assert.deepEqual(
    back.criteria.find(({ id }) => id === 'P3-E'),
    {
      id: 'P3-E',
      name: 'Agent Registration',
      before: 3,
      after: null,
      max_before: 4,
      max_after: null,
    },
  );
});
