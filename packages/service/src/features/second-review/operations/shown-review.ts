import {
  type SecondReview,
  type SecondScore,
  type StoredAgreement,
  secondReview,
  secondStatus,
} from '../../../domain/auditing/second-review.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Db } from '../../../store/engine/engine.ts';
import type { SecondReviewRow } from '../store/rows.ts';
import { currentReview, type SecondReviewOfJob } from '../store/second-reviews.ts';

export const scoresOf = ({ scores }: Pick<SecondReviewRow, 'scores'>) => JSON.parse(scores) as SecondScore[];

export const agreementIn = ({ agreement }: Pick<SecondReviewRow, 'agreement'>): StoredAgreement | null =>
  agreement === null ? null : (JSON.parse(agreement) as StoredAgreement);

/** A review as operators see it in lists: how far it is and how it ended, without scores. */
export function shownReview(row: SecondReviewOfJob): SecondReview {
  const agreement = agreementIn(row);
  const scored = agreement?.criteria ?? scoresOf(row).filter(({ score }) => score !== null).length;
  return secondReview.parse({ ...row, agreement, scored, status: secondStatus(row) });
}

/** The review of a draft that was not withdrawn. Faults: not_found. */
export async function requiredReview(db: Db, job_id: string): Promise<SecondReviewOfJob> {
  const review = await currentReview(db, job_id);
  if (!review)
    throw new Fault(
      'not_found',
      'This draft has no second review, or it was withdrawn; ask an operator for one (readymark audits second ID --to NAME).',
    );
  return review;
}

/** The open review of a draft, for its reviewer. Faults: not_found; conflict for anybody else, and when it has ended. */
export async function ownOpenReview(db: Db, job_id: string, operator: string): Promise<SecondReviewOfJob> {
  const review = await requiredReview(db, job_id);
  if (review.reviewer !== operator)
    throw new Fault('conflict', `This draft was given to ${review.reviewer}, who alone scores it a second time.`);
  if (review.finished_at !== null)
    throw new Fault('conflict', 'This second review is finished; its scores stay as they are.');
  return review;
}

/** Somebody saved or ended the review since it was read. */
export const savedMeanwhile = (version: number) =>
  new Fault(
    'conflict',
    `This review was saved or ended in another window in the meantime: its version is ${version}. Read it again; nothing was changed.`,
  );
