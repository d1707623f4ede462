import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { type Document, makeDocument } from '../documents/document.ts';
import { compareWatchCounts, type WatchCount } from '../domain/watch.ts';

/** Where counts come from: companies whose count changed at or after a time ('' for all), zeros included. */
type CountSource = (changed_at: string) => Promise<{ slug: string; watchers: number; changed_at: string }[]>;

/**
 * The public count of watchers per company (spec 2.5, decision 21), as a document like the others.
 *
 * Kept in memory and read again by what changed. Whoever watches refreshes it before answering, so it is exact after a
 * write in this process; the worker refreshes it every second for what other processes counted.
 */
export type WatchStats = {
  /** Companies with at least one watcher, most watched first, then slug. Never change it. */
  companies(): readonly WatchCount[];
  /** The body of GET /api/watch-stats; made at the first call after a change. */
  document(): Document;
  /**
   * Takes up what changed until now. Concurrent calls share the work. Rejected when the store cannot be read; the last
   * counts stay.
   */
  refresh(): Promise<void>;
};

/**
 * A transaction may be this late in becoming visible after the time that it wrote, and clocks may differ by as much, in
 * milliseconds.
 */
const LATENESS = 60_000;

export function openWatchStats(source: CountSource): WatchStats {
  const counts = new Map<string, number>();
  let newest = '';
  let companies: WatchCount[] | undefined = [];
  let document: Document | undefined;
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  async function takeUp(): Promise<void> {
    const since = newest === '' ? '' : new Date(Date.parse(newest) - LATENESS).toISOString();
    for (const { slug, watchers, changed_at } of await source(since)) {
      if (changed_at > newest) newest = changed_at;
      if ((counts.get(slug) ?? 0) === watchers) continue;
      if (watchers > 0) counts.set(slug, watchers);
      else counts.delete(slug);
      companies = undefined;
      document = undefined;
    }
  }

  const listed = () => {
    companies ??= [...counts].map(([slug, watchers]) => ({ slug, watchers })).sort(compareWatchCounts);
    return companies;
  };

  return {
    companies: listed,
    document() {
      document ??= compressLater(
        makeDocument(JSON.stringify({ companies: listed() }), {
          content_type: 'application/json; charset=utf-8',
          modified: new Date(newest === '' ? 0 : newest),
          scores: false,
        }),
      );
      return document;
    },
    async refresh() {
      if (running === undefined) {
        running = takeUp().finally(() => {
          running = undefined;
        });
        return running;
      }
      // What is under way may have read before the newest commit: whoever comes in the meantime shares one more.
      waiting ??= running
        .catch(() => {})
        .then(() => {
          waiting = undefined;
          return this.refresh();
        });
      return waiting;
    },
  };
}

const brotli = promisify<Buffer | Uint8Array, object, Buffer>(brotliCompress);
const zstd = promisify<Buffer | Uint8Array, Buffer>(zstdCompress);
const gz = promisify<Buffer | Uint8Array, Buffer>(gzip);

/** Adds the encodings from the thread pool: counts change often, and no write should wait for them. */
function compressLater(document: Document): Document {
  const { bodies } = document;
  if (bodies.identity.byteLength < 200) return document;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const add = async () => {
    bodies.gzip = await gz(bodies.identity);
    bodies.zstd = await zstd(bodies.identity);
    bodies.br = await brotli(bodies.identity, quality);
  };
  void add().catch(() => {});
  return document;
}
