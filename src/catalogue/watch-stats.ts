import { compressSoon, type Document, makeDocument } from '../documents/document.ts';
import { compareWatchCounts, type WatchCount } from '../domain/watch.ts';

/** Reads the companies whose count changed at or after a time ('' for all), including those that changed to zero. */
type CountSource = (changed_at: string) => Promise<{ slug: string; watchers: number; changed_at: string }[]>;

/**
 * The public count of watchers per company (spec 2.5, decision 21), as a document like the others.
 *
 * Kept in memory; a refresh reads only what changed. An operation that changes a watch refreshes it before the reply, so
 * it is exact after a write in this process; the worker refreshes it every second for writes of other processes.
 */
export type WatchStats = {
  /** Companies with at least one watcher, most watched first, then slug. Never change it. */
  companies(): readonly WatchCount[];
  /** The body of GET /api/watch-stats; made at the first call after a change. */
  document(): Document;
  /**
   * Reads what changed until now. Concurrent calls share the work. Rejected when the store cannot be read; the last
   * counts stay.
   */
  refresh(): Promise<void>;
};

/**
 * How much later than its own timestamp a transaction may become visible, including the difference between clocks.
 */
const LATENESS_MS = 60_000;

export function openWatchStats(source: CountSource): WatchStats {
  const counts = new Map<string, number>();
  let newest = '';
  let companies: WatchCount[] | undefined = [];
  let document: Document | undefined;
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  async function readChanges(): Promise<void> {
    const since = newest === '' ? '' : new Date(Date.parse(newest) - LATENESS_MS).toISOString();
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
      if (document) return document;
      document = makeDocument(JSON.stringify({ companies: listed() }), {
        content_type: 'application/json; charset=utf-8',
        modified: new Date(newest === '' ? 0 : newest),
        scores: false,
      });
      // In the thread pool: counts change often, and no write should wait for it.
      void compressSoon(document).catch(() => {});
      return document;
    },
    async refresh() {
      if (running === undefined) {
        running = readChanges().finally(() => {
          running = undefined;
        });
        return running;
      }
      // The running refresh may have read before the newest commit, so calls in the meantime share one more.
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
