import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Rubrics } from '../domain/rubric.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/engine.ts';

/** What an operation may reach. Clock and randomness come from main.ts, so that tests can hand in their own. */
export type Context = {
  settings: Settings;
  store: Store;
  catalogue: Catalogue;
  rubrics: Rubrics;
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
