import type { Context } from '../context.ts';

/** Work that a process repeats in the background. A new one is a file in this folder and a row in `worker.ts`. */
type Job = {
  /** For the log. */
  name: string;
  /** Shortest time between the starts of two runs, in milliseconds; 0 runs it at every tick. */
  every_ms: number;
  /** A run that fails is logged, and repeated when the job is due again. */
  run(): Promise<unknown>;
};

/** Runs a list of jobs, each at most once at a time. */
export type Schedule = {
  /** Starts the jobs that are due, in order; resolves when no job of the list is running. Never rejects. */
  start(): Promise<void>;
};

type JobState = { job: Job; started_at?: number; running?: Promise<void> | undefined; failing: boolean };

export function openSchedule(jobs: readonly Job[], { now, log }: Pick<Context, 'now' | 'log'>): Schedule {
  const states: JobState[] = jobs.map((job) => ({ job, failing: false }));

  async function attempt(state: JobState): Promise<void> {
    const { name, run } = state.job;
    try {
      await run();
      if (state.failing) log.info({ job: name }, 'a background job works again');
      state.failing = false;
    } catch (error) {
      // Once per outage: some jobs run every second.
      if (!state.failing) log.error({ err: error, job: name }, 'a background job failed and will be tried again');
      state.failing = true;
    }
  }

  return {
    async start() {
      const time = now().getTime();
      for (const state of states) {
        if (state.running || !isDue(state, time)) continue;
        state.started_at = time;
        state.running = attempt(state).finally(() => {
          state.running = undefined;
        });
      }
      await Promise.all(states.map(({ running }) => running));
    },
  };
}

/** A clock that was set back makes a job due, instead of late. */
function isDue({ job, started_at }: JobState, time: number): boolean {
  return started_at === undefined || time - started_at >= job.every_ms || time < started_at;
}
