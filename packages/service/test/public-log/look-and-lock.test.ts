import assert from 'node:assert/strict';
import fs, { readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { checkpointText } from '@readymark/tlog/checkpoint';
import { openNote, parseVerifierKey, signingKey, signNote } from '@readymark/tlog/note';
import { rootOf } from '@readymark/tlog/tree';
import { sql } from 'kysely';
import pg from 'pg';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { rotateKey } from '../../src/operations/public-log/rotate-key.ts';
import type { Tx } from '../../src/store/engine/engine.ts';
import { encodeHash, logState } from '../../src/store/log-state.ts';
import { addCheckpoint, checkpointAt, writeCheckpoint } from '../../src/store/public-log/checkpoints.ts';
import { readKey } from '../../src/store/public-log/key-file.ts';
import { lockKeys } from '../../src/store/public-log/keys.ts';
import { commit } from '../world/operator.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { engines, sharedDatabases, type TestContext } from '../world/service.ts';
import { beside, signedHere, withKey } from './signing-nodes.ts';

/** What a node signs that has read the head before it holds the lock of the keys, and what happens meanwhile (decision 143). */
sharedDatabases();

/** Another node on the same database, with a copy of the key and of what it remembers. */
function copied(ctx: TestContext): Promise<TestContext> {
  const copy = join(temporaryFolder('readymark-key-'), 'key');
  for (const ending of ['', '.signed']) writeFileSync(copy + ending, readFileSync(ctx.signer.file + ending));
  return beside(ctx, { SIGNING_KEY_FILE: copy });
}

/** Lets `acts` wait for the lock of the keys, one after another, each with what it has read before; then does `change`. */
async function whileWaiting<T>(
  { store }: TestContext,
  acts: readonly (() => Promise<T>)[],
  change: (tx: Tx) => Promise<void> = async () => {},
): Promise<T[]> {
  const turns: Promise<T>[] = [];
  await store.transaction(async (tx) => {
    await lockKeys(store, tx);
    for (const act of acts) {
      let ended = false;
      turns.push(act().finally(() => (ended = true)));
      while (!ended && (await waitingForLocks(tx)) < turns.length) await setImmediate();
      assert.ok(!ended, 'it did not wait');
    }
    await change(tx);
  });
  return Promise.all(turns);
}

const newest = async ({ store }: TestContext) =>
  (await checkpointAt(store.db, 1_000)) ?? assert.fail('nothing is signed');
const signedBy = ({ note }: { note: string }, key: string) =>
  'text' in openNote(note, [parseVerifierKey(key) ?? assert.fail(key)]);

test('what a node was about to sign when the key was rotated is not signed by the former key', async () => {
  const ctx = await withKey('postgres');
  const behind = await copied(ctx);
  await commit(ctx, [exampleAudit({ slug: 'two' })]);
  const rotate = async () => (await rotateKey(ctx, { new_log: false })).key;
  const [key] = await whileWaiting<unknown>(ctx, [rotate, () => behind.signer.shown()]);
  const last = await newest(ctx);
  assert.ok(signedBy(last, String(key)), 'not by the new key');
  assert.deepEqual([last.size, last.publication, behind.signer.failure()], [2, 2, undefined]);
});

test('what a node was about to sign when another one signed more does not take that back', async () => {
  const ctx = await withKey('postgres');
  const { store } = ctx;
  const behind = await copied(ctx);
  const key = readKey(ctx.signer.file) ?? assert.fail();
  await commit(ctx, [exampleAudit({ slug: 'two' })]);
  const shown = await whileWaiting(ctx, [() => behind.signer.shown()], async (tx) => {
    await commit(ctx, [exampleAudit({ slug: 'three' })]);
    const { size, publication, ...tree } = await logState(tx);
    const root = rootOf({ size, ...tree });
    const note = signNote(checkpointText({ origin: key.name, size, root }), [key]);
    const signed_at = ctx.clock.now().toISOString();
    await writeCheckpoint(store, tx, { size, publication, root: encodeHash(root), note, signed_at });
  });
  const sizes = (await store.db.selectFrom('log_checkpoints').select('size').orderBy('size').execute()).map(
    ({ size }) => size,
  );
  assert.deepEqual([shown, sizes], [[3], [1, 3]]);
  assert.deepEqual([signedHere(behind), behind.signer.failure()], [3, undefined]);
});

test('a database that becomes an older one between look and lock is not signed', async () => {
  const ctx = await withKey('postgres');
  const tables = ['audits', 'publications', 'counters', 'log_entries', 'log_state', 'log_checkpoints'] as const;
  const { db } = ctx.store;
  const backup = await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()));
  await commit(ctx, [exampleAudit({ slug: 'two' })]);
  const shown = await whileWaiting(ctx, [() => ctx.signer.shown()], async (tx) => {
    for (const name of tables) await tx.deleteFrom(name).execute();
    for (const [at, name] of tables.entries())
      await tx
        .insertInto(name)
        .values(backup[at] as never)
        .execute();
  });
  assert.deepEqual(shown, [1]);
  assert.match(ctx.signer.failure()?.message ?? '', /second history/);
  await commit(ctx, [exampleAudit({ slug: 'other' })]);
  assert.deepEqual([await ctx.signer.shown(), (await newest(ctx)).size], [1, 1]);
});

