import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { openNote, parseVerifierKey } from '@readymark/tlog/note';
import { rootOf } from '@readymark/tlog/tree';
import { exampleAudit, rubrics } from '../../../rubric/test/example-audit.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { readiness } from '../../src/operations/readiness.ts';
import { execute } from '../../src/operations/run.ts';
import { logState } from '../../src/store/log-state.ts';
import { checkpointAt, signedSize } from '../../src/store/public-log/checkpoints.ts';
import { readLastSigned } from '../../src/store/public-log/key-file.ts';
import { logKeys } from '../../src/store/public-log/keys.ts';
import { backUp } from '../../src/store/upkeep/backup.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { commit, operator, publish } from '../world/operator.ts';
import { engines, sharedDatabases, type TestContext, testContext, testService } from '../world/service.ts';

/** Who signs the public log, and what is shown before it is signed (decision 143). */
sharedDatabases();

const findings = async ({ store }: TestContext) =>
  (await runDoctor(store, rubrics, () => {})).flatMap(({ findings }) => findings);

/** The newest checkpoint, checked with the keys of the log. */
async function signed({ store: { db } }: TestContext) {
  const row = await checkpointAt(db, 1_000);
  if (!row) return undefined;
  const keys = (await logKeys(db)).map(({ verifier_key }) => parseVerifierKey(verifier_key) ?? assert.fail());
  const opened = openNote(row.note, keys);
  assert.ok('text' in opened, JSON.stringify(opened));
  return parseCheckpoint(opened.text);
}

/** A context whose log has a key, as after the start of a service. */
async function withKey(...given: Parameters<typeof testContext>) {
  const ctx = await testContext(...given);
  await ctx.signer.begin();
  await ctx.catalogue.refresh();
  return ctx;
}

const shown = ({ catalogue }: TestContext) => {
  const { version, count } = catalogue.current();
  return [version, count];
};

