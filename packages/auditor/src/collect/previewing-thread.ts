import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { CollectingMessage, CollectingTask } from './collecting.ts';
import type { Parse } from './parse/parser.ts';

/** The thread of all previews: several sites at a time, because most of a preview is waiting for the turn of its host. */
type Given = { preview: number } & ({ task: CollectingTask } | { stop: true });

/** What it posts: what is said of which preview, and why one failed. */
export type PreviewMessage = { preview: number } & (CollectingMessage | { failed: string });

const port = parentPort ?? process.exit(1);
/** On Linux this sets the priority of this thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 10);
// Loading takes time too.
const { openParser } = await import('./parse/parser.ts');
const { collectInThread } = await import('./collecting.ts');

/** A document that takes longer keeps the documents of other sites waiting. */
const parser = openParser({ document_ms: 1_500 });
const stops = new Map<number, AbortController>();

/** Of one site: after a document that broke the parser none is read, so that no site costs the others more than one. */
function parseOf(): Parse {
  let broken = false;
  return async (task) => {
    const reading = broken ? undefined : await parser.parse(task);
    broken ||= reading === undefined;
    return reading;
  };
}

async function collect(preview: number, task: CollectingTask): Promise<void> {
  const stop = new AbortController();
  stops.set(preview, stop);
  const post = (message: PreviewMessage, buffers: ArrayBuffer[] = []) => port.postMessage(message, buffers);
  try {
    await collectInThread(task, { parse: parseOf(), signal: stop.signal }, (message, buffers) =>
      post({ preview, ...message }, buffers),
    );
  } catch (error) {
    post({ preview, failed: error instanceof Error ? error.name : 'error' });
  } finally {
    stops.delete(preview);
  }
}

port.on('message', (given: Given) => {
  if ('stop' in given) stops.get(given.preview)?.abort();
  else void collect(given.preview, given.task);
});
