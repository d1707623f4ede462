import type { Logger } from 'pino';
import { openCompressor } from '../documents/compressor.ts';
import type { Correction } from '../domain/audit/correction.ts';
import type { PublishedAudit } from '../domain/audit/published.ts';
import { startOfDay } from '../domain/clock.ts';
import { type FormerSlugs, formerSlugs, noFormerSlugs, type SlugChange } from '../domain/companies/former-slug.ts';
import type { ReplyChange } from '../domain/replies/reply.ts';
import { snapshotOf } from './build-snapshot.ts';
import { emptyIndex, makeIndex } from './families/index-document.ts';
import { type RubricSource, rubricVersion } from './families/rubric-documents.ts';
import { openDocumentCache } from './families/snapshot-documents.ts';
import { emptyLeaderboard, type Leaderboard } from './leaderboard.ts';
import { LeaderboardBuilder } from './leaderboard-builder.ts';
import { openRecordStore, type RecordStore } from './record-store/record-store.ts';
import { openSpillFile, type SpillFile } from './record-store/spill-file.ts';
import { noCorrections, type ShownCorrections, shownCorrections } from './replies/shown-corrections.ts';
import { noReplies, type ShownReplies, shownReplies } from './replies/shown-replies.ts';
import type { Snapshot } from './snapshot.ts';
import { openTimeSlicer, type TimeSlicer } from './time-slicer.ts';

/** Where public changes come from (decision 45): the newest publication, and one reader per kind. Wired in main.ts. */
export type PublicationSource = {
  /** The number of the newest publication of any kind. */
  latest(): Promise<number>;
  audits: {
    /**
     * Public audits, after a position in the order of (publication, audit_id) and up to a publication, at most
     * `limit`.
     */
    after(position: Position, limit: number, until: number): Promise<PublishedAudit[]>;
  };
  slugs: {
    /** What became of slugs after one publication and up to another, in the order of publications. */
    changed(after: number, until: number): Promise<SlugChange[]>;
  };
  corrections: {
    /** What was corrected after one publication and up to another, in the order of publications. */
    between(after: number, until: number): Promise<Correction[]>;
  };
  replies: {
    /** What happened to replies after one publication and up to another, in the order of publications. */
    changed(after: number, until: number): Promise<ReplyChange[]>;
  };
};

type Position = { publication: number; audit_id: string };

/** What was read of the publications up to a version, beside the audits themselves. */
type Read = {
  version: number;
  /** When the newest of them was published. */
  modified: Date;
  /** Up to where audits were read. */
  position: Position;
  former: FormerSlugs;
  replies: ShownReplies;
  corrections: ShownCorrections;
};

/** A snapshot and what it was built from. */
type State = {
  snapshot: Snapshot;
  leaderboard: Leaderboard;
  read: Read;
  records: RecordStore;
  spill: SpillFile | undefined;
  index_bytes: number;
};

/** Builds one state from another. */
type States = {
  /** The state of an empty store: the start, and again when the database was replaced by an older one. */
  empty(): State;
  /** The state after everything published until now; `base` keeps its records, and is as it was otherwise. */
  next(base: State, latest: number): Promise<State>;
  /** Size of the documents that snapshots have built. */
  documentBytes(): number;
  /** Ends the compressing thread. */
  close(): Promise<void>;
};

export type StateOptions = {
  source: PublicationSource;
  rubrics: RubricSource;
  now(): Date;
  log: Logger;
  /** For the spill file of records beyond the memory budget; without it all stay in memory. */
  folder?: string;
};

export function openStates({ source, rubrics, now, log, folder }: StateOptions): States {
  const cache = openDocumentCache();
  const compressor = openCompressor((error) =>
    log.error({ err: error }, 'the compressing thread failed; the index is served uncompressed'),
  );
  const spillFailed = (error: unknown) =>
    log.warn({ err: error }, 'records cannot be written to DATA_DIR; all stay in memory');
  return {
    empty() {
      const spill = folder === undefined ? undefined : openSpillFile(folder, spillFailed);
      const records = openRecordStore(spill);
      const leaderboard = emptyLeaderboard;
      const position = { publication: 0, audit_id: '' };
      const read = {
        version: 0,
        modified: startOfDay(now()),
        position,
        former: noFormerSlugs,
        replies: noReplies,
        corrections: noCorrections,
      };
      const index = emptyIndex(read.modified, rubricVersion(emptyLeaderboard, rubrics));
      const snapshot = snapshotOf({ ...read, leaderboard, index, records, cache, rubrics, now });
      return { snapshot, leaderboard, read, records, spill, index_bytes: index.bodies.identity.byteLength };
    },
    async next({ read: before, leaderboard: board, records, spill }, latest) {
      const slicer = openTimeSlicer();
      const builder = new LeaderboardBuilder(board, records);
      const read = await readPublications(source, latest, before, builder, slicer);
      const leaderboard = await builder.finish(slicer);
      const index = await makeIndex(leaderboard, read.modified, slicer, rubricVersion(leaderboard, rubrics));
      await compressor.compress(index);
      const snapshot = snapshotOf({ ...read, leaderboard, index, records, cache, rubrics, now });
      return { snapshot, leaderboard, read, records, spill, index_bytes: index.bodies.identity.byteLength };
    },
    documentBytes: () => cache.bytes(),
    close: compressor.close,
  };
}

/** Audits read at a time: about a megabyte, one or two milliseconds of SQLite, which reads in the serving thread. */
const BATCH_AUDITS = 100;

/** Reads what was published since into the builder. */
async function readPublications(
  source: PublicationSource,
  latest: number,
  before: Read,
  builder: LeaderboardBuilder,
  slicer: TimeSlicer,
): Promise<Read> {
  let { version, position, former, replies, corrections } = before;
  // That of an empty leaderboard says nothing about what was published before this process began.
  let modified = version === 0 ? new Date(0) : before.modified;
  // Up to one number, and then to the next: what a later publication took away or replaced in the meantime is not
  // read any more, and what it put in place is only right after what it took away (decision 45).
  for (let until = latest; until > version; until = await source.latest()) {
    const changes = await source.slugs.changed(version, until);
    for (const { slug, change } of changes) if (change !== 'reinstated') await builder.remove(slug, slicer);
    if (changes.length) former = formerSlugs(former, changes);
    const said = await source.replies.changed(version, until);
    replies = shownReplies(replies, changes, said);
    corrections = shownCorrections(corrections, changes, await source.corrections.between(version, until));
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
  return {
    version,
    modified: modified.getTime() === 0 ? before.modified : modified,
    position,
    former,
    replies,
    corrections,
  };
}

/** The latest of a time and those of publications: Last-Modified never goes back, whatever older rows say (decision 45). */
const latestOf = (time: Date, publications: readonly string[]): Date =>
  new Date(Math.max(time.getTime(), ...publications.map((at) => Date.parse(at))));
