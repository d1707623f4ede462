import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appendLeaf, emptyFrontier, leafHash, rootOf } from '@readymark/tlog/tree';
import { exampleAudit, rubrics, v1 } from '../../../rubric/test/example-audit.ts';
import { canonicalHash } from '../../src/domain/canonical-json.ts';
import type { Statement } from '../../src/domain/public-log/statement.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { removeExamples } from '../../src/operations/desk/companies/remove-examples.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';
import { logState } from '../../src/store/log-state.ts';
import { logPast } from '../../src/store/public-log/append.ts';
import { rootAt } from '../../src/store/public-log/tree/tree-rows.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { commit, operator } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** What is published is said in the public log, in the same transaction (decisions 140 and 141). */
sharedDatabases();

const entriesOf = async ({ store }: TestContext) =>
  (await store.db.selectFrom('log_entries').selectAll().orderBy('entry_index').execute()).map(
    ({ entry }) => JSON.parse(entry) as Statement,
  );
const brief = (entries: readonly Statement[]) =>
  entries.map(({ kind, slug, audit_date, publication, replaces }) => [kind, slug, audit_date, publication, replaces]);
const findings = async (ctx: TestContext) =>
  (await runDoctor(ctx.store, rubrics, () => {})).flatMap(({ check, findings }) =>
    findings.map((one) => `${check}: ${one}`),
  );

const acme = (audit_date: string, scores: number) =>
  exampleAudit({ slug: 'acme', company: 'Acme', audit_date, scores });

/** Everything that can happen to a company. */
async function life(engine: Engine): Promise<TestContext> {
  const ctx = await testContext(engine);
  await commit(ctx, [acme('2026-05-01', 1), exampleAudit({ slug: 'other' })]);
  await commit(ctx, [acme('2026-11-01', 2)]);
  await commit(ctx, [acme('2026-11-01', 3)], { replace: true });
  const correct = { slug: 'acme', company: 'Acme Corporation' };
  await execute(ctx, correctCompany, operator, correct, {});
  await execute(ctx, correctCompany, operator, { slug: 'acme', new_slug: 'acme-corp' }, {});
  const reason = 'The audit was of another company of this name.';
  await execute(ctx, retractCompany, operator, { slug: 'acme-corp', reason }, {});
  const again = exampleAudit({ slug: 'acme-corp', company: 'Acme', audit_date: '2026-11-20' });
  await execute(ctx, publishAudits, operator, { audits: [again], reinstate: true }, {});
  return ctx;
}

const expected = [
  ['audit', 'acme', '2026-05-01', 1, null],
  ['audit', 'other', '2026-11-20', 1, null],
  ['audit', 'acme', '2026-11-01', 2, null],
  ['replacement', 'acme', '2026-11-01', 3, 2],
  ['correction', 'acme', '2026-11-01', 4, 3],
  ['name_change', 'acme-corp', '2026-05-01', 5, 0],
  ['name_change', 'acme-corp', '2026-11-01', 5, 4],
  ['retraction', 'acme-corp', null, 6, 6],
  ['audit', 'acme-corp', '2026-11-20', 7, null],
];

/** In one publication the order is that of ids, and ids of one millisecond may come in any order. */
const sorted = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.slice(0, 4)).sort((a, b) => Number(a[3]) - Number(b[3]) || (String(a) < String(b) ? -1 : 1));

