/** How many times slower than usual this machine is, as the runner of all tests measured it; 1 without it. */
const slowness = Number(process.env.TEST_SLOWNESS ?? 1);

/** Whether tests run in their short form, as in `npm test`: on one engine, in one look, with some of many sites. */
export const short = Boolean(process.env.TEST_SHORT);

/** A limit of time, in milliseconds, on this machine; for tests that take longer than the runner's limit of a test. */
export const timeLimit = (ms: number): number => Math.round(ms * slowness);

const WAIT_S = Math.round(30 * slowness);

/** Waits until a condition is true, for half a minute at most, longer on a slow machine; it is checked every 20 milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + WAIT_S * 1_000; performance.now() < deadline; ) {
    if (await condition()) return;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`not within ${WAIT_S} seconds: ${what}`);
}

/** The result of some work; rejects if it takes longer, on a slow machine accordingly longer. */
export async function within<T>(usual_seconds: number, work: Promise<T>, what: string): Promise<T> {
  const seconds = usual_seconds * slowness;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${seconds} s: ${what}`)), seconds * 1_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
