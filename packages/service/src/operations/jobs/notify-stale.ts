import { daysAfter } from '@readymark/rubric/audit/audit';
import { staleOn } from '../../catalogue/lists/stale.ts';
import type { Tx } from '../../store/engine/engine.ts';
import {
  beginStaleDay,
  enqueueStale,
  newestStaleDay,
  noteStaleDay,
  openStaleDay,
  watchersAfter,
} from '../../store/stale-days.ts';
import type { StaleDayRow } from '../../store/tables.ts';
import { type Context, today } from '../context.ts';

/** Watchers of one transaction. */
const BATCH = 1_000;

/**
 * Writes a notice for everybody who watches a company whose score became stale today and has an address: one for a day, with all of
 * these companies (decision 182). Days on which the service was down follow one after the other; those before the first run are left out.
 *
 * @returns whether notices were written
 */
export async function notifyOfStale(ctx: Context, signal?: AbortSignal): Promise<boolean> {
  const day = today(ctx);
  const newest = await newestStaleDay(ctx.store.db);
  if (newest === undefined || newest.day < day) await beginDays(ctx, newest, day);
  else if (newest.done_at !== null) return false;
  let written = 0;
  for (let more = true; more && !signal?.aborted; ) {
    const fanout_id = ctx.newId('fan');
    const done = await ctx.store.transaction(async (tx) => {
      const open = await openStaleDay(ctx.store, tx);
      if (!open) return undefined;
      const { registration_ids, ...reached } = await nextWatchers(ctx, tx, open);
      const now = ctx.now().toISOString();
      const notices = await enqueueStale(tx, { kind: 'became_stale', day: open.day, now, fanout_id }, registration_ids);
      await noteStaleDay(tx, { ...open, cursor: reached.cursor, done_at: reached.done ? now : null });
      return notices;
    });
    more = done !== undefined;
    written += done ?? 0;
  }
  return written > 0;
}

async function beginDays(ctx: Context, newest: StaleDayRow | undefined, until: string): Promise<void> {
  // A service that never wrote such letters has scores that are stale for long; they cause none.
  const first = newest === undefined ? until : daysAfter(newest.day, 1);
  const now = ctx.now().toISOString();
  await ctx.store.transaction(async (tx) => {
    for (let day = first; day <= until; day = daysAfter(day, 1))
      await beginStaleDay(tx, day, newest === undefined ? now : null);
  });
}

/** The next watchers of the companies of a day, in the order of slugs and registrations. */
async function nextWatchers(ctx: Context, tx: Tx, { day, cursor }: StaleDayRow) {
  const [from = '', after = ''] = cursor.split(' ');
  const watched = new Set(ctx.watch_stats.companies().map(({ slug }) => slug));
  const slugs = staleOn(ctx.catalogue.current(), day)
    .map(({ slug }) => slug)
    .filter((slug) => slug >= from && watched.has(slug))
    .sort();
  const registration_ids: string[] = [];
  for (const slug of slugs) {
    const room = BATCH - registration_ids.length;
    const found = await watchersAfter(tx, slug, slug === from ? after : '', room);
    registration_ids.push(...found);
    const last = found.at(-1);
    if (found.length === room && last !== undefined)
      return { registration_ids: [...new Set(registration_ids)], cursor: `${slug} ${last}`, done: false };
  }
  return { registration_ids: [...new Set(registration_ids)], cursor, done: true };
}
