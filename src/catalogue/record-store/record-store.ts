import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SpillFile } from './spill-file.ts';

/** Where a text is stored: bytes from `at`, `length` of them, which expand to `size`. */
export type RecordRef = { chunk: Chunk; at: number; length: number; size: number };

/** Packed texts one after another: in memory, or at an offset of the spill file. */
type Chunk = { bytes: Uint8Array | undefined; offset: number };

/**
 * Records in compact form (decision 47): deflated with the first record as the dictionary, because records share most of
 * their keys and names, and packed one after another into chunks. That takes about 3 KB per record of 10 KB, and no
 * object per record for the garbage collector to visit. What is stored never changes. Beyond a budget (some 20,000
 * records) full chunks move to the spill file, if there is one: the page cache of the operating system then keeps what
 * is read, and gives way under memory pressure.
 */
export type RecordStore = {
  add(text: string): RecordRef;
  /** The text's UTF-8 bytes. */
  read(ref: RecordRef): Buffer;
  /** Bytes of all chunks, in memory and in the file. */
  bytes(): { memory: number; file: number };
  /**
   * Returns a function that removes everything added since the bookmark: a build that failed is tried again every
   * second, and its records must not pile up.
   */
  bookmark(): () => void;
};

const CHUNK_BYTES = 1024 * 1024;
/** What zlib allocates at a time. */
const PIECE_BYTES = 4096;
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/** Deflate looks back no further. */
const WINDOW_BYTES = 32 * 1024;
/** Higher levels cost start-up time and save only 4 %. */
const LEVEL = 3;

/** @param memory_bytes_max from here on full chunks move to the spill file */
export function openRecordStore(
  spill: SpillFile | undefined,
  memory_bytes_max: number = MEMORY_BYTES_MAX,
): RecordStore {
  let dictionary: Buffer | undefined;
  let scratch = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  let chunk = newChunk(0);
  let used = 0;
  let memory = 0;
  let file = 0;

  /** Starts a chunk with room for `needed` bytes; the full one moves to the file when the budget is used up. */
  function startChunk(needed: number): void {
    const full = chunk.bytes;
    if (full && memory > memory_bytes_max && spill?.write(full.subarray(0, used), file)) {
      chunk.bytes = undefined;
      chunk.offset = file;
      file += used;
      memory -= full.byteLength;
    }
    chunk = newChunk(Math.max(memory === 0 ? WINDOW_BYTES : CHUNK_BYTES, needed));
    memory += chunk.bytes?.byteLength ?? 0;
    used = 0;
  }

  return {
    add(text) {
      // One buffer for all texts, and small pieces from zlib: otherwise a start with 100,000 records would leave two
      // gigabytes of garbage.
      if (text.length * 3 > scratch.byteLength) scratch = Buffer.allocUnsafeSlow(text.length * 3);
      const bytes = scratch.subarray(0, scratch.write(text));
      dictionary ??= Buffer.from(bytes.subarray(0, WINDOW_BYTES));
      const packed = deflateRawSync(bytes, { level: LEVEL, dictionary, chunkSize: PIECE_BYTES });
      if (used + packed.byteLength > (chunk.bytes?.byteLength ?? 0)) startChunk(packed.byteLength);
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

/** A SharedArrayBuffer is not counted as external memory, so chunks, which are never freed, do not affect collections. */
const newChunk = (size: number): Chunk => ({ bytes: new Uint8Array(new SharedArrayBuffer(size)), offset: -1 });
