import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { levelWidth, placeOf, TILE_WIDTH } from './tiles.ts';
import { appendLeaf, completeRoot, emptyFrontier, type Hash, joinTrees, leafHash, rootOf, subtreesOf } from './tree.ts';

const hex = (hash: Hash) => Buffer.from(hash).toString('hex');

/** The leaves and roots that implementations of RFC 6962 are tested with, since Google's first one. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the published trees of 0 to 8 leaves have their roots', () => {
  let tree = emptyFrontier;
  assert.equal(hex(rootOf(tree)), roots[0]);
  for (const [at, leaf] of leaves.entries()) {
    tree = appendLeaf(tree, leafHash(Buffer.from(leaf, 'hex')));
    assert.equal(hex(rootOf(tree)), roots[at + 1], `${at + 1} leaves`);
  }
});

/** The definition in RFC 6962 section 2.1, word for word: the largest power of two below the size goes to the left. */
function definition(entries: readonly Uint8Array[]): Hash {
  const [first] = entries;
  if (!first) return createHash('sha256').digest();
  if (entries.length === 1) return createHash('sha256').update(Uint8Array.of(0)).update(first).digest();
  let left = 1;
  while (left * 2 < entries.length) left *= 2;
  return createHash('sha256')
    .update(Uint8Array.of(1))
    .update(definition(entries.slice(0, left)))
    .update(definition(entries.slice(left)))
    .digest();
}

test('a tree that grew leaf by leaf is the tree of the definition, and so is one that is put together from tiles', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.nat(), (size, salt) => {
      const entries = Array.from({ length: size }, (_, at) => Buffer.from(`${salt} ${at}`));
      const hashes = entries.map(leafHash);
      const expected = hex(definition(entries));
      const grown = hashes.reduce(appendLeaf, emptyFrontier);
      assert.deepEqual([grown.size, hex(rootOf(grown))], [size, expected]);
      const levels = [hashes];
      for (let level = 1; levelWidth(size, level) > 0; level += 1)
        levels.push(
          Array.from({ length: levelWidth(size, level) }, (_, n) =>
            completeRoot((levels[level - 1] ?? []).slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
          ),
        );
      const trees = subtreesOf(0, size).map((subtree) => {
        const { level, n, from, count } = placeOf(subtree);
        return completeRoot((levels[level] ?? []).slice(n * TILE_WIDTH + from, n * TILE_WIDTH + from + count));
      });
      assert.equal(hex(joinTrees(trees)), expected);
    }),
    { numRuns: 30 },
  );
});
