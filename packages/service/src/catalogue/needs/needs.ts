import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Fault } from '../../domain/fault.ts';
import type { Listed, Snapshot } from '../snapshot.ts';
import type { OffersFile, Said } from './messages.ts';
import { NeedsThread, type Reading } from './needs-thread.ts';
import { type Admitted, type Asker, Callers } from './turns/callers.ts';

/** Who can do what is needed (decision 192): found by a thread of its own, that keeps what companies offer. */
export type Needs = {
  /**
   * Begins a call, which asks in turn with those of other clients, and is to be ended.
   *
   * @throws Fault unavailable where too many calls wait, of this client or of all
   */
  begin(by?: Asker): NeedsCall;
  /** Reads what the companies of a large board offer before anybody asks. */
  prepare(snapshot: Snapshot): void;
  close(): Promise<void>;
};

/** What one call asks. Each throws Fault unavailable where it cannot be answered. */
export type NeedsCall = {
  /**
   * The companies that fit a need, best first, by their places on the board: nobody where none has enough of what is needed.
   *
   * @param allowed whether a company at a place is asked for at all
   * @param near whether a part of what is needed is enough
   * @param wait_ms how long the first reading of the audits may take for this call
   * @throws Fault unavailable when it takes longer, with the seconds that are left; the reading goes on
   */
  find(
    snapshot: Snapshot,
    need: string,
    allowed: (place: number) => boolean,
    options?: { near?: boolean; wait_ms?: number | undefined },
  ): Promise<number[]>;
  /** What the audits of companies say that fits a need, and their worst gaps, by their places on the board. */
  quote(snapshot: Snapshot, places: Iterable<number>, need: string): Promise<Map<number, Said>>;
  end(): void;
};

/** Beside the best one, only those that fit three fifths as well, and no more than these. */
const BESIDE_BEST = 0.6;
const FOUND_MAX = 100;
/** Audits that are read for quotes in one turn: a few milliseconds. */
const QUOTES_A_TURN = 10;
/** How long a call waits until all audits are read for the first time, and after how many seconds it is to come again at most. */
const WAIT_MS = 10_000;
const RETRY_MAX = 60;
/** Offers of audits that are not on the board any more are forgotten beyond as many as it has, and these. */
const SPARE = 10_000;
/**
 * From so many companies on their offers are read before anybody asks, this long after the board has changed. Those of more are read so
 * only where somebody has asked before: at a million it takes half an hour of a processor and gigabytes.
 */
const PREPARED = { from: 2_000, to: 200_000, after_ms: 5_000 };

/**
 * @param file where offers are kept for the next start, as soon as that is known
 * @param spare how many offers are kept that are not on the board, beside as many as it has
 * @param prepared boards of how many companies are read before anybody asks, and how long after they changed
 */
export function openNeeds(
  file: () => OffersFile | undefined,
  log: Logger,
  { spare = SPARE, prepared = PREPARED } = {},
): Needs {
  let thread: NeedsThread | undefined;
  let soon: NodeJS.Timeout | undefined;
  const callers = new Callers();
  const started = (): NeedsThread => {
    thread ??= new NeedsThread(file(), spare, (error) => {
      thread = undefined;
      log.error({ err: error }, 'the thread that answers needs failed; the next need starts another');
    });
    return thread;
  };

  /** Answers of the thread, or why there are none. */
  async function asked<Of>(answer: Promise<Of>): Promise<Of> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Fault) throw error;
      log.warn({ err: error }, 'a need was not answered');
      throw new Fault('unavailable', 'What companies offer cannot be read just now.', { retry_after: 1 });
    }
  }

  async function find(
    { inTurn }: Admitted,
    ...[snapshot, need, allowed, { near = false, wait_ms = WAIT_MS } = {}]: Parameters<NeedsCall['find']>
  ): Promise<number[]> {
    await untilRead(started().reading(snapshot), snapshot.companies.length, wait_ms);
    const { places, scores } = await inTurn(() => started().find(snapshot, need, near));
    // The best of all say what a good fit is, also where they are not asked for.
    const least = (scores[0] ?? 0) * BESIDE_BEST;
    const found: number[] = [];
    for (let at = 0; at < places.length && found.length < FOUND_MAX && (scores[at] as number) >= least; at++)
      if (allowed(places[at] as number)) found.push(places[at] as number);
    return found;
  }

  async function quote(
    { inTurn }: Admitted,
    ...[snapshot, all, need]: Parameters<NeedsCall['quote']>
  ): Promise<Map<number, Said>> {
    const places = [...all];
    const quotes = new Map<number, Said>();
    for (let from = 0; from < places.length; from += QUOTES_A_TURN) {
      const some = places.slice(from, from + QUOTES_A_TURN);
      const companies = some.map((place) => snapshot.companies[place] as Listed);
      const said = await inTurn(() => started().quote(snapshot, companies, need));
      for (const [at, place] of some.entries()) quotes.set(place, said[at] as Said);
    }
    return quotes;
  }

  return {
    begin(by = {}) {
      const call = callers.admit(by);
      return {
        find: (...given) => asked(find(call, ...given)),
        quote: (...given) => asked(quote(call, ...given)),
        end: call.end,
      };
    },
    prepare(snapshot) {
      if (snapshot.count < prepared.from) return;
      if (snapshot.count > prepared.to && !thread && !existsSync(file()?.path ?? '')) return;
      clearTimeout(soon);
      soon = setTimeout(() => {
        // What fails is tried again when somebody asks.
        started()
          .reading(snapshot)
          .all.catch(() => {});
      }, prepared.after_ms).unref();
    },
    async close() {
      clearTimeout(soon);
      await thread?.end();
    },
  };
}

/** @throws Fault unavailable when reading takes too long, with the seconds that are left of it */
async function untilRead({ all, done, began }: Reading, companies: number, wait_ms: number): Promise<void> {
  const waited = new AbortController();
  const late = delay(wait_ms, true, { ref: false, signal: waited.signal }).catch(() => false);
  const is_late = await Promise.race([all.then(() => false), late]).finally(() => waited.abort());
  if (!is_late) return;
  const left = ((performance.now() - began) / Math.max(1, done())) * (companies - done());
  throw new Fault('unavailable', 'The audits are being read for what companies offer, once after a start.', {
    retry_after: Math.max(1, Math.min(RETRY_MAX, Math.ceil(left / 1_000))),
  });
}
