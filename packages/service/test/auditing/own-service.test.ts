import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import { rubrics } from '../../../rubric/test/example-audit.ts';
import { ownAudit } from '../world/own-audit.ts';

/** Agent-Ready begins at 85 (decision 8), and a service that scores others has to be it. What it has reached is not lost again. */
const LEAST = 90;

const examples = join(import.meta.dirname, '../../../../examples');

test('our own service, audited by its own agent, is Agent-Ready, and its record is among the examples', async (t) => {
  const names = globSync('readymark_*.audit.json', { cwd: examples });
  assert.equal(names.length, 1, 'npm run self-audit writes it');
  const record = JSON.parse(readFileSync(join(examples, names[0] ?? ''), 'utf8')) as Audit;
  assert.ok('audit' in checkAudit(record, rubrics));
  assert.ok(record.overall_score >= LEAST);

  const drafts = await ownAudit();
  if (typeof drafts === 'string') return t.skip(drafts);
  const points = ({ criteria }: Audit) => criteria.map(({ id, score }) => `${id} ${score}`);
  for (const [rubric, one] of Object.entries(drafts))
    assert.ok(one.overall_score >= LEAST, `${one.overall_score} under ${rubric}: ${points(one).join(', ')}`);
  const { v1: draft } = drafts;
  assert.deepEqual(points(record), points(draft), 'npm run self-audit brings the example up to date');
});
