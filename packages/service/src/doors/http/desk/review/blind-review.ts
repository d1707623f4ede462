import type { EvidenceSource } from '@readymark/auditor/evidence/evidence';
import type { Visit } from '../definition.ts';

/**
 * What the pages of a review ask of second reviews (decision 124), of which they know no more: who scores a draft blind
 * does not see it, and the page of a draft says how far its second review is.
 */
export type BlindReview = {
  /** Where the operator who calls scores a draft blind; undefined where he may see it. */
  placeOf(visit: Visit, job_id: string): Promise<string | undefined>;
  /** The sources of each criterion, for who scores blind. */
  sourcesOf(visit: Visit, job_id: string): Promise<readonly { id: string; sources: readonly EvidenceSource[] }[]>;
  /**
   * A part of the page of a draft as HTML.
   *
   * @param reviewers who revised the draft and so knows its scores
   */
  partOf(visit: Visit, job_id: string, reviewers: readonly string[]): Promise<string>;
};
