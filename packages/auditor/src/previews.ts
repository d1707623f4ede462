import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CollectingMessage, CollectingTask } from './collect/collecting.ts';
import type { PreviewMessage } from './collect/previewing-thread.ts';

/** Longer than any preview: one that is not over by then has broken the thread. */
const PREVIEW_MS = 60_000;
const IDLE_MS = 2 * 60_000;
const HEAP_MB = 256;

type Waiting = { message(given: CollectingMessage): void; fail(error: unknown): void };

/** Previews of sites, all in one thread (decision 180). It is ended when nothing was asked of it for a while. */
type Previews = {
  /**
   * Runs a preview until `read` returns a value for one of its messages. Rejected with what it throws, with the reason of the
   * signal, or when the thread was ended for taking too long or too much memory: then all previews that it had fail, and may be
   * begun again.
   */
  run<Result>(
    task: CollectingTask,
    signal: AbortSignal,
    read: (message: CollectingMessage) => Result | undefined,
  ): Promise<Result>;
  close(): Promise<void>;
};

export function openPreviews(): Previews {
  const url = new URL(`./collect/previewing-thread${extname(import.meta.url)}`, import.meta.url);
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  /** Ends the thread, and all previews that it has. */
  async function end(of: Worker | undefined): Promise<void> {
    if (of === undefined || of !== thread) return;
    thread = undefined;
    clearTimeout(idle);
    for (const one of waiting.values()) one.fail(new Error('It was ended before it was finished.'));
    waiting.clear();
    await of.terminate();
  }

  function started(): Worker {
    if (thread) return thread;
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 };
    const worker = new Worker(url, { resourceLimits });
    worker.unref();
    worker.on('error', () => void end(worker)).on('exit', () => void end(worker));
    worker.on('message', ({ preview, ...given }: PreviewMessage) => {
      const one = waiting.get(preview);
      if ('failed' in given) one?.fail(new Error(`A preview failed: ${given.failed}`));
      else one?.message(given as CollectingMessage);
    });
    thread = worker;
    return worker;
  }

  return {
    async run<Result>(
      task: CollectingTask,
      signal: AbortSignal,
      read: (message: CollectingMessage) => Result | undefined,
    ) {
      signal.throwIfAborted();
      clearTimeout(idle);
      const worker = started();
      const preview = ++last;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const message = (given: CollectingMessage) => {
        try {
          const result = read(given);
          if (result !== undefined) resolve(result);
        } catch (error) {
          reject(error);
        }
      };
      waiting.set(preview, { message, fail: reject });
      worker.postMessage({ preview, task });
      // Keeps the process alive as long as something is waited for.
      const late = setTimeout(() => void end(worker), PREVIEW_MS);
      const stop = () => {
        worker.postMessage({ preview, stop: true });
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await promise;
      } finally {
        clearTimeout(late);
        signal.removeEventListener('abort', stop);
        waiting.delete(preview);
        if (waiting.size === 0) idle = setTimeout(() => void end(thread), IDLE_MS).unref();
      }
    },
    close: () => end(thread),
  };
}
