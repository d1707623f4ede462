import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bundleOf, parseTilePath, type TileName, tileCount, tilePath, tilesOf } from './tiles.ts';

test('paths are those of the C2SP text, and read back', () => {
  assert.equal(tilePath({ level: 0, n: 1234067, width: 256 }), 'tile/0/x001/x234/067');
  assert.equal(tilePath({ level: 'entries', n: 0, width: 5 }), 'tile/entries/000.p/5');
  fc.assert(
    fc.property(
      fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.integer({ min: 1, max: 256 }),
      (level, n, width) => assert.deepEqual(parseTilePath(tilePath({ level, n, width })), { level, n, width }),
    ),
  );
});

test('a path that is written in another way names nothing', () => {
  for (const path of [
    ...['tile/00/000', 'tile/64/000', 'tile/0/0', 'tile/0/x000/000', 'tile/0/000.p/0', 'tile/0/000.p/256'],
    ...[
      'tile/0/000.p/05',
      'tile/0/001/000',
      'tile/0/000/',
      'tile/-1/000',
      'tile/0/x001',
      'tile/entries',
      'tile/0/000.p/',
    ],
  ])
    assert.equal(parseTilePath(path), undefined, path);
});

test('a tree of 70,000 entries has the tiles that the C2SP text counts', () => {
  const tiles = [...tilesOf(70_000)];
  const of = (level: TileName['level']) => tiles.filter((tile) => tile.level === level);
  const counted = (['entries', 0, 1, 2] as const).map((level) => ({
    full: of(level).filter(({ width }) => width === 256).length,
    partial: of(level).flatMap(({ width }) => (width < 256 ? [width] : [])),
  }));
  assert.deepEqual(counted, [
    { full: 273, partial: [112] },
    { full: 273, partial: [112] },
    { full: 1, partial: [17] },
    { full: 0, partial: [1] },
  ]);
  assert.equal(tileCount(70_000), tiles.length);
  assert.deepEqual([...tilesOf(256)].map(tilePath), ['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1']);
  assert.deepEqual([[...tilesOf(0)], tileCount(0)], [[], 0]);
});

test('a bundle has each entry after its length, the high byte first', () => {
  const entries = [Buffer.from('a'), Buffer.alloc(300, 'b'), Buffer.of()];
  const bundle = Buffer.from(bundleOf(entries));
  assert.deepEqual(
    [bundle.subarray(0, 5).toString('hex'), bundle.byteLength],
    [`000161${Buffer.of(1, 44).toString('hex')}`, 307],
  );
  assert.equal(bundle.subarray(-2).toString('hex'), '0000');
  assert.throws(() => bundleOf([Buffer.alloc(65_536)]), RangeError);
});
