import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext as Running, test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { openBlobPlace } from '../../src/main.ts';
import { readSettings } from '../../src/settings.ts';
import { nameOf } from '../../src/store/blobs/blobs.ts';
import { openFolder } from '../../src/store/blobs/folder.ts';
import { rowsToMove } from '../../src/store/blobs/move-to-blobs.ts';
import { openStore, type Store } from '../../src/store/engine/engine.ts';
import { migrate } from '../../src/store/upkeep/migrate.ts';
import { areThere, storedBefore } from '../blobs/stored-before.ts';
import { newDatabase } from '../world/postgres.ts';
import { readymark, serving, temporaryFolder } from '../world/readymark.ts';
import { s3Store } from '../world/s3/store.ts';
import { sharedDatabases } from '../world/service.ts';

/** Blobs go where the database goes, by the commands that operators use (decisions 52 and 206). */
sharedDatabases();

const bodies = Array.from({ length: 40 }, (_, at) => Buffer.concat([Buffer.from(`${at}`), randomBytes(at * 500)]));

/** A database of an older version at a place, and how it is opened. */
async function olderDatabase(running: Running, env: Record<string, string> = {}) {
  const DATA_DIR = temporaryFolder('readymark-blobs-');
  const open = (): Store =>
    openStore({ database_url: env.DATABASE_URL ?? '', file: join(DATA_DIR, 'readymark.db'), connections: 2 });
  const stores: Store[] = [];
  const close = () => Promise.all(stores.splice(0).map((opened) => opened.close()));
  running.after(close);
  const store = open();
  await migrate(store);
  await storedBefore({ store, now: () => new Date() }, bodies);
  await store.close();
  const opened = () => {
    const again = open();
    stores.push(again);
    return again;
  };
  return { env: { DATA_DIR, ...env }, DATA_DIR, open: opened, close };
}

/** Waits until a service has moved all rows but so many. */
const untilMoved = (store: Store, left: number) =>
  until(async () => (await rowsToMove(store)) <= left, `all rows but ${left} are moved`);

test('a service that is killed again and again while it moves evidence loses none', {
  timeout: timeLimit(120_000),
}, async (t) => {
  const s3 = await s3Store();
  const { env, open } = await olderDatabase(t, s3.env);
  const store = open();
  const blobs = openBlobPlace(readSettings(env));
  t.after(() => blobs?.close());
  for (const left of [35, 25, 10]) {
    const service = await serving(env);
    await untilMoved(store, left);
    await service.kill('SIGKILL');
    await areThere({ store, blobs }, bodies);
  }
  const service = await serving(env);
  await untilMoved(store, 0);
  await service.stop();
  await areThere({ store, blobs }, bodies);
  const doctor = await readymark(['doctor', '--all-blobs', '--json'], env);
  const checks = JSON.parse(doctor.out).checks as { check: string; rows: number; findings: string[] }[];
  const found = checks.filter(({ check }) => check.startsWith('blobs ')).map(({ rows, findings }) => [rows, findings]);
  assert.deepEqual(found, [
    [bodies.length, []],
    [bodies.length, []],
  ]);
});

test('a backup has the blobs of a folder, and restore puts them back', { timeout: timeLimit(120_000) }, async (t) => {
  const { env, DATA_DIR, open } = await olderDatabase(t);
  const service = await serving(env);
  await untilMoved(open(), 0);
  await service.stop();
  const to = join(temporaryFolder('readymark-backup-'), 'backup.db');
  const backup = await readymark(['backup', to], env);
  assert.match(
    backup.out,
    /Its 40 blobs, which are evidence and datasets, are in .*backup\.db\.blobs; both belong together/,
  );
  assert.ok(statSync(`${to}.blobs`).isDirectory());
  // What an earlier backup of this name has and this one does not name was forgotten since.
  const forgotten = Buffer.from('forgotten since');
  await openFolder(`${to}.blobs`).put(nameOf(forgotten), forgotten);
  assert.equal((await readymark(['backup', to, '--force'], env)).code, 0);
  assert.equal(await openFolder(`${to}.blobs`).has(nameOf(forgotten)), false);
  // Beside a service that runs nothing is put: what it forgot meanwhile would be back.
  const running = await serving(env);
  const [there = ''] = await Array.fromAsync(openFolder(join(DATA_DIR, 'blobs')).list());
  await openFolder(join(DATA_DIR, 'blobs')).delete(there);
  const refused = await readymark(['restore', to, '--force', '--continue-log'], env);
  assert.notEqual(refused.code, 0);
  assert.equal(await openFolder(join(DATA_DIR, 'blobs')).has(there), false);
  await running.stop();
  // The disk is lost.
  const elsewhere = { DATA_DIR: join(temporaryFolder('readymark-restored-'), 'data') };
  rmSync(DATA_DIR, { recursive: true });
  const restored = await readymark(['restore', to, '--continue-log'], elsewhere);
  assert.match(restored.out, /Its 40 blobs are in .*data\/blobs/);
  const store = openStore({ database_url: '', file: join(elsewhere.DATA_DIR, 'readymark.db') });
  t.after(() => store.close());
  await areThere({ store, blobs: openFolder(join(elsewhere.DATA_DIR, 'blobs')) }, bodies);
  const again = await readymark(['backup', join(to, '../other.db'), '--without-blobs'], elsewhere);
  assert.match(again.out, /40 blobs, which are evidence and datasets, are not in it: they stay in/);
  assert.equal(existsSync(join(to, '../other.db.blobs')), false);
});

