import { setTimeout as wait } from 'node:timers/promises';
import { outageReason } from '../../store/engine/outage.ts';
import { type Outcome, storeOutcomes } from '../../store/notices.ts';
import type { Context } from '../context.ts';

/** How often a mark is tried, and the pause between, in milliseconds: about as long as a lease lasts. */
const ATTEMPTS = 50;
const PAUSE = 500;
/** How long a mark waits for others to share its transaction, in milliseconds. */
const GATHER = 8;

/**
 * Opens the marking of outcomes: those that come within a few milliseconds, or while one transaction is under way,
 * share the next one, so that the time between a mail server's yes and its mark stays at about one commit, however many
 * letters go out.
 *
 * @returns a function that resolves when the outcome is in the database
 */
export function outcomeRecorder(ctx: Context): (outcome: Outcome) => Promise<void> {
  let waiting: { outcome: Outcome; done: PromiseWithResolvers<void> }[] = [];
  let running = false;

  async function note(outcomes: readonly Outcome[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ctx.store.transaction((tx) => storeOutcomes(tx, outcomes));
      } catch (error) {
        if (attempt === 1)
          ctx.log.error({ err: error, notices: outcomes.length }, 'the fate of notices could not be noted yet');
        if (attempt >= ATTEMPTS || outageReason(error) === undefined) throw error;
      }
      await wait(PAUSE);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length) {
      await wait(GATHER);
      const batch = waiting;
      waiting = [];
      try {
        await note(batch.map(({ outcome }) => outcome));
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
