import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TableCell, TableColumn } from '../domain/table.ts';

/** What a table file begins with: its columns, and notes about it that are in the file. */
export type TableHead = { columns: readonly TableColumn[]; notes: Readonly<Record<string, string>> };

/** Rows for the thread, which replies with the bytes that are ready. */
export type TableMessage = { rows: readonly (readonly TableCell[])[]; end: boolean };

/** A Parquet file that is made while its rows come, and never in memory as a whole. */
type TableFile = {
  /** Waits while the bytes before it are not taken. @throws what `take` threw, and what the thread ended with */
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

/**
 * The same rows and notes give the same bytes, with the same version of zstd. A column is stored as its type says: dates and times
 * as such, integers in 64 bits.
 *
 * @param take stores the next piece of the file; one at a time
 */
export function openTableFile(take: (piece: Uint8Array) => Promise<void>, { columns, notes }: TableHead): TableFile {
  const thread = new Worker(new URL(`./table-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: { columns: columns.map(described), notes } satisfies TableHead,
    resourceLimits: THREAD_MEMORY,
  });
  // Reported to whoever waits, now or next.
  const broken = once(thread, 'exit').then(() => {
    throw new Error('the thread that makes a table ended');
  });
  broken.catch(() => {});
  const hash = createHash('sha256');
  const counted = { bytes: 0, rows: 0 };
  let waiting: (readonly TableCell[])[] = [];
  let sent: Promise<unknown[]> | undefined;

  async function taken(): Promise<void> {
    const [bytes] = ((await Promise.race([sent, broken])) ?? []) as [Uint8Array?];
    sent = undefined;
    if (!bytes?.byteLength) return;
    hash.update(bytes);
    counted.bytes += bytes.byteLength;
    await take(bytes);
  }

  async function send(end: boolean): Promise<void> {
    await taken();
    counted.rows += waiting.length;
    // `once` also throws what the thread threw.
    sent = once(thread, 'message');
    sent.catch(() => {});
    thread.postMessage({ rows: waiting, end } satisfies TableMessage);
    waiting = [];
  }

  return {
    async add(rows) {
      waiting.push(...rows);
      if (waiting.length >= BATCH_ROWS) await send(false);
    },
    async end() {
      await send(true);
      await taken();
      await thread.terminate();
      return { sha256: hash.digest('hex'), ...counted };
    },
    abandon() {
      void thread.terminate();
    },
  };
}

/** What a thread can be sent of a column. */
const described = ({ name, type, optional, items }: TableColumn): TableColumn => ({ name, type, optional, items });
