import { TILE_WIDTH } from './tiles.ts';
import { completeRoot, type Hash, joinTrees } from './tree.ts';

/** A tile with 256 hashes. `root` is the hash of its complete tree, one of the hashes of the next level. */
export type FullTile = { level: number; n: number; hashes: readonly Hash[]; root: Hash };

/**
 * The right edge of a tree: the last tile of each level, with fewer than 256 hashes. It is all that a reader keeps of a log
 * while it reads entry by entry, and all that is needed to append and to know the root.
 */
export class TileEdge {
  /** Leaves of the tree. */
  size: number;
  /** By level, from the leaves upwards. */
  readonly tiles: { n: number; hashes: Hash[] }[];

  constructor(size = 0, tiles: { n: number; hashes: Hash[] }[] = []) {
    this.size = size;
    this.tiles = tiles;
  }

  /** Appends the hash of a leaf. @returns the tiles that became full, from the leaves upwards */
  append(leaf: Hash): FullTile[] {
    const full: FullTile[] = [];
    let hash = leaf;
    this.size += 1;
    for (let level = 0; ; level += 1) {
      const { n, hashes } = this.tiles[level] ?? { n: 0, hashes: [] };
      hashes.push(hash);
      this.tiles[level] = { n, hashes };
      if (hashes.length < TILE_WIDTH) return full;
      hash = completeRoot(hashes);
      full.push({ level, n, hashes, root: hash });
      this.tiles[level] = { n: n + 1, hashes: [] };
    }
  }

  /** The hash of the whole tree. */
  root(): Hash {
    const trees: Hash[] = [];
    for (const { hashes } of this.tiles.toReversed()) {
      let from = 0;
      for (let width = TILE_WIDTH / 2; width >= 1; width /= 2)
        if (Math.floor(hashes.length / width) % 2 === 1) {
          trees.push(completeRoot(hashes.slice(from, from + width)));
          from += width;
        }
    }
    return joinTrees(trees);
  }
}
