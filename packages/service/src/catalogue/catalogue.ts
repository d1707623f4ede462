import type { Logger } from 'pino';
import { openCompressor } from '../documents/compressor.ts';
import type { PublishedAudit } from '../domain/audit/published.ts';
import { startOfDay } from '../domain/clock.ts';
import { type FormerSlugs, formerSlugs, noFormerSlugs, type SlugChange } from '../domain/former-slug.ts';
import type { ReplyChange } from '../domain/replies/reply.ts';
import { snapshotOf } from './build-snapshot.ts';
import { emptyIndex, makeIndex } from './index-document.ts';
import { emptyLeaderboard, type Leaderboard } from './leaderboard.ts';
import { LeaderboardBuilder } from './leaderboard-builder.ts';
import { openRecordStore, type RecordStore } from './record-store/record-store.ts';
import { openSpillFile, type SpillFile } from './record-store/spill-file.ts';
import { noReplies, type ShownReplies, shownReplies } from './replies/shown-replies.ts';
import type { RubricSource } from './rubric-documents.ts';
import type { Snapshot } from './snapshot.ts';
import { openDocumentCache } from './snapshot-documents.ts';
import { openTimeSlicer } from './time-slicer.ts';

/** Where public changes come from (decision 45): the newest publication, and one reader per kind. Wired in main.ts. */
export type PublicationSource = {
  /** The number of the newest publication of any kind. */
  latest(): Promise<number>;
  audits: {
    /**
     * Audits that stand, after a position in the order of (publication, audit_id) and up to a publication, at most
     * `limit`.
     */
    after(position: Position, limit: number, until: number): Promise<PublishedAudit[]>;
  };
  slugs: {
    /** What became of slugs after one publication and up to another, in the order of publications. */
    changed(after: number, until: number): Promise<SlugChange[]>;
  };
  replies: {
    /** What happened to replies after one publication and up to another, in the order of publications. */
    changed(after: number, until: number): Promise<ReplyChange[]>;
  };
};

type Position = { publication: number; audit_id: string };

/** Keeps the current snapshot and replaces it as a whole by a newer one. */
export type Catalogue = {
  current(): Snapshot;
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

/** Audits read at a time: about a megabyte, one or two milliseconds of SQLite, which reads in the serving thread. */
const BATCH_AUDITS = 100;

/** The snapshot, what it was built from, and the position up to which audits were read. */
type State = {
  snapshot: Snapshot;
  leaderboard: Leaderboard;
  former: FormerSlugs;
  replies: ShownReplies;
  records: RecordStore;
  spill: SpillFile | undefined;
  position: Position;
  index_bytes: number;
};

/** The latest of a time and those of publications: Last-Modified never goes back, whatever older rows say (decision 45). */
const latestOf = (time: Date, publications: readonly string[]): Date =>
  new Date(Math.max(time.getTime(), ...publications.map((at) => Date.parse(at))));

/** @param options.folder for the spill file of records beyond the memory budget; without it all stay in memory */
export function openCatalogue(options: {
  source: PublicationSource;
  rubrics: RubricSource;
  now(): Date;
  log: Logger;
  folder?: string;
}): Catalogue {
  const { source, rubrics, now, log } = options;
  const cache = openDocumentCache();
  const compressor = openCompressor((error) =>
    log.error({ err: error }, 'the compressing thread failed; the index is served uncompressed'),
  );
  const counts = { builds: 0, failed_builds: 0, last_build_seconds: 0 };
  let failed: { since: Date; message: string } | undefined;
  let running: Promise<void> | undefined;
  let state = emptyState();

  /** The state of an empty store: the start, and again when the database was replaced by an older one. */
  function emptyState(): State {
    const { folder } = options;
    const spill =
      folder === undefined
        ? undefined
        : openSpillFile(folder, (error) =>
            log.warn({ err: error }, 'records cannot be written to DATA_DIR; all stay in memory'),
          );
    const records = openRecordStore(spill);
    const modified = startOfDay(now());
    const index = emptyIndex(modified);
    const empty = { leaderboard: emptyLeaderboard, former: noFormerSlugs, replies: noReplies };
    const snapshot = snapshotOf({ version: 0, modified, ...empty, index, records, cache, rubrics, now });
    return {
      snapshot,
      ...empty,
      records,
      spill,
      position: { publication: 0, audit_id: '' },
      index_bytes: index.bodies.identity.byteLength,
    };
  }

  async function update(): Promise<void> {
    const latest = await source.latest();
    if (latest === state.snapshot.version) return;
    const base = latest < state.snapshot.version ? emptyState() : state;
    const undo = base.records.bookmark();
    try {
      state = await build(base, latest);
    } catch (error) {
      undo();
      throw error;
    }
    log.info(
      { version: state.snapshot.version, companies: state.snapshot.count, seconds: counts.last_build_seconds },
      'snapshot is up to date',
    );
  }

  async function build(base: State, latest: number): Promise<State> {
    const started = performance.now();
    const slicer = openTimeSlicer();
    const { records } = base;
    const builder = new LeaderboardBuilder(base.leaderboard, records);
    let { position, former, replies } = base;
    let { version } = base.snapshot;
    // That of an empty leaderboard says nothing about what was published before this process began.
    let modified = version === 0 ? new Date(0) : base.snapshot.modified;
    // Up to one number, and then to the next: what a later publication took away or replaced in the meantime is not
    // read any more, and what it put in place is only right after what it took away (decision 45).
    for (let until = latest; until > version; until = await source.latest()) {
      const changes = await source.slugs.changed(version, until);
      for (const { slug, change } of changes) if (change !== 'reinstated') await builder.remove(slug, slicer);
      if (changes.length) former = formerSlugs(former, changes);
      const said = await source.replies.changed(version, until);
      replies = shownReplies(replies, changes, said);
      modified = latestOf(
        modified,
        [...changes, ...said].map(({ at }) => at),
      );
      // A query that returns less than a batch is the last: everything up to that number was committed before it.
      for (let read = BATCH_AUDITS; read === BATCH_AUDITS; ) {
        const audits = await source.audits.after(position, BATCH_AUDITS, until);
        read = audits.length;
        await builder.add(audits, slicer);
        const last = audits.at(-1);
        if (last) position = { publication: last.publication, audit_id: last.audit_id };
        modified = latestOf(
          modified,
          audits.map(({ published_at }) => published_at),
        );
      }
      version = until;
    }
    const leaderboard = await builder.finish(slicer);
    if (modified.getTime() === 0) modified = base.snapshot.modified;
    const index = await makeIndex(leaderboard, modified, slicer);
    await compressor.compress(index);
    const snapshot = snapshotOf({
      ...{ version, modified, leaderboard, former, replies },
      ...{ index, records, cache, rubrics, now },
    });
    counts.builds += 1;
    counts.last_build_seconds = (performance.now() - started) / 1000;
    return {
      snapshot,
      leaderboard,
      former,
      replies,
      records,
      spill: base.spill,
      position,
      index_bytes: index.bodies.identity.byteLength,
    };
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
      // A running refresh may have read before the newest commit, so calls in the meantime wait for one more, which they
      // share.
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
