import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Refusal } from '@readymark/rubric/refusal';
import { openNote, parseSigningKey, parseVerifierKey } from '@readymark/tlog/note';
import { exampleAudit, rubrics } from '../../../rubric/test/example-audit.ts';
import { rotateKey } from '../../src/operations/public-log/rotate-key.ts';
import { showKeys } from '../../src/operations/public-log/show-key.ts';
import { checkpointAt } from '../../src/store/public-log/checkpoints.ts';
import { logKeys } from '../../src/store/public-log/keys.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { publish } from '../world/operator.ts';
import { readymarkHere } from '../world/readymark.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** How the key of the public log is shown, changed and kept (decision 143). */
sharedDatabases();

async function withKey(engine: Engine, env: Record<string, string> = {}): Promise<TestContext> {
  const ctx = await testContext(engine, { BASE_URL: 'https://readymark.test', ...env });
  await ctx.signer.begin();
  await publish(ctx, [exampleAudit({ slug: 'one' })]);
  return ctx;
}

/** Which of these keys signed the newest checkpoint. */
async function signers({ store }: TestContext, keys: readonly string[]): Promise<string[]> {
  const { note } = (await checkpointAt(store.db, 100)) ?? assert.fail();
  return keys.filter((key) => 'text' in openNote(note, [parseVerifierKey(key) ?? assert.fail()]));
}
const findings = async ({ store }: TestContext) =>
  (await runDoctor(store, rubrics, () => {})).flatMap(({ findings }) => findings);
const refused = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.match(error.message, message);
  return true;
};

for (const engine of engines)
  describe(`keys on ${engine}`, () => {
    test('a rotation is signed by both keys, and what was signed before still verifies', async () => {
      const ctx = await withKey(engine);
      const first = (await checkpointAt(ctx.store.db, 100))?.note ?? '';
      const { key, former, origin, size } = await rotateKey(ctx, { new_log: false });
      assert.deepEqual([origin, size], ['readymark.test/log', 1]);
      assert.deepEqual(await signers(ctx, [former, key]), [former, key]);
      const rows = await logKeys(ctx.store.db);
      assert.deepEqual(
        rows.map(({ verifier_key, until_at }) => [verifier_key, until_at !== null]),
        [
          [key, false],
          [former, true],
        ],
      );
      for (const one of [former, key])
        assert.ok('text' in openNote(rows[0]?.handover ?? '', [parseVerifierKey(one) ?? assert.fail()]));
      await publish(ctx, [exampleAudit({ slug: 'two' })]);
      assert.deepEqual(await signers(ctx, [former, key]), [key]);
      assert.ok('text' in openNote(first, [parseVerifierKey(former) ?? assert.fail()]));
      assert.equal(ctx.catalogue.current().count, 2);
      assert.equal(statSync(ctx.signer.file).mode & 0o777, 0o600);
      assert.ok(!existsSync(`${ctx.signer.file}.next`));
      assert.deepEqual(await findings(ctx), []);
    });

    test('a rotation that was interrupted after the database knew is finished by whoever signs next', async () => {
      const ctx = await withKey(engine);
      const { file } = ctx.signer;
      const kept = [file, `${file}.signed`];
      for (const one of kept) copyFileSync(one, `${one}.then`);
      const { key } = await rotateKey(ctx, { new_log: false });
      renameSync(file, `${file}.next`);
      for (const one of kept) renameSync(`${one}.then`, one);
      await publish(ctx, [exampleAudit({ slug: 'two' })]);
      assert.deepEqual([ctx.catalogue.current().count, await signers(ctx, [key])], [2, [key]]);
      assert.equal(parseSigningKey(readFileSync(file, 'utf8').trim())?.verifier.text, key);
    });

    test('who lost the key, or the newest database, begins a new log under another name', async () => {
      const ctx = await withKey(engine);
      const { file } = ctx.signer;
      writeFileSync(`${file}.signed`, JSON.stringify({ origin: 'readymark.test/log', size: 9, root: 'x' }));
      await publish(ctx, [exampleAudit({ slug: 'two' })]);
      assert.equal(ctx.catalogue.current().count, 1);
      await assert.rejects(rotateKey(ctx, { new_log: false }), refused(/second history/));
      rmSync(file);
      await assert.rejects(rotateKey(ctx, { new_log: false }), refused(/not at .+signing-key.+--new-log/));
      const { origin, key, former } = await rotateKey(ctx, { new_log: true });
      assert.equal(origin, 'readymark.test/log/2026-11-21T120000Z');
      await ctx.catalogue.refresh();
      assert.deepEqual([ctx.catalogue.current().count, await signers(ctx, [former, key])], [2, [key]]);
      assert.equal((await logKeys(ctx.store.db))[0]?.handover, null);
      await publish(ctx, [exampleAudit({ slug: 'three' })]);
      assert.equal(ctx.catalogue.current().count, 3);
      assert.deepEqual(await findings(ctx), []);
    });

    test('two new logs that know nothing of each other have two names', async () => {
      // One old backup, on one new machine and then on another, because the first was lost too.
      const [first, second] = [await withKey(engine), await withKey(engine)];
      second.clock.advance(86_400_000);
      const { origin } = await rotateKey(first, { new_log: true });
      assert.notEqual((await rotateKey(second, { new_log: true })).origin, origin);
    });

    test('a key that is given in a file is adopted, with its name', async () => {
      const one = await withKey(engine);
      const two = await withKey(engine, { SIGNING_KEY_FILE: one.signer.file, BASE_URL: 'https://other.test' });
      const [key] = (await showKeys(one)).keys;
      assert.deepEqual(
        (await showKeys(two)).keys.map((shown) => shown.key),
        [key?.key],
      );
      assert.equal((await showKeys(two)).here, true);
    });
  });

test('the command line shows, rotates and keeps the key, and a backup has it only when it is asked for', async () => {
  const ctx = await withKey('sqlite');
  const { DATA_DIR } = ctx.settings;
  const env = { DATA_DIR, BASE_URL: 'https://readymark.test' };
  const command = async (...args: string[]) => {
    const { code, out, err } = await readymarkHere(args, env);
    assert.equal(code, 0, err);
    return out;
  };
  const before = JSON.parse(await command('key', 'show', '--json'));
  assert.deepEqual([before.origin, before.signed, before.here, before.keys.length], ['readymark.test/log', 1, true, 1]);
  const said = await command('key', 'rotate');
  assert.match(said, /rotated readymark\.test\/log\+[0-9a-f]{8}\+\S+ signs readymark\.test\/log from now on/);
  const shown = await command('key', 'show');
  assert.match(
    shown,
    /signs since .+\n.+signed from .+ until .+\n1 entries are signed\. The key is at .+signing-key\./,
  );
  const secret = readFileSync(ctx.signer.file, 'utf8').trim();
  assert.ok(parseSigningKey(secret));
  assert.ok(![said, shown, await command('settings')].join('').includes(secret.split('+').slice(4).join('+')));
  const backup = join(DATA_DIR, 'backup.db');
  await command('backup', backup);
  assert.ok(!readFileSync(backup, 'latin1').includes(secret.split('+').slice(4).join('+')));
  assert.ok(!existsSync(`${backup}.signing-key`));
  await command('backup', backup, '--force', '--with-key');
  assert.equal(readFileSync(`${backup}.signing-key`, 'utf8').trim(), secret);
  assert.equal(statSync(`${backup}.signing-key`).mode & 0o777, 0o600);
});