test('a head that was read before is signed only by the key that signs, and while the log is that tree', async () => {
  for (const engine of engines) {
    const ctx = await withKey(engine);
    const { store } = ctx;
    const key = readKey(ctx.signer.file) ?? assert.fail();
    await commit(ctx, [exampleAudit({ slug: 'two' })]);
    const tree = await logState(store.db);
    const row = { size: 2, publication: 2, root: 'r', note: 'n', signed_at: ctx.clock.now().toISOString() };
    const add = (by: Parameters<typeof addCheckpoint>[3], other: Partial<typeof row> = {}) =>
      store.transaction((tx) => addCheckpoint(store, tx, { ...row, ...other }, by));
    const another = signingKey('readymark.test/log', Buffer.alloc(32, 7));
    assert.deepEqual(
      [
        await add({ key: another, tree }),
        await add({ key, tree: { ...tree, hashes: tree.hashes.toReversed().concat(tree.hashes) } }),
        await add({ key, tree }, { size: 3 }),
        await add({ key, tree }, { publication: 3 }),
        await add({ key, tree }),
        await add({ key, tree }),
      ],
      [false, false, false, false, true, false],
      engine,
    );
  }
});

/** How many transactions wait for a lock of this database. */
async function waitingForLocks(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

test('another tree of the size that was signed is not signed', async () => {
  for (const engine of engines) {
    const ctx = await withKey(engine);
    const { db } = ctx.store;
    await db
      .updateTable('log_state')
      .set({ frontier: encodeHash(Buffer.alloc(32, 7)), publication: 2 })
      .execute();
    await db.updateTable('counters').set({ value: 2 }).where('name', '=', 'publications').execute();
    assert.deepEqual([await ctx.signer.shown(), (await newest(ctx)).publication], [1, 1], engine);
    assert.match(ctx.signer.failure()?.message ?? '', /second history/);
  }
});

test('others hear of a checkpoint', async (t) => {
  const ctx = await withKey('postgres');
  const client = new pg.Client({ connectionString: ctx.settings.DATABASE_URL });
  t.after(() => client.end());
  await client.connect();
  await client.query('listen readymark');
  let heard = 0;
  client.on('notification', () => (heard += 1));
  await commit(ctx, [exampleAudit({ slug: 'two' })]);
  await until(() => heard === 1, 'the publication');
  await ctx.signer.shown();
  await until(() => heard === 2, 'its checkpoint');
  await rotateKey(ctx, { new_log: false });
  await until(() => heard === 3, 'that of a rotation');
});

test('what could not be flushed is not committed, and is flushed again by the next try', async (t) => {
  const ctx = await withKey('sqlite');
  const real = fs.fdatasync;
  let flushes = 0;
  let broken = true;
  t.after(() => {
    fs.fdatasync = real;
    syncBuiltinESMExports();
  });
  // Of the disk, not of us: nothing else makes a real one fail here.
  fs.fdatasync = ((handle: number, done: fs.NoParamCallback) => {
    flushes += 1;
    if (broken) queueMicrotask(() => done(Object.assign(new Error('EIO'), { code: 'EIO' })));
    else real(handle, done);
  }) as typeof fs.fdatasync;
  syncBuiltinESMExports();
  await commit(ctx, [exampleAudit({ slug: 'two' })]);
  for (const flushed of [1, 2]) {
    assert.deepEqual([await ctx.signer.shown(), (await newest(ctx)).size, flushes], [1, 1, flushed]);
    assert.match(ctx.signer.failure()?.message ?? '', /cannot be written \(EIO\)/);
  }
  broken = false;
  assert.deepEqual([await ctx.signer.shown(), (await newest(ctx)).size, flushes], [2, 2, 3]);
  assert.equal(ctx.signer.failure(), undefined);
});