for (const engine of engines)
  describe(`the public log on ${engine}`, () => {
    test('says each audit, replacement, correction, change of a slug and retraction, and what it replaces', async () => {
      const ctx = await life(engine);
      const entries = await entriesOf(ctx);
      assert.deepEqual(sorted(brief(entries)), sorted(expected));
      for (const { kind, replaces, slug, audit_date } of entries) {
        const before = replaces === null ? undefined : entries[replaces];
        assert.equal(before !== undefined, kind !== 'audit');
        if (before && kind !== 'retraction') assert.equal(before.audit_date, audit_date);
        if (before && kind !== 'name_change') assert.equal(before.slug, slug);
      }
      assert.deepEqual(await findings(ctx), []);
    });

    test('names the record, the rubric and the receipts by their hashes', async () => {
      const ctx = await testContext(engine);
      await commit(ctx, [acme('2026-11-20', 2)]);
      const [entry] = await entriesOf(ctx);
      assert.deepEqual(entry, {
        ...{ format: 1, kind: 'audit', slug: 'acme', audit_date: '2026-11-20', publication: 1 },
        ...{ at: '2026-11-21T12:00:00.000Z', record_sha256: canonicalHash(acme('2026-11-20', 2)), record_format: 1 },
        ...{ rubric: 'v1', rubric_sha256: canonicalHash(v1), receipts_sha256: null, replaces: null },
        logged: 'at_publication',
      });
    });

    test('a dry run, and a publication that is refused, say nothing', async () => {
      const ctx = await testContext(engine);
      await commit(ctx, [acme('2026-11-20', 2)]);
      await execute(ctx, publishAudits, operator, { audits: [acme('2026-11-21', 2)], dry_run: true }, {});
      await assert.rejects(commit(ctx, [acme('2026-11-20', 3)]));
      assert.equal((await logState(ctx.store.db)).size, 1);
    });

    test('fictional examples that leave are retracted in the log', async () => {
      const ctx = await testContext(engine);
      await commit(ctx, [exampleAudit({ slug: 'fiction', fictional: true })]);
      await execute(ctx, removeExamples, operator, {}, {});
      assert.deepEqual(brief(await entriesOf(ctx)), [
        ['audit', 'fiction', '2026-11-20', 1, null],
        ['retraction', 'fiction', null, 2, 0],
      ]);
    });

    test('what was published without a log is logged at the start, or before the next publication, and says so', async () => {
      const ctx = await life(engine);
      const before = await entriesOf(ctx);
      const forget = async () => {
        for (const table of ['log_entries', 'log_tiles', 'log_state'] as const)
          await ctx.store.db.deleteFrom(table).execute();
      };
      const past = before.map((entry) => ({ ...entry, logged: 'afterwards' }));
      await forget();
      assert.match((await findings(ctx)).join('\n'), /entry 0 \(publication 1, \w+\): it is missing/);
      assert.equal(await logPast(ctx.store, rubrics), before.length);
      assert.deepEqual(await entriesOf(ctx), past);
      assert.equal(await logPast(ctx.store, rubrics), 0);
      await forget();
      await commit(ctx, [exampleAudit({ slug: 'third' })]);
      const after = await entriesOf(ctx);
      assert.deepEqual(after.slice(0, -1), past);
      assert.deepEqual([after.at(-1)?.slug, after.at(-1)?.logged], ['third', 'at_publication']);
      assert.deepEqual(await findings(ctx), []);
    });

    test('the tree is right at any size, from its tiles too', async () => {
      const ctx = await testContext(engine);
      const audits = Array.from({ length: 600 }, (_, at) => exampleAudit({ slug: `c-${at}` }));
      const sizes: number[] = [];
      for (const [from, to] of [
        [0, 255],
        [255, 256],
        [256, 257],
        [257, 600],
      ] as const) {
        await commit(ctx, audits.slice(from, to));
        sizes.push((await logState(ctx.store.db)).size);
      }
      assert.deepEqual(sizes, [255, 256, 257, 600]);
      const rows = await ctx.store.db.selectFrom('log_entries').select('entry').orderBy('entry_index').execute();
      let built = emptyFrontier;
      for (const [at, { entry }] of rows.entries()) {
        built = appendLeaf(built, leafHash(Buffer.from(entry)));
        if ([1, 2, 254, 255, 256, 257, 511, 512, 513, 600].includes(at + 1))
          assert.deepEqual(Buffer.from(await rootAt(ctx.store.db, at + 1)), rootOf(built), `${at + 1} entries`);
      }
      assert.deepEqual(rootOf(await logState(ctx.store.db)), rootOf(built));
      assert.deepEqual(await findings(ctx), []);
    });

    test('publications of two nodes at once are logged one after another', async () => {
      const one = await testContext(engine);
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const two = await testContext(engine, { DATA_DIR, DATABASE_URL });
      const nodes = [one, two];
      await Promise.all(
        Array.from({ length: 12 }, (_, at) => commit(nodes[at % 2] ?? one, [exampleAudit({ slug: `c-${at}` })])),
      );
      const entries = await entriesOf(one);
      assert.deepEqual(
        entries.map(({ publication }) => publication),
        Array.from({ length: 12 }, (_, at) => at + 1),
      );
      assert.deepEqual(await findings(one), []);
    });

    test('the doctor finds an entry, a tile and a state that were changed', async () => {
      const ctx = await testContext(engine);
      await commit(
        ctx,
        Array.from({ length: 256 }, (_, at) => exampleAudit({ slug: `c-${at}` })),
      );
      const { db } = ctx.store;
      const { entry } = await db
        .selectFrom('log_entries')
        .select('entry')
        .where('entry_index', '=', 7)
        .executeTakeFirstOrThrow();
      const change = (text: string) =>
        db.updateTable('log_entries').set({ entry: text }).where('entry_index', '=', 7).execute();
      await change(entry.replace('"replaces":null', '"replaces":3'));
      assert.match(
        (await findings(ctx)).join('\n'),
        /entry 7 \(.+ it says something else.+\n.+entry 7: its hash is another/,
      );
      await change(entry);
      await db
        .updateTable('log_tiles')
        .set({ root: Buffer.alloc(32).toString('base64') })
        .execute();
      assert.match((await findings(ctx)).join('\n'), /tile 0 of level 0 is missing or another/);
      await db.deleteFrom('log_entries').where('entry_index', '=', 255).execute();
      assert.match(
        (await findings(ctx)).join('\n'),
        /entry 255 .+ it is missing(.|\n)+the state of the log is of another tree/,
      );
    });
  });
