import { REPLIES_KEPT_MS } from '../../domain/request/request.ts';
import { purgeReplies } from '../../store/idempotency.ts';
import type { Context } from '../context.ts';

/** Removes replies that are older than 24 hours (decision 18). */
export async function expireReplies(ctx: Pick<Context, 'store' | 'now'>): Promise<void> {
  const until = new Date(ctx.now().getTime() - REPLIES_KEPT_MS);
  await ctx.store.transaction((tx) => purgeReplies(tx, until));
}
