import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { emptyReading, type ParseTask, type Reading } from './reading.ts';

/** Reads a document; undefined when reading took too long or too much memory, so that nothing is known of it. */
export type Parse = (task: ParseTask) => Promise<Reading | undefined>;

/** How long one document may be read: 500 KB of nested elements keep a tree builder busy for a minute. */
const DOCUMENT_MS = 3_000;
const START_MS = 20_000;
const HEAP_MB = 96;

/** One thread that reads hostile documents, one at a time, and is ended with the document that breaks it. */
export function openParser(limits: { document_ms: number } = { document_ms: DOCUMENT_MS }): {
  parse: Parse;
  close(): Promise<void>;
} {
  let thread: Promise<Worker> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function read(task: ParseTask): Promise<Reading | undefined> {
    thread ??= start();
    const worker = await thread;
    const body = new Uint8Array(task.body);
    const answer = await answerOf(worker, limits.document_ms, () =>
      worker.postMessage({ ...task, body }, [body.buffer]),
    );
    if (answer !== undefined) return (answer as Reading | null) ?? emptyReading();
    thread = undefined;
    await worker.terminate();
    return undefined;
  }

  return {
    parse(task) {
      const result = turn.then(() => read(task));
      turn = result.catch(() => undefined);
      return result;
    },
    async close() {
      await (await thread?.catch(() => undefined))?.terminate();
      thread = undefined;
    },
  };
}

async function start(): Promise<Worker> {
  const worker = new Worker(new URL(`./parsing-thread${extname(import.meta.url)}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
  });
  worker.unref();
  // An error of a thread that is ended anyway; without a listener it would end the process.
  worker.on('error', () => {});
  if ((await answerOf(worker, START_MS, () => {})) === undefined) {
    await worker.terminate();
    throw new Error('The thread that reads documents does not start.');
  }
  return worker;
}

/** The next message of a thread; undefined when there is none in time, or the thread ended. */
function answerOf(worker: Worker, ms: number, ask: () => void): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const none = () => resolve(undefined);
  const timer = setTimeout(none, ms);
  worker.once('message', resolve).once('error', none).once('exit', none);
  ask();
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', none).off('exit', none);
  });
}
