import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { run, type Started, start } from '../../../../test/world/processes.ts';
import { until } from '../../../../test/world/wait.ts';
import { program, startReadymark } from '../world/readymark.ts';

/** Whether any process of this group is alive. */
function alive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a file with one test that lets a process write for hours, in a group of its own. */
const endless = (limit_ms: number) =>
  start(process.execPath, ['--test-reporter=tap', program('endless-crash-rounds'), String(limit_ms)], { group: true });

describe('the processes of tests', () => {
  test('a test that meets its limit fails, its file ends, and no process is left', async () => {
    const file = endless(2_000);
    const { code } = await file.exit;
    assert.equal(code, 1, file.out() + file.err());
    assert.match(file.out(), /test timed out after 2000ms/);
    assert.equal(alive(file.pid), false, 'a process outlived the test');
  });

  test('a test file that is ended from outside leaves no process', async () => {
    const file = endless(600_000);
    const [, folder] = await file.prints(/writing to (\S+)/);
    await until(() => existsSync(join(folder ?? '', 'readymark.db-wal')), 'the writer writes');
    process.kill(file.pid, 'SIGTERM');
    await file.exit;
    await until(() => !alive(file.pid), 'the writer has ended');
    rmSync(folder ?? '', { recursive: true, force: true });
  });

  test('a process ends with the test that started it', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'readymark-left-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    let started: Started | undefined;
    await t.test('starts a process and does not end it', async () => {
      started = startReadymark(['serve'], { DATA_DIR: folder, PORT: '0' });
      await started.prints(/Readymark is serving/);
    });
    assert.equal((await started?.exit)?.signal, 'SIGKILL');
  });

  let suites: Started;
  describe('started in the hook of a suite', () => {
    before(() => {
      suites = start(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    });
    for (const name of ['first', 'last'])
      test(`live during the ${name} test`, () => assert.equal(suites.ended(), undefined));
  });

  test('a process ends with the suite that started it', async () => {
    assert.equal((await suites.exit).signal, 'SIGKILL');
  });

  test('a command that does not exist is reported to those who wait for it', async () => {
    await assert.rejects(run('readymark-no-such-command', []), /ENOENT/);
  });
});
