import type { Context } from '../../../operations/context.ts';

/**
 * Milliseconds for which pages keep the counts that they show: an agent that watches must not have every list drawn
 * anew.
 */
const KEPT_MS = 2000;

/** Watchers as pages show them: at most two seconds behind the watch statistics (spec 2.5), read from memory. */
type WatchCounts = {
  /** Takes up newer counts when it is time. */
  look(now_ms: number): void;
  /** By slug; another map when any count has changed. */
  watchers(): ReadonlyMap<string, number>;
  /** Goes up when any count has changed. */
  version(): number;
};

export function watchCounts({ watch_stats }: Pick<Context, 'watch_stats'>): WatchCounts {
  let shown: readonly { slug: string; watchers: number }[] = [];
  let watchers: ReadonlyMap<string, number> = new Map();
  let version = 0;
  let looked = Number.NEGATIVE_INFINITY;
  return {
    look(now) {
      if (Math.abs(now - looked) < KEPT_MS) return;
      looked = now;
      const latest = watch_stats.companies();
      if (latest === shown) return;
      shown = latest;
      watchers = new Map(latest.map((row) => [row.slug, row.watchers]));
      version++;
    },
    watchers: () => watchers,
    version: () => version,
  };
}
