import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import { secondReview } from '../../../domain/auditing/second-review.ts';
import { operatorName } from '../../../domain/desk.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { reviewedDraft } from '../../../operations/auditing/reviewed-draft.ts';
import { draftJobAt } from '../../../operations/auditing/shown-job.ts';
import type { Context } from '../../../operations/context.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { visitsTo } from '../../../store/auditing/draft-entries.ts';
import { auditsFromJobs } from '../../../store/auditing/job-lists.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { listOperators } from '../../../store/operators/operators.ts';
import { currentReview, insertReview, lockSecondReviews, secondReviewersOf } from '../store/second-reviews.ts';
import { requiredReview, shownReview } from './shown-review.ts';

/**
 * Gives a draft to a second operator, who scores it blind (decision 124). Faults: not_found; invalid_request for a name that
 * is no operator's; conflict, when there is no draft, one was given already, its scores are public, or he knows them.
 */
export const askSecondReview = deskOperation({
  name: 'ask_second_review',
  title: 'Ask for a second review',
  summary: 'Gives a draft to a second operator, who scores it blind.',
  path: 'POST /api/desk/audit-jobs/{job_id}/second',
  guidance:
    'The second operator sees criteria, rules and evidence, and no score, until he has finished. Not for who started, reviewed or was given this draft before.',
  status: 201,
  faults: ['not_found', 'conflict'],
  input: z.object({ job_id: jobId, to: operatorName.describe('Who is to score it') }),
  output: secondReview,
  async handler(ctx, { job_id, to }, { operator: asked_by, change }) {
    await draftJobAt(ctx.store.db, job_id);
    await refuseUnknown(ctx, to);
    if (to === asked_by)
      throw invalidFields([{ field: 'to', message: 'must be another operator: who looked at the draft is not blind' }]);
    return change(async (tx, { at: asked_at, record }) => {
      await lockSecondReviews(ctx.store, tx);
      const to_score = await scorable(tx, job_id, to);
      const review_id = ctx.newId('rev');
      await insertReview(tx, { review_id, job_id, reviewer: to, asked_by, asked_at, to_score });
      await record(job_id, { to });
      return shownReview(await requiredReview(tx, job_id));
    });
  },
});

/** Faults: invalid_request. */
async function refuseUnknown({ store, settings }: Context, name: string): Promise<void> {
  const known = [...(await listOperators(store.db)), ...settings.OPERATOR_TOKENS];
  if (!known.some((row) => row.name === name))
    throw invalidFields([{ field: 'to', message: 'must be an operator; readymark operator list shows who is one' }]);
}

/** How many criteria of a draft an operator may score blind. Faults: conflict. */
async function scorable(tx: Tx, job_id: string, to: string): Promise<number> {
  const job = await draftJobAt(tx, job_id);
  const { record, revisions } = reviewedDraft(job);
  const before = await currentReview(tx, job_id);
  if (before?.finished_at === null)
    throw new Fault(
      'conflict',
      `This draft was given to ${before.reviewer} already; withdraw that review to give it to somebody else.`,
    );
  if (before) throw new Fault('conflict', `This draft was reviewed a second time already, by ${before.reviewer}.`);
  if ((await auditsFromJobs(tx, [job_id])).has(job_id))
    throw new Fault(
      'conflict',
      'This draft is published: its scores are public, and nobody can score it blind any more.',
    );
  if (job.operator === to || revisions.some(({ reviewer }) => reviewer === to))
    throw new Fault('conflict', `${to} started or reviewed this draft and knows its scores; ask another operator.`);
  if ((await secondReviewersOf(tx, job_id)).includes(to))
    throw new Fault(
      'conflict',
      `${to} had this draft before and may have read it since that review was withdrawn; ask another operator.`,
    );
  if ((await visitsTo(tx, job_id)).some(({ operator }) => operator === to))
    throw new Fault('conflict', `${to} looked at this draft today and knows its scores; ask another operator.`);
  return record.criteria.length;
}
