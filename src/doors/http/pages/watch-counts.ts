import type { Context } from '../../../operations/context.ts';

/** Watchers by slug, and a number that goes up when any count has changed. */
export type WatchCounts = { watchers: ReadonlyMap<string, number>; version: number };

/** Milliseconds for which pages keep the counts that they show: an agent that watches must not have every page drawn anew. */
const KEPT_MS = 2000;

/** The counts as pages show them: at most two seconds behind the watch statistics (spec 2.5), read from memory. */
export function watchCounts(ctx: Pick<Context, 'watch_stats' | 'now'>): () => WatchCounts {
  let shown = ctx.watch_stats.companies();
  let taken = ctx.now().getTime();
  let counts: WatchCounts = { watchers: bySlug(shown), version: 0 };
  return () => {
    const now = ctx.now().getTime();
    if (now - taken < KEPT_MS && now >= taken) return counts;
    taken = now;
    const latest = ctx.watch_stats.companies();
    if (latest !== shown) counts = { watchers: bySlug(latest), version: counts.version + 1 };
    shown = latest;
    return counts;
  };
}

const bySlug = (companies: readonly { slug: string; watchers: number }[]) =>
  new Map(companies.map(({ slug, watchers }) => [slug, watchers]));
