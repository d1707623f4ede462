import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audit as auditSchema } from '@readymark/rubric/audit/audit';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { addOldFormats, inOldestFormat, OLDEST_FORMAT } from '../../../rubric/test/record-format.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../../test/world/service.ts';
import { publishAudits } from '../operations/desk/publish-audits.ts';
import { execute } from '../operations/run.ts';
import { auditById, latestAudits } from './desk-audits.ts';
import { logPast } from './public-log/append.ts';
import { runDoctor } from './upkeep/doctor.ts';

/** Records of an older format in the database: read, served and checked as if they were written today (decision 45). */
sharedDatabases();
addOldFormats();

async function published(engine: 'sqlite' | 'postgres'): Promise<TestContext> {
  const ctx = await testContext(engine);
  const audits = ['2026-05-01', '2026-11-20'].map((audit_date) => exampleAudit({ slug: 'acme', audit_date }));
  await execute(ctx, publishAudits, { kind: 'operator', name: 'ada' }, { audits }, {});
  return ctx;
}

const findings = async ({ store, rubrics }: TestContext) =>
  (await runDoctor(store, rubrics, () => {})).flatMap((check) => check.findings);

async function served(ctx: TestContext): Promise<string[]> {
  await ctx.catalogue.refresh();
  return [...ctx.catalogue.current().documents()].map(([, { bodies }]) => Buffer.from(bodies.identity).toString());
}

for (const engine of engines) {
  test(`a record of an older format is served, read and checked in the current one (${engine})`, async () => {
    const ctx = await published(engine);
    const { db } = ctx.store;
    const rows = await db.selectFrom('audits').select(['audit_id', 'record']).execute();
    for (const { audit_id, record } of rows)
      await db
        .updateTable('audits')
        .set({ record: inOldestFormat(record), record_format: OLDEST_FORMAT })
        .where('audit_id', '=', audit_id)
        .execute();
    // As if they had been published in that format.
    for (const table of ['log_entries', 'log_state'] as const) await db.deleteFrom(table).execute();
    await logPast(ctx.store, ctx.rubrics);
    const before = await db.selectFrom('audits').select('record').orderBy('audit_id').execute();

    assert.deepEqual(await served(ctx), await served(await published(engine)));
    for (const { audit_id, record } of rows)
      assert.equal(JSON.stringify(await auditById(db, audit_id)), record, 'an audit by its id');
    for (const audit of await latestAudits(db, 'acme', 2)) assert.deepEqual(auditSchema.parse(audit), audit);
    assert.deepEqual(await findings(ctx), []);
    assert.deepEqual(await db.selectFrom('audits').select('record').orderBy('audit_id').execute(), before);
  });

  test(`a record of an unknown format is a finding, and no snapshot is built from it (${engine})`, async () => {
    const ctx = await published(engine);
    await ctx.store.db
      .updateTable('audits')
      .set({ record_format: 99 })
      .where('audit_date', '=', '2026-11-20')
      .execute();
    const [unknown, ...others] = await findings(ctx);
    assert.match(unknown ?? '', /format 99/);
    assert.deepEqual(
      others.map((text) => /^entry \d .+ something else than what is stored/.test(text)),
      [true],
    );
    await assert.rejects(ctx.catalogue.refresh(), /format 99/);
  });
}
