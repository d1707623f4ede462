import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Where a text lies on the shelf. */
export type Held = { slab: Uint8Array; at: number; length: number; size: number };

/**
 * Records held compactly: deflated against the first record as dictionary (records share most of their keys and names), packed one behind another into
 * slabs. About 3 KB per record of 10 KB, no object per record for the collector to visit. What lies here never changes and never moves.
 */
export type Shelf = {
  hold(text: string): Held;
  /** The text's UTF-8 bytes. */
  read(held: Held): Buffer;
  /** Bytes that all slabs take. */
  bytes(): number;
  /** Forgets, when called, whatever was held since: a build that failed is tried again every second and must not pile up. */
  bookmark(): () => void;
};

const SLAB = 1024 * 1024;
const PIECE = 4096;
/** Deflate looks back no further. */
const WINDOW = 32 * 1024;
/** Beyond this, more effort costs start-up time and saves 4 %. */
const LEVEL = 3;

export function openShelf(): Shelf {
  let dictionary: Buffer | undefined;
  let scratch = Buffer.allocUnsafeSlow(WINDOW);
  let slab: Uint8Array = new Uint8Array(0);
  let used = 0;
  let total = 0;
  return {
    hold(text) {
      // One buffer for all, and small pieces out: a start with 100,000 records would else leave two gigabytes to the collector.
      if (text.length * 3 > scratch.byteLength) scratch = Buffer.allocUnsafeSlow(text.length * 3);
      const bytes = scratch.subarray(0, scratch.write(text));
      dictionary ??= Buffer.from(bytes.subarray(0, WINDOW));
      const packed = deflateRawSync(bytes, { level: LEVEL, dictionary, chunkSize: PIECE });
      if (used + packed.byteLength > slab.byteLength) {
        // Shared memory is no weight on the collector's scales: what never goes away must not put it off from what does.
        slab = new Uint8Array(new SharedArrayBuffer(Math.max(total === 0 ? WINDOW : SLAB, packed.byteLength)));
        total += slab.byteLength;
        used = 0;
      }
      slab.set(packed, used);
      const held = { slab, at: used, length: packed.byteLength, size: bytes.byteLength };
      used += packed.byteLength;
      return held;
    },
    read({ slab, at, length, size }) {
      if (dictionary === undefined) throw new Error('nothing is held on this shelf');
      return inflateRawSync(slab.subarray(at, at + length), { dictionary, chunkSize: size + 64 });
    },
    bytes: () => total,
    bookmark() {
      const then = { slab, used, total };
      return () => {
        ({ slab, used, total } = then);
      };
    },
  };
}
