import type { Revision } from '../../domain/auditing/review.ts';
import { reviewedBy } from '../../domain/auditing/second-review.ts';
import { Fault } from '../../domain/fault.ts';
import { blindJob, standingReview } from '../../store/auditing/second-reviews.ts';
import type { Db } from '../../store/engine/engine.ts';
import type { AuditJobRow } from '../../store/tables.ts';

/**
 * Whoever scores a draft as its second reviewer sees and changes no draft of that site until he has finished (decision
 * 124): every operation that shows or changes one asks here first. Faults: conflict.
 *
 * @param except a job that he may see although he scores it
 */
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

/** What the receipts of a draft say of how many reviewed it, if an operator publishes it now (decision 124). */
export async function reviewedByNow(
  db: Db,
  job_id: string,
  revisions: readonly Pick<Revision, 'reviewer'>[],
  operator: string,
): Promise<2 | null> {
  const review = await standingReview(db, job_id);
  const others = [operator, ...revisions.map(({ reviewer }) => reviewer)];
  return reviewedBy(review?.finished_at === null ? undefined : review?.reviewer, others);
}
