import { hashOf, pack, SentRecord } from './packed-record.ts';
import type { SpillFile } from './spill-file.ts';

/** Where a record is stored: bytes from `at`, `length` of them, which expand to `size`. */
export type RecordRef = { chunk: Chunk; at: number; length: number; size: number };

/** Packed records one after another: in memory, or at an offset of the spill file. */
type Chunk = { bytes: Buffer<ArrayBufferLike> | undefined; offset: number };

/**
 * Records in the form in which they are sent (decision 5), packed one after another into chunks. That takes about 4.5 KB
 * per record of 10 KB, and no object per record for the garbage collector to visit. What is stored never changes. Beyond
 * a budget (some 15,000 records) full chunks move to the spill file, if there is one: the page cache of the operating
 * system then keeps what is read, and gives way under memory pressure.
 */
export type RecordStore = {
  /** @param json a JSON object */
  add(json: string): RecordRef;
  /** The bytes of the JSON. */
  read(ref: RecordRef): Buffer;
  /** The record with a rank as its last member (spec 2.2), and a tag that follows from its content alone. */
  withRank(ref: RecordRef, rank: number | null): { tag: string; record: SentRecord };
  /** Bytes of all chunks, in memory and in the file. */
  bytes(): { memory: number; file: number };
  /**
   * Returns a function that removes everything added since the bookmark: a build that failed is tried again every
   * second, and its records must not pile up.
   */
  bookmark(): () => void;
};

const CHUNK_BYTES = 1024 * 1024;
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/** The first chunk is small, for a small leaderboard. */
const FIRST_CHUNK_BYTES = 32 * 1024;

/** @param memory_bytes_max from here on full chunks move to the spill file */
export function openRecordStore(
  spill: SpillFile | undefined,
  memory_bytes_max: number = MEMORY_BYTES_MAX,
): RecordStore {
  let scratch = Buffer.allocUnsafeSlow(FIRST_CHUNK_BYTES);
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
    chunk = newChunk(Math.max(memory === 0 ? FIRST_CHUNK_BYTES : CHUNK_BYTES, needed));
    memory += chunk.bytes?.byteLength ?? 0;
    used = 0;
  }

  function packedAt({ chunk, at, length }: RecordRef): Buffer<ArrayBufferLike> {
    const packed = chunk.bytes?.subarray(at, at + length) ?? spill?.read(chunk.offset + at, length);
    if (packed === undefined) throw new Error('no record is stored there');
    return packed;
  }

  return {
    add(json) {
      // One buffer for all texts, and small pieces from zlib: otherwise a start with 100,000 records would leave two
      // gigabytes of garbage.
      if (json.length * 3 > scratch.byteLength) scratch = Buffer.allocUnsafeSlow(json.length * 3);
      const bytes = scratch.subarray(0, scratch.write(json));
      const packed = pack(bytes);
      if (used + packed.byteLength > (chunk.bytes?.byteLength ?? 0)) startChunk(packed.byteLength);
      chunk.bytes?.set(packed, used);
      const ref = { chunk, at: used, length: packed.byteLength, size: bytes.byteLength };
      used += packed.byteLength;
      return ref;
    },
    read: (ref) => new SentRecord(packedAt(ref), ref.size, '}').identity(),
    withRank(ref, rank) {
      const packed = packedAt(ref);
      const tag = rank === null ? hashOf(packed) : `${hashOf(packed)}-${rank}`;
      return { tag, record: new SentRecord(packed, ref.size, `,"rank":${rank}}`) };
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
const newChunk = (size: number): Chunk => ({ bytes: Buffer.from(new SharedArrayBuffer(size)), offset: -1 });
