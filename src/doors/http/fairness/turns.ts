import type { Socket } from 'node:net';

/**
 * Shares the event loop among clients (decision 51): expensive work runs for at most one slice per turn of the loop,
 * the rest waits in a queue. Between two slices the loop accepts new connections and answers documents.
 */
export type Turns = {
  /**
   * Runs `work` at once when this turn has time left, else in a later turn. The first work of new connections
   * alternates with further work of busy ones.
   */
  take(connection: Socket, work: () => void): void;
  /** How long the oldest waiting work has been waiting, in milliseconds; 0 when none waits. */
  waiting_ms(): number;
};

/** How long expensive work may run in one turn of the event loop, in milliseconds. One piece of work is never cut. */
const SLICE_MS = 5;

type Job = { since: number; work: () => void };

export function openTurns(slice_ms: number = SLICE_MS): Turns {
  const newcomers = queue();
  const others = queue();
  const known = new WeakSet<Socket>();
  let newcomers_next = true;
  let spent_ms = 0;
  let scheduled = false;

  function next(): Job | undefined {
    const [first, second] = newcomers_next ? [newcomers, others] : [others, newcomers];
    newcomers_next = !newcomers_next;
    return first.shift() ?? second.shift();
  }

  function run(work: () => void): void {
    const since = performance.now();
    work();
    spent_ms += performance.now() - since;
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    spent_ms = 0;
    while (spent_ms < slice_ms) {
      const job = next();
      if (!job) return;
      // The queue continues when a piece of work throws; the error is reported as uncaught, as it is elsewhere.
      schedule();
      run(job.work);
    }
  }

  return {
    take(connection, work) {
      schedule();
      const first = !known.has(connection);
      known.add(connection);
      if (spent_ms < slice_ms && newcomers.size() === 0 && others.size() === 0) return run(work);
      (first ? newcomers : others).push({ since: performance.now(), work });
    },
    waiting_ms() {
      const oldest = Math.min(newcomers.oldest(), others.oldest());
      return Number.isFinite(oldest) ? performance.now() - oldest : 0;
    },
  };
}

/** First in, first out, in constant time. */
function queue() {
  let jobs: (Job | undefined)[] = [];
  let head = 0;
  return {
    push: (job: Job) => void jobs.push(job),
    shift(): Job | undefined {
      const job = jobs[head];
      if (!job) return undefined;
      jobs[head] = undefined;
      head += 1;
      if (head > 1024 && head * 2 > jobs.length) {
        jobs = jobs.slice(head);
        head = 0;
      }
      return job;
    },
    size: () => jobs.length - head,
    oldest: () => jobs[head]?.since ?? Number.POSITIVE_INFINITY,
  };
}
