import { crc32 } from 'node:zlib';
import { hashOf, pack, SentRecord } from './packed-record.ts';

/**
 * Where a record is stored: `length` bytes from place `at` of the store, which expand to `size`; `check`: the CRC-32 of
 * the stored bytes.
 */
export type RecordRef = { at: number; length: number; size: number; check: number };

/** Where full chunks go when the memory budget is used up, and from where the records of the last run come. */
export type RecordFile = {
  /** Writes at a place; false when that fails (disk full, no permission): then the caller keeps its bytes, and no further write is attempted. */
  write(bytes: Uint8Array, at: number): boolean;
  /** @throws Error where fewer bytes are */
  read(at: number, length: number): Buffer;
};

/**
 * Records in the form in which they are sent (decision 5), packed one after another into chunks. That takes about 4.5 KB
 * per record of 10 KB, and no object per record for the garbage collector to visit. What is stored never changes. Beyond
 * a budget (some 15,000 records) full chunks move to a file, if there is one: the page cache of the operating system then
 * keeps what is read, and gives way under memory pressure.
 */
export type RecordStore = {
  /** @param json a JSON object */
  add(json: string): RecordRef;
  /** The bytes of the JSON. @throws DamagedRecord */
  read(ref: RecordRef): Buffer;
  /** The bytes as they are stored (packed-record.ts). @throws DamagedRecord */
  packed(ref: RecordRef): Uint8Array;
  /** The record with a rank as its last member (spec 2.2), and a tag that follows from its content alone. @throws DamagedRecord */
  withRank(ref: RecordRef, rank: number | null): { tag: string; record: SentRecord };
  /** Bytes of all chunks, in memory and in the file. */
  bytes(): { memory: number; file: number };
  /** Where the next record goes. */
  end(): number;
  /** The bytes from one place to another that are in memory, piece by piece; what is not is in the file. */
  inMemory(from: number, to: number): Generator<{ bytes: Uint8Array; at: number }>;
  /**
   * Returns a function that removes everything added since the bookmark: a build that failed is tried again every
   * second, and its records must not pile up.
   */
  bookmark(): () => void;
};

/** What was read is not what was stored. */
class DamagedRecord extends Error {}

const CHUNK_BYTES = 1024 * 1024;
/** Packed records that are kept in memory. */
export const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/** The first chunk is small, for a small leaderboard. */
const FIRST_CHUNK_BYTES = 32 * 1024;

/** Records from place `at` on, as far as `size`: a full chunk ends where the next one begins. */
type Chunk = { at: number; size: number; bytes: Buffer<ArrayBufferLike> };

type Options = {
  /** From here on full chunks move to the file. */
  memory_bytes_max?: number;
  /** What is in the file already: the records of the last run end here. */
  begin?: number;
  /** The same records in memory, where there is room for them. */
  held?: Buffer<ArrayBufferLike>;
  /** Called when a record is not what was stored: the file is damaged. */
  damaged?(): void;
};

export function openRecordStore(
  file: RecordFile | undefined,
  { memory_bytes_max = MEMORY_BYTES_MAX, begin = 0, held, damaged = () => {} }: Options = {},
): RecordStore {
  let scratch = Buffer.allocUnsafeSlow(FIRST_CHUNK_BYTES);
  /** Chunks by the place where they begin, in order: those in memory, and the one that is written to. */
  let chunks: readonly Chunk[] = [...(held ? [{ at: 0, size: begin, bytes: held }] : []), newChunk(begin, 0)];
  let end = begin;
  let memory = held?.byteLength ?? 0;
  let in_file = begin;

  /** Starts a chunk with room for `needed` bytes; full ones move to the file, oldest first, while the budget is used up. */
  function startChunk(needed: number): void {
    const size = Math.max(memory === 0 ? FIRST_CHUNK_BYTES : CHUNK_BYTES, needed);
    while (memory + size > memory_bytes_max) {
      const [oldest] = chunks;
      if (!file || !oldest) break;
      const used = Math.min(oldest.size, end - oldest.at);
      if (used > 0 && !file.write(oldest.bytes.subarray(0, used), oldest.at)) break;
      in_file = oldest.at + used;
      memory -= oldest.bytes.byteLength;
      chunks = chunks.slice(1);
    }
    const last = chunks.at(-1);
    const before = last ? [...chunks.slice(0, -1), { ...last, size: end - last.at }] : [];
    chunks = [...before, newChunk(end, size)];
    memory += size;
  }

  function packedAt({ at, length, check }: RecordRef): Buffer<ArrayBufferLike> {
    const chunk = chunkOf(chunks, at);
    if (chunk) return chunk.bytes.subarray(at - chunk.at, at - chunk.at + length);
    let read: Buffer | undefined;
    try {
      read = file?.read(at, length);
    } catch {
      // It is too short, which is the same as damaged.
    }
    if (!read || crc32(read) !== check) {
      damaged();
      throw new DamagedRecord('a stored record cannot be read');
    }
    return read;
  }

  return {
    add(json) {
      // One buffer for all texts, and small pieces from zlib: otherwise a start with 100,000 records would leave two
      // gigabytes of garbage.
      if (json.length * 3 > scratch.byteLength) scratch = Buffer.allocUnsafeSlow(json.length * 3);
      const bytes = scratch.subarray(0, scratch.write(json));
      const packed = pack(bytes);
      let chunk = chunks.at(-1);
      if (!chunk || end + packed.byteLength > chunk.at + chunk.size) {
        startChunk(packed.byteLength);
        chunk = chunks.at(-1);
      }
      if (!chunk) throw new Error('no chunk is open');
      chunk.bytes.set(packed, end - chunk.at);
      const ref = { at: end, length: packed.byteLength, size: bytes.byteLength, check: crc32(packed) };
      end += packed.byteLength;
      return ref;
    },
    read: (ref) => new SentRecord(packedAt(ref), ref.size, '}').identity(),
    packed: packedAt,
    withRank(ref, rank) {
      const packed = packedAt(ref);
      const tag = rank === null ? hashOf(packed) : `${hashOf(packed)}-${rank}`;
      return { tag, record: new SentRecord(packed, ref.size, `,"rank":${rank}}`) };
    },
    bytes: () => ({ memory, file: in_file }),
    end: () => end,
    *inMemory(from, to) {
      for (const { at, bytes, size } of chunks) {
        const [first, last] = [Math.max(from, at), Math.min(to, at + size, end)];
        if (first < last) yield { bytes: bytes.subarray(first - at, last - at), at: first };
      }
    },
    bookmark() {
      const then = { chunks, end, memory, in_file };
      return () => {
        ({ chunks, end, memory, in_file } = then);
      };
    },
  };
}

/** A SharedArrayBuffer is not counted as external memory, so chunks, which are never freed, do not affect collections. */
const newChunk = (at: number, size: number): Chunk => ({ at, size, bytes: Buffer.from(new SharedArrayBuffer(size)) });

/** The chunk in memory that contains a place. */
function chunkOf(chunks: readonly Chunk[], at: number): Chunk | undefined {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chunks[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const found = chunks[low - 1];
  return found && at < found.at + found.size ? found : undefined;
}
