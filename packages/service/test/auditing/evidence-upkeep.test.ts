import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { collected, madeAuditor, sha256Of } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit, rubrics } from '../../../rubric/test/example-audit.ts';
import { receiptCriteria } from '../../src/domain/auditing/receipts.ts';
import { startWorker } from '../../src/operations/worker.ts';
import { bodiesOfJob } from '../../src/store/auditing/evidence.ts';
import type { BytesPlace } from '../../src/store/blobs/kept-bytes.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { backUp } from '../../src/store/upkeep/backup.ts';
import { copyStore } from '../../src/store/upkeep/copy.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { publish } from '../world/operator.ts';
import { newDatabase } from '../world/postgres.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases, testContext } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/** Evidence goes where the database goes: it is copied to the other engine and backed up, whole (decisions 52 and 90). */
sharedDatabases();

const large = randomBytes(5 * 1024 * 1024);

/** A database with a published audit that rests on a body of 5 MB, and an older, unpublished one. */
async function audited(engine: (typeof engines)[number]) {
  const auditor = madeAuditor({
    site(website) {
      const seen = collected(website, { '/': 'home', '/large': 'large', '/gone': null });
      const sha256 = sha256Of(large);
      const items = seen.bundle.items.map((item) => (item.url.endsWith('/large') ? { ...item, sha256 } : item));
      const bodies = (wanted: string) => (wanted === sha256 ? large : seen.bodies(wanted));
      return { ...seen, bundle: { ...seen.bundle, items }, bodies };
    },
  });
  const ctx = await testContext(engine, {}, undefined, { auditor });
  await publish(ctx, [exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01' })]);
  const stop = new AbortController();
  const worker = startWorker(ctx, stop.signal);
  const job_id = await publishDraft(ctx, 'acme');
  stop.abort();
  await worker.stopped;
  return { ctx, job_id };
}

async function isWhole({ store, blobs }: BytesPlace, job_id: string): Promise<void> {
  const checks = await runDoctor(store, rubrics, () => {});
  assert.deepEqual(
    checks.flatMap(({ findings }) => findings),
    [],
  );
  assert.equal(checks.find(({ check }) => check === 'kept bundles have all of their bodies')?.rows, 1);
  assert.ok(large.equals((await bodiesOfJob({ store, blobs }, job_id))(sha256Of(large)) ?? Buffer.alloc(0)));
  const { receipts } = await store.db
    .selectFrom('audits')
    .select('receipts')
    .where('job_id', '=', job_id)
    .executeTakeFirstOrThrow();
  assert.equal(receiptCriteria(receipts ?? '').length, 20);
}

for (const engine of engines)
  test(`evidence is copied from ${engine} to the other engine`, async () => {
    const { ctx, job_id } = await audited(engine);
    const file = join(temporaryFolder('readymark-copy-'), 'readymark.db');
    const target = openStore({ database_url: engine === 'sqlite' ? await newDatabase() : '', file });
    try {
      const { signal } = new AbortController();
      const rows = await copyStore(ctx.store, target, { source_name: 'here', signal, at_row: () => {} });
      assert.deepEqual([rows.audit_jobs, rows.evidence_bodies, rows.job_bodies], [1, 2, 2]);
      await isWhole({ store: target, blobs: ctx.blobs }, job_id);
    } finally {
      await target.close();
    }
  });

test('a backup has the evidence', async () => {
  const { ctx, job_id } = await audited('sqlite');
  const to = join(temporaryFolder('readymark-backup-'), 'backup.db');
  await backUp(join(ctx.data_dir, 'readymark.db'), to, { force: false, at_page: () => {} });
  const copy = openStore({ database_url: '', file: to });
  try {
    await isWhole({ store: copy, blobs: ctx.blobs }, job_id);
  } finally {
    await copy.close();
  }
});
