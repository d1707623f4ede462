import type { KeptBytes } from '../blobs/kept-bytes.ts';

/** Rows of the jobs of the auditing agent, of what was seen, and of what people do with drafts. */

/** An audit that the auditing agent makes (decision 93). `progress`, `bundle`, `proposals`, `assist`, `draft` and `revisions` are JSON. */
export type AuditJobRow = {
  job_id: string;
  request_id: string | null;
  slug: string;
  company: string;
  website: string;
  /** What the owner of the website registered: a site is audited once a day. */
  site: string;
  rubric: string;
  status: string;
  operator: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  attempts: number;
  progress: string | null;
  error: string | null;
  remedy: string | null;
  /** The audit of the company that was current when the draft was made. */
  audit_id_before: string | null;
  /** What the collection saw, without bodies: stored as soon as it ended, so that a site is not collected twice. */
  bundle: string | null;
  /** What the scorer proposed; never changed. */
  proposals: string | null;
  /** What a language model answered, where one was asked (decision 95). */
  assist: string | null;
  /** The record as it was reviewed so far. */
  draft: string | null;
  revisions: string;
  /** The number of revisions, by which two reviewers notice one another. */
  version: number;
  aged_out_at: string | null;
  /** What of the evidence of a published audit is kept (decision 174): null all of it, `cited`, or `none`. */
  evidence_kept: string | null;
  /** When that is looked at again; null where no published audit rests on it, or nothing is left. */
  evidence_due_at: string | null;
  /** 1 where nothing is visited: a person writes the draft (decision 121). */
  by_hand: number;
  /** Who holds the domain, where it is his private draft (decision 181); null for jobs of operators. */
  holder_id: string | null;
  lease_by: string | null;
  /** While it is queued again: when it may be begun. */
  lease_until: string | null;
};

/**
 * A body that was fetched, once whoever saw it (decision 90): its SHA-256 and its length; what is kept of it is in `encoding`, which is
 * `zstd`.
 */
export type EvidenceBodyRow = KeptBytes & { sha256: string; bytes: number; encoding: string; stored_at: string };

/** A body that was removed for good, and why (decision 173). */
export type ForgottenBodyRow = { sha256: string; reason: string; forgotten_at: string };

/** Which job saw which body. A body without a job is removed. */
type JobBodyRow = { job_id: string; sha256: string };

/** What an operator has typed into a field of a draft and not saved yet (decision 121), at a version of it. */
export type DraftEntryRow = {
  job_id: string;
  operator: string;
  field: string;
  text: string;
  version: number;
  at: string;
};

/** When an operator was last at a draft, since when without a break, and the field that was typed in. */
export type DraftVisitRow = { job_id: string; operator: string; since: string; at: string; field: string | null };

declare module '../tables.ts' {
  interface Tables {
    audit_jobs: AuditJobRow;
    evidence_bodies: EvidenceBodyRow;
    job_bodies: JobBodyRow;
    forgotten_bodies: ForgottenBodyRow;
    draft_entries: DraftEntryRow;
    draft_visits: DraftVisitRow;
  }
}
