import type { FastifyReply } from 'fastify';
import { caching } from '../../documents/caching.ts';
import { Fault } from '../../domain/fault.ts';
import { clientOf } from '../../domain/limit/client-limit.ts';

/** Readers of progress in one process: whoever comes later reads the page again. */
const READERS_MAX = 500;
/** The same of one client. */
const READERS_OF_CLIENT = 20;
/** How often progress is read, for all readers at once. */
const READ_MS = 1_000;
/** A reader who is still there then asks again. */
const LONGEST_MS = 90_000;

/** How far something is: JSON, null where nothing is known; undefined when it is over. */
type ProgressOf = (keys: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;

/**
 * Streams of server-sent events: how far something is, each second, and `over` at its end. One read of the database serves
 * all readers of a process.
 *
 * @param progressOf those of these that are under way
 */
export function openProgress(progressOf: ProgressOf) {
  const readers = new Map<string, Set<FastifyReply>>();
  /** Streams of each client, in memory only (decision 74). */
  const clients = new Map<string, number>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  function leave(key: string, reply: FastifyReply): void {
    const of = readers.get(key);
    if (!of?.delete(reply)) return;
    count--;
    const client = clientOf(reply.request.ip);
    const left = (clients.get(client) ?? 1) - 1;
    if (left > 0) clients.set(client, left);
    else clients.delete(client);
    if (of.size === 0) readers.delete(key);
    if (count === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  async function read(): Promise<void> {
    const found = await progressOf([...readers.keys()]).catch(() => undefined);
    if (!found) return;
    for (const [key, replies] of readers) {
      const over = !found.has(key);
      const event = over ? 'event: over\ndata: {}\n\n' : `data: ${found.get(key) ?? '{}'}\n\n`;
      for (const reply of [...replies]) {
        const { raw } = reply;
        // A reader that does not read gets nothing more until it does.
        if (!raw.writableNeedDrain && !raw.writableEnded) raw.write(event);
        if (!over) continue;
        raw.end();
        leave(key, reply);
      }
    }
  }

  return {
    /** @throws Fault unavailable where there are too many readers */
    follow(key: string, reply: FastifyReply): void {
      // Its reader may have gone while it was looked up what is under way.
      if (reply.raw.destroyed || reply.raw.socket?.destroyed) {
        reply.hijack();
        return;
      }
      const own = clientOf(reply.request.ip);
      if (count >= READERS_MAX || (clients.get(own) ?? 0) >= READERS_OF_CLIENT)
        throw new Fault('unavailable', 'Too many pages follow what is under way at the moment.', { retry_after: 5 });
      const of = readers.get(key) ?? new Set();
      readers.set(key, of.add(reply));
      count++;
      clients.set(own, (clients.get(own) ?? 0) + 1);
      reply.hijack();
      const { raw } = reply;
      const late = setTimeout(() => {
        raw.end();
        leave(key, reply);
      }, LONGEST_MS);
      raw.on('error', () => {});
      raw.once('close', () => {
        clearTimeout(late);
        leave(key, reply);
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
