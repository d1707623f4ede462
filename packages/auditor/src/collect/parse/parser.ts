import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { emptyReading, type ParseTask, type Reading } from './reading.ts';

/** Reads a document; undefined when reading took too long or too much memory, so that nothing is known of it. */
export type Parse = (task: ParseTask) => Promise<Reading | undefined>;

/** Processor time that one document may take: 500 KB of nested elements keep a tree builder busy for a minute. */
const DOCUMENT_MS = 3_000;
const START_MS = 20_000;
/** A thread gets its processor time within so many times as long: on a busy machine it waits for others. */
const WAITS_MAX = 10;
/** Less is as good as nothing. */
const LEFT_MS_MIN = 10;
const HEAP_MB = 96;

/** One thread that reads hostile documents, one at a time, and is ended with the document that breaks it. */
export function openParser(limits: { document_ms?: number; start_ms?: number } = {}): {
  parse: Parse;
  close(): Promise<void>;
} {
  let thread: Promise<Worker> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function read(task: ParseTask): Promise<Reading | undefined> {
    thread ??= start(limits.start_ms ?? START_MS).catch((error) => {
      // The next document asks for another one: a machine that was too busy for a thread is not so for ever.
      thread = undefined;
      throw error;
    });
    const worker = await thread;
    const body = new Uint8Array(task.body);
    const answer = await answerOf(worker, limits.document_ms ?? DOCUMENT_MS, () =>
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

async function start(ms: number): Promise<Worker> {
  const worker = new Worker(new URL(`./parsing-thread${extname(import.meta.url)}`, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
  });
  worker.unref();
  // An error of a thread that is ended anyway; without a listener it would end the process.
  worker.on('error', () => {});
  if ((await answerOf(worker, ms, () => {})) === undefined) {
    await worker.terminate();
    throw new Error('The thread that reads documents does not start.');
  }
  return worker;
}

/**
 * The next message of a thread; undefined when the thread ended, took `ms` of processor time, or did not answer in many times
 * as long.
 */
function answerOf(worker: Worker, ms: number, ask: () => void): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const none = () => resolve(undefined);
  const before = processorMs(worker);
  let look: NodeJS.Timeout | undefined;
  // It takes no more than the time that goes by: so the next look is due when what is left may have been taken.
  const lookIn = (left_ms: number) => {
    look = setTimeout(async () => {
      const left = ms - (await processorMs(worker)) + (await before);
      if (left < LEFT_MS_MIN) none();
      else if (look) lookIn(left);
    }, left_ms);
  };
  lookIn(ms);
  const late = setTimeout(none, ms * WAITS_MAX);
  worker.once('message', resolve).once('error', none).once('exit', none);
  ask();
  return promise.finally(() => {
    clearTimeout(look);
    look = undefined;
    clearTimeout(late);
    worker.off('message', resolve).off('error', none).off('exit', none);
  });
}

/** What a thread has taken of a processor; 0 before it has started and after it ended. */
const processorMs = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000,
    () => 0,
  );
