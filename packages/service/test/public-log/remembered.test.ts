import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Refusal } from '@readymark/rubric/refusal';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { resumeLog } from '../../src/operations/public-log/resume-log.ts';
import { rotateKey } from '../../src/operations/public-log/rotate-key.ts';
import { readiness } from '../../src/operations/readiness.ts';
import { signedSize } from '../../src/store/public-log/checkpoints.ts';
import { readLastSigned, writeLastSigned } from '../../src/store/public-log/key-file.ts';
import { commit, publish } from '../world/operator.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';
import { beside, signedHere, withKey } from './signing-nodes.ts';

/** What is remembered beside the key, and what happens when it, the key or its folder is not as it should be (decision 143). */
sharedDatabases();

const said = ({ log_lines }: TestContext) => log_lines.join('');
const refused = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.match(error.message, message);
  return true;
};

for (const engine of engines)
  describe(`what was signed is remembered on ${engine}`, () => {
    test('nodes that share the key sign at once, and what they remember never goes back', async () => {
      const one = await withKey(engine);
      const nodes = [one, await beside(one), await beside(one)];
      let last = 1;
      await Promise.all(
        nodes.map(async (node, at) => {
          for (let round = 0; round < 5; round += 1) {
            await publish(node, [exampleAudit({ slug: `c-${at}-${round}` })]);
            const size = signedHere(node) ?? 0;
            assert.ok(size >= last, `${size} was remembered after ${last}`);
            last = size;
          }
        }),
      );
      assert.deepEqual([signedHere(one), await signedSize(one.store.db)], [16, 16]);
      for (const node of nodes) assert.ok(!/not signed/.test(said(node)), said(node));
    });

    test('without what was signed last nobody knows whether the database is the newest: it is not signed', async () => {
      const ctx = await withKey(engine);
      rmSync(`${ctx.signer.file}.signed`);
      const moved = await beside(ctx);
      await moved.catalogue.refresh();
      assert.deepEqual([moved.catalogue.current().version, (await readiness(moved)).status], [1, 'degraded']);
      await publish(moved, [exampleAudit({ slug: 'two' })]);
      assert.deepEqual([moved.catalogue.current().version, await signedSize(moved.store.db)], [1, 1]);
      assert.match(moved.signer.failure()?.message ?? '', /readymark key resume.+readymark key rotate --new-log/);
      await assert.rejects(rotateKey(moved, { new_log: false }), refused(/readymark key resume/));
      assert.deepEqual(await resumeLog(moved), { origin: 'readymark.test/log', size: 1 });
      await moved.catalogue.refresh();
      assert.deepEqual([moved.catalogue.current().version, (await readiness(moved)).status], [2, 'ready']);
      // What is remembered is never overruled.
      writeLastSigned(moved.signer.file, { origin: 'readymark.test/log', size: 9, root: 'x' });
      await assert.rejects(resumeLog(moved), refused(/second history/));
    });

    test('a log that is smaller than what was signed is told at the start, before anything is published', async () => {
      const ctx = await withKey(engine);
      const file = join(temporaryFolder('readymark-key-'), 'key');
      for (const ending of ['', '.signed']) renameSync(ctx.signer.file + ending, file + ending);
      writeLastSigned(file, { origin: 'readymark.test/log', size: 2, root: 'x' });
      const restored = await beside(ctx, { SIGNING_KEY_FILE: file });
      await restored.signer.begin();
      await restored.catalogue.refresh();
      assert.equal(restored.catalogue.current().count, 1);
      assert.match(restored.signer.failure()?.message ?? '', /older backup/);
      assert.match((await readiness(restored)).reason ?? '', /^The public log could not be signed/);
    });

    test('what was published before a log had a key is shown while nothing can be signed, and nothing that came later', async () => {
      const ctx = await testContext(engine);
      await publish(ctx, [exampleAudit({ slug: 'past' })]);
      ctx.clock.advance(60_000);
      await ctx.signer.begin();
      writeFileSync(`${ctx.signer.file}.signed`, '{}');
      const node = await beside(ctx);
      await publish(node, [exampleAudit({ slug: 'later' })]);
      assert.deepEqual([node.catalogue.current().version, await signedSize(node.store.db)], [1, 0]);
      assert.match(node.signer.failure()?.message ?? '', /signing-key\.signed does not say what was signed last/);
    });

    test('a key that cannot be kept is refused at the first start', async () => {
      const ctx = await testContext(engine);
      const place = temporaryFolder('readymark-key-');
      writeFileSync(join(place, 'file'), '');
      const node = await beside(ctx, { SIGNING_KEY_FILE: join(place, 'file', 'key') });
      await assert.rejects(node.signer.begin(), refused(/file\/key cannot be (read|written) \(ENOTDIR\)/));
      mkdirSync(join(place, 'folder'));
      const other = await beside(ctx, { SIGNING_KEY_FILE: join(place, 'folder') });
      await assert.rejects(other.signer.begin(), refused(/folder cannot be read \(EISDIR\)/));
      const made = await beside(ctx, { SIGNING_KEY_FILE: join(place, 'new', 'key') });
      await made.signer.begin();
      assert.equal(statSync(join(place, 'new', 'key')).mode & 0o777, 0o600);
    });

    test('two rotations at once are one after another, and the last key is the one in the file', async () => {
      const ctx = await withKey(engine);
      const nodes = [ctx, await beside(ctx)];
      const ends = await Promise.allSettled(nodes.map((node) => rotateKey(node, { new_log: false })));
      for (const end of ends) if (end.status === 'rejected') refused(/./)(end.reason);
      await publish(ctx, [exampleAudit({ slug: 'two' })]);
      assert.deepEqual([ctx.catalogue.current().version, ctx.signer.failure()], [2, undefined]);
    });
  });

