import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TileEdge } from './tile-edge.ts';
import { tilesOf } from './tiles.ts';
import { appendLeaf, completeRoot, emptyFrontier, leafHash, rootOf } from './tree.ts';

test('an edge that grows leaf by leaf has the root of its tree, and gives each tile when it is full', () => {
  const edge = new TileEdge();
  let tree = emptyFrontier;
  const full: [number, number][] = [];
  assert.deepEqual(edge.root(), rootOf(tree));
  for (let at = 0; at < 66_000; at += 1) {
    const leaf = leafHash(Buffer.from(String(at)));
    tree = appendLeaf(tree, leaf);
    for (const { level, n, hashes, root } of edge.append(leaf)) {
      full.push([level, n]);
      assert.deepEqual(root, completeRoot(hashes));
    }
    if (at < 600 || at > 65_500) assert.deepEqual(edge.root(), rootOf(tree), `${edge.size} leaves`);
  }
  const expected = [...tilesOf(66_000)].filter(({ level, width }) => level !== 'entries' && width === 256);
  assert.deepEqual(full.sort(), expected.map(({ level, n }) => [level, n]).sort());
  assert.deepEqual(
    edge.tiles.map(({ n, hashes }) => [n, hashes.length]),
    [66_000, 257, 1].map((width) => [Math.floor(width / 256), width % 256]),
  );
});
