import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { timeLimit } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { bin, readymark, temporaryFolder } from '../world/readymark.ts';

/** Commands read the files that they are given, and nothing that has no end or never begins (decision 32). */
const folder = temporaryFolder('readymark-given-');
const at = (name: string) => join(folder, name);
writeFileSync(at('good.json'), JSON.stringify(exampleAudit()));
mkdirSync(at('folder'));
symlinkSync('/dev/zero', at('zero.json'));
assert.equal((await run('mkfifo', [at('pipe')])).code, 0);
const env = { DATA_DIR: at('none'), OPERATOR_TOKEN: '' };

describe('a file that is given to a command', { timeout: timeLimit(120_000) }, () => {
  const commands: readonly (readonly string[])[] = [
    ['check'],
    ['publish'],
    ['verify', '--policy'],
    ['requests', 'list', '--url', 'http://127.0.0.1:9', '--token-file'],
  ];
  const others: readonly (readonly [string, RegExp])[] = [
    ['/dev/zero', /is a device and no file|cannot be read; it should contain/],
    [at('zero.json'), /is a device and no file|cannot be read; it should contain/],
    [at('pipe'), /Nothing comes out of the pipe|cannot be read; it should contain/],
    [at('folder'), /is a folder|contains no \*\.json file|cannot be read; it should contain/],
    [at('missing'), /does not exist|cannot be read; it should contain/],
  ];
  for (const command of commands)
    test(`${command[0]}: what is no file is refused at once, with its name`, async () => {
      for (const [file, reason] of others) {
        const more = command.includes('--policy') ? ['http://127.0.0.1:9'] : [];
        const { code, err } = await readymark([...command, file, ...more], env, folder);
        assert.equal(code, 1, `${file}: ${err}`);
        assert.match(err, reason, file);
        assert.ok(err.includes(file), err);
      }
    });

  test('a pipe that somebody writes to is read to its end', async () => {
    const script = `${process.execPath} ${bin} check <(sleep 0.2; cat ${at('good.json')})`;
    const { code, out, err } = await run('bash', ['-c', script], { env, cwd: folder });
    assert.equal(code, 0, err);
    assert.match(out, /^good /m);
  });

  test('the key of the robot is a file too', async () => {
    const { code, err } = await readymark(
      ['serve'],
      { ...env, DATA_DIR: at('data'), AUDIT_KEY_FILE: '/dev/zero' },
      folder,
    );
    assert.equal(code, 1);
    assert.match(err, /\/dev\/zero is a device and no file/);
  });
});
