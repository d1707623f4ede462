import type { Document } from '../documents/document.ts';
import type { Audit, AuditRecord } from '../domain/audit/audit.ts';
import type { IndexEntry } from '../domain/leaderboard.ts';

/**
 * One immutable state of the whole leaderboard: every public surface (index, record, page, badge, tool, mail) is read
 * from one of these, so no two can disagree (decision 6).
 */
export type Snapshot = {
  /** The publication that it holds everything up to; 0 when nothing was published. */
  version: number;
  /** When the newest publication was made; the start of 1970 when there is none. */
  modified: Date;
  /** Number of companies. */
  count: number;
  /**
   * All companies in leaderboard order (decision 6). Never change it. Made when it is first asked for; for a page of
   * them ask for a `slice`.
   */
  readonly entries: readonly Entry[];
  /** `entries.slice(from, to)`, without making all of them. */
  slice(from: number, to: number): readonly Entry[];
  /** How many companies have each score: all that a rank depends on. */
  scores: ReadonlyMap<number, number>;
  entry(slug: string): Entry | undefined;
  /** The current record with its rank; undefined for an unknown slug. Never change it. */
  record(slug: string): AuditRecord | undefined;
  /** All standing audits of a company, oldest first; empty for an unknown slug. Never change them. */
  audits(slug: string): readonly Audit[];
  /**
   * The static document at a root-relative path, for example `/api/audits/index.json`; undefined when there is none.
   */
  document(path: string): Document | undefined;
  /** Every static document with its path, the index first; each is made on the way and kept by nobody. */
  documents(): IterableIterator<[string, Document]>;
};

/** An index entry (spec 2.1) and what else lists of companies show. */
export type Entry = IndexEntry & {
  audit_id: string;
  website: string;
  audit_date: string;
  reaudit_due: string;
  /** Rubric version, for example `v1`. */
  rubric: string;
};
