import { setTimeout } from 'node:timers/promises';
import { openTimeSlicer } from '../../../catalogue/time-slicer.ts';
import { ByteCache } from '../../../documents/byte-cache.ts';
import type { FormerSlugs } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { type Context, today } from '../../../operations/context.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { slugChangesBetween } from '../../../store/companies/slug-changes.ts';
import { logSizeAt } from '../../../store/public-log/mark.ts';
import type { Moved } from '../catalogue/moved.ts';
import { type PastBoard, pastBoard } from '../catalogue/past-board.ts';
import { dayFault, endOf, noDay, type PastDays, pastDays } from '../domain/days.ts';
import {
  firstPublicationAt,
  type ListedThen,
  lastPublicationBefore,
  lastSlugChange,
  listedThen,
} from '../store/past-days.ts';
import { readMoved } from './moved.ts';

/** The boards of past days, made when they are asked for (decision 151). */
type PastBoards = {
  /** The days that there are; undefined while none has ended. */
  days(): Promise<PastDays | undefined>;
  /**
   * The board at the end of a day. Faults: invalid_request and not_found for what is none of these days; unavailable while too many
   * others are being made.
   *
   * @param beforeWork called before anything is read from the database; what it throws refuses the call
   */
  board(day: string, beforeWork?: () => void): Promise<PastBoard>;
  /** What moved between two boards. */
  moved(from: PastBoard, to: PastBoard): Promise<Moved>;
};

/** What boards may take: some four of 10,000 companies, or hundreds of small ones. */
const CACHE_BYTES = 80 * 1024 * 1024;
/** Companies read in one statement: a few milliseconds of SQLite, which reads in the serving thread. */
const BATCH_COMPANIES = 500;
/** Days that may wait to be made, beside the one that is. */
const WAITING_MAX = 16;
const MOVES_KEPT = 2;
/** How often a day is read again because a slug changed meanwhile. */
const ATTEMPTS = 3;
/** Beyond the number of any publication; both engines compare with it. */
const EVERY = 2 ** 31 - 1;

/** A board, and the newest snapshot for which it was found to be right. */
type Kept = { board: PastBoard; former: FormerSlugs; version: number };

/** Those of a process, which its pages and its documents share. */
const opened = new WeakMap<Context, PastBoards>();

export function pastBoardsOf(ctx: Context): PastBoards {
  const boards = opened.get(ctx) ?? openPastBoards(ctx);
  opened.set(ctx, boards);
  return boards;
}

function openPastBoards(ctx: Context): PastBoards {
  const { store, catalogue } = ctx;
  const kept = new ByteCache<string, Kept>(CACHE_BYTES, ({ board }) => board.bytes);
  const making = new Map<string, Promise<PastBoard>>();
  let turn: Promise<unknown> = Promise.resolve();
  let first_at: string | undefined;
  /** What moved between the days that were asked for last: a list has many pages. */
  let moves: readonly { key: string; former: FormerSlugs; moved: Moved }[] = [];

  async function days(): Promise<PastDays | undefined> {
    // Once there is a first one, it stays that.
    first_at ??= await withStoreErrors(ctx, () => firstPublicationAt(store.db));
    return pastDays(first_at, today(ctx));
  }

  /** One after another: several at once would only share the processor, and need the memory of all. */
  function inTurn(day: string, make: () => Promise<PastBoard>): Promise<PastBoard> {
    const running = making.get(day);
    if (running) return running;
    if (making.size > WAITING_MAX)
      throw new Fault('unavailable', 'Too many other days are being read at the moment.', { retry_after: 5 });
    let started = 0;
    const made = turn
      .then(() => {
        started = performance.now();
        return make();
      })
      .finally(() => making.delete(day));
    // As long as it took: whoever walks all days gets half of the processor's time at most.
    turn = made.catch(() => {}).then(() => setTimeout(performance.now() - started, undefined, { ref: false }));
    making.set(day, made);
    return made;
  }

  async function read(day: string): Promise<PastBoard> {
    const { version, former_slugs: former } = catalogue.current();
    const then = await lastPublicationBefore(store.db, endOf(day), version);
    if (!then) throw noDay();
    const known = kept.get(day);
    const same = known?.former === former && known.board.publication === then.publication && known.board.at === then.at;
    if (known && same) {
      known.version = version;
      return known.board;
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = await lastSlugChange(store.db);
      const changes = await slugChangesBetween(store.db, then.publication, EVERY);
      const [log_size, audits] = [await logSizeAt(store.db, then.publication), await listed(then)];
      // The rows have the slugs of now: those that a company had before and after a move do not go together.
      if ((await lastSlugChange(store.db)) !== before) continue;
      const rows = { day, ...then, log_size, audits, changes, shown: version };
      const { rubrics, ladders, settings, now } = ctx;
      const source = { rubrics, ladders, publishable: settings.RUBRICS_PUBLISHABLE };
      const board = await pastBoard(rows, { rubrics: source, now });
      kept.set(day, { board, former, version });
      return board;
    }
    throw new Fault('unavailable', 'Companies are being given other slugs at the moment.', { retry_after: 5 });
  }

  async function listed(then: { publication: number; at: string }): Promise<ListedThen[]> {
    const audits: ListedThen[] = [];
    const slicer = openTimeSlicer();
    for (let after = ''; ; ) {
      // SQLite answers at once, and others wait.
      await slicer();
      const rows = await listedThen(store.db, then, after, BATCH_COMPANIES);
      audits.push(...rows);
      if (rows.length < BATCH_COMPANIES) return audits;
      after = rows.at(-1)?.slug ?? '';
    }
  }

  return {
    days,
    async moved(from, to) {
      // Not the boards themselves: they would stay in memory beyond their cache.
      const key = [from, to].map(({ day, publication, at, index }) => [day, publication, at, index.tag].join()).join();
      const former = catalogue.current().former_slugs;
      const known = moves.find((one) => one.key === key && one.former === former);
      if (known) return known.moved;
      const moved = await withStoreErrors(ctx, () => readMoved(ctx, from, to));
      moves = [{ key, former, moved }, ...moves.slice(0, MOVES_KEPT - 1)];
      return moved;
    },
    async board(day, beforeWork) {
      const fault = dayFault(day, await days());
      if (fault) throw fault;
      const known = kept.get(day);
      if (known && known.version === catalogue.current().version) return known.board;
      beforeWork?.();
      return withStoreErrors(ctx, () => inTurn(day, () => read(day)));
    },
  };
}
