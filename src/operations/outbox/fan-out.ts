import { setImmediate as nextTurn } from 'node:timers/promises';
import { fanOutBatch, isFanoutOpen } from '../../store/fanouts.ts';
import type { Context } from '../context.ts';

/** Watchers taken up in one transaction: some milliseconds, so that neither readers nor other writers notice. */
const BATCH = 1_000;
/** Small fan-outs that share one transaction, as after publishing many re-audits at once. */
const SHARED = 100;

/**
 * Turns every open re-audit into notices, batch by batch, each in a transaction of its own: what was written stays
 * written, and the next tick, or another worker, goes on where this one stopped (decision 28).
 *
 * @param written called after each batch that wrote notices
 */
export async function fanOut(ctx: Context, signal: AbortSignal | undefined, written: () => void): Promise<void> {
  while (!signal?.aborted && (await isFanoutOpen(ctx.store.db))) {
    let notices = 0;
    const more = await ctx.store.transaction(async (tx) => {
      for (let room = BATCH, fanouts = 0; room > 0 && fanouts < SHARED; fanouts++) {
        const batch = await fanOutBatch(ctx.store, tx, room, ctx.now().toISOString());
        if (!batch) return false;
        notices += batch.notices;
        room -= batch.watchers;
      }
      return true;
    });
    if (notices) written();
    if (!more) return;
    await nextTurn();
  }
}
