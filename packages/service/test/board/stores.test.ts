import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Refusal } from '@readymark/rubric/refusal';
import { timeLimit } from '../../../../test/world/wait.ts';
import { readBoardContents, readBoardPointer } from '../../src/operations/board/publish-board.ts';
import { boardStore, edgeOf, filesIn, placeOf } from '../world/board/board-world.ts';
import { publishMade, type Shown } from '../world/board/made-board.ts';
import { temporaryFolder } from '../world/readymark.ts';

/** Stores as there are many, and disks that are full or cannot be written (decision 214). */
const shown = (text: string): Shown => ({
  companies: { acme: { score: 50, text } },
  former: {},
  pages: { '/': `the front page, ${text}` },
});
const HOUR = 3_600_000;

const store = await boardStore();

describe('a board', { timeout: timeLimit(600_000) }, () => {
  let places = 0;
  const another = () => ({ ...store, to: store.to.replace('/public', `/stores-${++places}`) });

  test('is written where the store refuses with 409 or 412 once: it is read again', async () => {
    const at = await placeOf(another());
    for (const [publication, status] of [409, 412].entries()) {
      let refused = 0;
      store.breaks((request, response) => {
        if (refused || request.method !== 'PUT' || !request.url?.endsWith('/board.json')) return false;
        refused += 1;
        response.writeHead(status).end('<Error><Code>ConditionalRequestConflict</Code></Error>');
        return true;
      });
      assert.equal((await publishMade(at, shown('a'), publication + 1)).outcome, 'published');
      assert.equal(refused, 1);
      store.breaks(undefined);
    }
  });

  /** ETags are answered as this store would write them; it compares as ever. */
  const answersTags = (as: (tag: string) => string) =>
    store.breaks((_, response) => {
      const write = response.writeHead.bind(response);
      Object.assign(response, {
        writeHead: (status: number, headers: Record<string, string> = {}) =>
          write(status, { ...headers, ...(headers.etag && { etag: as(headers.etag) }) }),
      });
      return false;
    });

  for (const [what, as] of [
    ['without quotes', (tag: string) => tag.replaceAll('"', '')],
    ['as weak ones', (tag: string) => `W/${tag}`],
  ] as const)
    test(`is written where ETags are answered ${what}, and of two writers one is refused`, async (t) => {
      const at = await placeOf(another());
      answersTags(as);
      t.after(() => store.breaks(undefined));
      assert.equal(await at.pointer.compares(), true);
      await publishMade(at, shown('a'), 1);
      const before = await at.pointer.read();
      assert.equal((await publishMade(at, shown('b'), 2)).outcome, 'published');
      assert.ok(before);
      assert.equal(await at.pointer.replace(before.bytes, before.version), false);
      assert.equal((await readBoardPointer(at))?.pointer.publication, 2);
    });

  test('is not written where the store does not know the ETags that it answers', async (t) => {
    const at = await placeOf(another());
    answersTags((tag) => tag.replace('"', '"of-a-proxy-'));
    t.after(() => store.breaks(undefined));
    assert.equal(await at.pointer.compares(), false);
  });

  test('parts that no list ever named go a day after they were seen, and those that were dropped after an hour', async () => {
    const at = await placeOf(another());
    const begun = Date.parse('2026-11-20T10:00:00.000Z');
    const after = (ms: number) => ({ at: new Date(begun + ms), sweep: true });
    await publishMade(at, shown('a'), 1, after(0));
    // A writer that is killed before it moves the pointer.
    store.breaks((request, response) => {
      if (request.method !== 'PUT' || !request.url?.endsWith('/board.json')) return false;
      response.destroy();
      return true;
    });
    await assert.rejects(publishMade(at, shown('never'), 2, after(1_000)));
    store.breaks(undefined);
    const there = async () => new Set(await Array.fromAsync(at.parts.list()));
    const named = async () => {
      const found = await readBoardPointer(at);
      const contents = found && (await readBoardContents(at, found.pointer));
      assert.ok(found && contents);
      return new Set([found.pointer.contents, ...contents.groups.map(([, , part]) => part)]);
    };
    const first = await named();
    const unnamed = (await there()).difference(first);
    assert.ok(unnamed.size > 2);
    await publishMade(at, shown('b'), 2, after(HOUR / 2));
    const dropped = first.difference(await named());
    assert.ok(dropped.size > 2);
    await publishMade(at, shown('c'), 3, after(HOUR));
    assert.ok((await there()).isSupersetOf(dropped), 'who reads an older board still finds its parts');
    await publishMade(at, shown('d'), 4, after(2 * HOUR));
    assert.ok((await there()).isDisjointFrom(dropped), 'dropped parts are gone');
    assert.ok((await there()).isSupersetOf(unnamed), 'another writer may be about to name them');
    await publishMade(at, shown('e'), 5, after(26 * HOUR));
    assert.ok((await there()).isDisjointFrom(unnamed));
    assert.ok((await there()).isSupersetOf(await named()));
  });

  test('stays as it is where the disk is full or cannot be written, and follows when it can', async () => {
    const place = another();
    const at = await placeOf(place);
    await publishMade(at, shown('a'.repeat(2_000)), 1);
    const folder = join(temporaryFolder('readymark-full-'), 'board');
    const before = await edgeOf(place, folder);
    await before.step();
    const was = filesIn(before.site);
    await publishMade(at, shown('b'.repeat(3_000)), 2);
    for (const code of ['ENOSPC', 'EROFS']) {
      const broken = await edgeOf(place, folder, (files) => ({
        ...files,
        async put() {
          throw Object.assign(new Error(code), { code, syscall: 'write' });
        },
      }));
      await assert.rejects(broken.step(), (error) => error instanceof Refusal && error.message.includes(code));
      assert.deepEqual(filesIn(before.site), was);
    }
    assert.equal((await (await edgeOf(place, folder)).step()).outcome, 'shown');
    assert.match(readFileSync(join(folder, 'site/index.html'), 'utf8'), /bbb/);
    assert.ok(existsSync(join(folder, 'site/api/audits/acme.json.gz')));
  });
});
