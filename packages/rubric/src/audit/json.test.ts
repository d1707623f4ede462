import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../test/world/any-text.ts';
import { exampleAudit, rubrics } from '../../test/example-audit.ts';
import { auditFromJson } from '../json.ts';

const text = JSON.stringify(exampleAudit(), null, 2);
const issue = (input: string) => {
  const result = auditFromJson(input, rubrics);
  assert.ok('issues' in result);
  return result.issues[0];
};

test('the text of a valid record gives the record, with or without a byte order mark', () => {
  for (const input of [text, `\ufeff${text}`, `\n${text}\n`]) assert.ok('audit' in auditFromJson(input, rubrics));
});

test('a text that is not JSON is reported with line and column', () => {
  assert.deepEqual(issue('{"company": "x",\n  company: 1}'), {
    path: '$',
    found: 'a text that is not JSON, at line 2, column 3',
    expected: 'a JSON object',
    message: 'the document must be JSON; it breaks off at line 2, column 3',
  });
});

test('a text that is cut off anywhere is reported as ending too early, and never throws', () => {
  assert.equal(
    issue(text.slice(0, text.indexOf('"slug"')).trimEnd())?.found,
    'a text that ends too early, at line 2, column 32',
  );
  assert.match(issue('')?.found ?? '', /ends too early, at line 1, column 1/);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: text.length - 1 }), (length) => issue(text.slice(0, length))?.path === '$'),
    { numRuns: 100 },
  );
});

test('JSON that is not a record is refused', () => {
  for (const input of ['null', '[]', '"text"', '1', 'true']) assert.equal(issue(input)?.expected, 'an object');
});

test('an error after line breaks, and deep nesting, get a result', () => {
  fc.assert(
    fc.property(anyText(), (input) => 'issues' in auditFromJson(input, rubrics)),
    { numRuns: 200 },
  );
  assert.ok('issues' in auditFromJson('['.repeat(200_000), rubrics));
  assert.ok('issues' in auditFromJson(`${'['.repeat(5000)}${']'.repeat(5000)}`, rubrics));
});
