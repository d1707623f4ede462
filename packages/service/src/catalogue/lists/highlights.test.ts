import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit, v2 } from '../../../../rubric/test/example-audit.ts';
import { publish } from '../../../test/world/operator.ts';
import { testService } from '../../../test/world/service.ts';
import { highlightsOf } from './highlights.ts';

/** What moved lately, from audits as they were published. */
const service = await testService('sqlite', { RUBRICS_PUBLISHABLE: 'v1,v2' });
const audit = (slug: string, audit_date: string, score: number, more: object = {}) =>
  exampleAudit({ slug, company: slug, audit_date, scores: score, ...more });

test('rises and falls are those between the last two audits, largest first, and only while the score is not stale', async () => {
  await publish(service, [
    audit('once', '2026-11-01', 5),
    audit('same', '2026-05-01', 2),
    audit('same', '2026-11-02', 2),
    ...[1, 2, 3, 4, 5].flatMap((points) => [
      audit(`up-${points}`, '2026-06-01', 0),
      audit(`up-${points}`, '2026-11-03', points),
    ]),
    audit('down', '2025-11-03', 0),
    audit('down', '2026-06-01', 4),
    audit('down', '2026-11-04', 3),
    audit('long-ago', '2025-01-01', 0),
    audit('long-ago', '2025-06-01', 5),
    audit('other-rubric', '2026-06-01', 0),
    audit('other-rubric', '2026-11-03', 4, { rubric: v2 }),
  ]);
  const snapshot = service.catalogue.current();
  const { rises, falls, latest } = highlightsOf(snapshot);
  const named = (moves: typeof rises) =>
    moves.map(({ company, before }) => `${company.slug} ${before}-${company.overall_score}`);
  assert.deepEqual(named(rises), ['up-5 0-100', 'up-4 0-80', 'up-3 0-60', 'up-2 0-40']);
  assert.deepEqual(named(falls), ['down 80-60']);
  assert.deepEqual(
    latest.map(({ slug }) => slug),
    ['down', 'up-5', 'other-rubric', 'up-4'],
  );
  assert.equal(highlightsOf(snapshot), highlightsOf(service.catalogue.current()));
});
