import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureCosts } from '../../bench/hold/costs.ts';
import { measureRecords } from '../../bench/hold/records.ts';

/** The benches of what reads cost, in short: that they reach every public route. Their figures are not tested. */
test('every public route is measured, and answers', { timeout: 120_000 }, async () => {
  const found = await measureCosts(120, 2);
  assert.ok(found.length > 80, `${found.length} routes`);
  for (const { route, status, ms } of found) {
    assert.ok(status >= 200 && status < 500, `${route}: ${status}`);
    assert.ok(ms > 0, route);
    // A route that names nothing unknown finds something.
    if (!/unknown|mistyped|beyond/.test(route))
      assert.ok(status === 200 || route === '/unsubscribe', `${route}: ${status}`);
  }
});

test('records are read at random and repeatedly, in every encoding', { timeout: 120_000 }, async () => {
  const rows = await measureRecords(120, 200, 1);
  assert.equal(rows.length, 10);
  for (const [what, figure] of rows) assert.match(figure, /^\d/, what);
});
