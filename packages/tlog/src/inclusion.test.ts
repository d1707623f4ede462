import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootOfInclusion } from '@readymark/verify';
import fc from 'fast-check';
import { proofHashes } from '../test/proof-hashes.ts';
import { inclusionSubtrees } from './inclusion.ts';
import { appendLeaf, emptyFrontier, type Hash, leafHash, rootOf } from './tree.ts';

const hex = (hash: Hash | undefined) => hash && Buffer.from(hash).toString('hex');

/** The proof of a leaf among these. */
const proofOf = (leaves: readonly Hash[], index: number, size: number) =>
  proofHashes(leaves, inclusionSubtrees(index, size));

test('the published proofs in the published trees are made', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const leaves = inputs.map((input) => leafHash(Buffer.from(input, 'hex')));
  assert.deepEqual(proofOf(leaves, 0, 8).map(hex), [
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
  assert.deepEqual(proofOf(leaves, 5, 8).map(hex), [
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});

test('every leaf of every tree has a proof that leads to its root, and no other leaf, place or proof does', async () => {
  const leaves = Array.from({ length: 300 }, (_, at) => leafHash(Buffer.from(`entry ${at}`)));
  const roots: string[] = [];
  leaves.reduce((tree, leaf) => {
    const grown = appendLeaf(tree, leaf);
    roots[grown.size] = hex(rootOf(grown)) ?? '';
    return grown;
  }, emptyFrontier);
  const at = (index: number) => leaves[index] ?? assert.fail();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 300 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(size - 1))),
      async ([size, index, other]) => {
        const proof = proofOf(leaves, index, size);
        assert.equal(hex(await rootOfInclusion(at(index), index, size, proof)), roots[size]);
        if (other !== index) {
          assert.notEqual(hex(await rootOfInclusion(at(other), index, size, proof)), roots[size]);
          assert.notEqual(hex(await rootOfInclusion(at(index), other, size, proof)), roots[size]);
        }
        assert.equal(await rootOfInclusion(at(index), index, size, [...proof, at(0)]), undefined);
        if (size > 1) assert.equal(await rootOfInclusion(at(index), index, size, proof.slice(0, -1)), undefined);
        assert.equal(await rootOfInclusion(at(index), size, size, proof), undefined);
      },
    ),
  );
});
