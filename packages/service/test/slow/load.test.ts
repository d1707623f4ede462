import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { measureCosts } from '../world/measure/costs.ts';
import { failures, mix } from '../world/measure/mix.ts';
import { measureRecords } from '../world/measure/records.ts';
import { newDatabase } from '../world/postgres.ts';
import { sharedDatabases } from '../world/service.ts';

/** The short form of `npm run bench load`: no call fails under a mix of everything. */
sharedDatabases();

test('two nodes reply to concurrent reads, tool calls, keyed reads, writes and publications', {}, async (t) => {
  const data_dir = mkdtempSync(join(tmpdir(), 'readymark-load-'));
  t.after(() => rmSync(data_dir, { recursive: true, force: true }));
  const result = await mix({
    database_url: await newDatabase(),
    data_dir,
    nodes: 2,
    companies: 200,
    rate: 150,
    seconds: 5,
  });
  assert.equal(
    failures(result),
    0,
    JSON.stringify([...result.classes].map(([kind, { statuses }]) => [kind, ...statuses])),
  );
  for (const [kind, { statuses }] of result.classes)
    for (const status of statuses.keys())
      assert.ok([200, 201, 304, 409].includes(status), `${kind} was answered ${status}`);
});

/** The benches of what reads cost, in short: that they reach every public route. Their figures are not tested. */
test('every public route is measured, and answers', async () => {
  const found = await measureCosts(120, 2);
  assert.ok(found.length > 80, `${found.length} routes`);
  for (const { route, status, ms } of found) {
    assert.ok(status >= 200 && status < 500, `${route}: ${status}`);
    assert.ok(ms > 0, route);
    // The companies have one audit each: nothing has changed, and no audit is a past one.
    if (/^\/audits\/.*\/(changes|\{date\})(\.md)?(\?|$)/.test(route)) assert.equal(status, 404, route);
    // The robot of this service has no key.
    else if (/http-message-signatures-directory/.test(route)) assert.equal(status, 404, route);
    // A route that names nothing unknown finds something.
    else if (!/unknown|mistyped|beyond/.test(route))
      assert.ok(status === 200 || route === '/unsubscribe', `${route}: ${status}`);
  }
});

test('records are read at random and repeatedly, in every encoding', async () => {
  const rows = await measureRecords(120, 200, 1);
  assert.equal(rows.length, 10);
  for (const [what, figure] of rows) assert.match(figure, /^\d/, what);
});
