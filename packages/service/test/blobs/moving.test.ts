import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { tidyBlobs } from '../../src/operations/jobs/tidy-blobs.ts';
import { forgetBody } from '../../src/store/auditing/forgotten-bodies.ts';
import { BlobFailure, nameOf } from '../../src/store/blobs/blobs.ts';
import { checkBlobBytes, checkBlobNames, namedBlobs } from '../../src/store/blobs/check-blobs.ts';
import { endBlobs, endUnnamed } from '../../src/store/blobs/end-blobs.ts';
import { freeBlobs, keepBytes, nameBlobs } from '../../src/store/blobs/kept-bytes.ts';
import { moveToBlobs, rowsToMove } from '../../src/store/blobs/move-to-blobs.ts';
import { temporaryFolder } from '../world/readymark.ts';
import { s3Store } from '../world/s3/store.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';
import { areThere, storedBefore } from './stored-before.ts';

/** What older versions stored in the database is read as before and moves to blobs, whatever happens meanwhile (decision 206). */
sharedDatabases();

const findings = async ({ store, blobs }: TestContext) =>
  [await checkBlobNames(store, 20), await checkBlobBytes(store, blobs, undefined, 20)].flatMap((one) => one.findings);

const bodies = Array.from({ length: 23 }, (_, at) => Buffer.concat([Buffer.from(`${at}`), randomBytes(at * 100)]));

for (const engine of engines)
  describe(`what is in the database moves to a store (${engine})`, () => {
    test('whole, and is read before, between and after', async () => {
      const ctx = await testContext(engine, (await s3Store()).env);
      await storedBefore(ctx, bodies);
      await ctx.store.db
        .insertInto('dataset_pieces')
        .values({ file: '1/README.md', piece: 0, body: Buffer.from('readme').toString('base64'), blob: null })
        .execute();
      await areThere(ctx, bodies);
      assert.equal(await rowsToMove(ctx.store), 24);
      const stop = new AbortController();
      const between: number[] = [];
      const at_row = (moved: number) => {
        between.push(moved);
        if (moved >= 10) stop.abort();
      };
      await moveToBlobs(ctx, ctx.now, { signal: stop.signal, at_row });
      const left = await rowsToMove(ctx.store);
      assert.ok(left > 0 && left < 24, 'it stopped in the middle');
      await areThere(ctx, bodies);
      await tidyBlobs(ctx);
      assert.equal(await rowsToMove(ctx.store), 0);
      await areThere(ctx, bodies);
      assert.deepEqual(await findings(ctx), []);
      const rows = await ctx.store.db.selectFrom('evidence_bodies').select('body').execute();
      assert.ok(rows.every(({ body }) => body === ''));
      await tidyBlobs(ctx);
      assert.equal((await ctx.store.db.selectFrom('blobs').select('sha256').execute()).length, 24);
    });

    test('not while the store is down: nothing is lost, and it goes on when the store is back', async () => {
      const store = await s3Store();
      const ctx = await testContext(engine, store.env);
      await storedBefore(ctx, bodies.slice(0, 8));
      let left = 3;
      store.breaks((request, response) => {
        if (request.method !== 'PUT' || left-- > 0) return false;
        response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
        return true;
      });
      await assert.rejects(tidyBlobs(ctx), (error: unknown) => error instanceof BlobFailure);
      await areThere(ctx, bodies.slice(0, 8));
      store.breaks(undefined);
      await tidyBlobs(ctx);
      assert.equal(await rowsToMove(ctx.store), 0);
      await areThere(ctx, bodies.slice(0, 8));
      assert.deepEqual(await findings(ctx), []);
    });

    test('by two processes at once', async () => {
      const store = await s3Store();
      const one = await testContext(engine, store.env);
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const two = await testContext(engine, { ...store.env, DATA_DIR, DATABASE_URL }, one.clock);
      await storedBefore(one, bodies);
      await Promise.all([tidyBlobs(one), tidyBlobs(two)]);
      assert.equal(await rowsToMove(one.store), 0);
      await areThere(two, bodies);
      assert.deepEqual(await findings(one), []);
    });
  });

