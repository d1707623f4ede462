import type { Context } from './context.ts';
import { expireReplies } from './expire-replies.ts';
import { fanOut } from './outbox/fan-out.ts';
import { openOutbox } from './outbox/outbox.ts';

/**
 * What must follow a commit, in this order, in one loop: the newest snapshot becomes public, then the notices that are
 * due are sent (house, walk d). A crash anywhere is mended by the next tick.
 *
 * The loop waits for the snapshot alone: re-audits are fanned out and letters sent beside it, so that a mail server
 * that hangs delays no score. No notice is claimed before its publication is in this process's snapshot.
 */
type Worker = {
  /** Asks for a tick soon; cheap, and many calls make one tick. */
  wake(): void;
  /** Ends after the work under way. */
  stopped: Promise<void>;
};

/** The longest time between two ticks, in milliseconds: notices become due by the clock. */
const PATIENCE = 1_000;

/** One whole pass: everything published is public, every notice is written, and all that were due have been tried. */
export async function tick(ctx: Context): Promise<void> {
  await refresh(ctx);
  await fanOut(ctx, undefined, () => {});
  await openOutbox(ctx).drained();
}

/** A snapshot that cannot be built is logged by the catalogue; letters about what is public already still go out. */
async function refresh(ctx: Context): Promise<void> {
  await Promise.allSettled([ctx.catalogue.refresh(), ctx.watch_stats.refresh(), expireReplies(ctx)]);
}

/** Runs the loop until the signal is aborted. */
export function startWorker(ctx: Context, signal: AbortSignal): Worker {
  const outbox = openOutbox(ctx, signal);
  let wanted = false;
  let wakeUp: (() => void) | undefined;
  let fanning: Promise<void> | undefined;
  const wake = () => {
    wanted = true;
    wakeUp?.();
  };
  ctx.store.listen(wake, signal);
  signal.addEventListener('abort', wake, { once: true });

  function fan(): void {
    fanning ??= fanOut(ctx, signal, () => void outbox.start())
      .catch((error) => ctx.log.error({ err: error }, 'notices of a re-audit could not be written yet'))
      .finally(() => {
        fanning = undefined;
      });
  }

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      wanted = false;
      await refresh(ctx);
      fan();
      void outbox.start();
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
    await fanning;
    await outbox.idle();
  }
  return { wake, stopped: loop() };
}
