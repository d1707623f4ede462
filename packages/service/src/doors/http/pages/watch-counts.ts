import type { Context } from '../../../operations/context.ts';

/**
 * How long pages show the same counts: otherwise every new watch would redraw every list.
 */
const UPDATE_INTERVAL_MS = 2000;

/** Watchers as pages show them: at most two seconds behind the watch statistics (spec 2.5), read from memory. */
type WatchCounts = {
  /** Reads newer counts, at most once per interval. */
  update(now_ms: number): void;
  /** By slug; a new map whenever a count has changed. */
  watchers(): ReadonlyMap<string, number>;
  /** Increases whenever a count has changed. */
  version(): number;
};

export function watchCounts({ watch_stats }: Pick<Context, 'watch_stats'>): WatchCounts {
  let listed: readonly { slug: string; watchers: number }[] = [];
  let watchers: ReadonlyMap<string, number> = new Map();
  let version = 0;
  let updated = Number.NEGATIVE_INFINITY;
  return {
    update(now) {
      if (Math.abs(now - updated) < UPDATE_INTERVAL_MS) return;
      updated = now;
      const latest = watch_stats.companies();
      if (latest === listed) return;
      listed = latest;
      watchers = new Map(latest.map((row) => [row.slug, row.watchers]));
      version++;
    },
    watchers: () => watchers,
    version: () => version,
  };
}
