/** Rows beside the jobs of the auditing agent: what was seen, and what people do with drafts. */

/** A body that was fetched, once whoever saw it (decision 90): `body` is base64 of the bytes in `encoding`, which is `zstd`. */
export type EvidenceBodyRow = { sha256: string; bytes: number; encoding: string; body: string; stored_at: string };

/** Which job saw which body. A body without a job is removed. */
export type JobBodyRow = { job_id: string; sha256: string };

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

/**
 * A draft that was given to a second operator (decision 124): open, then finished or withdrawn. One of a job stands that was
 * not withdrawn. `scores` and `agreement` are JSON: what he gave so far, and what was compared when he finished.
 */
export type SecondReviewRow = {
  review_id: string;
  job_id: string;
  reviewer: string;
  asked_by: string;
  asked_at: string;
  /** How many criteria there are to score. */
  to_score: number;
  scores: string;
  /** How often scores were saved, by which two windows of one reviewer notice one another. */
  version: number;
  finished_at: string | null;
  agreement: string | null;
  withdrawn_at: string | null;
  /** Null where the draft aged out. */
  withdrawn_by: string | null;
};
