import { constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Bounds } from './bounds.ts';

type Coding = 'identity' | 'gzip' | 'br';

/** A body as it arrives: undone from its coding, and cut where a bound is reached. */
export type IncomingBody = {
  /** False when no more is wanted. */
  write(chunk: Uint8Array): boolean;
  /** What was kept. A coding that breaks off gives what came before; one that is wrong gives `broken`. */
  end(): Promise<{ bytes: Uint8Array; cut: string | null; broken: boolean }>;
};

/** The coding of an answer; undefined for several layers and for those that we did not ask for. */
export function codingOf(header: string): Coding | undefined {
  const name = header.trim().toLowerCase();
  if (name === '' || name === 'identity') return 'identity';
  if (name === 'gzip' || name === 'x-gzip') return 'gzip';
  return name === 'br' ? 'br' : undefined;
}

type BodyBounds = Pick<
  Bounds,
  'wire_bytes' | 'decoded_bytes' | 'ratio' | 'ratio_from_bytes' | 'pieces' | 'piece_bytes'
>;

/** @param full called once when a bound is reached while the body still comes */
export function incomingBody(coding: Coding, bounds: BodyBounds, full: () => void): IncomingBody {
  const body = growing(bounds.decoded_bytes);
  let [wire, kept, pieces] = [0, 0, 0];
  let cut: string | null = null;
  let [stopped, broken] = [false, false];
  const enough = (why: string) => {
    if (cut !== null) return;
    cut = why;
    full();
  };
  const stop = (why: string) => {
    stopped = true;
    stream?.destroy();
    enough(why);
  };
  const keep = (chunk: Uint8Array) => {
    if (stopped) return;
    const room = bounds.decoded_bytes - kept;
    if (room > 0) body.add(chunk.length > room ? chunk.subarray(0, room) : chunk);
    kept += Math.min(room, chunk.length);
    if (chunk.length > room) stop(`longer than ${bounds.decoded_bytes} bytes`);
    else if (stream && kept > bounds.ratio_from_bytes && kept > bounds.ratio * wire)
      stop(`expands more than ${bounds.ratio} times`);
  };
  const stream = decoder(coding);
  const { promise: decoded, resolve } = Promise.withResolvers<void>();
  if (stream)
    stream
      .on('data', keep)
      .on('error', () => {
        broken = !stopped;
        resolve();
      })
      .on('close', resolve)
      .on('end', resolve);
  else resolve();

  return {
    write(chunk) {
      if (cut !== null || broken) return false;
      const room = bounds.wire_bytes - wire;
      const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
      wire += part.length;
      pieces++;
      if (stream) stream.write(part);
      else keep(part);
      // What was received is still decoded.
      if (chunk.length > room) enough(`longer than ${bounds.wire_bytes} bytes as sent`);
      // Each piece costs as much as a long one: what comes byte by byte is a way to wear out readers.
      else if (pieces > bounds.pieces && wire < pieces * bounds.piece_bytes)
        enough(`sent in more than ${bounds.pieces} pieces of a few bytes`);
      return cut === null;
    },
    async end() {
      if (stream && !stream.destroyed) stream.end();
      await decoded;
      return { bytes: body.bytes(), cut, broken };
    },
  };
}

/** Bytes one after the other in one buffer that doubles: pieces are copied, so that none keeps what it was cut from in memory. */
function growing(most: number): { add(piece: Uint8Array): void; bytes(): Uint8Array } {
  let buffer = new Uint8Array(Math.min(most, 16_384));
  let length = 0;
  return {
    add(piece) {
      if (length + piece.length > buffer.length) {
        const larger = new Uint8Array(Math.min(most, Math.max(2 * buffer.length, length + piece.length)));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(piece, length);
      length += piece.length;
    },
    bytes: () => buffer.slice(0, length),
  };
}

/** What breaks off is no error: the flag says that it ended early. */
function decoder(coding: Coding) {
  if (coding === 'gzip') return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  if (coding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  return undefined;
}
