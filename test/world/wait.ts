import { availableParallelism, loadavg } from 'node:os';

let most_waiting = Number(process.env.TEST_SLOWNESS ?? 1);

/**
 * How many times slower than usual this machine is: as the runner of all tests measured it, or as the work that waits for its
 * processors says, whichever is more, now or at an earlier call.
 */
function slowness(): number {
  most_waiting = Math.max(most_waiting, (loadavg()[0] ?? 0) / availableParallelism());
  return most_waiting;
}

/** Whether tests run in their short form, as in `npm test`: on one engine, in one look, with some of many sites. */
export const short = Boolean(process.env.TEST_SHORT);

/** A limit of time, in milliseconds, on this machine; for tests that take longer than the runner's limit of a test. */
export const timeLimit = (ms: number): number => Math.round(ms * slowness());

const WAIT_MS = 30_000;
const CHECKED_EVERY_MS = 20;
/** What counts of the time between two checks. When it was longer, this process was busy or did not get a processor. */
const COUNTED_MS_MAX = 3 * CHECKED_EVERY_MS;

/**
 * Waits until a condition is true, for half a minute of a quiet machine at most; it is checked every 20 milliseconds. What is
 * waited for may need a processor that others have: so the limit grows with the work on the machine, also while it waits.
 */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const began = performance.now();
  for (let counted = 0, last = began; counted < timeLimit(WAIT_MS); ) {
    if (await condition()) return;
    await new Promise((next) => setTimeout(next, CHECKED_EVERY_MS));
    const now = performance.now();
    counted += Math.min(now - last, COUNTED_MS_MAX);
    last = now;
  }
  throw new Error(`not within ${Math.round((performance.now() - began) / 1_000)} seconds: ${what}`);
}

/** The result of some work; rejects if it takes longer, on a slow machine accordingly longer. */
export async function within<T>(usual_seconds: number, work: Promise<T>, what: string): Promise<T> {
  const seconds = usual_seconds * slowness();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${seconds} s: ${what}`)), seconds * 1_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
