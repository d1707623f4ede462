import { compressSoon, type Document, makeDocument } from '../documents/document.ts';
import { afterLast, CLOCK_SKEW_MS, startOfDay } from '../domain/clock.ts';
import { type FormerSlugs, noFormerSlugs } from '../domain/former-slug.ts';
import { compareWatchCounts, type WatchCount } from '../domain/watch.ts';

export type CountRow = { slug: string; watchers: number; changed_at: string };

/** Reads counts, including those that changed to zero. */
type CountSource = {
  /** Companies whose count changed from one time to another, both included. */
  changed(from: string, to: string): Promise<CountRow[]>;
  /** These companies. */
  of(slugs: readonly string[]): Promise<CountRow[]>;
};

/**
 * The public count of watchers per company (spec 2.5, decision 20), as a document like the others.
 *
 * Kept in memory; a refresh reads only what changed. An operation that changes a watch refreshes that company before the
 * reply, so it is exact after a write in this process; the worker refreshes everything every second for writes of other
 * processes.
 */
export type WatchStats = {
  /** Companies with at least one watcher, most watched first, then slug. Never change it. */
  companies(): readonly WatchCount[];
  /** The body of GET /api/watch-stats; made at the first call after a change. */
  document(): Document;
  /**
   * Reads what changed until now, or the count of one company. Concurrent calls share the work. Rejected when the store
   * cannot be read; the last counts stay.
   */
  refresh(slug?: string): Promise<void>;
};

/** The end of time, as a bound. */
const FOREVER = '9999';
/** Companies read in one statement. */
const SLUGS_MAX = 500;

const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/** @param former slugs whose counts are not public; another object when they change (decision 100) */
export function openWatchStats(
  source: CountSource,
  now: () => Date,
  former: () => FormerSlugs = () => noFormerSlugs,
): WatchStats {
  const counts = new Map<string, number>();
  let hidden = former();
  /** The latest time of a change, and the latest that was not later than now when it was read (decision 54). */
  let newest = '';
  let newestPast = '';
  let modified: number | undefined;
  let companies: WatchCount[] | undefined = [];
  let document: Document | undefined;

  /**
   * Reads the changes since the last ones. A transaction may become visible later than its own time, and clocks differ,
   * so the last minute is read again. Rows that a clock dated ahead of now are read beside those of now: a later change
   * may have an earlier time.
   */
  async function readChanges(): Promise<void> {
    if (newest === '') return take(await source.changed('', FOREVER));
    const horizon = shifted(now().toISOString(), CLOCK_SKEW_MS);
    const future = newest > horizon;
    const from = newestPast && shifted(newestPast, -CLOCK_SKEW_MS);
    take(await source.changed(from, future ? horizon : FOREVER));
    if (future) take(await source.changed(shifted(newest, -CLOCK_SKEW_MS), FOREVER));
  }

  async function readCompanies(slugs: readonly string[]): Promise<void> {
    for (let at = 0; at < slugs.length; at += SLUGS_MAX) take(await source.of(slugs.slice(at, at + SLUGS_MAX)));
  }

  function take(rows: readonly CountRow[]): void {
    const time = now().toISOString();
    for (const { slug, watchers, changed_at } of rows) {
      if (changed_at > newest) newest = changed_at;
      if (changed_at > newestPast && changed_at <= time) newestPast = changed_at;
      if ((counts.get(slug) ?? 0) === watchers) continue;
      if (watchers > 0) counts.set(slug, watchers);
      else counts.delete(slug);
      companies = undefined;
      document = undefined;
    }
  }

  /** Later than that of the document before, but at most a minute ahead of the clock, however often counts change. */
  function modifiedNow(): number {
    const changed = newest === '' ? startOfDay(now()).getTime() : Date.parse(newest);
    if (modified === undefined) return changed;
    const latest = now().getTime() + CLOCK_SKEW_MS;
    const next = afterLast(modified, changed);
    return changed > latest ? next : Math.min(next, Math.max(modified, latest));
  }

  const listed = () => {
    companies ??= [...counts]
      .filter(([slug]) => !hidden.has(slug))
      .map(([slug, watchers]) => ({ slug, watchers }))
      .sort(compareWatchCounts);
    return companies;
  };

  /** What was made is kept as long as the slugs are the same. */
  function hideFormer(): void {
    const now_former = former();
    if (now_former === hidden) return;
    const shown = (slugs: FormerSlugs) => [...slugs.keys()].filter((slug) => counts.has(slug)).join();
    if (shown(now_former) !== shown(hidden)) companies = document = undefined;
    hidden = now_former;
  }

  return {
    companies() {
      hideFormer();
      return listed();
    },
    document() {
      hideFormer();
      if (document) return document;
      modified = modifiedNow();
      document = makeDocument(JSON.stringify({ companies: listed() }), {
        content_type: 'application/json; charset=utf-8',
        modified: new Date(modified),
        scores: false,
      });
      // In the thread pool: counts change often, and no write should wait for it.
      void compressSoon(document).catch(() => {});
      return document;
    },
    refresh: inTurns(async (all, slugs) => {
      if (all) await readChanges();
      if (slugs.length) await readCompanies(slugs);
    }),
  };
}

/** Runs one read at a time. The running one may have begun before the newest commit, so calls in the meantime share one more. */
function inTurns(read: (all: boolean, slugs: readonly string[]) => Promise<void>): WatchStats['refresh'] {
  let running: Promise<void> = Promise.resolve();
  let next: { all: boolean; slugs: Set<string>; read: Promise<void> } | undefined;
  const start = (): Promise<void> => {
    const { all = true, slugs = [] } = next ?? {};
    next = undefined;
    running = read(all, [...slugs]);
    return running;
  };
  return (slug) => {
    next ??= { all: false, slugs: new Set(), read: running.catch(() => {}).then(start) };
    if (slug === undefined) next.all = true;
    else next.slugs.add(slug);
    return next.read;
  };
}
