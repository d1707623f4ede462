import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Fault } from '../../../domain/fault.ts';

/**
 * Turns drawings into PNG, in a thread of its own: one at a time, with a queue that is bounded, so that whoever asks for
 * very many delays nobody but those who ask for images too (decision 115).
 */
type Painter = {
  /**
   * @param svg our own drawing
   * @param width of the image in pixels; its height follows from the drawing
   * @throws Fault unavailable when too many wait already, or when drawing fails or takes too long
   */
  paint(svg: string, width: number): Promise<Uint8Array>;
  /** Ends the thread; what waits is refused. */
  close(): Promise<void>;
};

/** Images that may wait for the one that is drawn: about two seconds of work. */
const WAITING_MAX = 32;
/** A drawing takes some 30 ms, on a busy machine some hundred. One that takes this long will not end. */
const PAINT_MS = 10_000;
/** How long a thread without work is kept: it takes some 60 MB. */
const IDLE_MS = 15_000;

type PaintJob = { id: number; svg: string; width: number; done(png: Uint8Array): void; failed(error: Fault): void };

const tooMany = () => new Fault('unavailable', 'Too many images are being drawn at the moment.', { retry_after: 5 });
const notDrawn = () => new Fault('unavailable', 'The image could not be drawn.', { retry_after: 60 });

/** @param failed called when the thread broke; the next image gets a new thread */
export function openPainter(failed: (error: unknown) => void): Painter {
  const waiting: PaintJob[] = [];
  let busy: PaintJob | undefined;
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let limit: NodeJS.Timeout | undefined;
  let last_id = 0;

  function start(): Worker {
    const worker = new Worker(new URL(`./painting-thread${extname(import.meta.url)}`, import.meta.url));
    worker.unref();
    worker.on('message', ({ id, png }: { id: number; png: Uint8Array }) => {
      if (busy?.id === id) finish()?.done(png);
      next();
    });
    worker.on('error', (error) => {
      if (thread === worker) breakOff(error);
    });
    return worker;
  }

  function finish(): PaintJob | undefined {
    const order = busy;
    busy = undefined;
    clearTimeout(limit);
    return order;
  }

  function breakOff(error: unknown): void {
    failed(error);
    void thread?.terminate();
    thread = undefined;
    finish()?.failed(notDrawn());
    next();
  }

  function next(): void {
    clearTimeout(idle);
    if (busy) return;
    busy = waiting.shift();
    if (!busy) {
      idle = setTimeout(() => void end(), IDLE_MS).unref();
      return;
    }
    limit = setTimeout(() => breakOff(new Error('drawing an image took too long')), PAINT_MS).unref();
    thread ??= start();
    const { id, svg, width } = busy;
    thread.postMessage({ id, svg, width });
  }

  async function end(): Promise<void> {
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  return {
    paint(svg, width) {
      if (waiting.length >= WAITING_MAX) return Promise.reject(tooMany());
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      waiting.push({ id: ++last_id, svg, width, done: resolve, failed: reject });
      next();
      return promise;
    },
    async close() {
      clearTimeout(idle);
      for (const order of waiting.splice(0)) order.failed(tooMany());
      finish()?.failed(notDrawn());
      await end();
    },
  };
}
