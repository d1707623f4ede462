import type { Context } from './context.ts';

/**
 * What must follow a commit, in this order, in one loop: the newest snapshot becomes public, then the notices that are due are sent (house, walk d).
 * A crash anywhere is mended by the next tick.
 */
export type Worker = {
  /** Asks for a tick soon; cheap, and many calls make one tick. */
  wake(): void;
  /** Ends after the tick under way. */
  stopped: Promise<void>;
};

/** The longest time between two ticks, in milliseconds: notices become due by the clock. */
const PATIENCE = 1_000;

/** One pass. Errors are logged where they happen; they never end the loop. */
export async function tick(ctx: Context): Promise<void> {
  await ctx.watch_stats.refresh().catch(() => {});
  await ctx.catalogue.refresh();
}

/** Runs the loop until the signal is aborted. */
export function startWorker(ctx: Context, signal: AbortSignal): Worker {
  let wanted = false;
  let wakeUp: (() => void) | undefined;
  const wake = () => {
    wanted = true;
    wakeUp?.();
  };
  ctx.store.listen(wake, signal);
  signal.addEventListener('abort', wake, { once: true });

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      wanted = false;
      await tick(ctx).catch(() => {});
      if (wanted || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wakeUp = undefined;
    }
  }
  return { wake, stopped: loop() };
}
