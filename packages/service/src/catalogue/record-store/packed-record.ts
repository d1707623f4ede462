import { hash } from 'node:crypto';
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A record in the form in which it is stored and, with its last member added, sent: the deflated bytes of the JSON without
 * its last brace, ended by a flush instead of an end. Whatever is appended later needs no compression (RFC 1951 3.2.4),
 * so a gzip body is written by copying (decision 5).
 *
 * Layout: 16 bytes of a hash of the whole JSON, 4 bytes CRC-32 of the JSON without its last brace, the deflated bytes.
 */
type PackedRecord = Buffer<ArrayBufferLike>;

const HASH_BYTES = 16;
const HEAD_BYTES = HASH_BYTES + 4;
/** Higher levels cost start-up time and save only 3 %. */
const LEVEL = 3;
/** What zlib allocates at a time. */
const PIECE_BYTES = 4096;
const BRACE = 0x7d;

/** @param json bytes of a JSON object, not changed */
export function pack(json: Uint8Array): PackedRecord {
  if (json.at(-1) !== BRACE) throw new Error('a record is not a JSON object');
  const open = json.subarray(0, -1);
  const deflated = deflateRawSync(open, {
    level: LEVEL,
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: PIECE_BYTES,
  });
  const packed = Buffer.allocUnsafe(HEAD_BYTES + deflated.byteLength);
  packed.set(hash('sha256', json, 'buffer').subarray(0, HASH_BYTES));
  packed.writeUInt32LE(crc32(open), HASH_BYTES);
  packed.set(deflated, HEAD_BYTES);
  return packed;
}

/** A hash of the JSON that was packed: the same on every node. */
export const hashOf = (packed: PackedRecord): string =>
  Buffer.from(packed.buffer, packed.byteOffset, HASH_BYTES).toString('base64url');

/** Header of a gzip member without name and time (RFC 1952). */
const GZIP_HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);

/** A record with a last member, as it is sent. A document's ready body. */
export class SentRecord {
  readonly #packed: PackedRecord;
  /** Bytes of the JSON without its last brace, and what follows it, in ASCII, for example `,"rank":3}`. */
  readonly #open_bytes: number;
  readonly #end: string;
  /** Bytes of the gzip body. */
  readonly byteLength: number;

  /** @param size bytes of the JSON that was packed */
  constructor(packed: PackedRecord, size: number, end: string) {
    this.#packed = packed;
    this.#open_bytes = size - 1;
    this.#end = end;
    this.byteLength = GZIP_HEAD.length + packed.byteLength - HEAD_BYTES + 5 + end.length + 8;
  }

  /** Writes the gzip body. */
  write(body: Buffer, from: number): void {
    const end = this.#end;
    body.set(GZIP_HEAD, from);
    // `copy` and not `set`, which is several times slower on shared memory.
    this.#packed.copy(body, from + GZIP_HEAD.length, HEAD_BYTES);
    let at = from + GZIP_HEAD.length + this.#packed.byteLength - HEAD_BYTES;
    // The last block: stored, with its length and the complement of that.
    body[at] = 1;
    body.writeUInt16LE(end.length, at + 1);
    body.writeUInt16LE(~end.length & 0xffff, at + 3);
    at += 5;
    body.write(end, at, 'latin1');
    const tail = body.subarray(at, at + end.length);
    body.writeUInt32LE(crc32(tail, crcOf(this.#packed)), at + end.length);
    body.writeUInt32LE(this.#open_bytes + end.length, at + end.length + 4);
  }

  /** The uncompressed bytes. */
  identity(): Buffer {
    const open = inflated(this.#packed, this.#open_bytes);
    const whole = Buffer.allocUnsafeSlow(this.#open_bytes + this.#end.length);
    whole.set(open);
    whole.write(this.#end, this.#open_bytes, 'latin1');
    return whole;
  }
}

function crcOf(packed: PackedRecord): number {
  let crc = 0;
  for (let at = HEAD_BYTES - 1; at >= HASH_BYTES; at--) crc = crc * 256 + (packed[at] ?? 0);
  return crc;
}

/** The JSON without its last brace. */
const inflated = (packed: PackedRecord, bytes: number) =>
  inflateRawSync(packed.subarray(HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: bytes + 64 });
