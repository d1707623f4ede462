import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noteHealth } from '../../src/operations/jobs/note-health.ts';
import { testService } from '../world/service.ts';

/** Decision 61. */
test('the status page says that all is well, what fails, and afterwards that it was', async () => {
  const service = await testService('sqlite');
  const read = async (accept: string) => (await fetch(`${service.url}/status`, { headers: { accept } })).text();
  await noteHealth(service);
  assert.match(await read('text/markdown'), /All parts are operational since 2026-11-21 12:00 UTC/);
  assert.match(await read('text/markdown'), /None since 2026-11-21 12:00 UTC/);

  const before = await fetch(`${service.url}/status`);
  for (const accept of ['text/html', 'text/markdown', 'application/json']) {
    const { headers } = await fetch(`${service.url}/status`, { headers: { accept } });
    assert.equal(headers.get('cache-control'), 'public, max-age=10', `${accept}: no cache may tell of yesterday`);
  }
  service.clock.advance(3_600_000);
  rmSync(join(service.data_dir, 'readymark.db'));
  await noteHealth(service);
  const since = { 'if-modified-since': before.headers.get('last-modified') ?? '' };
  assert.equal((await fetch(`${service.url}/status`, { headers: since })).status, 200, 'it has changed since');
  const degraded = JSON.parse(await read('application/json'));
  assert.equal(degraded.status, 'degraded');
  assert.equal(degraded.since, '2026-11-21T13:00:00.000Z');
  assert.deepEqual(degraded.incidents, [{ from: degraded.since, until: null, reason: degraded.reason }]);
  assert.doesNotMatch(degraded.reason, /readymark\.db|\//);
  assert.match(await read('text/html'), /Service is degraded since 2026-11-21 13:00 UTC/);
  assert.match(await read('text/markdown'), /\| 2026-11-21 13:00 UTC \| not over yet \|/);
});
