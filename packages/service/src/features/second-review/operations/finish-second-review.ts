import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { agreementOf } from '../../../domain/auditing/agreement.ts';
import { jobId } from '../../../domain/auditing/job.ts';
import { type StoredAgreement, secondReview } from '../../../domain/auditing/second-review.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { reviewedDraft } from '../../../operations/auditing/reviewed-draft.ts';
import { draftJobAt } from '../../../operations/auditing/shown-job.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import type { DraftJob } from '../../../store/auditing/drafts.ts';
import type { SecondReviewRow } from '../store/rows.ts';
import { updateReview } from '../store/second-reviews.ts';
import { ownOpenReview, requiredReview, savedMeanwhile, scoresOf, shownReview } from './shown-review.ts';

/**
 * Ends a second review: its scores are compared with those of the draft as it is now, and both are shown from now on
 * (decision 124). Faults: not_found; invalid_request, when criteria have no score; conflict.
 */
export const finishSecondReview = deskOperation({
  name: 'finish_second_review',
  title: 'Finish a second review',
  summary: 'Compares the scores of a second review with those of the draft.',
  path: 'POST /api/desk/audit-jobs/{job_id}/second/finish',
  guidance: 'Needs a score for every criterion. Its scores cannot be changed afterwards; the draft can.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    job_id: jobId,
    version: wholeNumber(0, 1_000_000).describe('Version of the review that was read'),
  }),
  output: secondReview,
  async handler(ctx, { job_id, version }, { operator, change }) {
    const { db } = ctx.store;
    if ((await ownOpenReview(db, job_id, operator)).version !== version)
      throw savedMeanwhile((await requiredReview(db, job_id)).version);
    return change(async (tx, { at: finished_at, record }) => {
      const review = await ownOpenReview(tx, job_id, operator);
      const { pairs, ...agreement } = compared(review, await draftJobAt(tx, job_id));
      const stored = JSON.stringify({ ...agreement, pairs });
      if (!(await updateReview(tx, { ...review, version }, { finished_at, agreement: stored })))
        throw savedMeanwhile(review.version);
      await record(job_id, agreement);
      return shownReview(await requiredReview(tx, job_id));
    });
  },
});

/** Faults: invalid_request, conflict. */
function compared(review: SecondReviewRow, job: DraftJob): StoredAgreement {
  const { record, revisions } = reviewedDraft(job);
  const first_reviewers = [...new Set(revisions.map(({ reviewer }) => reviewer))];
  // He may have begun to revise it in the moment in which it was given to him.
  if (first_reviewers.includes(review.reviewer))
    throw new Fault(
      'conflict',
      'You revised this draft and know its scores: withdraw this review, and ask another operator.',
    );
  const given = new Map(scoresOf(review).map(({ id, score }) => [id, score]));
  const missing = record.criteria.filter(({ id }) => (given.get(id) ?? null) === null).map(({ id }) => id);
  if (missing.length)
    throw invalidFields(
      missing.map((id) => ({ field: id, message: 'has no score yet' })),
      `Not scored yet: ${missing.join(', ')}.`,
    );
  const pairs = record.criteria.map(({ id, score }) => ({ id, first: score, second: given.get(id) ?? 0 }));
  const agreement = agreementOf(pairs);
  if (!agreement) throw new Fault('conflict', 'This draft has no criteria to compare; withdraw this review.');
  return { ...agreement, draft_version: job.version, first_reviewers, pairs };
}
