import { compressSoon, type Document, makeDocument } from '../documents/document.ts';
import { afterLast, CLOCK_SKEW_MS, startOfDay } from '../domain/clock.ts';
import { type FormerSlugs, noFormerSlugs } from '../domain/companies/former-slug.ts';
import { compareWatchCounts, type WatchCount } from '../domain/watch.ts';

export type CountRow = { slug: string; watchers: number; changed_at: string };

/** Reads counts, including those that changed to zero. */
type CountSource = {
  /** Companies whose count changed from one time to another, both included. */
  changed(from: string, to: string): Promise<CountRow[]>;
  /** These companies. */
  of(slugs: readonly string[]): Promise<CountRow[]>;
};

/** The end of time, as a bound. */
const FOREVER = '9999';
/** Companies read in one statement. */
const SLUGS_MAX = 500;

const shifted = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/**
 * The public count of watchers per company (spec 2.5, decision 20), as a document like the others.
 *
 * Kept in memory; a refresh reads only what changed. An operation that changes a watch refreshes that company before the
 * reply, so it is exact after a write in this process; the worker refreshes everything every second for writes of other
 * processes.
 */
export class WatchStats {
  readonly #source: CountSource;
  readonly #now: () => Date;
  readonly #former: () => FormerSlugs;
  readonly #counts = new Map<string, number>();
  #hidden: FormerSlugs;
  /** The latest time of a change, and the latest that was not later than now when it was read (decision 54). */
  #newest = '';
  #newest_past = '';
  #modified: number | undefined;
  #companies: WatchCount[] | undefined = [];
  #changes = 0;
  #document: Document | undefined;

  /**
   * Reads what changed until now, or the count of one company. Concurrent calls share the work. Rejected when the store
   * cannot be read; the last counts stay.
   */
  readonly refresh: (slug?: string) => Promise<void>;

  /** @param former slugs whose counts are not public; another object when they change (decision 100) */
  constructor(source: CountSource, now: () => Date, former: () => FormerSlugs = () => noFormerSlugs) {
    this.#source = source;
    this.#now = now;
    this.#former = former;
    this.#hidden = former();
    this.refresh = inTurns(async (all, slugs) => {
      if (all) await this.#readChanges();
      for (let at = 0; at < slugs.length; at += SLUGS_MAX) this.#take(await source.of(slugs.slice(at, at + SLUGS_MAX)));
    });
  }

  /** Companies with at least one watcher, most watched first, then slug. Never change it. */
  companies(): readonly WatchCount[] {
    this.#hideFormer();
    this.#companies ??= [...this.#counts]
      .filter(([slug]) => !this.#hidden.has(slug))
      .map(([slug, watchers]) => ({ slug, watchers }))
      .sort(compareWatchCounts);
    return this.#companies;
  }

  /** How often a count has changed in this process. */
  changes(): number {
    return this.#changes;
  }

  /** The body of GET /api/watch-stats; made at the first call after a change. */
  document(): Document {
    const companies = this.companies();
    if (this.#document) return this.#document;
    this.#modified = this.#modifiedNow();
    this.#document = makeDocument(JSON.stringify({ companies }), {
      content_type: 'application/json; charset=utf-8',
      modified: new Date(this.#modified),
      scores: false,
    });
    // In the thread pool: counts change often, and no write should wait for it.
    void compressSoon(this.#document).catch(() => {});
    return this.#document;
  }

  /**
   * Reads the changes since the last ones. A transaction may become visible later than its own time, and clocks differ,
   * so the last minute is read again. Rows that a clock dated ahead of now are read beside those of now: a later change
   * may have an earlier time.
   */
  async #readChanges(): Promise<void> {
    if (this.#newest === '') return this.#take(await this.#source.changed('', FOREVER));
    const horizon = shifted(this.#now().toISOString(), CLOCK_SKEW_MS);
    const future = this.#newest > horizon;
    const from = this.#newest_past && shifted(this.#newest_past, -CLOCK_SKEW_MS);
    this.#take(await this.#source.changed(from, future ? horizon : FOREVER));
    if (future) this.#take(await this.#source.changed(shifted(this.#newest, -CLOCK_SKEW_MS), FOREVER));
  }

  #take(rows: readonly CountRow[]): void {
    const time = this.#now().toISOString();
    for (const { slug, watchers, changed_at } of rows) {
      if (changed_at > this.#newest) this.#newest = changed_at;
      if (changed_at > this.#newest_past && changed_at <= time) this.#newest_past = changed_at;
      if ((this.#counts.get(slug) ?? 0) === watchers) continue;
      if (watchers > 0) this.#counts.set(slug, watchers);
      else this.#counts.delete(slug);
      this.#companies = undefined;
      this.#document = undefined;
      this.#changes += 1;
    }
  }

  /** Later than that of the document before, but at most a minute ahead of the clock, however often counts change. */
  #modifiedNow(): number {
    const changed = this.#newest === '' ? startOfDay(this.#now()).getTime() : Date.parse(this.#newest);
    if (this.#modified === undefined) return changed;
    const latest = this.#now().getTime() + CLOCK_SKEW_MS;
    const next = afterLast(this.#modified, changed);
    return changed > latest ? next : Math.min(next, Math.max(this.#modified, latest));
  }

  /** What was made is kept as long as the slugs are the same. */
  #hideFormer(): void {
    const former = this.#former();
    if (former === this.#hidden) return;
    const shown = (slugs: FormerSlugs) => [...slugs.keys()].filter((slug) => this.#counts.has(slug)).join();
    if (shown(former) !== shown(this.#hidden)) this.#companies = this.#document = undefined;
    this.#hidden = former;
  }
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
