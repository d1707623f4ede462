import { type Subtree, subtreesOf } from './tree.ts';

/**
 * That a tree of `from` leaves is the beginning of one of `to` (RFC 6962 section 2.1.2): each hash of the proof in its order, as the
 * complete trees that it is joined from, from left to right. Empty from nothing, and from the same size.
 */
export function consistencySubtrees(from: number, to: number): Subtree[][] {
  if (from === 0 || from === to) return [];
  const ranges: [from: number, to: number][] = [];
  let [start, end, rest] = [0, to, from];
  /** Whether what is left is the whole of the older tree: then its reader has its hash. */
  let whole = true;
  while (rest !== end - start) {
    let left = 1;
    while (left * 2 < end - start) left *= 2;
    const middle = start + left;
    if (rest <= left) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([start, middle]);
      start = middle;
      rest -= left;
      whole = false;
    }
  }
  if (!whole) ranges.push([start, end]);
  return ranges.reverse().map(([first, last]) => subtreesOf(first, last));
}
