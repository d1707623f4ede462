import type { Logger } from 'pino';
import { openCompressor } from '../documents/compressor.ts';
import { snapshotOf } from './build-snapshot.ts';
import { DocumentCache } from './document-cache.ts';
import { emptyIndex, makeIndex } from './index-document.ts';
import { Draft, type Holdings, noHoldings } from './leaderboard.ts';
import { openShelf, type Shelf } from './record-store/record-store.ts';
import { type Overflow, openOverflow } from './record-store/spill-file.ts';
import type { PublishedAudit, Snapshot } from './snapshot.ts';
import { openPace } from './time-slicer.ts';

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
   * Takes up everything published until now; resolves when `current()` holds it. Concurrent calls share the work. When a snapshot cannot be built the
   * last good one stays, `failure()` says why, and the promise is rejected.
   */
  refresh(): Promise<void>;
  /** Why the last refresh failed, and since when; undefined when it did not. */
  failure(): { since: Date; message: string } | undefined;
  /** What metrics tell: sizes in bytes, times in seconds, counts since the start. */
  figures(): CatalogueFigures;
  /** Ends the thread that compresses. */
  close(): Promise<void>;
};

export type CatalogueFigures = {
  publication: number;
  companies: number;
  index_bytes: number;
  records_bytes: number;
  overflow_bytes: number;
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
type State = { snapshot: Snapshot; holdings: Holdings; shelf: Shelf; overflow: Overflow | undefined; place: Place; index_bytes: number };

/** @param options.folder where records may overflow to when memory holds enough of them; without one all stay in memory */
export function openCatalogue(options: { source: AuditSource; now(): Date; log: Logger; folder?: string }): Catalogue {
  const { source, now, log } = options;
  const cache = new DocumentCache(DOCUMENTS);
  const compressor = openCompressor((error) => log.error({ err: error }, 'the compressing thread broke; the index is served uncompressed'));
  const counts = { builds: 0, failed_builds: 0, last_build_seconds: 0 };
  let failed: { since: Date; message: string } | undefined;
  let running: Promise<void> | undefined;
  let state = emptyState();

  /** The whole of an empty store: also what is returned to when an older database was put in place. */
  function emptyState(): State {
    const { folder } = options;
    const overflow =
      folder === undefined
        ? undefined
        : openOverflow(folder, (error) => log.warn({ err: error }, 'records cannot overflow to DATA_DIR; all are held in memory'));
    const shelf = openShelf(overflow);
    const modified = new Date(0);
    const index = emptyIndex(modified);
    const snapshot = snapshotOf({ version: 0, modified, holdings: noHoldings, index, shelf, cache });
    return {
      snapshot,
      holdings: noHoldings,
      shelf,
      overflow,
      place: { publication: 0, audit_id: '' },
      index_bytes: index.bodies.identity.byteLength,
    };
  }

  async function takeUp(): Promise<void> {
    const latest = await source.latest();
    if (latest === state.snapshot.version) return;
    const base = latest < state.snapshot.version ? emptyState() : state;
    const forget = base.shelf.bookmark();
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
    const pace = openPace();
    const { shelf } = base;
    const draft = new Draft(base.holdings, shelf);
    let { place } = base;
    let { modified } = base.snapshot;
    // Ends where a query came back short: then everything committed before that query has been read, in the order of publication.
    for (let read = BATCH; read === BATCH; ) {
      const audits = await source.after(place, BATCH);
      read = audits.length;
      await draft.take(audits, pace);
      const last = audits.at(-1);
      if (last) {
        place = { publication: last.publication, audit_id: last.audit_id };
        modified = new Date(last.published_at);
      }
    }
    const version = Math.max(latest, place.publication);
    const holdings = await draft.finish(pace);
    const index = await makeIndex(holdings, modified, pace);
    await compressor.compress(index);
    const snapshot = snapshotOf({ version, modified, holdings, index, shelf, cache });
    counts.builds += 1;
    counts.last_build_seconds = (performance.now() - began) / 1000;
    return { snapshot, holdings, shelf, overflow: base.overflow, place, index_bytes: index.bodies.identity.byteLength };
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
      records_bytes: state.shelf.bytes().memory,
      overflow_bytes: state.shelf.bytes().file,
      documents_bytes: cache.bytes(),
      ...counts,
    }),
    async refresh() {
      // A refresh that is under way may have read before the newest commit: whoever comes in the meantime gets one more, shared by all.
      if (running) await running.catch(() => {});
      running ??= attempt().finally(() => {
        running = undefined;
      });
      return running;
    },
    async close() {
      await compressor.close();
      state.overflow?.close();
    },
  };
}
