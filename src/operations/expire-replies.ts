import { replies_kept } from '../domain/request/request.ts';
import type { Store } from '../store/engine/engine.ts';
import { purgeReplies } from '../store/idempotency.ts';
import type { Context } from './context.ts';

/** How often it is looked what has expired, in milliseconds. */
const EVERY = 60_000;

const looked = new WeakMap<Store, number>();

/** Removes replies that are older than a day, once a minute at most, however often it is called. */
export async function expireReplies(ctx: Pick<Context, 'store' | 'now'>): Promise<void> {
  const now = ctx.now().getTime();
  const last = looked.get(ctx.store);
  if (last !== undefined && now - last < EVERY && now >= last) return;
  looked.set(ctx.store, now);
  await purgeReplies(ctx.store.db, new Date(now - replies_kept));
}
