import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criterionScores } from '@readymark/rubric/audit/criterion-scores';
import { exampleAudit, rubrics, v2 } from '../../../../rubric/test/example-audit.ts';
import { auditColumns } from '../../domain/audit/published.ts';
import type { Listed, Snapshot } from '../snapshot.ts';
import { atLeast, columnOf, pointsOf, sortedBy } from './columns.ts';

const companyOf = (at: number, audit = exampleAudit({ scores: { 'P1-B': at % 6 } })) =>
  ({
    slug: `c${at}`,
    company: `Company ${at % 10}`,
    audit_date: `2026-01-${String((at % 28) + 1).padStart(2, '0')}`,
    overall_score: 100 - at,
    pillar_scores: { P1: at % 26 },
    ...criterionScores(auditColumns(audit, rubrics).criterion_scores),
  }) as unknown as Listed;

function snapshotOf(companies: readonly Listed[]): Snapshot {
  const by_name = companies.toSorted((a, b) => (a.company < b.company ? -1 : a.company > b.company ? 1 : 0));
  return { companies, by_name, count: companies.length } as unknown as Snapshot;
}
const all = (count: number) => Int32Array.from({ length: count }, (_, at) => at);

test('the scores of all companies of a rubric share the ids of its criteria', () => {
  const [one, other] = [companyOf(1), companyOf(2)];
  assert.equal(one.criterion_ids, other.criterion_ids);
  assert.equal(one.criterion_scores.length, 20);
  assert.deepEqual([pointsOf(one, 'P1-B'), pointsOf(other, 'P1-B'), pointsOf(one, 'P1')], [1, 2, 1]);
  assert.equal(pointsOf(one, 'P3-E'), undefined);
});

test('a column has the value of each company, and none where its rubric lacks the criterion', () => {
  const companies = [companyOf(0), companyOf(1, exampleAudit({ rubric: v2, scores: { 'P3-E': 4 } })), companyOf(5)];
  const snapshot = snapshotOf(companies);
  const values = (field: string) => [...columnOf(snapshot, field).values];
  assert.deepEqual(values('P1-B'), [0, 3, 5]);
  assert.deepEqual(values('P3-E'), [-1, 4, -1]);
  assert.deepEqual(values('P1'), [0, 1, 5]);
  assert.deepEqual(values('P9-Z'), [-1, -1, -1]);
  assert.deepEqual(values('audit_date'), [0, 1, 2]);
  assert.deepEqual(values('company'), [0, 1, 2]);
  assert.equal(columnOf(snapshot, 'P1-B'), columnOf(snapshot, 'P1-B'));
});

test('places are sorted by a column in either direction, equal ones and those without a value in their own order', () => {
  const column = { values: Int16Array.of(2, -1, 0, 2, 0, -1, 1), size: 3 };
  assert.deepEqual([...sortedBy(all(7), column, true)], [0, 3, 6, 2, 4, 1, 5]);
  assert.deepEqual([...sortedBy(all(7), column, false)], [2, 4, 6, 0, 3, 1, 5]);
  assert.deepEqual([...sortedBy(Int32Array.of(1, 4, 6), column, true)], [6, 4, 1]);
  assert.deepEqual([...sortedBy(all(0), { values: new Int16Array(), size: 0 }, true)], []);
  assert.deepEqual([...atLeast(all(7), column, 1)], [0, 3, 6]);
  assert.deepEqual([...atLeast(all(7), column, 0)], [0, 2, 3, 4, 6]);
});

test('a publication of the leaderboard costs each column once, and a list by it a fraction of a millisecond', () => {
  const snapshot = snapshotOf(Array.from({ length: 10_000 }, (_, at) => companyOf(at)));
  const before = process.cpuUsage();
  for (let call = 0; call < 100; call++)
    for (const field of ['company', 'audit_date', 'overall_score', 'P1', 'P1-B', 'P5-D'])
      sortedBy(atLeast(all(10_000), columnOf(snapshot, field), 0), columnOf(snapshot, field), true);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 2_000_000, `600 lists took ${user} µs`);
});
