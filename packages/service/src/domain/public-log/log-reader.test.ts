import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundleOf, levelWidth, parseTilePath, TILE_WIDTH } from '@readymark/tlog/tiles';
import {
  appendLeaf,
  completeRoot,
  emptyFrontier,
  type Frontier,
  type Hash,
  leafHash,
  rootOf,
} from '@readymark/tlog/tree';
import fc from 'fast-check';
import { problemIn } from './catch-up.ts';
import { LogReader, type ReadFile } from './log-reader.ts';

/** What a monitor says of a reading. */
const checkGrowth = async (
  read: ReadFile,
  from: { size: number; root: Hash },
  to: { size: number; root: Hash },
  check: Parameters<LogReader['readNew']>[2],
  also: { size: number; root: Hash }[] = [],
) => problemIn(await new LogReader(read).readNew(from, to, check, also), from, to);

/** A log of any size in memory, as its files are served. */
function logOf(entries: readonly Uint8Array[]) {
  const levels: Hash[][] = [entries.map(leafHash)];
  for (let level = 1; levelWidth(entries.length, level) > 0; level += 1)
    levels.push(
      Array.from({ length: levelWidth(entries.length, level) }, (_, n) =>
        completeRoot((levels[level - 1] ?? []).slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
      ),
    );
  const trees: Frontier[] = [emptyFrontier];
  for (const [at, leaf] of (levels[0] ?? []).entries()) trees.push(appendLeaf(trees[at] ?? emptyFrontier, leaf));
  return {
    at: (size: number) => ({ size, root: rootOf(trees[size] ?? assert.fail(String(size))) }),
    file(path: string): Uint8Array | undefined {
      const { level, n, width } = parseTilePath(path.replace(/^log\//, '')) ?? assert.fail(path);
      const [from, to] = [n * TILE_WIDTH, n * TILE_WIDTH + width];
      if (level === 'entries') return to <= entries.length ? bundleOf(entries.slice(from, to)) : undefined;
      const hashes = levels[level]?.slice(from, to) ?? [];
      return hashes.length === width ? Buffer.concat(hashes) : undefined;
    },
  };
}

const texts = (count: number, word = 'entry') => Array.from({ length: count }, (_, at) => Buffer.from(`${word} ${at}`));
const whole = logOf(texts(700));
const reading = (log: typeof whole) => async (path: string) => log.file(path);
const nothing = () => undefined;

test('whatever two sizes of a log lie apart, what is new is read, in order, and found right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 700 }), async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      // As the log was at that size: wider tiles are not there yet.
      const log = logOf(texts(to));
      const taken: string[] = [];
      const wrong = await checkGrowth(reading(log), whole.at(from), log.at(to), (entry, index) => {
        taken.push(`${index} ${Buffer.from(entry)}`);
        return undefined;
      });
      assert.equal(wrong, undefined, `${from} to ${to}`);
      assert.deepEqual(
        taken,
        Array.from({ length: to - from }, (_, at) => `${from + at} entry ${from + at}`),
      );
      assert.deepEqual(await new LogReader(reading(log)).rootAt(from, to), whole.at(from).root);
    }),
    { numRuns: 40 },
  );
});

test('a few new entries of a long log take a few files', async () => {
  const log = logOf(texts(70_000));
  const asked: string[] = [];
  const wrong = await checkGrowth(
    async (path) => {
      asked.push(path);
      return log.file(path);
    },
    log.at(69_998),
    log.at(70_000),
    nothing,
  );
  assert.equal(wrong, undefined);
  assert.deepEqual(asked.sort(), [
    ...['log/tile/0/273.p/112', 'log/tile/1/001.p/17', 'log/tile/2/000.p/1', 'log/tile/entries/273.p/112'],
  ]);
});

test('what was changed, swapped, cut off or left out is named', async () => {
  const [older, newer] = [whole.at(300), whole.at(700)];
  const check = (changed: (path: string, bytes: Uint8Array) => Uint8Array | undefined, from = older, log = whole) =>
    checkGrowth(
      async (path) => {
        const bytes = log.file(path);
        return bytes && changed(path, bytes);
      },
      from,
      newer,
      nothing,
    );
  const only = (name: string, change: (bytes: Buffer) => Uint8Array | undefined) => (path: string, bytes: Uint8Array) =>
    path === `log/${name}` ? change(Buffer.from(bytes)) : bytes;
  const swapped = (bytes: Buffer) => Buffer.concat([bytes.subarray(32, 64), bytes.subarray(0, 32), bytes.subarray(64)]);
  const bundle = 'tile/entries/002.p/188';
  for (const [changed, expected] of [
    [only('tile/0/002.p/188', () => undefined), /^log\/tile\/0\/002\.p\/188 is missing$/],
    [only('tile/0/002.p/188', (bytes) => bytes.subarray(32)), /has 5984 bytes instead of 6016$/],
    [only('tile/0/002.p/188', swapped), /^log\/tile\/0\/002\.p\/188: entry 512 differs from what is below it$/],
    [only('tile/1/000.p/2', swapped), /^log\/tile\/1\/000\.p\/2: hash 1 differs from what is below it$/],
    // Of the older tree: it is compared with the root that was seen.
    [only('tile/0/001', swapped), /^log\/tile\/entries\/001: entry 256 differs from the hash in its tile$/],
    [only(bundle, () => undefined), /^log\/tile\/entries\/002\.p\/188 is missing$/],
    [only(bundle, (bytes) => bytes.subarray(0, -1)), /is cut off$/],
    [only(bundle, (bytes) => bytes.subarray(2 + bytes.readUInt16BE())), /has 187 entries instead of 188$/],
    [
      only(bundle, (bytes) => Buffer.from(bytes.toString('latin1').replace('entry 600', 'entry 6oo'), 'latin1')),
      /^log\/tile\/0\/002\.p\/188: entry 600 differs from what is below it$/,
    ],
  ] as const)
    assert.match((await check(changed)) ?? '', expected);
  const same = (_: string, bytes: Uint8Array) => bytes;
  assert.equal(await check(same), undefined);
  assert.match((await check(same, { size: 300, root: whole.at(301).root })) ?? '', /^the log was rewritten: its 700 /);
});

test('a history that was rewritten is told, whatever of it is shown', async () => {
  const entries = texts(700);
  const rewritten = logOf(entries.with(3, Buffer.from('other')));
  const [older, newer] = [whole.at(300), rewritten.at(700)];
  assert.match(
    (await checkGrowth(reading(rewritten), older, newer, nothing)) ?? '',
    /^the log was rewritten: its 700 entries are signed, and the first 300 of them are not those that were seen before$/,
  );
  assert.match(
    (await checkGrowth(reading(whole), older, newer, nothing)) ?? '',
    /^the entries and tiles do not lead to the root that was signed/,
  );
  const between = { size: 500, root: rewritten.at(500).root };
  assert.match(
    (await checkGrowth(reading(whole), older, whole.at(700), nothing, [between])) ?? '',
    /^the tree of 500 entries differs from the one that was signed$/,
  );
  const refused = await checkGrowth(reading(whole), older, whole.at(700), (_, index) =>
    index === 301 ? 'is wrong' : undefined,
  );
  assert.equal(refused, 'entry 301 is wrong');
});
