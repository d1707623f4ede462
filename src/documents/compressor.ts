import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { compressSoon, type Document, type Encoding } from './document.ts';
import { roomFor } from './large-bytes.ts';

/**
 * Compresses a document beside the thread that serves. A small one is waited for. A large one goes to a thread of its
 * own, one after another, and is served as it is until an encoding of it is there; of those that wait only the newest
 * is kept, the others being nobody's any more.
 */
type Compressor = {
  /** Adds the encodings: to a small document before the promise resolves, to a large one in time. */
  compress(document: Document): Promise<void>;
  /** Ends the thread. */
  close(): Promise<void>;
};

/** Up to here, compressing takes a few milliseconds: about 1,500 companies. */
const SMALL = 256 * 1024;
/** How long a thread without work is kept, in milliseconds: it takes some 30 MB. */
const IDLE = 5_000;
/** Bytes copied between two reads. */
const PIECE = 512 * 1024;

/**
 * A copy to give away, made between reads. Not memory shared by both threads: that is no weight on the collector's
 * scales, so replaced indexes would pile up by the hundred megabytes before it came to look.
 */
async function copied(bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const copy = roomFor(bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += PIECE) {
    copy.set(bytes.subarray(at, at + PIECE), at);
    await nextTurn();
  }
  return copy;
}

type Made = { encoding: Encoding; bytes: Uint8Array } | { encoding: null; bytes: null };

/** @param failed told when the thread broke; the next document gets a new one */
export function openCompressor(failed: (error: unknown) => void): Compressor {
  let thread: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;
  let busy: Document | undefined;
  let waiting: Document | undefined;

  function start(): Worker {
    const made = new Worker(new URL('./compressing-thread.ts', import.meta.url));
    made.unref();
    made.on('message', ({ encoding, bytes }: Made) => {
      if (encoding !== null) {
        if (busy) busy.bodies[encoding] ??= Buffer.from(bytes.buffer as ArrayBuffer);
        return;
      }
      busy = undefined;
      void next();
      if (!busy) resting = setTimeout(() => void end(), IDLE).unref();
    });
    made.on('error', (error) => {
      thread = undefined;
      busy = undefined;
      failed(error);
      void next();
    });
    return made;
  }

  async function end(): Promise<void> {
    clearTimeout(resting);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  async function next(): Promise<void> {
    if (busy || !waiting) return;
    busy = waiting;
    waiting = undefined;
    const copy = await copied(busy.bodies.identity);
    clearTimeout(resting);
    thread ??= start();
    thread.postMessage(copy, [copy.buffer]);
  }

  return {
    async compress(document) {
      if (document.bodies.identity.byteLength <= SMALL) return compressSoon(document);
      waiting = document;
      void next();
    },
    close: end,
  };
}
