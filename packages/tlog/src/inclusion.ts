import { type Subtree, subtreesOf } from './tree.ts';

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
