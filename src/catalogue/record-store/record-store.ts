import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SpillFile } from './spill-file.ts';

/** Where a text lies on the shelf. */
export type RecordRef = { chunk: Chunk; at: number; length: number; size: number };

/** Packed texts one behind another: in memory, or at a place in the spill file. */
type Chunk = { bytes: Uint8Array | undefined; offset: number };

/**
 * Records ref compactly: deflated against the first record as dictionary (records share most of their keys and names),
 * packed one behind another into slabs. About 3 KB per record of 10 KB, no object per record for the collector to
 * visit. What lies here never changes. Beyond `keep` bytes (some 20,000 records) full slabs go to the spill file, if
 * there is one: the system's page cache then holds what is read, and gives way when it must.
 */
export type RecordStore = {
  hold(text: string): RecordRef;
  /** The text's UTF-8 bytes. */
  read(ref: RecordRef): Buffer;
  /** Bytes that all slabs take, in memory and in the file. */
  bytes(): { memory: number; file: number };
  /**
   * Forgets, when called, whatever was ref since: a build that failed is tried again every second and must not pile up.
   */
  bookmark(): () => void;
};

const CHUNK = 1024 * 1024;
const PIECE = 4096;
const KEEP = 64 * 1024 * 1024;
/** Deflate looks back no further. */
const WINDOW = 32 * 1024;
/** Beyond this, more effort costs start-up time and saves 4 %. */
const LEVEL = 3;

export function openRecordStore(spill: SpillFile | undefined, keep: number = KEEP): RecordStore {
  let dictionary: Buffer | undefined;
  let scratch = Buffer.allocUnsafeSlow(WINDOW);
  let chunk = newChunk(0);
  let used = 0;
  let memory = 0;
  let file = 0;

  /** Starts a chunk; the full one goes to the file when memory holds enough. */
  function turn(needed: number): void {
    const full = chunk.bytes;
    if (full && memory > keep && spill?.write(full.subarray(0, used), file)) {
      chunk.bytes = undefined;
      chunk.offset = file;
      file += used;
      memory -= full.byteLength;
    }
    chunk = newChunk(Math.max(memory === 0 ? WINDOW : CHUNK, needed));
    memory += chunk.bytes?.byteLength ?? 0;
    used = 0;
  }

  return {
    hold(text) {
      // One buffer for all, and small pieces out: a start with 100,000 records would else leave two gigabytes to the
      // collector.
      if (text.length * 3 > scratch.byteLength) scratch = Buffer.allocUnsafeSlow(text.length * 3);
      const bytes = scratch.subarray(0, scratch.write(text));
      dictionary ??= Buffer.from(bytes.subarray(0, WINDOW));
      const packed = deflateRawSync(bytes, { level: LEVEL, dictionary, chunkSize: PIECE });
      if (used + packed.byteLength > (chunk.bytes?.byteLength ?? 0)) turn(packed.byteLength);
      chunk.bytes?.set(packed, used);
      const ref = { chunk, at: used, length: packed.byteLength, size: bytes.byteLength };
      used += packed.byteLength;
      return ref;
    },
    read({ chunk, at, length, size }) {
      const packed = chunk.bytes?.subarray(at, at + length) ?? spill?.read(chunk.offset + at, length);
      if (dictionary === undefined || packed === undefined) throw new Error('no record is stored there');
      return inflateRawSync(packed, { dictionary, chunkSize: size + 64 });
    },
    bytes: () => ({ memory, file }),
    bookmark() {
      const then = { chunk, used, memory, file };
      const { bytes } = chunk;
      return () => {
        ({ chunk, used, memory, file } = then);
        chunk.bytes = bytes;
      };
    },
  };
}

/** Shared memory is no weight on the collector's scales: what never goes away must not put it off from what does. */
const newChunk = (size: number): Chunk => ({ bytes: new Uint8Array(new SharedArrayBuffer(size)), offset: -1 });
