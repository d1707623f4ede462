import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { proofHashes } from '../test/proof-hashes.ts';
import { consistencySubtrees } from './consistency.ts';
import { appendLeaf, emptyFrontier, type Hash, joinTrees, leafHash, rootOf, sameHash } from './tree.ts';

const hex = (hash: Hash) => Buffer.from(hash).toString('hex');

/** The proof between two sizes of the tree over these leaves. */
const proofOf = (leaves: readonly Hash[], from: number, to: number) =>
  proofHashes(leaves, consistencySubtrees(from, to));

test('the proofs that implementations of RFC 6962 are tested with are made', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const leaves = inputs.map((input) => leafHash(Buffer.from(input, 'hex')));
  const proof = (from: number, to: number) => proofOf(leaves, from, to).map(hex);
  assert.deepEqual([proof(1, 1), proof(0, 8)], [[], []]);
  assert.deepEqual(proof(1, 8), [
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
  assert.deepEqual(proof(6, 8), [
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
  assert.deepEqual(proof(2, 5), [
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ]);
});

const nodeHash = (left: Hash, right: Hash) => joinTrees([left, right]);

/** How RFC 9162 section 2.1.4.2 verifies a proof between two sizes. */
function verified(from: number, to: number, older: Hash, newer: Hash, given: readonly Hash[]): boolean {
  if (from === to) return given.length === 0 && sameHash(older, newer);
  const proof = Number.isInteger(Math.log2(from)) ? [older, ...given] : [...given];
  let [fn, sn] = [from - 1, to - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  const [first, ...rest] = proof;
  if (!first) return false;
  let [fr, sr] = [first, first];
  for (const hash of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [nodeHash(hash, fr), nodeHash(hash, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else sr = nodeHash(sr, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && sameHash(fr, older) && sameHash(sr, newer);
}

test('a proof between any two sizes is verified as RFC 9162 says, and leads from no other tree', () => {
  const leaves = Array.from({ length: 300 }, (_, at) => leafHash(Buffer.from(`entry ${at}`)));
  const roots: Hash[] = [];
  leaves.reduce((tree, leaf) => {
    const grown = appendLeaf(tree, leaf);
    roots[grown.size] = rootOf(grown);
    return grown;
  }, emptyFrontier);
  const root = (size: number) => roots[size] ?? assert.fail();
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }).chain((to) => fc.tuple(fc.integer({ min: 1, max: to }), fc.constant(to))),
      ([from, to]) => {
        const proof = proofOf(leaves, from, to);
        assert.ok(verified(from, to, root(from), root(to), proof));
        assert.ok(proof.length <= 63);
        assert.ok(!verified(from, to, leafHash(root(from)), root(to), proof));
        if (proof.length) assert.ok(!verified(from, to, root(from), root(to), proof.slice(0, -1)));
      },
    ),
  );
});
