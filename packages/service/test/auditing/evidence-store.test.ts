import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { beginJob, cancelJob, endJob, findJob, queueJob } from '../../src/store/auditing/audit-jobs.ts';
import {
  ageOutJob,
  bodiesOfJob,
  bodyOfJob,
  isAnythingAged,
  keepBodies,
  keepBundle,
  sha256sOf,
} from '../../src/store/auditing/evidence.ts';
import { forgetBody } from '../../src/store/auditing/forgotten-bodies.ts';
import { checkBlobBytes, checkBlobNames } from '../../src/store/blobs/check-blobs.ts';
import { endBlobs } from '../../src/store/blobs/end-blobs.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { s3Store } from '../world/s3/store.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** What was fetched is kept once, whole, and as long as somebody needs it (decision 90). */
sharedDatabases();

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function bundleOf(...bodies: Uint8Array[]) {
  const by_hash = new Map(bodies.map((bytes) => [hashOf(bytes), bytes]));
  const items = [...by_hash.keys()].map((sha256) => ({ url: 'https://acme.example/', sha256 }));
  return { json: JSON.stringify({ items }), sha256s: [...by_hash.keys()], of: (sha256: string) => by_hash.get(sha256) };
}

let jobs = 0;

/** A job that is being worked on. */
async function begun(ctx: TestContext) {
  const created_at = ctx.now().toISOString();
  const name = `company-${jobs++}`;
  const site = `${name}.example`;
  const job = { request_id: null, slug: name, company: name, website: `https://${site}/`, site, rubric: 'v1' };
  const job_id = ctx.newId('job');
  await ctx.store.transaction((tx) =>
    queueJob(ctx.store, tx, { ...job, job_id, operator: 'tester', created_at }, undefined),
  );
  const lease_by = ctx.newId('lea');
  const lease_until = new Date(ctx.now().getTime() + 60_000).toISOString();
  assert.equal((await beginJob(ctx.store, { lease_by, lease_until, now: created_at }))?.job_id, job_id);
  return { job_id, lease_by };
}

async function drafted(ctx: TestContext, ...bodies: Uint8Array[]) {
  const { store } = ctx;
  const job = await begun(ctx);
  const bundle = bundleOf(...bodies);
  const at = ctx.now().toISOString();
  const drafted = {
    status: 'drafted',
    proposals: '[]',
    assist: null,
    draft: '{}',
    audit_id_before: null,
    finished_at: at,
  } as const;
  assert.ok(await keepBodies(ctx, job, bundle.sha256s, bundle.of, at));
  assert.ok(await keepBundle(store, job, bundle.json, bundle.sha256s));
  assert.ok(await endJob(store.db, job, drafted));
  return job.job_id;
}

const findings = async (ctx: TestContext) =>
  (
    await runDoctor(
      ctx.store,
      ctx.rubrics,
      () => {},
      [(store) => checkBlobNames(store, 20), (store, blobs) => checkBlobBytes(store, blobs, undefined, 20)],
      ctx.blobs,
    )
  ).flatMap(({ check, findings }) => (findings.length ? check : []));

/** Where bytes are: in a folder beside SQLite, in PostgreSQL itself, and in a store (decision 206). */
const places = engines.flatMap((engine) => [
  { name: engine, open: () => testContext(engine) },
  { name: `${engine} and S3`, open: async () => testContext(engine, (await s3Store()).env) },
]);

/** How many blobs there are, known and at their place; those that nothing names are removed first. */
async function blobsOf({ store, blobs, now }: TestContext): Promise<[known: number, there: number]> {
  if (!blobs) return [0, 0];
  await endBlobs(store, blobs, now);
  let there = 0;
  for await (const _ of blobs.list()) there += 1;
  return [(await store.db.selectFrom('blobs').select('sha256').execute()).length, there];
}

const stored = async (ctx: TestContext) =>
  (await ctx.store.db.selectFrom('evidence_bodies').select('sha256').execute()).map(({ sha256 }) => sha256).sort();

