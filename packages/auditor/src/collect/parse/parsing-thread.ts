import { parentPort } from 'node:worker_threads';
import { readHtml } from './read-html.ts';
import { readMachine } from './read-machine.ts';
import { readLinkHeader, readMarkdown, readSitemap } from './read-text.ts';
import type { ParseTask, Reading } from './reading.ts';

/** The thread of parser.ts: reads one document after the other. It may be ended in the middle of one. */
const decoded = (body: Uint8Array) => new TextDecoder(utf16(body)).decode(body);
const utf16 = ([first, second]: Uint8Array) =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';

const readers: Readonly<Record<ParseTask['kind'], (task: ParseTask) => Reading>> = {
  html: ({ body, url }) => readHtml(decoded(body), url),
  markdown: ({ body, url }) => readMarkdown(decoded(body), url),
  sitemap: ({ body, url }) => readSitemap(body, url),
  machine: ({ body, url }) => readMachine(decoded(body), url),
  link_header: ({ body, url }) => readLinkHeader(decoded(body), url),
};

parentPort?.on('message', (task: ParseTask) => {
  let reading: Reading | null = null;
  try {
    reading = readers[task.kind](task);
  } catch {
    // Not what it says it is: nothing is known of where it leads.
  }
  parentPort?.postMessage(reading);
});
parentPort?.postMessage('ready');
