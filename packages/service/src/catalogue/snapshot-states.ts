import type { Logger } from 'pino';
import { openCompressor } from '../documents/compressor.ts';
import type { Document } from '../documents/document.ts';
import type { Correction } from '../domain/audit/correction.ts';
import type { PublishedAudit } from '../domain/audit/published.ts';
import { startOfDay } from '../domain/clock.ts';
import { type FormerSlugs, formerSlugs, noFormerSlugs, type SlugChange } from '../domain/companies/former-slug.ts';
import type { ReplyChange } from '../domain/replies/reply.ts';
import { CompanyRows } from './board/company-rows.ts';
import { snapshotOf } from './build-snapshot.ts';
import { emptyIndex, indexOf } from './families/index-document.ts';
import { type RubricSource, rubricVersion } from './families/rubric-documents.ts';
import { openDocumentCache } from './families/snapshot-documents.ts';
import { moveTogether } from './groups.ts';
import { emptyLeaderboard, type Leaderboard } from './leaderboard.ts';
import { LeaderboardBuilder } from './leaderboard-builder.ts';
import { openRecordStore, type RecordStore } from './record-store/record-store.ts';
import { openSpillFile, type SpillFile } from './record-store/spill-file.ts';
import { noCorrections, type ShownCorrections, shownCorrections } from './replies/shown-corrections.ts';
import { noReplies, type ShownReplies, shownReplies } from './replies/shown-replies.ts';
import { BoardSaving, type Saving } from './saved/board-saving.ts';
import type { BoardKeeper } from './saved/saved-board.ts';
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
  /**
   * A text that only databases have in common in which all that was published up to a publication is the same. Without it no
   * board is saved.
   */
  mark?(publication: number): Promise<string>;
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
export type State = {
  snapshot: Snapshot;
  leaderboard: Leaderboard;
  read: Read;
  records: RecordStore;
  rows: CompanyRows;
  spill: SpillFile | undefined;
  /** Leaves it for the next run. */
  keeper: BoardKeeper | undefined;
  /** Whether a record was found that is not what was stored. */
  isDamaged(): boolean;
  index_bytes: number;
};

/** Builds one state from another. */
type States = {
  /** The state of an empty store: the start, and again when the database was replaced by an older one. */
  empty(): State;
  /** What the last run left, from now on kept for the next one; undefined where it is not whole or not of this database. */
  resume(): Promise<State | undefined>;
  /** The state after everything published until now; `base` keeps its records, and is as it was otherwise. `saved`: what changed. */
  next(base: State, latest: number): Promise<State & { saved(): ReturnType<LeaderboardBuilder['changes']> }>;
  /** Size of the documents that snapshots have built. */
  documentBytes(): number;
  /** The folder that this process keeps for its next run; undefined where it has none. */
  folder(): { path: string; key: string } | undefined;
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
  saving?: Saving;
};

export function openStates({ source, rubrics, now, log, folder, saving }: StateOptions): States {
  const cache = openDocumentCache();
  const compressor = openCompressor((error) =>
    log.error({ err: error }, 'the compressing thread failed; the index is served uncompressed'),
  );
  const spillFailed = (error: unknown) =>
    log.warn({ err: error }, 'records cannot be written to DATA_DIR; all stay in memory');
  const boards = new BoardSaving(source, log, folder, saving);

  /** A state whose leaderboard is complete. */
  async function finished(parts: Omit<State, 'snapshot' | 'index_bytes'>): Promise<State> {
    const { leaderboard, read, records } = parts;
    const slicer = openTimeSlicer();
    const index = await indexOf(leaderboard, read.modified, slicer, rubricVersion(leaderboard, rubrics));
    await compressor.compress(index);
    const snapshot = snapshotOf({ ...read, leaderboard, index, records, cache, rubrics, now });
    return { ...parts, snapshot, index_bytes: sizeOf(index) };
  }

  return {
    empty() {
      const keeper = boards.begin();
      const spill = folder === undefined || keeper ? undefined : openSpillFile(folder, spillFailed);
      const { isDamaged, damaged } = openDamage(keeper, log);
      const records = openRecordStore(keeper?.file ?? spill, { damaged });
      const rows = new CompanyRows();
      const leaderboard = emptyLeaderboard;
      const read = {
        version: 0,
        modified: startOfDay(now()),
        position: { publication: 0, audit_id: '' },
        former: noFormerSlugs,
        replies: noReplies,
        corrections: noCorrections,
      };
      const index = emptyIndex(read.modified, rubricVersion(emptyLeaderboard, rubrics));
      const snapshot = snapshotOf({ ...read, leaderboard, index, records, cache, rubrics, now });
      const parts = { snapshot, leaderboard, read, records, rows, spill, keeper, isDamaged };
      return { ...parts, index_bytes: sizeOf(index) };
    },
    async resume() {
      const found = await boards.resume();
      if (!found) return undefined;
      const { board, keeper, held } = found;
      const { leaderboard, rows, version, position, record_end } = board;
      const { isDamaged, damaged } = openDamage(keeper, log);
      const records = openRecordStore(keeper.file, { begin: record_end, ...(held && { held }), damaged });
      const changes = await source.slugs.changed(0, version);
      const said = await source.replies.changed(0, version);
      const read: Read = {
        ...{ version, modified: new Date(board.modified), position },
        former: formerSlugs(noFormerSlugs, changes),
        replies: shownReplies(noReplies, changes, said),
        corrections: shownCorrections(noCorrections, changes, await source.corrections.between(0, version)),
      };
      return finished({ leaderboard, read, records, rows, spill: undefined, keeper, isDamaged });
    },
    async next(base, latest) {
      const { read: before, leaderboard: board, records, rows, keeper } = base;
      const slicer = openTimeSlicer();
      const builder = new LeaderboardBuilder(board, records, rows);
      const read = await readPublications(source, latest, before, builder, slicer);
      const leaderboard = await builder.finish(slicer);
      if (!keeper && rows.bytes > ROW_BYTES_SPARE + 2 * leaderboard.row_bytes)
        await moveTogether(leaderboard, rows, slicer);
      const state = await finished({ ...base, leaderboard, read });
      return { ...state, saved: () => builder.changes() };
    },
    documentBytes: () => cache.bytes(),
    folder: () => boards.folder,
    async close() {
      await compressor.close();
      boards.close();
    },
  };
}

/** What becomes known of records that are damaged. Without a keeper they are in a file that ends with the process. */
function openDamage(keeper: BoardKeeper | undefined, log: Logger) {
  if (keeper) return { isDamaged: () => keeper.isDamaged, damaged: () => keeper.damaged() };
  let is_damaged = false;
  return {
    isDamaged: () => is_damaged,
    damaged() {
      if (!is_damaged) log.error('a stored record is damaged; the board is built again from the database');
      is_damaged = true;
    },
  };
}

/** Memory of rows that nobody needs any more, at least, before the others move together. */
const ROW_BYTES_SPARE = 16 * 1024 * 1024;

const sizeOf = ({ in_pieces, bodies }: Document) => in_pieces?.byteLength ?? bodies.identity.byteLength;

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
