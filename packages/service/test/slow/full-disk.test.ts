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
const LIMIT_KIB = 1_536;

test('on a full disk writes are 503 and the node says so; it recovers by itself', async () => {
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

const small_disks = (await run('unshare', ['-rm', 'true'])).code === 0;

test('a disk that another process filled is seen before a write of ours fails', {
  skip: small_disks ? false : 'no file systems of their own can be made here',
}, async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'readymark-small-'));
  after(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  // A file system of 24 MB, which a line of standard input fills or empties.
  const script =
    'mount -t tmpfs -o size=24m tmpfs "$DATA_DIR"; "$0" "$1" serve & while read -r line; do eval "$line"; echo "done: $line"; done';
  const service = start('unshare', ['-rm', 'sh', '-c', script, process.execPath, bin], {
    env: { DATA_DIR, PORT, BASE_URL: url, DATABASE_URL: '' },
    group: true,
  });
  await service.prints(/Readymark is serving/);
  const readyz = () => call(url, 'GET', '/readyz');
  assert.equal((await readyz()).status, 200);

  service.send('cat /dev/zero > "$DATA_DIR/other" 2>&-');
  await service.prints(/done: cat/);
  await until(async () => (await readyz()).status === 503, 'it is not ready');
  assert.match((await readyz()).json.reason, /^The database cannot be written: the disk is (almost )?full/);
  assert.equal((await call(url, 'GET', '/api/audits/index.json')).status, 200);

  service.send('rm "$DATA_DIR/other"');
  await service.prints(/done: rm/);
  await until(async () => (await readyz()).status === 200, 'it is ready again');
  service.signal('SIGTERM');
});
