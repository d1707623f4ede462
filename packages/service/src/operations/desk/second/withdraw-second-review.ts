import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import { Fault } from '../../../domain/fault.ts';
import { updateReview } from '../../../store/auditing/second-reviews.ts';
import { insertAction } from '../../../store/desk-actions.ts';
import { operation, operatorOf } from '../../operation.ts';
import { savedMeanwhile, standingAt } from './shown-review.ts';

/**
 * Ends an open second review without a result: any operator may, so that nobody who is away holds a draft up (decision
 * 124). Faults: not_found; conflict, when it is finished.
 */
export const withdrawSecondReview = operation({
  name: 'withdraw_second_review',
  title: 'Withdraw a second review',
  summary: 'Ends the second review of a draft that is not finished.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: z.object({ job_id: z.string(), reviewer: z.string(), withdrawn_at: timestamp }),
  http: [
    {
      method: 'POST',
      path: '/api/desk/audit-jobs/{job_id}/second/withdraw',
      status: 200,
      fields: 'none',
      guidance: 'The draft may then be given to another operator, not to the same one again.',
    },
  ],
  async handler(ctx, { job_id }, caller) {
    const withdrawn_by = operatorOf(caller);
    const withdrawn_at = ctx.now().toISOString();
    const review = await standingAt(ctx.store.db, job_id);
    if (review.finished_at !== null)
      throw new Fault('conflict', 'This second review is finished and cannot be withdrawn.');
    const { reviewer } = review;
    await ctx.store.transaction(async (tx) => {
      if (!(await updateReview(tx, review, { withdrawn_at, withdrawn_by }))) throw savedMeanwhile(review.version + 1);
      const action = { action_id: ctx.newId('act'), operator: withdrawn_by, action: 'withdraw_second_review' };
      await insertAction(tx, { ...action, subject_id: job_id, detail: { reviewer }, at: withdrawn_at });
    });
    return { body: { job_id, reviewer, withdrawn_at } };
  },
});
