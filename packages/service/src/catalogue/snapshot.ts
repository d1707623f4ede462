import type { Audit, AuditRecord } from '@readymark/rubric/audit/audit';
import type { CriterionScores } from '@readymark/rubric/audit/criterion-scores';
import type { BusinessKind } from '@readymark/rubric/ladder';
import type { Document } from '../documents/document.ts';
import type { Correction } from '../domain/audit/correction.ts';
import type { PublishedAudit } from '../domain/audit/published.ts';
import type { Receipts } from '../domain/auditing/receipts.ts';
import type { FormerSlug, FormerSlugs } from '../domain/companies/former-slug.ts';
import type { IndexEntry } from '../domain/leaderboard.ts';
import type { PublicReply } from '../domain/replies/reply.ts';
import type { Spread } from '../domain/spreads.ts';

/**
 * One immutable state of the whole leaderboard. Every public surface (index, record, page, badge, tool, mail) is read from
 * one snapshot, so no two can disagree (decision 6).
 */
export type Snapshot = {
  /** The newest publication in it; 0 when nothing was published. */
  version: number;
  /** When the newest publication was made; when there is none, the first moment of the day on which the process began. */
  modified: Date;
  /** Number of companies. */
  count: number;
  /** The rubric version of most audits (decision 6). */
  rubric_version: string;
  /** Number of those that ranks and counts go by: all, but no fictional one beside real ones (decision 105). */
  ranked: number;
  /** All companies in leaderboard order (decision 6). Never change it. Lists filter these and make few entries. */
  readonly companies: readonly Listed[];
  /** The same companies in groups that can be searched, best first. */
  readonly groups: readonly SearchGroup[];
  /** All companies by name. */
  readonly by_name: Pick<readonly Listed[], 'length' | 'at'> & Iterable<Listed>;
  /** The entry of one of `companies`. */
  entryOf(company: Listed): Entry;
  /** The entries of `companies.slice(from, to)`. */
  slice(from: number, to: number): readonly Entry[];
  /** The index entry of one of `companies`, as JSON. */
  json(company: Listed): string;
  /** Number of companies by tier. */
  tiers: ReadonlyMap<string, number>;
  /** Number of ranked companies by score: everything that a rank depends on. */
  scores: ReadonlyMap<number, number>;
  /** How the scores of ranked companies under a rubric are spread, of all or of one kind of business; undefined without any. */
  spread(rubric: string, business?: BusinessKind): Spread | undefined;
  /** The kind of business that the current audit of a company found; undefined where none was said (decision 177). */
  business(slug: string): BusinessKind | undefined;
  entry(slug: string): Entry | undefined;
  /** A company of `companies`, of which nothing is read but what is asked for; undefined for an unknown slug. */
  listed(slug: string): Listed | undefined;
  /** The rank of one of `companies`. */
  rankOf(company: Listed): number;
  /** The slugs that no company has any more. The same object in every snapshot as long as they are the same. */
  readonly former_slugs: FormerSlugs;
  /** What became of a slug that no company has any more; undefined for a listed one and one that never was. */
  former(slug: string): FormerSlug | undefined;
  /** The company of a website: with the same host, else a subdomain of it or the other way round; the best one. */
  atSite(website: string): Listed | undefined;
  /** The current record with its rank; undefined for an unknown slug. Never change it. */
  record(slug: string): AuditRecord | undefined;
  /** The current record of one of `companies` as it is stored, and a key that no other record has; its bytes are read when asked for. */
  stored(company: Listed): { key: string; size: number; packed(): Uint8Array };
  /** What the current audit rests on; undefined for an unknown slug, and for an audit that was written by hand. */
  receipts(slug: string): Receipts | undefined;
  /** Whether there are some, which costs nothing. */
  hasReceipts(slug: string): boolean;
  /** All current audits of a company, one per date, oldest first; empty for an unknown slug. Never change them. */
  audits(slug: string): readonly Audit[];
  /** The audit of one date; undefined where there is none, also for an unknown slug. Never change it. */
  audit(slug: string, audit_date: string): Audit | undefined;
  /** What the company says about its audits, newest first; empty without any, and for an unknown slug. Never change it. */
  replies(slug: string): readonly PublicReply[];
  /** What was corrected in its audits, newest first; empty without any, and for an unknown slug. Never change it. */
  corrections(slug: string): readonly Correction[];
  /** Median days from a dispute to its outcome, over all companies, in tenths; null without any. */
  outcome_days: number | null;
  /** Disputes that have an outcome, over all companies. */
  disputes_decided: number;
  /** The same audits without their records, which costs nothing. Never change them. */
  publicAudits(slug: string): readonly PublicAudit[];
  /** The same of one of `companies`, without a look-up. Never change them. */
  publicAuditsOf(company: Listed): readonly PublicAudit[];
  /**
   * The static document at a root-relative path, for example `/api/audits/index.json`; undefined when there is none.
   */
  document(path: string): Document | undefined;
  /** Every static document with its path, the index first; each is made on the way and not cached. */
  documents(): IterableIterator<[string, Document]>;
};

/**
 * A company as lists filter and sort it: an entry without what depends on other companies. The same object in every
 * snapshot as long as its audits are the same.
 */
export type Listed = Omit<Entry, 'rank' | 'detail_json'> & CriterionScores;

/** A current audit, of which nothing is read but what is kept beside its record. */
export type PublicAudit = Pick<PublishedAudit, 'audit_id' | 'audit_date' | 'published_at' | 'rubric'> & CriterionScores;

/**
 * A group of companies with what searches look at: the folded names, slugs and websites in one text, one company a line.
 * One long text is searched many times faster than as many short ones.
 */
export type SearchGroup = {
  companies: readonly Listed[];
  text: string;
  /** Where the line of each company begins, and the end of the text. */
  starts: Uint32Array;
};

/** An index entry (spec 2.1), plus the fields that other company lists show. */
export type Entry = Omit<IndexEntry, 'fictional'> & {
  audit_id: string;
  website: string;
  audit_date: string;
  reaudit_due: string;
  /** Rubric version, for example `v1`. */
  rubric: string;
  /** Whether it is an example that does not exist (decision 105). */
  fictional: boolean;
};
