import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import { Fault } from '../../../domain/fault.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { updateReview } from '../store/second-reviews.ts';
import { requiredReview, savedMeanwhile } from './shown-review.ts';

/**
 * Ends an open second review without a result: any operator may, so that nobody who is away holds a draft up (decision
 * 124). Faults: not_found; conflict, when it is finished.
 */
export const withdrawSecondReview = deskOperation({
  name: 'withdraw_second_review',
  title: 'Withdraw a second review',
  summary: 'Ends the second review of a draft that is not finished.',
  path: 'POST /api/desk/audit-jobs/{job_id}/second/withdraw',
  guidance: 'The draft may then be given to another operator, not to the same one again.',
  faults: ['not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: z.object({ job_id: z.string(), reviewer: z.string(), withdrawn_at: timestamp }),
  async handler(ctx, { job_id }, { operator: withdrawn_by, change }) {
    const review = await requiredReview(ctx.store.db, job_id);
    if (review.finished_at !== null)
      throw new Fault('conflict', 'This second review is finished and cannot be withdrawn.');
    const { reviewer } = review;
    return change(async (tx, { at: withdrawn_at, record }) => {
      if (!(await updateReview(tx, review, { withdrawn_at, withdrawn_by }))) throw savedMeanwhile(review.version + 1);
      await record(job_id, { reviewer });
      return { job_id, reviewer, withdrawn_at };
    });
  },
});
