import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TableCell, TableColumn } from '../domain/table.ts';
import { lengthOfRow, type TableHead, TableWriter } from './table-writer.ts';

/** Rows for the thread, which replies with the bytes that are ready. */
export type TableMessage = { rows: readonly (readonly TableCell[])[]; end: boolean };

/** A Parquet file that is made while its rows come; a large one is never in memory as a whole. */
type TableFile = {
  /** Waits while the bytes before it are not taken. @throws what `take` threw, what the rows cannot be encoded for, and that it was abandoned */
  add(rows: readonly (readonly TableCell[])[]): Promise<void>;
  /** @returns what was taken */
  end(): Promise<{ sha256: string; bytes: number; rows: number }>;
  /** Ends it without its end; nothing more is taken. */
  abandon(): void;
};

/** Several times what a row group takes. Without limits, garbage is collected late: 190 MB were measured for one table. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Rows that are sent to the thread at a time. */
const BATCH_ROWS = 100;

/** Length of the rows, as row groups count it, of a table that is encoded here, in some 10 milliseconds: to start a thread takes hundreds. */
const SMALL_LENGTH = 128 * 1024;

/**
 * The same rows and notes give the same bytes, with the same version of zstd. A column is stored as its type says: dates and times
 * as such, integers in 64 bits. A table that is not small is encoded in a thread of its own.
 *
 * @param take stores the next piece of the file; one at a time
 */
export function openTableFile(take: (piece: Uint8Array) => Promise<void>, head: TableHead): TableFile {
  const hash = createHash('sha256');
  const counted = { bytes: 0, rows: 0 };
  let waiting: (readonly TableCell[])[] = [];
  let length = 0;
  let thread: TableThread | undefined;
  let abandoned = false;

  async function stored(bytes: Uint8Array | undefined): Promise<void> {
    if (!bytes?.byteLength) return;
    hash.update(bytes);
    counted.bytes += bytes.byteLength;
    await take(bytes);
  }

  async function send(to: TableThread, end: boolean): Promise<void> {
    await stored(await to.encoded());
    counted.rows += waiting.length;
    to.send({ rows: waiting, end });
    waiting = [];
  }

  return {
    async add(rows) {
      if (abandoned) throw new Error('the table was abandoned');
      waiting.push(...rows);
      if (!thread) {
        for (const row of rows) length += lengthOfRow(row);
        if (length < SMALL_LENGTH) return;
        thread = startThread(head);
      }
      if (waiting.length >= BATCH_ROWS) await send(thread, false);
    },
    async end() {
      if (abandoned) throw new Error('the table was abandoned');
      if (thread) {
        await send(thread, true);
        await stored(await thread.encoded());
        await thread.end();
      } else {
        counted.rows = waiting.length;
        await stored(new TableWriter(head).write(waiting, true));
      }
      return { sha256: hash.digest('hex'), ...counted };
    },
    abandon() {
      abandoned = true;
      void thread?.end();
    },
  };
}

/** A thread that encodes one table. */
type TableThread = {
  /** What it made of the rows that were sent last, if some were. @throws what it threw, and that it ended */
  encoded(): Promise<Uint8Array | undefined>;
  /** To be awaited by `encoded`, before more is sent. */
  send(message: TableMessage): void;
  end(): Promise<unknown>;
};

function startThread({ columns, notes }: TableHead): TableThread {
  const thread = new Worker(new URL(`./table-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { columns: columns.map(described), notes } satisfies TableHead,
    resourceLimits: THREAD_MEMORY,
  });
  // Reported to whoever waits, now or next.
  const broken = once(thread, 'exit').then(() => {
    throw new Error('the thread that makes a table ended');
  });
  broken.catch(() => {});
  let sent: Promise<unknown[]> | undefined;
  return {
    async encoded() {
      const [bytes] = ((await Promise.race([sent, broken])) ?? []) as [Uint8Array?];
      sent = undefined;
      return bytes;
    },
    send(message) {
      // `once` also throws what the thread threw.
      sent = once(thread, 'message');
      sent.catch(() => {});
      thread.postMessage(message);
    },
    end: () => thread.terminate(),
  };
}

/** What a thread can be sent of a column. */
const described = ({ name, type, optional, items }: TableColumn): TableColumn => ({ name, type, optional, items });