for (const { name, open } of places)
  describe(`evidence on ${name}`, () => {
    test('bodies come back byte for byte: empty, text, and 5 MB that cannot be compressed', async () => {
      const ctx = await open();
      const bodies = [Buffer.alloc(0), Buffer.from('<h1>Prices\u202e</h1>\0'), randomBytes(5 * 1024 * 1024)];
      const job_id = await drafted(ctx, ...bodies);
      const kept = await bodiesOfJob(ctx, job_id);
      for (const bytes of bodies) assert.ok(bytes.equals(kept(hashOf(bytes)) ?? Buffer.from('none')));
      assert.deepEqual(await findings(ctx), []);
    });

    test('a body that two jobs saw is stored once, and stays until neither needs it', async () => {
      const ctx = await open();
      const [shared, own] = [Buffer.from('shared'), Buffer.from('own')];
      const first = await drafted(ctx, shared, own);
      ctx.clock.advance(86_400_000);
      const second = await drafted(ctx, shared);
      assert.deepEqual(await stored(ctx), [hashOf(shared), hashOf(own)].sort());
      const until = new Date(ctx.now().getTime() - 1_000).toISOString();
      const at = ctx.now().toISOString();
      assert.ok(await isAnythingAged(ctx.store.db, until));
      assert.equal(await ageOutJob(ctx.store, until, at, async () => {}), first);
      assert.equal(await ageOutJob(ctx.store, until, at, async () => {}), undefined);
      assert.deepEqual(await stored(ctx), [hashOf(shared)]);
      assert.equal(await bodyOfJob(ctx, first, hashOf(shared)), undefined);
      assert.ok(await bodyOfJob(ctx, second, hashOf(shared)));
      assert.equal((await findJob(ctx.store.db, first))?.aged_out_at, at);
      assert.deepEqual(await findings(ctx), []);
      const one = ctx.blobs ? 1 : 0;
      assert.deepEqual(await blobsOf(ctx), [one, one]);
      assert.equal(await ageOutJob(ctx.store, at, at, async () => {}), second);
      assert.deepEqual(await stored(ctx), []);
      assert.deepEqual(await blobsOf(ctx), [0, 0]);
    });

    test('of a job that was cancelled nothing further is stored', async () => {
      const ctx = await open();
      const job = await begun(ctx);
      const at = ctx.now().toISOString();
      const bundle = bundleOf(Buffer.from('late'));
      assert.ok(await ctx.store.transaction((tx) => cancelJob(tx, job.job_id, at)));
      assert.equal(await keepBodies(ctx, job, bundle.sha256s, bundle.of, at), false);
      assert.equal(await keepBundle(ctx.store, job, bundle.json, bundle.sha256s), false);
      assert.deepEqual(await stored(ctx), []);
      // What was put there before that was known ends with its hold.
      ctx.clock.advance(3_601_000);
      assert.deepEqual(await blobsOf(ctx), [0, 0]);
    });

    test('what was forgotten for good is not stored again, also where nothing else was fetched', async () => {
      const ctx = await open();
      const [page, other] = [Buffer.from('personal data'), Buffer.from('other')];
      await drafted(ctx, page);
      const at = ctx.now().toISOString();
      await ctx.store.transaction((tx) =>
        forgetBody(ctx.store, tx, { sha256: hashOf(page), reason: 'asked', forgotten_at: at }),
      );
      const [alone, beside] = [await drafted(ctx, page), await drafted(ctx, page, other)];
      assert.equal(await bodyOfJob(ctx, alone, hashOf(page)), undefined);
      assert.equal(await bodyOfJob(ctx, beside, hashOf(page)), undefined);
      assert.ok(other.equals((await bodyOfJob(ctx, beside, hashOf(other))) ?? Buffer.alloc(0)));
    });

    test('what an attempt left behind is removed when the next one stores its bundle', async () => {
      const ctx = await open();
      const job = await begun(ctx);
      const at = ctx.now().toISOString();
      const [before, after] = [bundleOf(Buffer.from('a'), Buffer.from('b')), bundleOf(Buffer.from('b'))];
      await keepBodies(ctx, job, before.sha256s, before.of, at);
      await keepBodies(ctx, job, after.sha256s, after.of, at);
      await keepBundle(ctx.store, job, after.json, after.sha256s);
      assert.deepEqual(await sha256sOf(ctx.store.db, job.job_id), after.sha256s);
      assert.deepEqual(await stored(ctx), after.sha256s);
    });

    test('a body under another SHA-256 is refused', async () => {
      const ctx = await open();
      const job = await begun(ctx);
      const wrong = keepBodies(ctx, job, ['0'.repeat(64)], () => Buffer.from('x'), ctx.now().toISOString());
      await assert.rejects(wrong, /SHA-256/);
    });

    test('the doctor finds a changed body, a missing one, and one that nobody needs', async () => {
      const ctx = await open();
      const { db } = ctx.store;
      const [one, two] = [Buffer.from('one'), Buffer.from('two')];
      await drafted(ctx, one, two);
      const body = Buffer.from('not compressed').toString('base64');
      await db.updateTable('evidence_bodies').set({ body, blob: null }).where('sha256', '=', hashOf(one)).execute();
      const unnamed = ctx.blobs ? ['blobs are known by the rows that name them'] : [];
      assert.deepEqual(await findings(ctx), ['bodies of evidence are what was fetched', ...unnamed]);
      await db.deleteFrom('job_bodies').where('sha256', '=', hashOf(one)).execute();
      assert.deepEqual(await findings(ctx), [
        'bodies of evidence belong to a job that has them',
        'bodies of evidence are what was fetched',
        'kept bundles have all of their bodies',
        ...unnamed,
      ]);
    });
  });
