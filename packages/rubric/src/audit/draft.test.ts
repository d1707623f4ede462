import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit, rubrics, v1, v2 } from '../../test/example-audit.ts';
import { slugIssue } from '../field.ts';
import { checkAudit } from './check.ts';
import { draftAudit, slugOf } from './draft.ts';

const company = { company: 'Acme', slug: 'acme', website: 'https://acme.example/' };
const pathsOf = (record: unknown) => {
  const checked = checkAudit(record, rubrics);
  return 'issues' in checked ? checked.issues.map(({ path }) => path) : [];
};

test('a draft has everything that follows from rubric, company and day, and check names what the auditor must write', () => {
  for (const rubric of [v1, v2]) {
    const draft = draftAudit(company, rubric, '2026-11-21', undefined);
    const paths = new Set(pathsOf(draft));
    assert.equal(draft.reaudit_due, '2027-05-20');
    assert.equal(draft.source_file, 'acme_2026-11-21.audit.json');
    for (const at of rubric.criteria.keys())
      for (const field of ['score', 'evidence'])
        assert.ok(paths.has(`$.criteria[${at}].${field}`), `${rubric.version} ${at} ${field}`);
    for (const path of ['$.executive_summary', '$.overall_score']) assert.ok(paths.has(path), path);
    for (const path of [
      '$.company',
      '$.slug',
      '$.website',
      '$.audit_date',
      '$.reaudit_due',
      '$.rubric_version',
      '$.framework',
      '$.source_file',
    ])
      assert.ok(!paths.has(path), path);
    assert.equal(
      Object.hasOwn(JSON.parse(JSON.stringify(draft)), 'tier_as_published'),
      false,
      'it is stamped at publication',
    );
  }
});

test('a draft for an audited company keeps its scores, and its texts beside those that are to be written', () => {
  const last = exampleAudit({ ...company, audit_date: '2026-05-01', scores: { 'P1-A': 5 } });
  const draft = draftAudit(last, v1, '2026-11-21', last);
  const paths = pathsOf(draft);
  assert.equal(draft.overall_score, last.overall_score);
  assert.deepEqual(
    new Set(paths),
    new Set([...v1.criteria.keys()].map((at) => `$.criteria[${at}].evidence`).concat('$.executive_summary')),
  );
  for (const [at, { evidence, evidence_before }] of draft.criteria.entries())
    assert.deepEqual([evidence, evidence_before], [null, last.criteria[at]?.evidence]);
  assert.deepEqual([draft.executive_summary, draft.executive_summary_before], [null, last.executive_summary]);
  assert.deepEqual([draft.critical_gaps, draft.critical_gaps_before], [[], last.critical_gaps]);
  for (const criterion of draft.criteria) criterion.evidence = 'Seen again.';
  const checked = checkAudit({ ...draft, executive_summary: 'New.' }, rubrics);
  assert.doesNotMatch(JSON.stringify('audit' in checked && checked.audit), /_before/, 'none of it is published');
});

test('scores under another rubric are not kept', () => {
  const last = exampleAudit({ ...company, audit_date: '2026-05-01' });
  const draft = draftAudit(last, v2, '2026-11-21', last);
  assert.equal(draft.overall_score, null);
  assert.ok(draft.criteria.every(({ evidence_before }) => evidence_before === undefined));
  assert.equal(draft.executive_summary_before, last.executive_summary);
});

test('a slug comes from letters and digits of the name, and is never reserved', () => {
  for (const [name, slug] of [
    ['Café Motör & Co.', 'cafe-motor-co'],
    ['  --A--  ', 'a'],
    ['Index', 'index-company'],
    [`${'long '.repeat(30)}`, 'long-'.repeat(13).slice(0, 64).replace(/-$/, '')],
  ] as const) {
    assert.equal(slugOf(name), slug);
    assert.equal(slugIssue(slug), undefined);
  }
  assert.equal(slugOf('株式会社'), '');
});
