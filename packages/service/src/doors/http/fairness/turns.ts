import type { Socket } from 'node:net';

/**
 * Shares the event loop among clients (decision 74): expensive work runs for at most one slice per turn of the loop,
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
/** Pieces of work begun in one turn at most. */
const PIECES_MAX = 64;

type Job = { since: number; work: () => void };

export function openTurns(slice_ms: number = SLICE_MS, now: () => number = () => performance.now()): Turns {
  const newcomers = queue();
  const others = queue();
  const known = new WeakSet<Socket>();
  let newcomers_next = true;
  let scheduled = false;
  /** When the first work of this turn began. */
  let turn_since: number | undefined;

  const waiting = () => newcomers.size() + others.size();

  function next(): Job | undefined {
    const [first, second] = newcomers_next ? [newcomers, others] : [others, newcomers];
    newcomers_next = !newcomers_next;
    return first.shift() ?? second.shift();
  }

  function hasTime(): boolean {
    turn_since ??= now();
    return now() - turn_since < slice_ms;
  }

  /**
   * One immediate per piece: between two of them Node runs what the one before has promised, so its asynchronous part
   * counts as well. Immediates that they schedule themselves run in the next turn.
   */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    for (let pieces = Math.min(waiting(), PIECES_MAX); pieces > 0; pieces--)
      setImmediate(() => {
        if (hasTime()) next()?.work();
      });
    setImmediate(() => {
      scheduled = false;
      turn_since = undefined;
      if (waiting() > 0) schedule();
    });
  }

  return {
    take(connection, work) {
      const first = !known.has(connection);
      known.add(connection);
      const at_once = waiting() === 0 && hasTime();
      if (!at_once) (first ? newcomers : others).push({ since: now(), work });
      schedule();
      if (at_once) work();
    },
    waiting_ms() {
      const oldest = Math.min(newcomers.oldest(), others.oldest());
      return Number.isFinite(oldest) ? now() - oldest : 0;
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
