import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { run, start } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { call } from '../world/call.ts';
import { freePort } from '../world/postgres.ts';
import { bin } from '../world/readymark.ts';

/** A limit on the size of files acts on SQLite like a full disk, and needs no disk of its own. */
const LIMIT_KIB = 768;

test('on a full disk writes are 503 and the node says so; it recovers by itself', { timeout: 90_000 }, async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'readymark-full-'));
  after(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const env = { DATA_DIR, PORT, BASE_URL: url, DATABASE_URL: '', REGISTRATIONS_PER_HOUR: '100000' };
  // The shell's unit is 512 bytes.
  const limited = `ulimit -S -f ${LIMIT_KIB * 2}; exec "$0" "$1" serve`;
  const service = start('sh', ['-c', limited, process.execPath, bin], {
    env: { ...env, REGISTRATIONS_PER_CLIENT_PER_HOUR: '100000' },
  });
  await service.prints(/Readymark is serving/);
  const register = async () => (await call(url, 'POST', '/api/agent/auth', { body: { type: 'anonymous' } })).status;
  const readyz = () => call(url, 'GET', '/readyz');
  assert.equal((await readyz()).status, 200);
  let acknowledged = 0;
  let status = 201;
  for (; status === 201; acknowledged += 1) status = await register();
  assert.equal(status, 503);
  assert.ok(acknowledged > 1);
  const { status: state, json } = await readyz();
  assert.equal(state, 503);
  assert.match(json.reason, /^The database cannot be written: the disk (is full|reports an error)\.$/);
  assert.equal((await call(url, 'GET', '/api/audits/index.json')).status, 200);

  const freed = await run('prlimit', ['--pid', String(service.pid), '--fsize=unlimited']).catch(() => undefined);
  if (freed?.code === 0) {
    await until(async () => (await readyz()).status === 200, 'it is ready again');
    assert.equal(await register(), 201);
  }
  await service.kill('SIGTERM');
});
