import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { WatchStats } from '../catalogue/watch-stats.ts';
import type { Rubrics } from '../domain/rubric.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/engine/engine.ts';

/** What an operation may reach. Clock and randomness come from main.ts, so that tests can hand in their own. */
export type Context = {
  settings: Settings;
  store: Store;
  catalogue: Catalogue;
  watch_stats: WatchStats;
  rubrics: Rubrics;
  /** The way out for letters; only the outbox sends. */
  mailer: Mailer;
  now(): Date;
  /** A new id: time-ordered, unique everywhere, with the kind as prefix (`req` gives `req_…`). */
  newId(prefix: string): string;
  random(bytes: number): Uint8Array;
  log: Logger;
};

/** Today as `YYYY-MM-DD` (UTC): what staleness is measured against (spec 2.2). */
export function today(ctx: Pick<Context, 'now'>): string {
  return ctx.now().toISOString().slice(0, 10);
}

/**
 * Waits until the snapshot holds a publication, so that no reply tells of an audit that the leaderboard does not show
 * yet (decision 6). When no snapshot can be built the reply goes out all the same.
 */
export async function untilPublic({ catalogue }: Pick<Context, 'catalogue'>, publication: number): Promise<void> {
  if (publication > catalogue.current().version) await catalogue.refresh().catch(() => {});
}
