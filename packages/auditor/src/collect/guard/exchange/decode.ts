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

type BodyBounds = Pick<Bounds, 'wire_bytes' | 'decoded_bytes' | 'ratio' | 'ratio_from_bytes'>;

/** @param full called once when a bound is reached while the body still comes */
export function incomingBody(coding: Coding, bounds: BodyBounds, full: () => void): IncomingBody {
  const chunks: Uint8Array[] = [];
  let [wire, kept] = [0, 0];
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
    if (room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
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
      if (stream) stream.write(part);
      else keep(part);
      // What was received is still decoded.
      if (chunk.length > room) enough(`longer than ${bounds.wire_bytes} bytes as sent`);
      return cut === null;
    },
    async end() {
      if (stream && !stream.destroyed) stream.end();
      await decoded;
      return { bytes: Buffer.concat(chunks), cut, broken };
    },
  };
}

/** What breaks off is no error: the flag says that it ended early. */
function decoder(coding: Coding) {
  if (coding === 'gzip') return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  if (coding === 'br') return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  return undefined;
}
