import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exampleAudit, rubrics, v1, v2 } from '../../test/example-audit.ts';
import { checkAudit } from './check.ts';
import { fixAudit } from './fix.ts';

type Loose = Record<string, unknown>;

test('what follows from the scores and the date is written, and the record is then valid', () => {
  for (const rubric of [v1, v2]) {
    const right = exampleAudit({ rubric, scores: 4 });
    const record = structuredClone(right) as unknown as Loose;
    const other = rubric.tiers.find(({ code }) => code !== right.tier_as_published)?.code;
    for (const pillar of Object.values(record.pillars as Record<string, Loose>))
      Object.assign(pillar, { score: 0, max: 1 });
    for (const criterion of record.criteria as Loose[]) Object.assign(criterion, { pillar: 'P0', max: null });
    Object.assign(record, { overall_score: null, tier: null, tier_as_published: other, reaudit_due: 'soon' });
    record.source_file = undefined;
    const fixed = fixAudit(record, rubrics) ?? [];
    const checked = checkAudit(record, rubrics);
    assert.deepEqual('audit' in checked && checked.audit, right);
    assert.deepEqual(
      fixed.filter(({ path }) => !/criteria|pillars/.test(path)).map(({ path, before }) => [path, before]),
      [
        ['$.overall_score', null],
        ['$.tier', null],
        ['$.tier_as_published', other],
        ['$.reaudit_due', 'soon'],
        ['$.source_file', undefined],
      ],
    );
    assert.deepEqual(fixAudit(record, rubrics), [], 'nothing is left to fix');
  }
});

test('a sum is written once all its parts are scored, and not before', () => {
  const record = structuredClone(exampleAudit()) as unknown as Loose;
  const [first, ...others] = record.criteria as Loose[];
  Object.assign(first ?? {}, { score: null });
  for (const one of others) one.score = 4;
  const paths = (fixAudit(record, rubrics) ?? []).map(({ path }) => path);
  assert.deepEqual(paths, ['$.pillars.P2.score', '$.pillars.P3.score', '$.pillars.P4.score', '$.pillars.P5.score']);
  Object.assign(first ?? {}, { score: 4 });
  fixAudit(record, rubrics);
  assert.equal(record.overall_score, 80);
});

test('a code that no tier of the rubric has is kept, and so are unknown keys and the order of keys', () => {
  const { company, ...rest } = exampleAudit();
  const record: Loose = { note: 'mine', ...rest, company, tier_as_published: 'gold', overall_score: 1 };
  const keys = Object.keys(record);
  fixAudit(record, rubrics);
  assert.deepEqual(Object.keys(record), keys);
  assert.deepEqual([record.note, record.tier_as_published, record.overall_score], ['mine', 'gold', 60]);
});

test('what is no audit is not touched, whatever it is', () => {
  const package_file = { name: 'x', rubric_version: v1.record_label, criteria: [{ id: 'Z9' }], pillars: {} };
  assert.equal(fixAudit(package_file, rubrics), undefined);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = structuredClone(value);
      assert.equal(fixAudit(value, rubrics), undefined);
      assert.deepEqual(value, before);
    }),
  );
});

test('any change of an audit is survived, and never makes a valid score of an invalid one', () => {
  const keys = Object.keys(exampleAudit());
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
      const record = { ...structuredClone(exampleAudit()), [key]: value } as Loose;
      fixAudit(record, rubrics);
      fixAudit(record, rubrics);
      if (key === 'criteria') assert.deepEqual(record.criteria, value);
    }),
  );
});
