import { type Hash, nodeHash, type Subtree, subtreesOf } from './tree.ts';

/**
 * That a leaf is in a tree (RFC 6962 section 2.1.1): each hash of the proof, from the leaf upwards, as the complete trees that it
 * is joined from, from left to right.
 */
export function inclusionSubtrees(index: number, size: number): Subtree[][] {
  const ranges: [from: number, to: number][] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    let left = 1;
    while (left * 2 < to - from) left *= 2;
    const middle = from + left;
    ranges.push(index < middle ? [middle, to] : [from, middle]);
    if (index < middle) to = middle;
    else from = middle;
  }
  return ranges.reverse().map(([start, end]) => subtreesOf(start, end));
}

/** The root that a leaf and its proof lead to; undefined when the proof does not fit the index and the size. */
export function rootOfInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Hash | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [at, last, root] = [index, size - 1, leaf];
  const up = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  for (const hash of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      root = nodeHash(hash, root);
      while (at % 2 === 0 && at !== 0) up();
    } else root = nodeHash(root, hash);
    up();
  }
  return last === 0 ? root : undefined;
}
