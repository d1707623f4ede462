import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { exampleAudit, rubrics } from '../../../../rubric/test/example-audit.ts';
import { makeDatasets } from '../../../src/features/dataset/operations/make-datasets.ts';
import { noteDatasets } from '../../../src/features/dataset/operations/note-datasets.ts';
import { checkDatasets } from '../../../src/features/dataset/store/check-datasets.ts';
import { claimDataset, keptDatasets, storePiece } from '../../../src/features/dataset/store/datasets.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../../src/operations/run.ts';
import { runDoctor } from '../../../src/store/upkeep/doctor.ts';
import { operator, publish } from '../../world/operator.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../../world/service.ts';
import { made, planOf } from './made.ts';

/** When datasets are made, by which node, and when they end (decision 153). */
sharedDatabases();

const kept = async ({ store }: TestContext) => (await keptDatasets(store.db)).map(({ publication }) => publication);
const findings = async ({ store, blobs }: TestContext) =>
  (await runDoctor(store, rubrics, () => {}, [checkDatasets], blobs)).flatMap((check) => check.findings);

async function withKey(...given: Parameters<typeof testContext>) {
  const ctx = await testContext(...given);
  await ctx.signer.begin();
  await ctx.catalogue.refresh();
  return ctx;
}

/** Another node on the same database. */
const node = ({ settings, clock, signer }: TestContext, key: string = signer.file) =>
  withKey(
    settings.DATABASE_URL ? 'postgres' : 'sqlite',
    { DATA_DIR: settings.DATA_DIR, DATABASE_URL: settings.DATABASE_URL, SIGNING_KEY_FILE: key },
    clock,
  );

for (const engine of engines)
  describe(`datasets on ${engine}`, () => {
    test('there is one of what is public, then one of every midnight that has something new; two are kept', async () => {
      const ctx = await withKey(engine);
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [], 'nothing was published');
      await publish(ctx, [exampleAudit({ slug: 'a' })]);
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [1]);
      await publish(ctx, [exampleAudit({ slug: 'b' })]);
      ctx.clock.advance(3_600_000);
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [1], 'not before the night');
      ctx.clock.set('2026-11-22T00:10:00.000Z');
      await publish(ctx, [exampleAudit({ slug: 'c' })]);
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [2, 1], 'of midnight, not of now');
      assert.equal(ctx.memory.noted.datasets?.[0]?.counts.companies, 2);
      ctx.clock.set('2026-11-26T12:00:00.000Z');
      await makeDatasets(ctx);
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [3, 2], 'one for all nights that were missed');
      await publish(ctx, [exampleAudit({ slug: 'd' })]);
      ctx.clock.set('2026-11-27T00:00:30.000Z');
      await makeDatasets(ctx);
      const listed = ctx.memory.noted.datasets?.map(({ publication }) => publication);
      assert.deepEqual(
        [listed, await kept(ctx)],
        [
          [4, 3],
          [4, 3, 2],
        ],
        'another node may still name the oldest',
      );
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [4, 3]);
      const rows = await ctx.store.db.selectFrom('dataset_pieces').select('file').execute();
      assert.ok(rows.length === 24 && rows.every(({ file }) => /^[34]\//.test(file)));
      assert.deepEqual(await findings(ctx), []);
      await ctx.store.db
        .updateTable('dataset_pieces')
        .set({ body: 'AAAA', blob: null })
        .where('file', '=', '3/README.md')
        .execute();
      assert.deepEqual(await findings(ctx), ['README.md of publication 3 is another or damaged']);
    });

    test('one of several nodes makes it, one without the key none; all list it', async () => {
      const one = await withKey(engine);
      const two = await node(one);
      const without = await node(one, join(one.data_dir, 'elsewhere'));
      await publish(one, [exampleAudit({ slug: 'a' }), exampleAudit({ slug: 'b' })]);
      for (const other of [two, without]) await other.catalogue.refresh();
      await makeDatasets(without);
      assert.deepEqual(await kept(without), []);
      await Promise.all([makeDatasets(one), makeDatasets(two)]);
      assert.deepEqual(await kept(one), [1]);
      const told = [one, two].filter(({ log_lines }) => log_lines.join('').includes('the dataset is ready'));
      assert.equal(told.length, 1);
      await noteDatasets(without);
      assert.equal(without.memory.noted.datasets?.[0]?.publication, 1);
      const plan = await planOf(one);
      const files = await made(one, plan);
      for (const { name, sha256 } of without.memory.noted.datasets?.[0]?.files ?? assert.fail())
        assert.ok(files.get('manifest.txt')?.includes(`${sha256} `) || name === 'manifest.txt', name);
    });

    test('what was interrupted is never public, and is made again when its claim has ended', async () => {
      const ctx = await withKey(engine);
      await publish(ctx, [exampleAudit({ slug: 'a' })]);
      await makeDatasets(ctx, AbortSignal.abort());
      assert.deepEqual(await kept(ctx), []);
      // A process that was killed: its claim stands, and some pieces of another length.
      const at = ctx.clock.now();
      const lease = { lease_by: 'killed', lease_until: new Date(at.getTime() + 120_000).toISOString() };
      const of = { publication: 1, published_at: at.toISOString() };
      assert.ok(await claimDataset(ctx.store, of, { ...lease, now: at.toISOString() }));
      for (const piece of [0, 1]) {
        const half = { name: 'README.md', piece, bytes: Buffer.from('half') } as const;
        assert.ok(
          await storePiece(ctx, { publication: 1, lease_by: 'killed' }, half, { ...lease, now: at.toISOString() }),
        );
      }
      // And a file that only another version makes.
      await ctx.store.db.insertInto('dataset_pieces').values({ file: '1/other.file', piece: 0, body: '' }).execute();
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), []);
      ctx.clock.advance(181_000);
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [1]);
      assert.deepEqual(await findings(ctx), []);
      const rows = await ctx.store.db.selectFrom('dataset_pieces').select('piece').execute();
      assert.ok(rows.length === 12 && rows.every(({ piece }) => piece === 0), 'nothing of the first attempt is left');
      const late = { name: 'README.md', piece: 0, bytes: Buffer.from('late') } as const;
      assert.ok(
        !(await storePiece(ctx, { publication: 1, lease_by: 'killed' }, late, { ...lease, now: at.toISOString() })),
      );
    });

    test('a retraction takes away what was made before it, and one without the company is made at once', async () => {
      const ctx = await withKey(engine);
      await publish(ctx, [exampleAudit({ slug: 'a' }), exampleAudit({ slug: 'wrong' })]);
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [1]);
      await execute(ctx, retractCompany, operator, { slug: 'wrong', reason: 'Another company.' }, {});
      assert.deepEqual(await kept(ctx), [], 'before anything else happens');
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [], 'what is public here has it still');
      await ctx.catalogue.refresh();
      await makeDatasets(ctx);
      assert.deepEqual(await kept(ctx), [2]);
      assert.equal(ctx.memory.noted.datasets?.[0]?.counts.companies, 1);
      const rows = await ctx.store.db.selectFrom('dataset_pieces').select('file').distinct().execute();
      assert.ok(rows.length && rows.every(({ file }) => file.startsWith('2/')), 'nothing of it is stored any more');
    });
  });
