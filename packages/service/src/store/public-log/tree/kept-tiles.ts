import { levelWidth, placeOf, TILE_WIDTH } from '@readymark/tlog/tiles';
import { type Hash, joinTrees, type Subtree } from '@readymark/tlog/tree';
import { ByteCache } from '../../../documents/byte-cache.ts';
import type { Db } from '../../engine/engine.ts';
import { hashesAt } from './tree-rows.ts';

/** Tiles in memory: of a log of ten million entries, all above the lowest level and some hundred of that. */
const BYTES_MAX = 8 * 1024 * 1024;
const HASH_BYTES = 32;
/** A tile has 256 hashes, and 255 are made of them. */
const NODES = 2 * TILE_WIDTH - 1;
const TILE_BYTES = NODES * (HASH_BYTES + 1) + 512;

/**
 * Tiles of the log that a process has read, with those hashes of their trees that it has needed: what has an index in the log
 * never changes, so neither do these. Only proofs read them. What checks the log or writes it reads the database itself.
 */
export class KeptTiles {
  readonly #tiles = new ByteCache<string, Tile>(BYTES_MAX, () => TILE_BYTES);

  /** The hashes of complete trees in a log of some size, in the same order. @throws Error when the log is smaller */
  async roots(db: Db, subtrees: readonly Subtree[], size: number): Promise<Hash[]> {
    const places = subtrees.map(placeOf);
    const wanted = new Map<string, Wanted>();
    for (const { level, n, from, count } of places) {
      const name = `${level}/${n}`;
      const of = wanted.get(name) ?? { level, n, to: 0, tile: this.#tiles.get(name) ?? new Tile() };
      const is_full = (n + 1) * TILE_WIDTH <= levelWidth(size, level);
      wanted.set(name, { ...of, to: is_full ? TILE_WIDTH : Math.max(of.to, from + count) });
    }
    const missing = [...wanted].filter(([, { tile, to }]) => tile.filled < to);
    const ranges = missing.map(([, { level, n, to, tile }]) => ({
      ...{ level, n },
      ...{ from: tile.filled, count: to - tile.filled },
    }));
    const found = await hashesAt(db, ranges);
    for (const [at, [name, { tile }]] of missing.entries()) {
      tile.fill(ranges[at]?.from ?? 0, found[at] ?? []);
      this.#tiles.set(name, tile);
    }
    return places.map(({ level, n, from, count }) => {
      const { tile } = wanted.get(`${level}/${n}`) ?? { tile: new Tile() };
      return tile.root(Math.log2(count), from / count);
    });
  }
}

/** What is asked of one tile: its first `to` hashes. */
type Wanted = { level: number; n: number; to: number; tile: Tile };

/** The hashes of a tile from its first one on, and those of the complete trees over them, each made when it is first asked for. */
class Tile {
  /** How many of its own hashes are there. */
  filled = 0;
  /** The hashes of each height after those below it: 256, 128, … 1. */
  readonly #bytes = Buffer.alloc(NODES * HASH_BYTES);
  readonly #known = new Uint8Array(NODES);

  fill(from: number, hashes: readonly Hash[]): void {
    for (const [at, hash] of hashes.entries()) this.#keep(from + at, hash);
    // Two that ask at the same time may bring the same hashes.
    this.filled = Math.max(this.filled, from + hashes.length);
  }

  /** The hash of the `index`-th complete tree of 2^height hashes; these are there. */
  root(height: number, index: number): Hash {
    const at = 2 * TILE_WIDTH - 2 ** (9 - height) + index;
    if (this.#known[at] !== 1) {
      if (height === 0) throw new Error(`a tile has no hash ${index}`);
      this.#keep(at, joinTrees([this.root(height - 1, 2 * index), this.root(height - 1, 2 * index + 1)]));
    }
    return this.#bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
  }

  #keep(at: number, hash: Hash): void {
    this.#bytes.set(hash, at * HASH_BYTES);
    this.#known[at] = 1;
  }
}
