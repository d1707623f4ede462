import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Overflow } from './spill-file.ts';

/** Where a text lies on the shelf. */
export type Held = { slab: Slab; at: number; length: number; size: number };

/** Packed texts one behind another: in memory, or at a place in the overflow file. */
type Slab = { bytes: Uint8Array | undefined; offset: number };

/**
 * Records held compactly: deflated against the first record as dictionary (records share most of their keys and names), packed one behind another into
 * slabs. About 3 KB per record of 10 KB, no object per record for the collector to visit. What lies here never changes. Beyond `keep` bytes (some
 * 20,000 records) full slabs go to the overflow file, if there is one: the system's page cache then holds what is read, and gives way when it must.
 */
export type Shelf = {
  hold(text: string): Held;
  /** The text's UTF-8 bytes. */
  read(held: Held): Buffer;
  /** Bytes that all slabs take, in memory and in the file. */
  bytes(): { memory: number; file: number };
  /** Forgets, when called, whatever was held since: a build that failed is tried again every second and must not pile up. */
  bookmark(): () => void;
};

const SLAB = 1024 * 1024;
const PIECE = 4096;
const KEEP = 64 * 1024 * 1024;
/** Deflate looks back no further. */
const WINDOW = 32 * 1024;
/** Beyond this, more effort costs start-up time and saves 4 %. */
const LEVEL = 3;

export function openShelf(overflow: Overflow | undefined, keep: number = KEEP): Shelf {
  let dictionary: Buffer | undefined;
  let scratch = Buffer.allocUnsafeSlow(WINDOW);
  let slab = newSlab(0);
  let used = 0;
  let memory = 0;
  let file = 0;

  /** Starts a slab; the full one goes to the file when memory holds enough. */
  function turn(needed: number): void {
    const full = slab.bytes;
    if (full && memory > keep && overflow?.write(full.subarray(0, used), file)) {
      slab.bytes = undefined;
      slab.offset = file;
      file += used;
      memory -= full.byteLength;
    }
    slab = newSlab(Math.max(memory === 0 ? WINDOW : SLAB, needed));
    memory += slab.bytes?.byteLength ?? 0;
    used = 0;
  }

  return {
    hold(text) {
      // One buffer for all, and small pieces out: a start with 100,000 records would else leave two gigabytes to the collector.
      if (text.length * 3 > scratch.byteLength) scratch = Buffer.allocUnsafeSlow(text.length * 3);
      const bytes = scratch.subarray(0, scratch.write(text));
      dictionary ??= Buffer.from(bytes.subarray(0, WINDOW));
      const packed = deflateRawSync(bytes, { level: LEVEL, dictionary, chunkSize: PIECE });
      if (used + packed.byteLength > (slab.bytes?.byteLength ?? 0)) turn(packed.byteLength);
      slab.bytes?.set(packed, used);
      const held = { slab, at: used, length: packed.byteLength, size: bytes.byteLength };
      used += packed.byteLength;
      return held;
    },
    read({ slab, at, length, size }) {
      const packed = slab.bytes?.subarray(at, at + length) ?? overflow?.read(slab.offset + at, length);
      if (dictionary === undefined || packed === undefined) throw new Error('nothing is held there');
      return inflateRawSync(packed, { dictionary, chunkSize: size + 64 });
    },
    bytes: () => ({ memory, file }),
    bookmark() {
      const then = { slab, used, memory, file };
      const { bytes } = slab;
      return () => {
        ({ slab, used, memory, file } = then);
        slab.bytes = bytes;
      };
    },
  };
}

/** Shared memory is no weight on the collector's scales: what never goes away must not put it off from what does. */
const newSlab = (size: number): Slab => ({ bytes: new Uint8Array(new SharedArrayBuffer(size)), offset: -1 });
