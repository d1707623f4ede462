import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { collected, madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { startAudit } from '../../src/operations/desk/audits/start-audit.ts';
import { execute } from '../../src/operations/run.ts';
import { tick } from '../../src/operations/worker.ts';
import { findJob } from '../../src/store/auditing/audit-jobs.ts';
import { checkBlobBytes } from '../../src/store/blobs/check-blobs.ts';
import { operator, publish } from '../world/operator.ts';
import { type TestContext, testContext } from '../world/service.ts';

/** A folder of blobs whose disk is not there is no empty place, and no fault of an audit (decision 206). */
const started = async (ctx: TestContext, name: string) =>
  (await execute(ctx, startAudit, operator, { subject: name, again: true }, {})).body.job.job_id;
const jobOf = async (ctx: TestContext, job_id: string) => {
  const job = await findJob(ctx.store.db, job_id);
  assert.ok(job);
  return job;
};

test('while the disk of the folder is not mounted nothing is written there and audits wait; then they go on', async () => {
  let visits = 0;
  const auditor = madeAuditor({
    site(website) {
      visits += 1;
      return collected(website, { '/': `home of ${website}` });
    },
  });
  const ctx = await testContext('sqlite', {}, undefined, { auditor });
  const [folder, away] = [join(ctx.data_dir, 'blobs'), join(ctx.data_dir, 'away')];
  await publish(ctx, [exampleAudit({ slug: 'first' }), exampleAudit({ slug: 'second' })]);
  const first = await started(ctx, 'first');
  await tick(ctx);
  assert.equal((await jobOf(ctx, first)).status, 'drafted');
  assert.equal(visits, 1);

  renameSync(folder, away);
  mkdirSync(folder);
  const second = await started(ctx, 'second');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await tick(ctx);
    const { status, error, attempts } = await jobOf(ctx, second);
    assert.deepEqual([status, attempts], ['queued', 0]);
    assert.match(error ?? '', /has none of the blobs that the database names: mount its disk/);
    ctx.clock.advance(300_000);
  }
  assert.equal(visits, 1, 'no site is visited for evidence that cannot be kept');
  assert.deepEqual(readdirSync(folder), []);
  const [found = ''] = (await checkBlobBytes(ctx.store, ctx.blobs, undefined, 20)).findings;
  assert.match(found, /mount its disk/);

  rmSync(folder, { recursive: true });
  renameSync(away, folder);
  await tick(ctx);
  const done = await jobOf(ctx, second);
  assert.deepEqual([done.status, done.error], ['drafted', null]);
  assert.deepEqual((await checkBlobBytes(ctx.store, ctx.blobs, undefined, 20)).findings, []);
});
