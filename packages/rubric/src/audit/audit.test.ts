import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { exampleAudit } from '../../test/example-audit.ts';
import { auditRecord, isStale, latestAuditDate, reauditDue, sourceFile } from './audit.ts';

test('reaudit_due is audit_date plus 180 days, over leap days and the turn of the year', () => {
  assert.equal(reauditDue('2026-04-17', 180), '2026-10-14');
  assert.equal(reauditDue('2026-11-20', 180), '2027-05-19');
  assert.equal(reauditDue('2027-11-20', 180), '2028-05-18');
});

test('the latest day of an audit is tomorrow, also over the turn of the year', () => {
  assert.equal(latestAuditDate('2026-11-21'), '2026-11-22');
  assert.equal(latestAuditDate('2027-12-31'), '2028-01-01');
});

test('a score is stale once today is past reaudit_due, not on the day itself', () => {
  assert.equal(isStale('2027-05-19', '2027-05-19'), false);
  assert.equal(isStale('2027-05-19', '2027-05-20'), true);
});

test('the record has the keys of spec 2.2 in that order, rank last', () => {
  assert.deepEqual(Object.keys(auditRecord.shape), [
    'company',
    'slug',
    'website',
    'audit_date',
    'reaudit_due',
    'overall_score',
    'tier',
    'tier_as_published',
    'pillars',
    'criteria',
    'strongest_signals',
    'critical_gaps',
    'priority_actions',
    'executive_summary',
    'rubric_version',
    'framework',
    'source_file',
    'rank',
  ]);
  const record = { ...exampleAudit(), rank: 1 };
  assert.deepEqual(auditRecord.parse(record), record);
  assert.ok(z.toJSONSchema(auditRecord));
});

test('the source file is named by slug and date', () => {
  assert.equal(sourceFile('example-widgets', '2026-11-20'), 'example-widgets_2026-11-20.audit.json');
});