test('the start warns of another BASE_URL, and closes a key that others can read', async () => {
  const ctx = await withKey('sqlite');
  assert.ok(!/keeps the name|others could read/.test(said(ctx)));
  chmodSync(ctx.signer.file, 0o644);
  const moved = await beside(ctx, { BASE_URL: 'https://elsewhere.test' });
  await moved.signer.begin();
  assert.match(said(moved), /"name":"readymark\.test\/log","base_url":"https:\/\/elsewhere\.test".+keeps the name/);
  assert.match(said(moved), /others could read the signing key/);
  assert.equal(statSync(ctx.signer.file).mode & 0o777, 0o600);
  await publish(moved, [exampleAudit({ slug: 'two' })]);
  assert.equal(await signedSize(moved.store.db), 2);
});

test('a node with a former key says what to do', async () => {
  const ctx = await withKey('sqlite');
  const copy = join(temporaryFolder('readymark-key-'), 'key');
  for (const ending of ['', '.signed']) writeFileSync(copy + ending, readFileSync(ctx.signer.file + ending));
  await rotateKey(ctx, { new_log: false });
  const former = await beside(ctx, { SIGNING_KEY_FILE: copy });
  await commit(former, [exampleAudit({ slug: 'two' })]);
  await former.catalogue.refresh();
  assert.equal(former.catalogue.current().version, 1);
  assert.match(
    former.signer.failure()?.message ?? '',
    /has another one: after `readymark key rotate` the new file must be copied/,
  );
});

test('what root writes belongs to whom the key belongs', { skip: process.geteuid?.() !== 0 }, async () => {
  const ctx = await withKey('sqlite');
  const { file } = ctx.signer;
  chownSync(file, 65_534, 65_534);
  rmSync(`${file}.signed`);
  await resumeLog(ctx);
  await rotateKey(ctx, { new_log: false });
  for (const ending of ['', '.signed']) assert.equal(statSync(file + ending).uid, 65_534, ending);
});

test('a write that was cut off leaves what was remembered before', () => {
  const file = join(temporaryFolder('readymark-key-'), 'key');
  const head = (size: number) => ({ origin: 'readymark.test/log', size, root: 'x'.repeat(44) });
  assert.equal(readLastSigned(file), undefined);
  for (const size of [1, 2, 3, 4]) {
    writeLastSigned(file, head(size));
    assert.deepEqual(readLastSigned(file), { ...head(size), turn: size });
  }
  const whole = readFileSync(`${file}.signed`);
  for (const end of [1, 40, 511]) {
    const cut = Buffer.from(whole);
    cut.fill('\0', 512 + end, 1024);
    writeFileSync(`${file}.signed`, cut);
    assert.ok([3, 4].includes(readLastSigned(file)?.size ?? 0), String(end));
    writeLastSigned(file, head(5));
    assert.deepEqual({ ...readLastSigned(file), turn: 0 }, { ...head(5), turn: 0 });
    // Of the first place too, with the newline at its end.
    writeFileSync(
      `${file}.signed`,
      Buffer.concat([whole.subarray(0, end), Buffer.alloc(512 - end), whole.subarray(512)]),
    );
    assert.equal(readLastSigned(file)?.size, 4);
    writeFileSync(`${file}.signed`, whole);
  }
  writeFileSync(`${file}.signed`, '\0'.repeat(1024));
  assert.throws(() => readLastSigned(file), refused(/does not say what was signed last/));
  assert.throws(() => writeLastSigned(file, head(6)), refused(/readymark key resume/));
});
