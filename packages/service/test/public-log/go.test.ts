import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../../test/world/processes.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { logDocuments } from '../../src/doors/http/public-log/log-documents.ts';
import { askWitnesses } from '../../src/operations/jobs/ask-witnesses.ts';
import { rotateKey } from '../../src/operations/public-log/rotate-key.ts';
import { showKeys } from '../../src/operations/public-log/show-key.ts';
import { publish } from '../world/operator.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { type TestContext, testContext } from '../world/service.ts';
import { strictWitness } from './witnesses/strict-witness.ts';

/**
 * The log is read by Go's own packages `sumdb/note` and `sumdb/tlog` (decision 141). On Debian they are
 * `golang-golang-x-mod-dev` and `golang-go`; without them this test is skipped.
 */
const GOPATH = '/usr/share/gocode';
const go = (await run('go', ['version']).catch(() => ({ code: 1 }))).code === 0;
const skip =
  go && existsSync(`${GOPATH}/src/golang.org/x/mod/sumdb/tlog`) ? false : 'Go or golang.org/x/mod is not there';

test('Go verifies the checkpoint, every tile and entry, and finds what was changed', {
  skip,
}, async () => {
  const folder = temporaryFolder('readymark-go-');
  const program = join(folder, 'verify-log');
  const env = { GO111MODULE: 'off', GOPATH, GOCACHE: join(folder, 'cache'), HOME: folder };
  const built = await run('go', ['build', '-o', program, join(import.meta.dirname, '../go/verify-log/main.go')], {
    env,
  });
  assert.equal(built.code, 0, built.err);
  // Notes that a witness signed too are opened as well.
  const witness = await strictWitness('witness.example', () => ctx.now());
  const env_of_log = { BASE_URL: 'https://readymark.test', LOG_WITNESSES: witness.setting };
  const ctx: TestContext = await testContext('sqlite', env_of_log);
  await ctx.signer.begin();
  witness.knows((await showKeys(ctx)).keys.map(({ key }) => key));
  await ctx.catalogue.refresh();
  const verify = async (of: string, key: string, ...older: string[]) => {
    const { code, out, err } = await run(program, [of, key, ...older]);
    return `${code} ${out}${err}`.trim();
  };
  const active = async () => (await showKeys(ctx)).keys[0]?.key ?? assert.fail();
  const written = async (name: string, of = ctx) => {
    const to = join(folder, name);
    for await (const [path, { bodies }] of logDocuments(of)) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      writeFileSync(join(to, path), bodies.identity);
    }
    return to;
  };
  for (const [from, size] of [
    [0, 1],
    [1, 256],
    [256, 600],
  ] as const) {
    await publish(
      ctx,
      Array.from({ length: size - from }, (_, at) => exampleAudit({ slug: `c-${from + at}` })),
    );
    await askWitnesses(ctx);
    const to = await written(`size-${size}`);
    assert.match(readFileSync(join(to, 'log/checkpoint'), 'utf8'), /\n— witness\.example \S+\n$/);
    assert.equal(await verify(to, await active()), `0 ${size} entries are right`);
  }
  const former = await active();
  const sized = (size: number) => join(folder, `size-${size}`);
  assert.equal(await verify(sized(600), former, sized(256)), '0 600 entries are right');
  assert.match(await verify(sized(256), former, sized(600)), /^1 \S/, 'a log that shrank');
  // The same key signs another history.
  const key_file = join(folder, 'key');
  copyFileSync(ctx.signer.file, key_file);
  const other = await testContext('sqlite', { BASE_URL: 'https://readymark.test', SIGNING_KEY_FILE: key_file });
  await other.signer.begin();
  await publish(other, [exampleAudit({ slug: 'another' })]);
  const rewritten = await written('rewritten', other);
  assert.equal(await verify(rewritten, former), '0 1 entries are right');
  assert.match(await verify(sized(600), former, rewritten), /^1 \S/, 'another history');
  await rotateKey(ctx, { new_log: false });
  const whole = await written('rotated');
  assert.equal(await verify(whole, former), '0 600 entries are right');
  assert.equal(await verify(whole, await active()), '0 600 entries are right');
  await publish(ctx, [exampleAudit({ slug: 'last' })]);
  assert.match(await verify(await written('after'), former), /^1 /);
  for (const path of ['log/checkpoint', 'log/tile/0/001', 'log/tile/1/000.p/2', 'log/tile/entries/002.p/88']) {
    const file = join(whole, path);
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[20] = (changed[20] ?? 0) ^ 1;
    writeFileSync(file, changed);
    assert.match(await verify(whole, former), /^1 \S/, path);
    writeFileSync(file, bytes);
  }
});
