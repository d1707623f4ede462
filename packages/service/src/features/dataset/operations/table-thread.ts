import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { TableMessage } from './table-file.ts';
import { type TableHead, TableWriter } from './table-writer.ts';

/** The thread of table-file.ts: receives rows, and posts the bytes of each row group as soon as it is full. */

/** On Linux this sets the priority of the calling thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 19);

const writer = new TableWriter(workerData as TableHead);
parentPort?.on('message', ({ rows, end }: TableMessage) => {
  const bytes = writer.write(rows, end);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
