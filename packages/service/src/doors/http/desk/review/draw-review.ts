import type { DeskContent, Visit } from '../definition.ts';
import { blindAt, secondReviewPart } from '../second/ask-form.ts';
import { jobOf, loadReview } from './load.ts';
import { reviewPage } from './page.ts';

/**
 * The review of a drafted job (decision 121); for who scores it blind, the page where he does (decision 124). Faults:
 * not_found; conflict, when there is no draft (any more).
 */
export async function drawReview(visit: Visit): Promise<DeskContent | { see_other: string }> {
  const blind = await blindAt(visit, jobOf(visit));
  if (blind !== undefined) return { see_other: blind };
  const review = await loadReview(visit);
  const reviewers = review.draft.revisions.map(({ reviewer }) => reviewer);
  return reviewPage(review, { second: await secondReviewPart(visit, jobOf(visit), reviewers) });
}
