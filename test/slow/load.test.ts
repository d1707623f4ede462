import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { failures, mix } from '../world/measure/mix.ts';
import { newDatabase } from '../world/postgres.ts';
import { sharedDatabases } from '../world/service.ts';

/** The short form of `npm run bench load`: no call fails under a mix of everything. */
sharedDatabases();

test('two nodes reply to concurrent reads, tool calls, keyed reads, writes and publications', {
  timeout: 60_000,
}, async (t) => {
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
