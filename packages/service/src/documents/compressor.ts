import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { allocateBody, compressSoon, type Document, type Encoding } from './document.ts';

/**
 * Compresses documents outside of the serving thread. The caller waits for a small one. Large ones go to a separate
 * thread, one at a time, and are served uncompressed until an encoding is ready; of those that wait only the newest is
 * kept, superseded ones are dropped.
 */
type Compressor = {
  /** Adds the encodings: to a small document before the promise resolves, to a large one later. */
  compress(document: Document): Promise<void>;
  /** Ends the thread. */
  close(): Promise<void>;
};

/** Compressing up to this many bytes takes a few milliseconds: about 1,500 companies. */
const SMALL_BYTES = 256 * 1024;
/** How long a thread without work is kept: it takes some 30 MB. */
const IDLE_MS = 5_000;
/** Bytes copied before other work gets a turn. */
const PIECE_BYTES = 512 * 1024;

/**
 * A copy to transfer to the thread, made in slices. Not shared memory: a SharedArrayBuffer is not counted as external
 * memory, so hundreds of megabytes of replaced indexes would pile up before a collection.
 */
async function copyOf(bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const copy = allocateBody(bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    copy.set(bytes.subarray(at, at + PIECE_BYTES), at);
    await nextTurn();
  }
  return copy;
}

type Message = { encoding: Encoding; bytes: Uint8Array } | { encoding: null; bytes: null };

/** @param failed called when the thread broke; the next document gets a new thread */
export function openCompressor(failed: (error: unknown) => void): Compressor {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let busy: Document | undefined;
  let waiting: Document | undefined;

  function start(): Worker {
    const worker = new Worker(new URL(`./compressing-thread${extname(import.meta.url)}`, import.meta.url));
    worker.unref();
    worker.on('message', ({ encoding, bytes }: Message) => {
      if (encoding !== null) {
        if (busy) busy.bodies[encoding] ??= Buffer.from(bytes.buffer as ArrayBuffer);
        return;
      }
      busy = undefined;
      void next();
      if (!busy) idle = setTimeout(() => void end(), IDLE_MS).unref();
    });
    worker.on('error', (error) => {
      thread = undefined;
      busy = undefined;
      failed(error);
      void next();
    });
    return worker;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  async function next(): Promise<void> {
    if (busy || !waiting) return;
    busy = waiting;
    waiting = undefined;
    const copy = await copyOf(busy.bodies.identity);
    clearTimeout(idle);
    thread ??= start();
    thread.postMessage(copy, [copy.buffer]);
  }

  return {
    async compress(document) {
      if (document.bodies.identity.byteLength <= SMALL_BYTES) return compressSoon(document);
      waiting = document;
      void next();
    },
    close: end,
  };
}
