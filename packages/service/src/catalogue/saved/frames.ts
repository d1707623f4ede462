import { crc32 } from 'node:zlib';

/**
 * Frames of a file: a reader knows which were written to their end. A frame is the length of its content and the
 * CRC-32 of it (4 bytes each, little-endian), then the content.
 */
const HEAD_BYTES = 8;

/** No frame is longer; a longer one was not written by us. */
const FRAME_BYTES_MAX = 1024 * 1024 * 1024;

/** The bytes of a frame whose content is these parts. */
export function frameOf(...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const frame = Buffer.allocUnsafe(HEAD_BYTES + length);
  let at = HEAD_BYTES;
  for (const part of parts) {
    frame.set(part, at);
    at += part.byteLength;
  }
  frame.writeUInt32LE(length, 0);
  frame.writeUInt32LE(crc32(frame.subarray(HEAD_BYTES)), 4);
  return frame;
}

/**
 * The frames at the beginning of a file. Ends before the first one that is not whole, or is not what was written. A frame
 * is valid until the next one is read.
 *
 * @param read fills a buffer from a place of the file on, and returns how many bytes there were
 */
export function* framesOf(read: (buffer: Buffer, at: number) => number): Generator<Buffer> {
  const head = Buffer.alloc(HEAD_BYTES);
  let content = Buffer.alloc(0);
  for (let at = 0; read(head, at) === HEAD_BYTES; at += HEAD_BYTES + content.byteLength) {
    const length = head.readUInt32LE(0);
    if (length > FRAME_BYTES_MAX) return;
    if (content.buffer.byteLength < length) content = Buffer.allocUnsafeSlow(length);
    content = Buffer.from(content.buffer, 0, length);
    if (read(content, at + HEAD_BYTES) !== length || crc32(content) !== head.readUInt32LE(4)) return;
    yield content;
  }
}

/** Content that begins with JSON: the length of that (4 bytes), the JSON in UTF-8, then bytes. */
export function withHead(head: unknown, ...parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.byteLength);
  return [length, json, ...parts];
}

/** The JSON at the beginning of a content, and the bytes after it. */
export function headOf<Head>(content: Buffer): { head: Head; rest: Buffer } {
  const end = 4 + content.readUInt32LE(0);
  return { head: JSON.parse(content.toString('utf8', 4, end)) as Head, rest: content.subarray(end) };
}
