import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { allocateBody, compressSoon, type Document, type Encoding, onAsked } from './document.ts';

/**
 * Compresses documents outside of the serving thread. The caller waits for a small one. Large ones go to a separate
 * thread, one at a time, and are served uncompressed until an encoding is ready; of those that wait only the newest is
 * kept, superseded ones are dropped. A large one is compressed when it is asked for, or one before it was not long ago:
 * compressing an index of 100,000 companies takes a second of a processor, and publications may follow one another faster.
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
/** How long after a large document was asked for the following ones are compressed without being asked for. */
const ASKED_LATELY_MS = 60_000;
/** Bytes copied before other work gets a turn. */
const PIECE_BYTES = 512 * 1024;

/**
 * A copy to transfer to the thread, made in slices. Not shared memory: a SharedArrayBuffer is not counted as external
 * memory, so hundreds of megabytes of replaced indexes would pile up before a collection.
 */
async function copyOf({ bodies, in_pieces }: Document): Promise<Buffer<ArrayBuffer>> {
  const copy = allocateBody(in_pieces?.byteLength ?? bodies.identity.byteLength);
  let at = 0;
  for (const piece of in_pieces?.pieces() ?? piecesOf(bodies.identity)) {
    copy.set(piece, at);
    at += piece.byteLength;
    await nextTurn();
  }
  return copy;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

type Message = { encoding: Encoding; bytes: Uint8Array } | { encoding: null; bytes: null };

/** @param failed called when the thread broke; the next document gets a new thread */
export function openCompressor(failed: (error: unknown) => void): Compressor {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let busy: Document | undefined;
  let waiting: Document | undefined;
  let asked_at = Number.NEGATIVE_INFINITY;
  /** The thread rests as long as it worked, whatever is asked for. */
  let rests_until = 0;
  let rest: NodeJS.Timeout | undefined;
  let began = 0;

  function start(): Worker {
    const worker = new Worker(new URL(`./compressing-thread${extname(import.meta.url)}`, import.meta.url));
    worker.unref();
    worker.on('message', ({ encoding, bytes }: Message) => {
      if (encoding !== null) {
        // Not `??=`, which would ask for it.
        if (busy) busy.bodies[encoding] = Buffer.from(bytes.buffer as ArrayBuffer);
        return;
      }
      busy = undefined;
      rests_until = 2 * performance.now() - began;
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
    if (busy || !waiting || performance.now() - asked_at > ASKED_LATELY_MS) return;
    const left = rests_until - performance.now();
    if (left > 0) {
      rest ??= setTimeout(() => {
        rest = undefined;
        void next();
      }, left).unref();
      return;
    }
    began = performance.now();
    busy = waiting;
    waiting = undefined;
    const copy = await copyOf(busy);
    clearTimeout(idle);
    thread ??= start();
    thread.postMessage(copy, [copy.buffer]);
  }

  return {
    async compress(document) {
      if (!document.in_pieces && document.bodies.identity.byteLength <= SMALL_BYTES) return compressSoon(document);
      waiting = document;
      onAsked(document, () => {
        asked_at = performance.now();
        if (waiting === document) void next();
      });
      void next();
    },
    close() {
      clearTimeout(rest);
      waiting = undefined;
      return end();
    },
  };
}
