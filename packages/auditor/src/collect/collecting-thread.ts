import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { CollectingTask } from './collecting.ts';

/** The thread of one collection. */
const port = parentPort ?? process.exit(1);
const asked = once(port, 'message');
/** On Linux this sets the priority of this thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 10);
// Loading takes time too.
const { openParser } = await import('./parse/parser.ts');
const { collectInThread } = await import('./collecting.ts');

const [given] = (await asked) as [CollectingTask];
const parser = openParser();
try {
  await collectInThread(given, { parse: parser.parse }, (message, buffers = []) => port.postMessage(message, buffers));
} finally {
  await parser.close();
}
