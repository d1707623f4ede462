import { Worker } from 'node:worker_threads';

/** A thread was ended because its task took more time or memory than it may. */
export class ThreadOverrun extends Error {
  override name = 'ThreadOverrun';
}

/** What ends a thread that fills its heap. */
const outOfMemory = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A kind of thread: its code, how long one task may take, and how long it waits for a next one. */
export type Thread = { url: URL; ms: number; heap_mb: number; idle_ms: number };

/** Threads that are given one task each at a time, by a message, and are ended when it takes too long or too much memory. */
type Threads = {
  /** Runs a task until `done` returns a value for one of the messages. A thread that ends without it is an error; one that takes too much is a ThreadOverrun. */
  run<Message, Result>(
    thread: Thread,
    given: { data: unknown; signal?: AbortSignal },
    done: (message: Message) => Result | undefined,
  ): Promise<Result>;
  /** Ends all of them, also those that are at work. */
  close(): Promise<void>;
};

export function openThreads(): Threads {
  const running = new Set<Worker>();
  const idle = new Map<Worker, { thread: Thread; late: NodeJS.Timeout }>();

  async function end(worker: Worker): Promise<void> {
    clearTimeout(idle.get(worker)?.late);
    idle.delete(worker);
    await worker.terminate();
  }

  function take(thread: Thread): Worker {
    const [waiting] = [...idle].find(([, one]) => one.thread === thread) ?? [];
    const resourceLimits = { maxOldGenerationSizeMb: thread.heap_mb, maxYoungGenerationSizeMb: 16 };
    const worker = waiting ?? new Worker(thread.url, { resourceLimits });
    clearTimeout(idle.get(worker)?.late);
    idle.delete(worker);
    worker.removeAllListeners().ref();
    running.add(worker);
    return worker;
  }

  /** Lets a thread wait for its next task. It keeps no process alive. */
  function keep(worker: Worker, thread: Thread): void {
    const late = setTimeout(() => void end(worker), thread.idle_ms).unref();
    const gone = () => void end(worker);
    worker.removeAllListeners().on('error', gone).on('exit', gone).unref();
    idle.set(worker, { thread, late });
  }

  return {
    async run<Message, Result>(
      thread: Thread,
      { data, signal }: { data: unknown; signal?: AbortSignal },
      done: (message: Message) => Result | undefined,
    ) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const worker = take(thread);
      const late = setTimeout(() => reject(new ThreadOverrun('It took too long and was ended.')), thread.ms);
      const stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      worker
        .on('message', (message: Message) => {
          try {
            const value = done(message);
            if (value !== undefined) resolve(value);
          } catch (error) {
            reject(error);
          }
        })
        .on('error', (error) =>
          reject(outOfMemory(error) ? new ThreadOverrun('It took too much memory and was ended.') : error),
        )
        .on('exit', () => reject(new Error('It was ended before it was finished.')));
      worker.postMessage(data);
      let again = false;
      try {
        const result = await promise;
        again = thread.idle_ms > 0;
        return result;
      } finally {
        clearTimeout(late);
        signal?.removeEventListener('abort', stop);
        running.delete(worker);
        if (again) keep(worker, thread);
        else await end(worker);
      }
    },
    async close() {
      await Promise.all([...running, ...idle.keys()].map(end));
    },
  };
}
