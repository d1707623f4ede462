import type { Logger } from 'pino';
import { openCompressor } from '../documents/compressor.ts';
import { snapshotOf } from './build-snapshot.ts';
import { DocumentCache } from './document-cache.ts';
import { emptyIndex, makeIndex } from './index-document.ts';
import { emptyLeaderboard, type Leaderboard, LeaderboardBuilder } from './leaderboard.ts';
import { openRecordStore, type RecordStore } from './record-store/record-store.ts';
import { openSpillFile, type SpillFile } from './record-store/spill-file.ts';
import type { PublishedAudit, Snapshot } from './snapshot.ts';
import { openTimeSlicer } from './time-slicer.ts';

/** Where published audits come from: the store, handed in by whoever wires the process. */
export type AuditSource = {
  /** The number of the newest publication. */
  latest(): Promise<number>;
  /** Standing audits after a place in the order of (publication, audit_id), at most `limit`. */
  after(place: Place, limit: number): Promise<PublishedAudit[]>;
};

type Place = { publication: number; audit_id: string };

/** Holds the current snapshot and swaps it whole for a newer one. */
export type Catalogue = {
  current(): Snapshot;
  /**
   * Takes up everything published until now; resolves when `current()` holds it. Concurrent calls share the work. When
   * a snapshot cannot be built the last good one stays, `failure()` says why, and the promise is rejected.
   */
  refresh(): Promise<void>;
  /** Why the last refresh failed, and since when; undefined when it did not. */
  failure(): { since: Date; message: string } | undefined;
  /** What metrics tell: sizes in bytes, times in seconds, counts since the start. */
  figures(): CatalogueFigures;
  /** Ends the thread that compresses. */
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

/** Audits read in one go: about a megabyte, a millisecond or two of SQLite, which reads in the thread that serves. */
const BATCH = 100;
/** What finished documents may take. */
const DOCUMENTS = 32 * 1024 * 1024;

/** One state: the snapshot, what it was built from, and how far it had read. */
type State = {
  snapshot: Snapshot;
  leaderboard: Leaderboard;
  records: RecordStore;
  spill: SpillFile | undefined;
  place: Place;
  index_bytes: number;
};

/** @param options.folder where records may spill to when memory holds enough of them; without one all stay in memory */
export function openCatalogue(options: { source: AuditSource; now(): Date; log: Logger; folder?: string }): Catalogue {
  const { source, now, log } = options;
  const cache = new DocumentCache(DOCUMENTS);
  const compressor = openCompressor((error) =>
    log.error({ err: error }, 'the compressing thread broke; the index is served uncompressed'),
  );
  const counts = { builds: 0, failed_builds: 0, last_build_seconds: 0 };
  let failed: { since: Date; message: string } | undefined;
  let running: Promise<void> | undefined;
  let state = emptyState();

  /** The whole of an empty store: also what is returned to when an older database was put in place. */
  function emptyState(): State {
    const { folder } = options;
    const spill =
      folder === undefined
        ? undefined
        : openSpillFile(folder, (error) =>
            log.warn({ err: error }, 'records cannot spill to DATA_DIR; all are held in memory'),
          );
    const records = openRecordStore(spill);
    const modified = new Date(0);
    const index = emptyIndex(modified);
    const snapshot = snapshotOf({ version: 0, modified, leaderboard: emptyLeaderboard, index, records, cache });
    return {
      snapshot,
      leaderboard: emptyLeaderboard,
      records,
      spill,
      place: { publication: 0, audit_id: '' },
      index_bytes: index.bodies.identity.byteLength,
    };
  }

  async function takeUp(): Promise<void> {
    const latest = await source.latest();
    if (latest === state.snapshot.version) return;
    const base = latest < state.snapshot.version ? emptyState() : state;
    const forget = base.records.bookmark();
    try {
      state = await build(base, latest);
    } catch (error) {
      forget();
      throw error;
    }
    log.info(
      { version: state.snapshot.version, companies: state.snapshot.count, seconds: counts.last_build_seconds },
      'snapshot is up to date',
    );
  }

  async function build(base: State, latest: number): Promise<State> {
    const began = performance.now();
    const slicer = openTimeSlicer();
    const { records } = base;
    const builder = new LeaderboardBuilder(base.leaderboard, records);
    let { place } = base;
    let { modified } = base.snapshot;
    // Ends where a query came back short: then everything committed before that query has been read, in the order of
    // publication.
    for (let read = BATCH; read === BATCH; ) {
      const audits = await source.after(place, BATCH);
      read = audits.length;
      await builder.take(audits, slicer);
      const last = audits.at(-1);
      if (last) {
        place = { publication: last.publication, audit_id: last.audit_id };
        modified = new Date(last.published_at);
      }
    }
    const version = Math.max(latest, place.publication);
    const leaderboard = await builder.finish(slicer);
    const index = await makeIndex(leaderboard, modified, slicer);
    await compressor.compress(index);
    const snapshot = snapshotOf({ version, modified, leaderboard, index, records, cache });
    counts.builds += 1;
    counts.last_build_seconds = (performance.now() - began) / 1000;
    return { snapshot, leaderboard, records, spill: base.spill, place, index_bytes: index.bodies.identity.byteLength };
  }

  async function attempt(): Promise<void> {
    try {
      await takeUp();
      if (failed) log.info({ since: failed.since }, 'snapshots can be built again');
      failed = undefined;
    } catch (error) {
      counts.failed_builds += 1;
      // Once for an outage: it is tried again every second.
      if (!failed) log.error({ err: error }, 'no new snapshot could be built; the last good one is served');
      failed ??= { since: now(), message: 'The newest audits could not be read; the last good snapshot is served.' };
      throw error;
    }
  }

  return {
    current: () => state.snapshot,
    failure: () => failed,
    figures: () => ({
      publication: state.snapshot.version,
      companies: state.snapshot.count,
      index_bytes: state.index_bytes,
      records_bytes: state.records.bytes().memory,
      spill_bytes: state.records.bytes().file,
      documents_bytes: cache.bytes(),
      ...counts,
    }),
    async refresh() {
      // A refresh that is under way may have read before the newest commit: whoever comes in the meantime gets one
      // more, shared by all.
      if (running) await running.catch(() => {});
      running ??= attempt().finally(() => {
        running = undefined;
      });
      return running;
    },
    async close() {
      await compressor.close();
      state.spill?.close();
    },
  };
}
