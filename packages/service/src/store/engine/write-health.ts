import { outageReason } from './outage.ts';
import { lostRace } from './postgres.ts';

/** Whether writes to the database succeed (decision 50). */
type WriteHealth = {
  /** Runs a write, and remembers whether the database made it fail. */
  note<T>(write: () => Promise<T>): Promise<T>;
  /** Why writes fail, as a clause for an operator; undefined while they succeed. */
  failure(): Promise<string | undefined>;
};

/** Shortest time between two test writes: readiness is public, and a disk that fails should not be kept busy. */
const TEST_PAUSE_MS = 1_000;

/**
 * After a failed write, `failure()` makes a test write to see whether writes succeed again: a transaction that succeeds
 * may have had nothing to write, and a node that gets no calls would otherwise stay unready.
 *
 * @param options.check throws when writes cannot succeed, for a reason that is known without writing
 * @param options.testWrite writes something and takes it back, through `note`
 */
export function openWriteHealth(options: { check(): void | Promise<void>; testWrite(): Promise<void> }): WriteHealth {
  let failed: string | undefined;
  let tested_at = Number.NEGATIVE_INFINITY;
  let testing: Promise<void> | undefined;

  const reasonOf = (error: unknown) => outageReason(error) ?? 'the database reports an error';

  async function test(): Promise<void> {
    tested_at = performance.now();
    // Whatever makes it fail is remembered; it has no other caller.
    await options.testWrite().then(
      () => {
        failed = undefined;
      },
      (error) => {
        failed = reasonOf(error);
      },
    );
  }

  return {
    async note(write) {
      try {
        const result = await write();
        // Perhaps the outage is over: the next question tests it at once.
        tested_at = Number.NEGATIVE_INFINITY;
        return result;
      } catch (error) {
        // Losing against other transactions is no outage.
        if (!lostRace(error)) failed = outageReason(error) ?? failed;
        throw error;
      }
    },
    async failure() {
      try {
        await options.check();
      } catch (error) {
        return reasonOf(error);
      }
      if (failed !== undefined && performance.now() - tested_at >= TEST_PAUSE_MS)
        testing ??= test().finally(() => {
          testing = undefined;
        });
      await testing;
      return failed;
    },
  };
}
