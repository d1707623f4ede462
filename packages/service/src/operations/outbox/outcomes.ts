import { outageReason } from '../../store/engine/outage.ts';
import { type Outcome, storeOutcomes } from '../../store/notice-ends.ts';
import type { Context } from '../context.ts';

/** How often storing is tried, and the pause in between: together about as long as a lease lasts. */
const ATTEMPTS_MAX = 50;
const PAUSE_MS = 500;
/** How long an outcome waits for others that share its transaction. */
const GATHER_MS = 8;

/**
 * Returns a function that stores an outcome and resolves when it is committed. Outcomes that come within a few
 * milliseconds, or while a transaction is under way, share the next transaction: the time between the mail server's
 * answer and the stored outcome is about one commit, however many letters go out.
 */
export function outcomeRecorder(ctx: Context): (outcome: Outcome) => Promise<void> {
  let waiting: { outcome: Outcome; done: PromiseWithResolvers<void> }[] = [];
  let running = false;

  async function store(outcomes: readonly Outcome[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ctx.store.transaction((tx) => storeOutcomes(tx, outcomes));
      } catch (error) {
        if (attempt === 1)
          ctx.log.error({ err: error, notices: outcomes.length }, 'the outcomes of notices could not be stored yet');
        if (attempt >= ATTEMPTS_MAX || outageReason(error) === undefined) throw error;
      }
      await ctx.pause(PAUSE_MS);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length) {
      await ctx.pause(GATHER_MS);
      const batch = waiting;
      waiting = [];
      try {
        await store(batch.map(({ outcome }) => outcome));
        for (const { done } of batch) done.resolve();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    running = false;
  }

  return (outcome) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ outcome, done });
    if (!running) void run();
    return done.promise;
  };
}
