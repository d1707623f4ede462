import { type AuditRunner, openAuditRunner } from './auditing/runner.ts';
import type { Context } from './context.ts';
import { ageEvidence } from './jobs/age-evidence.ts';
import { askWitnesses } from './jobs/ask-witnesses.ts';
import { correctJobTimes } from './jobs/correct-job-times.ts';
import { correctNoticeTimes } from './jobs/correct-notice-times.ts';
import { expireReplies } from './jobs/expire-replies.ts';
import { foldOldNotices, forgetLetters, forgetRefusals } from './jobs/forget-letters.ts';
import { forgetSessions } from './jobs/forget-sessions.ts';
import { noteHealth } from './jobs/note-health.ts';
import { notifyOperators } from './jobs/notify-operators.ts';
import { notifyOfStale } from './jobs/notify-stale.ts';
import { recountScores } from './jobs/recount-scores.ts';
import { openSchedule, type Schedule } from './jobs/schedule.ts';
import { tidyBlobs } from './jobs/tidy-blobs.ts';
import { fanOut } from './outbox/fan-out.ts';
import { type Outbox, openOutbox } from './outbox/outbox.ts';

/** What follows a commit: the newest snapshot becomes public, then due notices are sent. The next tick repairs a crash. */
type Worker = {
  /** Requests a tick soon; cheap, and several calls make one tick. */
  wake(): void;
  /** Resolves when the work under way has ended, after the signal was aborted. */
  stopped: Promise<void>;
};

/** Longest time between two ticks, in milliseconds: notices become due by the clock. */
const TICK_MS = 1_000;

export type Jobs = { awaited: Schedule; detached: Schedule; outbox: Outbox; audits: AuditRunner };

/**
 * The background jobs of one process. A tick waits for `awaited`, and then starts `detached` without waiting, so that a mail
 * server that hangs delays no score. No letter goes out before its score is public: notices are claimed only when
 * their publication is in the snapshot of this process (decision 28).
 */
export function openJobs(ctx: Context, signal?: AbortSignal): Jobs {
  const outbox = openOutbox(ctx, signal);
  const audits = openAuditRunner(ctx, signal);
  const awaited = [
    // The catalogue logs its failures itself; letters about what is public already still go out.
    { name: 'snapshot', every_ms: 0, run: () => ctx.catalogue.refresh().catch(() => {}) },
    { name: 'watch counts', every_ms: 0, run: () => ctx.watch_stats.refresh() },
  ];
  const detached = [
    { name: 'health', every_ms: 10_000, run: () => noteHealth(ctx) },
    { name: 'notice times', every_ms: 60_000, run: () => correctNoticeTimes(ctx) },
    { name: 'counts of scores', every_ms: 60_000, run: () => recountScores(ctx) },
    { name: 'fan-out', every_ms: 0, run: () => fanOut(ctx, signal, () => void outbox.start()) },
    { name: 'stale scores', every_ms: 60_000, run: async () => (await notifyOfStale(ctx, signal)) && outbox.start() },
    { name: 'outbox', every_ms: 0, run: () => outbox.start() },
    { name: 'mail to operators', every_ms: 60_000, run: () => notifyOperators(ctx) },
    { name: 'old notices', every_ms: 3_600_000, run: () => foldOldNotices(ctx, signal) },
    { name: 'forgotten letters', every_ms: 3_600_000, run: () => forgetLetters(ctx) },
    { name: 'old refusals', every_ms: 3_600_000, run: () => forgetRefusals(ctx) },
    { name: 'idle sessions', every_ms: 3_600_000, run: () => forgetSessions(ctx) },
    { name: 'expired replies', every_ms: 60_000, run: () => expireReplies(ctx) },
    { name: 'audits', every_ms: 0, run: () => audits.start() },
    { name: 'audit job times', every_ms: 60_000, run: () => correctJobTimes(ctx) },
    { name: 'witnesses', every_ms: 0, run: () => askWitnesses(ctx, signal) },
    { name: 'old evidence', every_ms: 3_600_000, run: () => ageEvidence(ctx) },
    { name: 'blobs', every_ms: 60_000, run: () => tidyBlobs(ctx, signal) },
    ...ctx.features.flatMap(({ jobs = [] }) => jobs.map((job) => ({ ...job, run: () => job.run(ctx, signal) }))),
  ];
  return { awaited: openSchedule(awaited, ctx), detached: openSchedule(detached, ctx), outbox, audits };
}

/**
 * One complete pass: everything published is public, every notice is written, all due ones have been tried, and every job
 * of an audit that is due was attempted.
 */
export function tick(ctx: Context): Promise<void> {
  return tickWith(openJobs(ctx));
}

/** The same with the jobs of one process, of which only those run that are due again. */
export async function tickWith({ awaited, detached, outbox, audits }: Jobs): Promise<void> {
  await awaited.start();
  await detached.start();
  await outbox.drained();
  await audits.drained();
}

/** Runs the jobs until the signal is aborted. */
export function startWorker(ctx: Context, signal: AbortSignal): Worker {
  const { awaited, detached, outbox, audits } = openJobs(ctx, signal);
  let wanted = false;
  let wakeUp: (() => void) | undefined;
  let started: Promise<void> | undefined;
  const wake = () => {
    wanted = true;
    wakeUp?.();
  };
  ctx.store.listen(wake, signal);
  signal.addEventListener('abort', wake, { once: true });

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      wanted = false;
      await awaited.start();
      started = detached.start();
      if (wanted || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TICK_MS);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wakeUp = undefined;
    }
    await started;
    await outbox.idle();
    await audits.idle();
    for (const { name, stopped } of ctx.features)
      await stopped?.(ctx).catch((error) =>
        ctx.log.error({ err: error, feature: name }, 'the end of a feature failed'),
      );
  }
  return { wake, stopped: loop() };
}