test('from a folder to a bucket, and to PostgreSQL', { timeout: timeLimit(120_000) }, async (t) => {
  const { env, DATA_DIR, open, close } = await olderDatabase(t);
  const service = await serving(env);
  await untilMoved(open(), 0);
  await service.stop();
  const s3 = await s3Store();
  const bucket = { ...env, ...s3.env };
  const copied = await readymark(['blobs', 'copy', join(DATA_DIR, 'blobs')], bucket);
  assert.match(copied.out, /copied 40 blobs to the bucket readymark/);
  const blobs = openBlobPlace(readSettings(bucket));
  t.after(() => blobs?.close());
  rmSync(join(DATA_DIR, 'blobs'), { recursive: true });
  await areThere({ store: open(), blobs }, bodies);
  // A second time there is nothing to do.
  const before = s3.requests.filter((one) => one.startsWith('PUT')).length;
  assert.equal((await readymark(['blobs', 'copy', join(DATA_DIR, 'blobs')], bucket)).code, 0);
  assert.equal(s3.requests.filter((one) => one.startsWith('PUT')).length, before);
  const stranger = Buffer.from('of nobody');
  await blobs?.put(nameOf(stranger), stranger);
  assert.match(
    (await readymark(['doctor', '--all-blobs'], bucket)).out,
    /1 blobs in the bucket readymark belong to no row/,
  );
  assert.match((await readymark(['blobs', 'sweep'], bucket)).out, /removed 1 blobs/);
  assert.equal(await blobs?.has(nameOf(stranger)), false);
  await areThere({ store: open(), blobs }, bodies);
  const backup = join(temporaryFolder('readymark-backup-'), 'backup.db');
  assert.match((await readymark(['backup', backup], bucket)).out, /not in it: they stay in the bucket readymark/);
  const TARGET = await newDatabase();
  await close();
  const moved = await readymark(['copy', '--to', 'env:TARGET'], { ...bucket, TARGET });
  assert.match(moved.out, /Its 40 blobs, which are evidence and datasets, stay where they are\./);
  const target = openStore({ database_url: TARGET, file: '' });
  t.after(() => target.close());
  await areThere({ store: target, blobs }, bodies);
});

test('a copy to PostgreSQL says which folder the new database needs', { timeout: timeLimit(60_000) }, async (t) => {
  const { env, DATA_DIR, open, close } = await olderDatabase(t);
  const service = await serving(env);
  await untilMoved(open(), 0);
  await service.stop();
  const TARGET = await newDatabase();
  await close();
  const moved = await readymark(['copy', '--to', 'env:TARGET'], { ...env, TARGET });
  assert.equal(moved.code, 0, moved.err);
  const folder = /set BLOB_URL=(\S+) beside/.exec(moved.out)?.[1];
  assert.equal(folder, join(DATA_DIR, 'blobs'));
  const without = await readymark(['doctor'], { DATA_DIR, DATABASE_URL: TARGET });
  assert.match(without.out, /there are blobs, and BLOB_URL is not set; set it as it was/);
  const target = openStore({ database_url: TARGET, file: '' });
  t.after(() => target.close());
  await areThere({ store: target, blobs: openFolder(folder ?? '') }, bodies);
});

test('a store that is gone keeps no node from starting and no score from being read', {
  timeout: timeLimit(60_000),
}, async (t) => {
  const s3 = await s3Store();
  const { env } = await olderDatabase(t, s3.env);
  await s3.stop();
  const service = await serving(env, ['bin/readymark.js', 'serve', '--with-examples']);
  const index = await fetch(`${service.url}/api/audits/index.json`);
  assert.equal(index.status, 200);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  await service.stop();
});
