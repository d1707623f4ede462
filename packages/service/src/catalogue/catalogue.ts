import { join } from 'node:path';
import { type Needs, openNeeds } from './needs/needs.ts';
import { changeOf } from './saved/board-file.ts';
import type { Snapshot } from './snapshot.ts';
import { openStates, type State, type StateOptions } from './snapshot-states.ts';

/** Keeps the current snapshot and replaces it as a whole by a newer one. */
export type Catalogue = {
  current(): Snapshot;
  /** Who can do what is needed. */
  needs: Pick<Needs, 'begin'>;
  /** Begins with what the last run left, if that is whole and of this database, and leaves the board of this run for the next one. */
  resume(): Promise<void>;
  /**
   * Builds a snapshot of everything published until now; resolves when `current()` returns it. Concurrent calls share
   * the work. When no snapshot can be built, the last good one stays current, `failure()` says why, and the promise is
   * rejected.
   */
  refresh(): Promise<void>;
  /** Why refreshes fail, and since when; undefined when the last one succeeded. */
  failure(): { since: Date; message: string } | undefined;
  /** For metrics: sizes in bytes, times in seconds, counts since the start. */
  figures(): CatalogueFigures;
  /** Ends the compressing thread and closes the spill file. */
  close(): Promise<void>;
};

type CatalogueFigures = {
  publication: number;
  companies: number;
  index_bytes: number;
  records_bytes: number;
  spill_bytes: number;
  documents_bytes: number;
  builds: number;
  failed_builds: number;
  last_build_seconds: number;
};

/** Beside the boards: what companies offer, for needs. */
const OFFERS = 'offers';

export function openCatalogue(options: StateOptions): Catalogue {
  const { source, now, log } = options;
  const states = openStates(options);
  const needs = openNeeds(() => {
    const kept = states.folder();
    return kept && { path: join(kept.path, OFFERS), key: kept.key };
  }, log);
  const counts = { builds: 0, failed_builds: 0, last_build_seconds: 0 };
  let failed: { since: Date; message: string } | undefined;
  let running: Promise<void> | undefined;
  let state = states.empty();
  /** The state from which all is read again, until that succeeds. */
  let anew: typeof state | undefined;

  async function update(): Promise<void> {
    const latest = await source.latest();
    const is_damaged = state.isDamaged();
    if (latest === state.snapshot.version && !is_damaged) return;
    if (latest < state.snapshot.version || is_damaged) anew ??= states.empty();
    const base = anew ?? state;
    const undo = base.records.bookmark();
    const started = performance.now();
    try {
      const { saved, ...next } = await states.next(base, latest);
      state = next;
      anew = undefined;
      save(saved());
      needs.prepare(state.snapshot);
    } catch (error) {
      undo();
      throw error;
    }
    counts.builds += 1;
    counts.last_build_seconds = (performance.now() - started) / 1000;
    log.info(
      { version: state.snapshot.version, companies: state.snapshot.count, seconds: counts.last_build_seconds },
      'snapshot is up to date',
    );
  }

  function save(changes: Parameters<typeof changeOf>[0]): void {
    const { version, modified, position, record_end } = wholeOf(state);
    const companies = changes.removed.length + changes.added.length;
    const of = { version, modified, position, record_end, companies, change: () => changeOf(changes) };
    state.keeper?.save(of, () => wholeOf(state));
  }

  async function attempt(): Promise<void> {
    try {
      await update();
      if (failed) log.info({ since: failed.since }, 'snapshots can be built again');
      failed = undefined;
    } catch (error) {
      counts.failed_builds += 1;
      // Logged once per outage: the build is tried again every second.
      if (!failed) log.error({ err: error }, 'no new snapshot could be built; the last good one is served');
      failed ??= { since: now(), message: 'The newest audits could not be read; the last good snapshot is served.' };
      throw error;
    }
  }

  return {
    current: () => state.snapshot,
    needs,
    failure: () => failed,
    figures: () => ({
      publication: state.snapshot.version,
      companies: state.snapshot.count,
      index_bytes: state.index_bytes,
      records_bytes: state.records.bytes().memory,
      spill_bytes: state.records.bytes().file,
      documents_bytes: states.documentBytes(),
      ...counts,
    }),
    async refresh() {
      // A running refresh may have read before the newest commit, so calls in the meantime wait for one more, which they
      // share.
      if (running) await running.catch(() => {});
      running ??= attempt().finally(() => {
        running = undefined;
      });
      return running;
    },
    async resume() {
      const started = performance.now();
      const found = await states.resume();
      state = found ?? states.empty();
      const { version, count: companies } = state.snapshot;
      const seconds = (performance.now() - started) / 1000;
      if (found) log.info({ version, companies, seconds }, 'the board goes on from the last run');
      needs.prepare(state.snapshot);
    },
    async close() {
      await needs.close();
      await state.keeper?.close();
      await states.close();
      state.spill?.close();
    },
  };
}

/** Everything as it is, for the next run. */
function wholeOf({ leaderboard, rows, records: store, read }: State) {
  const { version, modified, position } = read;
  return {
    ...{ leaderboard, rows, store, version, position },
    modified: modified.getTime(),
    record_end: store.end(),
  };
}