for (const engine of engines)
  describe(`blobs end when nothing names them (${engine})`, () => {
    const place = () => testContext(engine, { BLOB_URL: join(temporaryFolder('readymark-blobs-'), 'blobs') });

    /** One body whose bytes are in a blob. */
    async function oneBody(ctx: TestContext) {
      const body = Buffer.from('personal data');
      await storedBefore(ctx, [body]);
      await tidyBlobs(ctx);
      const [blob] = await ctx.store.db.selectFrom('blobs').selectAll().execute();
      assert.ok(blob && (await ctx.blobs?.has(blob.sha256)));
      return { sha256: nameOf(body), blob: blob.sha256 };
    }

    test('what is forgotten is gone with the next round', async () => {
      const ctx = await place();
      const { sha256, blob } = await oneBody(ctx);
      const row = { sha256, reason: 'a person asked', forgotten_at: ctx.now().toISOString() };
      await ctx.store.transaction((tx) => forgetBody(ctx.store, tx, row));
      await tidyBlobs(ctx);
      assert.equal(await ctx.blobs?.has(blob), false);
      assert.deepEqual(await findings(ctx), []);
    });

    test('not while another row names the same bytes', async () => {
      const ctx = await place();
      const { sha256, blob } = await oneBody(ctx);
      await ctx.store.transaction(async (tx) => {
        await tx.insertInto('dataset_pieces').values({ file: '1/x', piece: 0, body: '', blob }).execute();
        await forgetBody(ctx.store, tx, { sha256, reason: 'x', forgotten_at: '' });
      });
      await tidyBlobs(ctx);
      assert.equal(await ctx.blobs?.has(blob), true);
      await ctx.store.transaction(async (tx) => {
        await freeBlobs(ctx.store, tx, await tx.deleteFrom('dataset_pieces').returning('blob').execute());
      });
      await tidyBlobs(ctx);
      assert.equal(await ctx.blobs?.has(blob), false);
    });

    test('not while a row is about to name them, and an hour after none came', async () => {
      const ctx = await place();
      const [kept] = await keepBytes(ctx, [Buffer.from('written')], ctx.now().toISOString());
      const blob = kept?.blob ?? '';
      await tidyBlobs(ctx);
      assert.equal(await ctx.blobs?.has(blob), true);
      ctx.clock.advance(3_600_001);
      await tidyBlobs(ctx);
      assert.equal(await ctx.blobs?.has(blob), false);
      await assert.rejects(
        ctx.store.transaction((tx) => nameBlobs(tx, [{ blob }])),
        /removed before a row could name it/,
      );
    });

    test('one that is held for a further row is still named, and is missed where its place lost it', async () => {
      const ctx = await place();
      const { blob } = await oneBody(ctx);
      const packed = zstdCompressSync(Buffer.from('personal data'));
      // Its row never came: what held it was killed.
      await keepBytes(ctx, [packed], ctx.now().toISOString());
      assert.deepEqual(await namedBlobs(ctx.store), [blob]);
      await ctx.blobs?.delete(blob);
      assert.match((await findings(ctx)).join(), new RegExp(`^${blob} is not in `));
      // Whoever has the same bytes in hand puts them back.
      await keepBytes(ctx, [packed], ctx.now().toISOString());
      assert.equal(await ctx.blobs?.has(blob), true);
      assert.deepEqual(await findings(ctx), []);
    });

    test('where the place fails, they end later; meanwhile the same bytes are not written', async () => {
      const store = await s3Store();
      const ctx = await testContext(engine, store.env);
      const { sha256 } = await oneBody(ctx);
      await ctx.store.transaction((tx) => forgetBody(ctx.store, tx, { sha256, reason: 'x', forgotten_at: '' }));
      store.breaks((_, response) => Boolean(response.writeHead(403).end()));
      assert.ok(ctx.blobs);
      await assert.rejects(endBlobs(ctx.store, ctx.blobs, ctx.now), BlobFailure);
      store.breaks(undefined);
      const again = () => keepBytes(ctx, [zstdCompressSync(Buffer.from('personal data'))], ctx.now().toISOString());
      await assert.rejects(again(), /being removed at this moment/);
      ctx.clock.advance(900_001);
      await tidyBlobs(ctx);
      assert.deepEqual(await ctx.store.db.selectFrom('blobs').select('sha256').execute(), []);
      const [kept] = await again();
      assert.equal(await ctx.blobs.has(kept?.blob ?? ''), true);
    });

    test('a removal that outlasts its claim forgets nothing that another process removes now', async () => {
      const ctx = await place();
      const { blobs } = ctx;
      assert.ok(blobs);
      const { blob, sha256 } = await oneBody(ctx);
      const forget = () =>
        ctx.store.transaction((tx) => forgetBody(ctx.store, tx, { sha256, reason: 'x', forgotten_at: '' }));
      await forget();
      const claims = async () =>
        (await ctx.store.db.selectFrom('blobs').select('ending').where('sha256', '=', blob).execute()).map(
          ({ ending }) => ending,
        );
      const slow = {
        ...blobs,
        delete: async (name: string) => {
          await blobs.delete(name);
          ctx.clock.advance(900_001);
          // Another process took over, and is about to delete the same bytes.
          const other = { ...blobs, delete: () => Promise.reject(new BlobFailure('its store is slow too')) };
          await assert.rejects(endBlobs(ctx.store, other, ctx.now), BlobFailure);
        },
      };
      await endBlobs(ctx.store, slow, ctx.now);
      assert.deepEqual(await claims(), [1]);
      await assert.rejects(
        keepBytes(ctx, [zstdCompressSync(Buffer.from('personal data'))], ctx.now().toISOString()),
        /being removed at this moment/,
      );
      ctx.clock.advance(900_001);
      await tidyBlobs(ctx);
      assert.deepEqual(await claims(), []);
    });

    test('what an older version left without a name is found by the doctor, and swept', async () => {
      const ctx = await place();
      const { blob } = await oneBody(ctx);
      // An older version removes rows and marks nothing.
      await ctx.store.db.deleteFrom('evidence_bodies').execute();
      assert.match((await findings(ctx)).join(), /no row names this blob; `readymark blobs sweep` removes it/);
      const named = await keepBytes(ctx, [Buffer.from('in use')], ctx.now().toISOString());
      assert.equal(await endUnnamed(ctx.store), 1);
      await tidyBlobs(ctx);
      assert.deepEqual([await ctx.blobs?.has(blob), await ctx.blobs?.has(named[0]?.blob ?? '')], [false, true]);
      assert.equal(await endUnnamed(ctx.store), 0);
      assert.deepEqual(await findings(ctx), []);
    });

    test('the doctor finds what is missing, damaged, and not known', async () => {
      const ctx = await place();
      const { blob } = await oneBody(ctx);
      const stranger = Buffer.from('of another database');
      await ctx.blobs?.put(nameOf(stranger), stranger);
      assert.match((await findings(ctx)).join(), /^1 blobs in .* belong to no row/);
      await ctx.blobs?.delete(nameOf(stranger));
      await ctx.blobs?.delete(blob);
      assert.match((await findings(ctx)).join(), new RegExp(`^${blob} is not in `));
      await ctx.store.db.deleteFrom('blobs').execute();
      assert.match((await findings(ctx)).join(), /a row of evidence_bodies names this blob, and it was removed/);
    });

    test('a sample has as many as were asked for, wherever it begins', async () => {
      const ctx = await place();
      await storedBefore(ctx, bodies);
      await tidyBlobs(ctx);
      for (const from of ['0'.repeat(64), '8'.repeat(64), 'f'.repeat(64)]) {
        const { rows, findings } = await checkBlobBytes(ctx.store, ctx.blobs, { from, most: 5 }, 20);
        assert.deepEqual([rows, findings], [5, []]);
      }
    });
  });
