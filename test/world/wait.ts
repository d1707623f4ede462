/** Waits until a condition is true, for at most 20 seconds; it is checked every 20 milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    if (await condition()) return;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`not within 20 seconds: ${what}`);
}

/** The result of some work; rejects if it takes longer. */
export async function within<T>(seconds: number, work: Promise<T>, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${seconds} s: ${what}`)), seconds * 1_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
