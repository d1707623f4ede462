import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import type { BlindReview } from './blind-review.ts';
import { evidenceBodyPage } from './evidence-body.ts';
import { evidenceListPage } from './evidence-list.ts';
import { jobOf, loadReview } from './load.ts';
import { reviewPage } from './page.ts';
import { statePage } from './state.ts';
import { criterionForm, textsForm, typedForm } from './submit.ts';

/** The pages of a review beside the draft itself (`drawReview`), which is the page of its job. */
export const reviewPages = (blind: BlindReview): readonly DeskPage[] => [
  statePage,
  evidenceListPage,
  evidenceBodyPage(blind),
];

export const reviewForms: readonly DeskForm[] = [criterionForm, textsForm, typedForm];

/**
 * The review of a drafted job (decision 121); for who scores it blind, the page where he does. Faults: not_found; conflict,
 * when there is no draft (any more).
 */
export async function drawReview(visit: Visit, blind: BlindReview): Promise<DeskContent | { see_other: string }> {
  const elsewhere = await blind.placeOf(visit, jobOf(visit));
  if (elsewhere !== undefined) return { see_other: elsewhere };
  const review = await loadReview(visit);
  const reviewers = review.draft.revisions.map(({ reviewer }) => reviewer);
  return reviewPage(review, { second: await blind.partOf(visit, jobOf(visit), reviewers) });
}
