import { parentPort } from 'node:worker_threads';
import { leadsOf } from './leads.ts';
import type { ParseTask, Reading } from './reading.ts';

/** The thread of parser.ts: reads one document after the other. It may be ended in the middle of one. */
parentPort?.on('message', (task: ParseTask) => {
  let reading: Reading | null = null;
  try {
    reading = leadsOf(task);
  } catch {
    // Not what it says it is: nothing is known of where it leads.
  }
  parentPort?.postMessage(reading);
});
parentPort?.postMessage('ready');
