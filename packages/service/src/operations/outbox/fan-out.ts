import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { fanOutBatch, isFanoutOpen } from '../../store/fanouts.ts';
import type { Context } from '../context.ts';

/** Watchers per transaction: a few milliseconds, so that other readers and writers hardly wait. */
const BATCH_WATCHERS = 1_000;
/** Fan-outs that share one transaction, as after publishing many re-audits of companies with few watchers. */
const BATCH_FANOUTS = 100;

/**
 * Writes the notices of every open fan-out in batches, each in its own transaction, so that the next tick or another
 * worker continues where this one stopped (decision 28).
 *
 * @param written called when notices were written and no fan-out is open for this worker: until then no letter of them is due
 */
export async function fanOut(ctx: Context, signal: AbortSignal | undefined, written: () => void): Promise<void> {
  let notices = 0;
  while (!signal?.aborted && (await isFanoutOpen(ctx.store.db))) {
    const more = await ctx.store.transaction(async (tx) => {
      for (let room = BATCH_WATCHERS, fanouts = 0; room > 0 && fanouts < BATCH_FANOUTS; fanouts++) {
        const batch = await fanOutBatch(ctx.store, tx, room, ctx.now().toISOString());
        if (!batch) return false;
        notices += batch.notices;
        room -= batch.watchers;
      }
      return true;
    });
    if (!more) break;
    await yieldToOthers();
  }
  if (notices) written();
}
