import { Fault } from '../../../domain/fault.ts';
import type { DraftRules } from '../../../operations/auditing/draft-rules.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import type { Db } from '../../../store/engine/engine.ts';
import { ageOutReviews, blindJob, currentReview, lockSecondReviews } from '../store/second-reviews.ts';
import { shownReview } from './shown-review.ts';

/** @param except a job that the operator may see although he scores it */
export async function refuseBlind(
  db: Db,
  { site }: Pick<AuditJobRow, 'site'>,
  operator: string,
  except?: string,
): Promise<void> {
  const blind = await blindJob(db, operator, site);
  if (blind === undefined || blind === except) return;
  throw new Fault(
    'conflict',
    `You score ${blind} blind, as its second reviewer: scores of drafts of this site are closed to you until you have finished (readymark audits second-score ${blind} --finish), or the review was withdrawn.`,
  );
}

export const rules: DraftRules = {
  refuseBlind: (db, job, operator) => refuseBlind(db, job, operator),
  blindJob,
  async secondReviewOf(db, job_id) {
    const review = await currentReview(db, job_id);
    return review ? shownReview(review) : null;
  },
  async beforePublishing(store, tx, job_id) {
    await lockSecondReviews(store, tx);
    const review = await currentReview(tx, job_id);
    if (review?.finished_at !== null) return;
    throw new Fault(
      'conflict',
      `${job_id} was given to ${review.reviewer}, who scores it blind; wait for the end of that, or withdraw it with readymark audits second ${job_id} --withdraw (withdraw_second_review).`,
    );
  },
  ageOut: ageOutReviews,
};
