import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consistencySubtrees } from '@readymark/tlog/consistency';
import { inclusionSubtrees } from '@readymark/tlog/inclusion';
import { appendLeaf, emptyFrontier, type Hash, leafHash, rootOf } from '@readymark/tlog/tree';
import { rootOfInclusion } from '@readymark/verify';
import { RFC9162 } from '@transmute/rfc9162';
import { proofHashes } from '../../../../tlog/test/proof-hashes.ts';

/** Trees and proofs against an implementation of RFC 9162 that is not ours: what one makes the other makes and accepts. */
const SIZE = 36;
const entries = Array.from({ length: SIZE }, (_, at) => new TextEncoder().encode(`entry ${at}`));
const leaves = entries.map(leafHash);
const rootAt = (size: number) => rootOf(leaves.slice(0, size).reduce(appendLeaf, emptyFrontier));
const hex = (hashes: readonly Hash[]) => hashes.map((hash) => Buffer.from(hash).toString('hex'));

test('trees and proofs of inclusion are those of another implementation', async () => {
  for (let size = 1; size <= SIZE; size += 1) {
    const known = entries.slice(0, size);
    const root = rootAt(size);
    assert.deepEqual(hex([root]), hex([await RFC9162.treeHead(known)]), `root of ${size}`);
    for (const index of [0, size >> 1, size - 1]) {
      const [entry, leaf] = [entries[index] ?? assert.fail(), leaves[index] ?? assert.fail()];
      const ours = proofHashes(leaves, inclusionSubtrees(index, size));
      const theirs = await RFC9162.inclusionProof(entry, known);
      assert.deepEqual(hex(ours), hex(theirs.inclusion_path), `entry ${index} of ${size}`);
      assert.ok(await RFC9162.verifyInclusionProof(root, leaf, { ...theirs, inclusion_path: ours }));
      assert.deepEqual(hex([(await rootOfInclusion(leaf, index, size, theirs.inclusion_path)) ?? root]), hex([root]));
    }
  }
});

test('proofs of consistency are those of another implementation', async () => {
  for (let to = 2; to <= SIZE; to += 1)
    for (const from of new Set([1, to >> 1, to - 1])) {
      // It keeps the older root in front where the proof begins with that; RFC 9162 section 2.1.4.1 leaves it out there.
      const ours = [
        ...(Number.isInteger(Math.log2(from)) ? [rootAt(from)] : []),
        ...proofHashes(leaves, consistencySubtrees(from, to)),
      ];
      const before = { log_id: '', tree_size: from, leaf_index: 0, inclusion_path: [] };
      const theirs = await RFC9162.consistencyProof(before, entries.slice(0, to));
      assert.deepEqual(hex(ours), hex(theirs.consistency_path), `${from} to ${to}`);
      const given = { ...theirs, consistency_path: ours };
      assert.ok(await RFC9162.verifyConsistencyProof(rootAt(from), rootAt(to), given));
      assert.ok(!(await RFC9162.verifyConsistencyProof(rootAt(to), rootAt(from), given)));
    }
});
