import type { FakeClock } from '../world/service.ts';
import type { Chance } from './chance.ts';

/**
 * The clocks of the processes beside the true one. In every second life they differ by some seconds, as those of real machines, and
 * now and then one is hours ahead, or minutes behind, until it is put right.
 */
export type Clocks = {
  /** By how much they may differ when none is wrong, in milliseconds. */
  slack: number;
  /** The clock of one more process. */
  open(): { now(): Date };
  /** Makes one of them wrong, now and then. */
  disturb(): void;
  putRight(): void;
  /** Whether one was wrong in a window before a time, or is: limits are not exact then (decision 54). */
  wereWrong(at: number, window: number): boolean;
};

const SLACK_MS = 25_000;
const HOUR_MS = 3_600_000;
const AHEAD_MAX_MS = 5 * HOUR_MS;
const BEHIND_MAX_MS = HOUR_MS / 6;

export function openClocks(seed: number, clock: FakeClock, chance: Chance): Clocks {
  const slack = seed % 2 ? SLACK_MS : 0;
  const offsets: { ms: number }[] = [];
  let wrong = false;
  let right_at = Number.NEGATIVE_INFINITY;
  const near = () => Math.round((chance.next() * 2 - 1) * slack);
  return {
    slack: 2 * slack,
    open() {
      const offset = { ms: near() };
      offsets.push(offset);
      return { now: () => new Date(clock.now().getTime() + offset.ms) };
    },
    disturb() {
      const offset = slack && chance.one(80) ? chance.pick(offsets) : undefined;
      if (!offset) return;
      offset.ms = chance.one(2) ? chance.int(AHEAD_MAX_MS) : -chance.int(BEHIND_MAX_MS);
      wrong = true;
    },
    putRight() {
      if (wrong) right_at = clock.now().getTime();
      wrong = false;
      for (const offset of offsets) offset.ms = near();
    },
    // What was written ahead counts until its own time has passed.
    wereWrong: (at, window) => wrong || at < right_at + AHEAD_MAX_MS + window,
  };
}
