import type { FastifyReply } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import { isOpen } from '../domain/preview.ts';
import { progressOf } from '../store/previews.ts';

/** Readers of progress in one process: whoever comes later reads the page again. */
const READERS_MAX = 500;
/** How often progress is read, for all readers at once. */
const READ_MS = 1_000;
/** No preview takes longer; a reader who is still there asks again. */
const LONGEST_MS = 90_000;

/**
 * Streams of server-sent events: how far a preview is, each second, and `over` at its end. One read of the database serves
 * all readers of a process.
 */
export function openProgress(ctx: Context) {
  const readers = new Map<string, Set<FastifyReply>>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  function leave(host: string, reply: FastifyReply): void {
    const of = readers.get(host);
    if (!of?.delete(reply)) return;
    count--;
    if (of.size === 0) readers.delete(host);
    if (count === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  async function read(): Promise<void> {
    const found = await progressOf(ctx.store.db, [...readers.keys()]).catch(() => undefined);
    if (!found) return;
    for (const [host, replies] of readers) {
      const row = found.find((one) => one.host === host);
      const over = !row || !isOpen(row.status);
      const event = over ? 'event: over\ndata: {}\n\n' : `data: ${row.progress ?? '{}'}\n\n`;
      for (const { raw } of [...replies]) {
        // A reader that does not read gets nothing more until it does.
        if (!raw.writableNeedDrain) raw.write(event);
        if (over) raw.end();
      }
    }
  }

  return {
    /** @throws Fault unavailable where there are too many readers */
    follow(host: string, reply: FastifyReply): void {
      if (count >= READERS_MAX)
        throw new Fault('unavailable', 'Too many pages follow previews at the moment.', { retry_after: 5 });
      const of = readers.get(host) ?? new Set();
      readers.set(host, of.add(reply));
      count++;
      reply.hijack();
      const { raw } = reply;
      const late = setTimeout(() => raw.end(), LONGEST_MS);
      raw.once('close', () => {
        clearTimeout(late);
        leave(host, reply);
      });
      raw.writeHead(200, {
        ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': caching.none },
        ...{ 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex', 'x-accel-buffering': 'no' },
      });
      raw.write('retry: 3000\n\n');
      timer ??= setInterval(() => void read(), READ_MS);
    },
    /** Ends all streams, when the process is to end. */
    close(): void {
      for (const replies of readers.values()) for (const { raw } of replies) raw.end();
    },
  };
}
