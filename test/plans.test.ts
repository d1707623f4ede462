import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveALittle } from './world/lived-in.ts';
import { madeCompany } from './world/made-companies.ts';
import { everyCall } from './world/measure/every-call.ts';
import { fullScans, recordQueries } from './world/measure/query-log.ts';
import { testContext } from './world/service.ts';

/**
 * Queries that may read a whole table, each with its reason; all others use an index, whatever the size of the tables.
 * Checked on SQLite, whose plans follow from the indexes alone; `npm run bench growth` checks the plans of both engines
 * on large tables.
 */
const rightly: readonly [pattern: RegExp, reason: string][] = [
  [/^SCAN audit_requests USING COVERING INDEX .* group by "status"$/, 'the desk counts the requests of each status'],
  [
    /^SCAN notices USING COVERING INDEX .* group by "status"$/,
    'the desk and the metrics count the letters of each status',
  ],
  [/^SCAN fanouts USING INDEX fanouts_open /, 'this index contains only the open ones, and one of them is read'],
  [
    /^SCAN a USING INDEX audits_standing .*"a"."reaudit_due" <= /,
    'the desk lists what is due, which in time is everything',
  ],
  [/^SCAN audits .*insert into publications /, 'a migration, which runs once, reads every audit'],
];

test('no call of the service scans a table', async () => {
  const asked = recordQueries();
  const ctx = await testContext('sqlite', { REGISTRATIONS_PER_HOUR: '1000' });
  await liveALittle(ctx, { companies: 8, agents: 8 });
  await everyCall(ctx, { now: madeCompany(0, '2026-05-02'), later: madeCompany(0, '2026-11-20') }, 'plans');
  assert.ok([...asked].length > 60, `only ${asked.size} queries were seen`);
  const scans = (await fullScans(ctx.store, asked)).filter((scan) => !rightly.some(([pattern]) => pattern.test(scan)));
  assert.deepEqual(scans, []);
});