for (const engine of engines)
  describe(`signing on ${engine}`, () => {
    test('a service makes a key for its owner alone, and signs every publication before it shows it', async () => {
      const service = await testService(engine, { BASE_URL: 'https://readymark.test' });
      const file = join(service.data_dir, 'signing-key');
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal(statSync(`${file}.signed`).mode & 0o777, 0o600);
      assert.deepEqual(
        { ...(await signed(service)), root: '' },
        { origin: 'readymark.test/log', size: 0, root: '', signed_at: '2026-11-21T12:00:00.000Z' },
        'an empty log is signed at the start',
      );
      await publish(service, [exampleAudit({ slug: 'one' }), exampleAudit({ slug: 'two' })]);
      const head = await signed(service);
      assert.deepEqual([head?.size, head?.root], [2, rootOf(await logState(service.store.db))]);
      assert.deepEqual(shown(service), [1, 2]);
      assert.deepEqual(await findings(service), []);
      const secret = readFileSync(file, 'utf8').trim().split('+').slice(4).join('+');
      assert.ok(secret.length > 40);
      assert.ok(!service.log_lines.join('').includes(secret));
      for (const table of ['log_keys', 'secrets', 'log_checkpoints'] as const)
        assert.ok(!JSON.stringify(await service.store.db.selectFrom(table).selectAll().execute()).includes(secret));
    });

    test('a node without the key shows what is signed, and never signs; a node with it signs for all', async () => {
      const one = await withKey(engine);
      await publish(one, [exampleAudit({ slug: 'acme', company: 'Acme' }), exampleAudit({ slug: 'gone' })]);
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const without = { DATA_DIR, DATABASE_URL, SIGNING_KEY_FILE: join(DATA_DIR, 'elsewhere') };
      const two = await testContext(engine, without, one.clock);
      await two.signer.begin();
      assert.ok(!existsSync(without.SIGNING_KEY_FILE));
      await two.catalogue.refresh();
      assert.deepEqual(shown(two), [1, 2]);
      // Not shown before it is signed: neither what is new, nor what it takes the place of.
      await execute(two, correctCompany, operator, { slug: 'acme', new_slug: 'acme-corp' }, {});
      await commit(two, [exampleAudit({ slug: 'third' }), exampleAudit({ slug: 'gone', scores: 1 })], {
        replace: true,
      });
      await two.catalogue.refresh();
      assert.deepEqual(shown(two), [1, 2]);
      assert.match((await readiness(two)).reason ?? '', /could not be signed/);
      const late = await testContext(engine, without, one.clock);
      await late.catalogue.refresh();
      assert.deepEqual(shown(late), [1, 2]);
      assert.deepEqual(
        late.catalogue
          .current()
          .companies.map(({ slug, overall_score }) => [slug, overall_score])
          .sort(),
        [
          ['acme', 60],
          ['gone', 60],
        ],
      );
      assert.equal(await signedSize(two.store.db), 2);
      await one.catalogue.refresh();
      assert.deepEqual(shown(one), [3, 3]);
      for (const node of [two, late]) {
        await node.catalogue.refresh();
        assert.deepEqual(
          node.catalogue
            .current()
            .companies.map(({ slug, overall_score }) => [slug, overall_score])
            .sort(),
          [
            ['acme-corp', 60],
            ['gone', 20],
            ['third', 60],
          ],
        );
        assert.equal((await readiness(node)).status, 'ready');
      }
      assert.deepEqual(await findings(two), []);
    });

    test('a head says when it was signed, and is signed again after a day, in which nothing else changes', async () => {
      const one = await withKey(engine);
      await publish(one, [exampleAudit({ slug: 'one' })]);
      const first = await signed(one);
      assert.equal(first?.signed_at, one.clock.now().toISOString());
      const row = () => checkpointAt(one.store.db, 1_000);
      const before = await row();
      one.clock.advance(86_399_000);
      await one.catalogue.refresh();
      assert.deepEqual(await row(), before, 'it is not due');
      one.clock.advance(1_000);
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const without = { DATA_DIR, DATABASE_URL, SIGNING_KEY_FILE: join(DATA_DIR, 'elsewhere') };
      const two = await testContext(engine, without, one.clock);
      await two.catalogue.refresh();
      assert.deepEqual(await row(), before, 'a node without the key signs nothing');
      assert.equal((await readiness(two)).status, 'ready');
      await Promise.all([one.catalogue.refresh(), one.catalogue.refresh()]);
      const again = await signed(one);
      assert.deepEqual(again, { ...first, signed_at: one.clock.now().toISOString() });
      // The head of a past day stays that of its day.
      assert.equal((await row())?.signed_at, before?.signed_at);
      assert.deepEqual([shown(one), await findings(one)], [[1, 1], []]);
      const last = await row();
      await one.catalogue.refresh();
      assert.deepEqual(await row(), last);
      // Not by whom the database does not continue what was signed.
      one.clock.advance(86_400_000);
      const memory = `${one.signer.file}.signed`;
      writeFileSync(memory, JSON.stringify({ ...readLastSigned(one.signer.file), size: 7 }));
      await one.catalogue.refresh();
      assert.deepEqual(await row(), last);
      assert.match(one.signer.failure()?.message ?? '', /second history/);
    });

    test('a log without a key holds nothing back', async () => {
      const ctx = await testContext(engine);
      await publish(ctx, [exampleAudit()]);
      assert.deepEqual(
        [shown(ctx), await signedSize(ctx.store.db), (await readiness(ctx)).status],
        [[1, 1], 0, 'ready'],
      );
    });

    test('a history other than the one that was signed is not signed, and the reason names two ways out', async () => {
      const ctx = await withKey(engine);
      await publish(ctx, [exampleAudit({ slug: 'one' })]);
      const file = `${ctx.signer.file}.signed`;
      const last = readLastSigned(ctx.signer.file) ?? assert.fail();
      for (const other of [{ size: 7 }, { root: Buffer.alloc(32).toString('base64') }]) {
        writeFileSync(file, JSON.stringify({ ...last, ...other }));
        const before = shown(ctx);
        await publish(ctx, [exampleAudit({ slug: `new-${Object.keys(other)}` })]);
        assert.deepEqual(shown(ctx), before, 'nothing new is shown');
        assert.equal(await signedSize(ctx.store.db), 1);
        assert.match(
          ctx.signer.failure()?.message ?? '',
          /older backup.+second history.+Restore.+readymark key rotate --new-log/,
        );
        assert.equal((await readiness(ctx)).status, 'degraded');
        assert.match(ctx.log_lines.join(''), /older backup/);
      }
      writeFileSync(file, JSON.stringify(last));
      await ctx.catalogue.refresh();
      assert.deepEqual([shown(ctx), await signedSize(ctx.store.db)], [[3, 3], 3]);
    });
  });

test('a database restored from an older backup is not signed further', async () => {
  const first = await withKey('sqlite');
  const { DATA_DIR } = first.settings;
  const [database, backup] = [join(DATA_DIR, 'readymark.db'), join(DATA_DIR, 'older.db')];
  await publish(first, [exampleAudit({ slug: 'one' })]);
  await backUp(database, backup, { force: false, at_page() {} });
  await publish(first, [exampleAudit({ slug: 'two' })]);
  await first.store.close();
  for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
  copyFileSync(backup, database);
  const restored = await testContext('sqlite', { DATA_DIR }, first.clock);
  await restored.catalogue.refresh();
  assert.deepEqual(shown(restored), [1, 1]);
  assert.match(
    restored.signer.failure()?.message ?? '',
    /has 1 entries, and they do not continue the 2 that were signed/,
  );
  await publish(restored, [exampleAudit({ slug: 'another-second' })]);
  assert.deepEqual([shown(restored), await signedSize(restored.store.db)], [[1, 1], 1]);
  assert.match(
    restored.signer.failure()?.message ?? '',
    /has 2 entries, and they do not continue the 2 that were signed/,
  );
});
