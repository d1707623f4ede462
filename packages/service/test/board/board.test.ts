import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { Refusal } from '@readymark/rubric/refusal';
import { timeLimit } from '../../../../test/world/wait.ts';
import { BlobFailure } from '../../src/store/blobs/blobs.ts';
import {
  assertSound,
  boardStore,
  company,
  edgeOf,
  filesIn,
  placeOf,
  signing,
  writerOf,
} from '../world/board/board-world.ts';
import { commit, publish } from '../world/operator.ts';

/** A board in a store: parts and one pointer, written by any number of nodes and read by any number of edges (decision 214). */
const limit = { timeout: timeLimit(120_000) };

test('a publication writes what it changes, and an edge writes the files that differ', limit, async () => {
  const store = await boardStore();
  const ctx = await signing();
  await publish(
    ctx,
    Array.from({ length: 40 }, (_, at) => company(`c-${at}`, 1 + (at % 4))),
  );
  const writer = await writerOf(ctx, store);
  assert.equal((await writer.pass()).outcome, 'published');
  const edge = await edgeOf(store);
  assert.equal((await edge.step()).outcome, 'shown');
  assert.equal((await writer.pass()).outcome, 'unchanged');
  assert.equal((await edge.step()).outcome, 'same');

  const before = filesIn(edge.site);
  const times = (name: string) => statSync(join(edge.site, `api/audits/${name}.json`)).mtimeMs;
  const [shifted, same] = [times('c-0'), times('c-3')];
  ctx.clock.advance(1_000);
  await publish(ctx, [company('new', 4)]);
  const written = await writer.pass(0);
  assert.deepEqual([written.outcome, written.publication], ['published', 2]);
  assert.ok(written.writes < 25, `${written.writes} objects were written`);
  const found = await edge.step();
  assert.ok(found.parts < 25, `${found.parts} parts were read`);
  const after = filesIn(edge.site);
  for (const [path, document] of ctx.catalogue.current().documents())
    assert.ok(after.get(path)?.equals(Buffer.from(document.bodies.identity)), path);
  assert.ok(times('c-0') > shifted, 'what has another rank has another time');
  assert.equal(times('c-3'), same, 'what is the same keeps its time');
  assert.ok([...after].filter(([path, bytes]) => before.get(path)?.equals(bytes)).length > 250);
  await assertSound(edge.site);
});

test(
  'of two writers one is second, reads again and goes on: nothing is lost, and nothing goes back',
  limit,
  async () => {
    const store = await boardStore();
    const one = await signing();
    await publish(one, [company('first', 3)]);
    const [a, b] = [await writerOf(one, store), await writerOf(await signing({ DATA_DIR: one.data_dir }), store)];
    await a.pass();
    const edge = await edgeOf(store);
    await edge.step();

    // While one is about to move the pointer, something is published, and another node writes it.
    await publish(one, [company('second', 2)]);
    let inside: Promise<unknown> | undefined;
    store.breaks((request, _response, forward) => {
      if (inside || request.method !== 'PUT' || !request.url?.endsWith('/board.json')) return false;
      inside = commit(one, [company('third', 1)]).then(() => b.pass());
      void inside.then(forward, forward);
      return true;
    });
    const behind = a.pass();
    assert.match((await behind).outcome, /published|unchanged|older/);
    assert.equal(((await inside) as { outcome: string }).outcome, 'published');
    store.breaks(undefined);
    await edge.step();
    assert.ok(filesIn(edge.site).has('/api/audits/third.json'));
    await assertSound(edge.site);

    // Many at once.
    await publish(one, [company('fourth', 5)]);
    const outcomes = await Promise.all([a.pass(), b.pass(), a.pass(), b.pass()]);
    assert.ok(outcomes.some(({ outcome }) => outcome === 'published'));
    await edge.step();
    await assertSound(edge.site);
  },
);

test(
  'a node that is behind leaves the board, and an edge leaves what it shows when the pointer is an old one',
  limit,
  async () => {
    const store = await boardStore();
    const ctx = await signing();
    await publish(ctx, [company('first', 3)]);
    const old = await signing({ DATA_DIR: ctx.data_dir });
    await old.catalogue.refresh();
    const [writer, behind] = [
      await writerOf(ctx, store),
      await writerOf({ ...old, catalogue: { ...old.catalogue, refresh: async () => {} } }, store),
    ];
    await writer.pass();
    const { pointer } = await placeOf(store);
    const first = await pointer.read();
    await publish(ctx, [company('second', 2)]);
    await writer.pass();
    assert.equal((await behind.pass()).outcome, 'older');
    const edge = await edgeOf(store);
    await edge.step();
    const shown = filesIn(edge.site);
    assert.ok(shown.has('/api/audits/second.json'));
    store.breaks((request, response) => {
      if (request.method !== 'GET' || !request.url?.endsWith('/board.json')) return false;
      response.writeHead(200, { etag: '"old"' }).end(first?.bytes);
      return true;
    });
    assert.equal((await edge.step()).outcome, 'older');
    assert.deepEqual(filesIn(edge.site), shown);
  },
);

