/**
 * A draft that was given to a second operator (decision 124): open, then finished or withdrawn. A job has at most one that was
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

declare module '../../../store/tables.ts' {
  interface Tables {
    second_reviews: SecondReviewRow;
  }
}
