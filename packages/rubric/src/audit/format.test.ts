import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit, rubrics } from '../../test/example-audit.ts';
import { addOldFormats, inOldestFormat, OLDEST_FORMAT } from '../../test/record-format.ts';
import { audit as auditSchema } from './audit.ts';
import { checkAudit } from './check.ts';
import { currentRecord, parseRecord, RECORD_FORMAT, recordUpgrades } from './format.ts';

const upgraded = [...recordUpgrades.keys()];
addOldFormats();

const audit = exampleAudit();
const record = JSON.stringify(audit);

test('a record of the current format is returned as its stored text', () => {
  const spaced = JSON.stringify(audit, null, 1);
  assert.equal(currentRecord({ record: spaced, record_format: RECORD_FORMAT }), spaced);
  assert.deepEqual(parseRecord({ record, record_format: RECORD_FORMAT }), audit);
});

test('a record of an older format is upgraded step by step to a valid one with the keys in the current order', () => {
  const stored = { record: inOldestFormat(record), record_format: OLDEST_FORMAT };
  assert.ok('issues' in checkAudit(JSON.parse(stored.record), rubrics));
  assert.equal(currentRecord(stored), record);
  assert.deepEqual(checkAudit(parseRecord(stored), rubrics), { audit });
});

test('the record has the fields of its format; another field needs a new format and an upgrade (decision 45)', () => {
  assert.deepEqual([RECORD_FORMAT, Object.keys(auditSchema.shape).length], [1, 17]);
});

test('every format before the current one has an upgrade to the next', () => {
  assert.deepEqual(
    upgraded,
    Array.from({ length: RECORD_FORMAT - 1 }, (_, at) => at + 1),
  );
});

test('a record of an unknown format, older or newer, is refused', () => {
  for (const record_format of [OLDEST_FORMAT - 1, RECORD_FORMAT + 1])
    assert.throws(() => currentRecord({ record, record_format }), /format/);
});