test('the place of another installation is refused, by writers and by edges', limit, async () => {
  const store = await boardStore();
  const [one, other] = [await signing(), await signing()];
  await publish(one, [company('mine', 3)]);
  await publish(other, [company('other', 3), company('more', 3)]);
  const writer = await writerOf(one, store);
  await writer.pass();
  const edge = await edgeOf(store);
  await edge.step();
  const shown = filesIn(edge.folder);
  const writes = store.requests.filter((line) => !line.startsWith('GET')).length;
  await assert.rejects(
    (await writerOf(other, store)).pass(),
    (error) => error instanceof Refusal && /another log; nothing was changed/.test(error.message),
  );
  assert.equal(store.requests.filter((line) => !line.startsWith('GET')).length, writes);

  // The bucket gets the board of another log.
  const another = await boardStore();
  await (await writerOf(other, another)).pass();
  const foreign = await edgeOf(another, edge.folder);
  await assert.rejects(
    foreign.step(),
    (error) => error instanceof Refusal && /not signed with the key of this log/.test(error.message),
  );
  assert.deepEqual(filesIn(edge.folder), shown);
});

test('a store that writes without comparing is found before anything is written', limit, async () => {
  const place = await placeOf(await boardStore({ compares: false }));
  assert.equal(await place.pointer.compares(), false);
  assert.equal(await (await placeOf(await boardStore())).pointer.compares(), true);
});

test(
  'a store that is busy is asked again; one that gives half or other bytes changes nothing at the edge',
  limit,
  async () => {
    const store = await boardStore();
    const ctx = await signing();
    await publish(ctx, [company('first', 3)]);
    const writer = await writerOf(ctx, store);
    const asked = new Map<string, number>();
    store.breaks((request, response) => {
      const path = request.url ?? '';
      const times = (asked.get(path) ?? 0) + 1;
      asked.set(path, times);
      if (times > 2) return false;
      response.writeHead(times === 1 ? 503 : 500).end('<Error><Code>SlowDown</Code></Error>');
      return true;
    });
    assert.equal((await writer.pass()).outcome, 'published');
    const edge = await edgeOf(store);
    assert.equal((await edge.step()).outcome, 'shown');
    store.breaks(undefined);
    const shown = filesIn(edge.folder);
    await publish(ctx, [company('second', 2)]);
    await writer.pass();
    for (const wrong of [
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': 5_000, etag: '"x"' }).write('half', () => response.destroy()),
      (response: ServerResponse) => void response.writeHead(200, { etag: '"x"' }).end('other bytes'),
      (response: ServerResponse) => void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>'),
    ]) {
      store.breaks((request, response) => {
        if (!request.url?.includes('/parts/')) return false;
        wrong(response);
        return true;
      });
      await assert.rejects(edge.step(), BlobFailure);
      assert.deepEqual(filesIn(edge.site), filesAt(shown));
    }
    store.breaks(undefined);
    assert.equal((await edge.step()).outcome, 'shown');
    await assertSound(edge.site);

    function filesAt(files: Map<string, Buffer>): Map<string, Buffer> {
      return new Map(
        [...files].flatMap(([path, bytes]) => (path.startsWith('/site/') ? [[path.slice(5), bytes] as const] : [])),
      );
    }
  },
);

test('keys that may only read are enough for an edge, and a writer says what they lack', limit, async () => {
  const store = await boardStore();
  const ctx = await signing();
  await publish(ctx, [company('first', 3)]);
  const writer = await writerOf(ctx, store);
  await writer.pass();
  store.breaks((request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') return false;
    response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>S3RVER</Message></Error>');
    return true;
  });
  const edge = await edgeOf(store);
  assert.equal((await edge.step()).outcome, 'shown');
  await publish(ctx, [company('second', 2)]);
  await assert.rejects(
    writer.pass(),
    (error) =>
      error instanceof BlobFailure && /the key may not do this/.test(error.message) && !/S3RVER/.test(error.message),
  );
  assert.equal((await edge.step()).outcome, 'same');
});
