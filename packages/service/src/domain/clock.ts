/**
 * By how much the clocks of two nodes may differ, in milliseconds (docs/deploying.md). A time that is further in the
 * future was written by a clock that was wrong (decision 54).
 */
export const CLOCK_SKEW_MS = 60_000;

/** The first moment of a day (UTC): when something changed that never did, earlier than any change of that day. */
export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / 86_400_000) * 86_400_000);

/**
 * The time of a change, in milliseconds since 1970: that of the clock, but in whole seconds later than the change before
 * it, also when that is in the future. HTTP dates have seconds, and a reader compares them (decisions 45 and 54).
 */
export function afterLast(last: number, now: number): number {
  return Math.max(now, (Math.floor(last / 1_000) + 1) * 1_000);
}
