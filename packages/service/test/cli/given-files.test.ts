import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Refusal } from '@readymark/rubric/refusal';
import { run } from '../../../../test/world/processes.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { readGivenFile } from '../../src/documents/given-file.ts';
import { bin, readymark, temporaryFolder } from '../world/readymark.ts';

/** Commands read the files that they are given, and nothing that has no end or never begins (decision 32). */
const folder = temporaryFolder('readymark-given-');
const at = (name: string) => join(folder, name);
writeFileSync(at('good.json'), JSON.stringify(exampleAudit()));
writeFileSync(at('large'), Buffer.alloc(1024 * 1024 + 1));
mkdirSync(at('folder'));
symlinkSync('/dev/zero', at('zero.json'));
assert.equal((await run('mkfifo', [at('pipe')])).code, 0);
const env = { DATA_DIR: at('none'), OPERATOR_TOKEN: '' };

const refusedAs: readonly (readonly [string, RegExp])[] = [
  ['/dev/zero', /^\S+ is a device and no file\.$/],
  [at('zero.json'), /^\S+ is a device and no file\.$/],
  [at('pipe'), /^Nothing comes out of the pipe \S+; name a file/],
  [at('folder'), /^\S+ is a folder; name a file in it\.$/],
  [at('missing'), /^\S+ does not exist\.$/],
  [at('large'), /^\S+ is too long: more than 1 MiB\.$/],
];

test('what is no file, or too long, is refused at once, with its name', () => {
  for (const [file, reason] of refusedAs)
    assert.throws(
      () => readGivenFile(file, 1024 * 1024),
      (error: unknown) => error instanceof Refusal && reason.test(error.message) && error.message.includes(file),
      file,
    );
  assert.deepEqual(readGivenFile(at('good.json'), 1024 * 1024), readFileSync(at('good.json')));
});

test('so it is by each command that reads one', async () => {
  for (const [args, reason] of [
    [['check', '/dev/zero'], /\/dev\/zero is a device/],
    [['publish', at('pipe')], /Nothing comes out of the pipe .*pipe/],
    [['verify', '--policy', at('folder'), 'http://127.0.0.1:9'], /folder is a folder/],
    [['requests', 'list', '--url', 'http://127.0.0.1:9', '--token-file', '/dev/zero'], /\/dev\/zero cannot be read/],
  ] as const) {
    const { code, err } = await readymark(args, env, folder);
    assert.deepEqual([code, reason.test(err)], [1, true], err);
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
