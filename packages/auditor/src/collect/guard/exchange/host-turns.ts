import { setTimeout as sleep } from 'node:timers/promises';
import { FetchFailure } from '../failure.ts';

/** One host as it is visited: one request at a time, with a pause between their starts (decision 92). */
export type HostTurns = {
  readonly host: string;
  /** Requests sent. */
  requests: number;
  /** Why nothing more is asked of it. */
  given_up: string | undefined;
  /** Waits for its turn, then works. @throws FetchFailure of kind `budget` when the turn would come after `until` */
  turn<T>(until: number, work: () => Promise<T>): Promise<T>;
  /** So many milliseconds at least lie between two starts. */
  slow(ms: number): void;
  /** Nothing is asked before so many milliseconds have passed. */
  pause(ms: number): void;
  /** Counts refusals in a row. */
  strike(refused: boolean, most: number): void;
};

export function hostTurns(host: string, interval_ms: number, signal: AbortSignal | undefined): HostTurns {
  let last: Promise<void> = Promise.resolve();
  let pause_ms = interval_ms;
  let [started_at, next_at] = [Number.NEGATIVE_INFINITY, 0];
  let strikes = 0;
  const turns: HostTurns = {
    host,
    requests: 0,
    given_up: undefined,
    async turn(until, work) {
      const before = last;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      last = promise;
      try {
        await before;
        if (turns.given_up !== undefined) throw new FetchFailure('budget', `its host was given up: ${turns.given_up}`);
        if (Math.max(next_at, performance.now()) > until)
          throw new FetchFailure('budget', 'the time for this audit is over');
        const wait = next_at - performance.now();
        if (wait > 0) await sleep(wait, undefined, signal ? { signal } : {}).catch(() => {});
        signal?.throwIfAborted();
        started_at = performance.now();
        next_at = started_at + pause_ms;
        return await work();
      } finally {
        done();
      }
    },
    slow(ms) {
      pause_ms = Math.max(pause_ms, ms);
      next_at = Math.max(next_at, started_at + pause_ms);
    },
    pause(ms) {
      next_at = Math.max(next_at, performance.now() + ms);
    },
    strike(refused, most) {
      strikes = refused ? strikes + 1 : 0;
      if (strikes >= most) turns.given_up ??= `${strikes} refusals or failures in a row`;
    },
  };
  return turns;
}
