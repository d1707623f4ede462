import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { isOptedOut } from './opt-out.ts';

/** The thread of one collection: gets a site, posts how far it is, and at the end everything that was seen. */
type Given = {
  website: string;
  version: string;
  base_url: string;
  interval_ms: number;
  opt_out: readonly string[];
  started_at: string;
};

const port = parentPort ?? process.exit(1);
const asked = once(port, 'message');
/** On Linux this sets the priority of this thread alone: reads and publications go first. */
if (process.platform === 'linux') setPriority(0, 10);
// Loading takes time too.
const { openFetch } = await import('./guard/fetcher.ts');
const { openParser } = await import('./parse/parser.ts');
const { collectSite } = await import('./plan/plan.ts');

const [given] = (await asked) as [Given];
const [began, first] = [Date.parse(given.started_at), performance.now()];
/** The clock that the collection was started with, counted on. */
const now = () => new Date(began + performance.now() - first);

const fetcher = openFetch({
  base_url: given.base_url,
  interval_ms: given.interval_ms,
  now,
  opted_out: (host) => (isOptedOut(host, given.opt_out) ? 'its owner does not wish to be visited' : undefined),
});
const parser = openParser();
try {
  const { bodies, ...collected } = await collectSite({
    website: given.website,
    version: given.version,
    fetcher,
    parse: parser.parse,
    now,
    progress: (progress) => port.postMessage({ progress }),
  });
  const kept = new Map<string, Uint8Array>();
  for (const { sha256 } of collected.bundle.items) {
    const body = sha256 === null ? undefined : bodies(sha256);
    if (sha256 !== null && body) kept.set(sha256, body);
  }
  // Given away, not copied; small ones may share a buffer with others.
  const whole = [...kept.values()].filter(({ byteLength, buffer }) => byteLength === buffer.byteLength);
  if (collected.outcome === 'refused') port.postMessage({ refused: collected.reason });
  else port.postMessage({ collected, bodies: kept }, [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]);
} finally {
  await parser.close();
  await fetcher.close();
}
