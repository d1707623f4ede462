import { REPLIES_KEPT_MS } from '../../domain/request/request.ts';
import { purgeReplies } from '../../store/idempotency.ts';
import type { Context } from '../context.ts';

/** Removes replies that are older than 24 hours (decision 18). */
export async function expireReplies(ctx: Pick<Context, 'store' | 'now'>): Promise<void> {
  await purgeReplies(ctx.store.db, new Date(ctx.now().getTime() - REPLIES_KEPT_MS));
}
