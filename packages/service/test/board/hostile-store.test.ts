import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { Refusal } from '@readymark/rubric/refusal';
import { signingKey } from '@readymark/tlog/note';
import { timeLimit } from '../../../../test/world/wait.ts';
import type { BoardLine } from '../../src/domain/board/board.ts';
import { siteGroup } from '../../src/operations/board/groups.ts';
import { readBoardContents, readBoardPointer } from '../../src/operations/board/publish-board.ts';
import { BlobFailure, nameOf } from '../../src/store/blobs/blobs.ts';
import { boardStore, edgeOf, filesIn, placeOf } from '../world/board/board-world.ts';
import { key, publishMade, putAnything, type Shown } from '../world/board/made-board.ts';
import { temporaryFolder } from '../world/readymark.ts';

/** What a store, or whoever may write there, must not be able to do to edges and writers (decision 214). */
const limit = { timeout: timeLimit(600_000) };
const some: Shown = {
  companies: { acme: { score: 50, text: 'It is fine.' }, best: { score: 90, text: 'It is better.' } },
  former: { old: { moved_to: 'acme' }, gone: { gone: '{"status":410}' } },
  pages: { '/': 'the front page', '/rubric': 'the rubric' },
};

const store = await boardStore();

describe('a store that others may write to', limit, () => {
  /** A place of its own in the store. */
  let places = 0;
  const another = () => ({ ...store, to: store.to.replace('/public', `/public-${++places}`) });

  test(
    'an edge that believes any key writes nothing outside of its folder, and no file of another group',
    limit,
    async () => {
      const place = another();
      const { parts, pointer, close } = await placeOf(place);
      const around = temporaryFolder('readymark-hostile-');
      const folder = join(around, 'inside', 'board');
      const line = { type: 'text/html', modified: '2026-11-20T09:30:00.000Z', text: 'x' };
      // What else must not be there: groups.test.ts.
      const hostile: Record<string, [string, { lines: BoardLine[] }][]> = {
        'a page that leads out': [[siteGroup('/../../x'), { lines: [{ ...line, path: '/../../x' }] }]],
        'a group that leads out': [['../../../x', { lines: [] }]],
        'a slug that moves out': [['former', { lines: [{ former: 'x', moved_to: '../../../x' } as BoardLine] }]],
        'two pages that are one file': ['/a', '/A'].map((path) => [siteGroup(path), { lines: [{ ...line, path }] }]),
      };
      for (const [what, groups] of Object.entries(hostile)) {
        await putAnything({ parts, pointer, close }, { groups });
        const edge = await edgeOf(place, folder);
        await assert.rejects(edge.step(), (error) => error instanceof Refusal || error instanceof BlobFailure, what);
        assert.deepEqual(readdirSync(around), ['inside'], what);
        assert.deepEqual(readdirSync(dirname(folder)), ['board'], what);
        for (const name of ['site', 'gone', 'moved', 'slugs'])
          assert.equal(existsSync(join(folder, name)), false, what);
      }
      // A good one is shown after all that.
      await publishMade(await placeOf(place), some, 2);
      assert.equal((await (await edgeOf(place, folder)).step()).outcome, 'shown');
    },
  );

  test('no more is unpacked than the list says, and than an edge ever needs', limit, async () => {
    const place = another();
    const at = await placeOf(place);
    const bytes = await promisify(zstdCompress)(Buffer.alloc(256 * 1024 * 1024, 32));
    assert.ok(bytes.byteLength < 100_000);
    const bomb = (size: number) => ({ name: nameOf(bytes), bytes, size });
    await at.parts.put(bomb(1).name, bytes);
    const memory = process.memoryUsage().rss;
    for (const [what, put] of [
      ['a part that is larger than the list says', { groups: [[siteGroup('/a'), bomb(1_000)]] as const }],
      ['a part that is larger than any', { groups: [[siteGroup('/a'), bomb(256 * 1024 * 1024)]] as const }],
      ['an index', { groups: [['index/50', bomb(100)]] as const }],
      ['a list that is larger than the pointer says', { pointed: { contents: bomb(1).name, contents_bytes: 5_000 } }],
      ['a list that is larger than any', { pointed: { contents: bomb(1).name, contents_bytes: 256 * 1024 * 1024 } }],
    ] as const) {
      await putAnything(at, put);
      const edge = await edgeOf(place);
      await assert.rejects(edge.step(), (error) => error instanceof Refusal || error instanceof BlobFailure, what);
      assert.equal(existsSync(edge.site), false, what);
    }
    assert.ok(process.memoryUsage().rss - memory < 100e6, `${process.memoryUsage().rss - memory} bytes more`);
  });

  test('what no key signed steers no edge, and the next good pointer is shown', limit, async () => {
    const place = another();
    const at = await placeOf(place);
    await publishMade(at, some, 1);
    const edge = await edgeOf(place);
    await edge.step();
    const shown = filesIn(edge.site);
    const good = await readBoardPointer(at);
    assert.ok(good);
    for (const changed of [
      { publication: 2 ** 50 },
      { stamp: 4_102_444_799 },
      { contents_bytes: good.pointer.contents_bytes + 1 },
      { keys: '{"keys":[]}' },
      { publication: 1e308 },
    ]) {
      const { version } = (await at.pointer.read()) ?? {};
      await at.pointer.replace(Buffer.from(JSON.stringify({ ...good.pointer, ...changed })), version);
      await assert.rejects(edge.step(), Refusal, JSON.stringify(changed));
      assert.deepEqual(filesIn(edge.site), shown);
    }
    // Signed with the key of somebody else, who also made the log.
    const other = signingKey(key.name, Buffer.alloc(32, 9));
    await putAnything(at, { signer: other, pointed: { publication: 99 } });
    await assert.rejects(edge.step(), Refusal);
    const { version } = (await at.pointer.read()) ?? {};
    await at.pointer.replace(good.raw, version);
    assert.equal((await edge.step()).outcome, 'same');
    await publishMade(at, { ...some, pages: { '/': 'another front page' } }, 2);
    assert.equal((await edge.step()).outcome, 'shown');
    assert.equal(filesIn(edge.site).get('/index.html')?.toString(), 'another front page');
  });

  test('a clock that was far ahead stops no edge, and files that change get later times still', limit, async () => {
    const place = another();
    const at = await placeOf(place);
    await publishMade(at, some, 1, { at: new Date('2099-01-01T00:00:00.000Z') });
    const edge = await edgeOf(place);
    await edge.step();
    // The pointer is lost, and the clock is right again.
    const fresh = another();
    const to = await placeOf(fresh);
    await publishMade(to, { ...some, pages: { '/': 'another front page' } }, 2);
    const going = await edgeOf(fresh, edge.folder);
    assert.equal((await going.step()).outcome, 'shown');
    assert.equal(filesIn(edge.site).get('/index.html')?.toString(), 'another front page');
  });

  test(
    'a writer replaces a pointer that it did not sign, believes nothing in it, and removes nothing that is named',
    limit,
    async () => {
      const place = another();
      const at = await placeOf(place);
      await publishMade(at, some, 1);
      const good = await readBoardPointer(at);
      const contents = good && (await readBoardContents(at, good.pointer));
      assert.ok(good && contents);
      const named = contents.groups.map(([, , part]) => part);

      // Whoever may write there says that all parts were dropped long ago, and that this is the newest publication there will ever be.
      const since = '2020-01-01T00:00:00.000Z';
      await putAnything(at, {
        contents: { ...contents, dropped: named.map((part) => [part, since]) },
        pointed: { checkpoint: good.pointer.checkpoint, publication: 2 ** 50 },
        signer: signingKey(key.name, Buffer.alloc(32, 9)),
        changed: { checkpoint: good.pointer.checkpoint, keys: good.pointer.keys },
      });
      assert.equal((await publishMade(at, some, 1)).outcome, 'published');
      for (const part of named) assert.ok(await at.parts.has(part), 'a part that was named is there');

      // Even under our own signature a list cannot have its own parts removed.
      const mine = await readBoardPointer(at);
      const own = mine && (await readBoardContents(at, mine.pointer));
      assert.ok(mine && own);
      const parts = own.groups.map(([, , part]) => part);
      await putAnything(at, {
        contents: { ...own, dropped: parts.map((part) => [part, since]) },
        pointed: { publication: 1 },
      });
      await publishMade(at, { ...some, pages: { ...some.pages, '/about': 'about' } }, 2);
      for (const part of parts) assert.ok(await at.parts.has(part), 'a part that is named is there');
      const edge = await edgeOf(place);
      assert.equal((await edge.step()).outcome, 'shown');
    },
  );
});
