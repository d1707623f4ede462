import type { FieldError } from '@readymark/rubric/field';
import { freeText, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import type { SecondScore } from '../../../domain/auditing/second-review.ts';
import { invalidFields } from '../../../domain/fault.ts';
import { reviewedDraft } from '../../../operations/auditing/reviewed-draft.ts';
import { draftJobAt } from '../../../operations/auditing/shown-job.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { updateReview } from '../store/second-reviews.ts';
import { ownOpenReview, savedMeanwhile, scoresOf } from './shown-review.ts';

const input = z.object({
  job_id: jobId,
  version: wholeNumber(0, 1_000_000).describe('Version of the review that was read'),
  scores: z
    .array(
      z.object({
        id: z.string().trim().toUpperCase().max(40),
        score: wholeNumber(0, 1_000).optional(),
        note: freeText(2_000).nullable().optional().describe('Null or empty removes it'),
      }),
    )
    .min(1)
    .max(100),
});

/**
 * Saves what the second reviewer gives, one criterion or several at a time (decision 124). Faults: not_found; conflict for
 * others, when it has ended, or was saved in another window; invalid_request.
 */
export const scoreSecondReview = deskOperation({
  name: 'score_second_review',
  title: 'Score a second review',
  summary: 'Saves scores and notes of a second review.',
  path: 'POST /api/desk/audit-jobs/{job_id}/second/scores',
  guidance: 'Needs the version that was read. Only the operator who was asked may call it.',
  faults: ['not_found', 'conflict'],
  input,
  output: z.object({
    job_id: z.string(),
    version: z.int(),
    open: z.array(z.string()).describe('Criteria that have no score yet'),
  }),
  async handler(ctx, { job_id, version, scores }, { operator, change }) {
    const review = await ownOpenReview(ctx.store.db, job_id, operator);
    if (review.version !== version) throw savedMeanwhile(review.version);
    const { record } = reviewedDraft(await draftJobAt(ctx.store.db, job_id));
    const before = new Map(scoresOf(review).map((one) => [one.id, one]));
    const errors: FieldError[] = [];
    for (const [at, { id, score, note }] of scores.entries()) {
      const max = record.criteria.find((one) => one.id === id)?.max;
      const field = `scores[${at}]`;
      if (max === undefined)
        errors.push({
          field: `${field}.id`,
          message: `must be one of ${record.criteria.map((one) => one.id).join(', ')}`,
        });
      else if (score !== undefined && score > max)
        errors.push({ field: `${field}.score`, message: `must be at most ${max}` });
      else if (score === undefined && note === undefined)
        errors.push({ field, message: 'must have a score or a note' });
      const known: SecondScore = before.get(id) ?? { id, score: null, note: null };
      before.set(id, { id, score: score ?? known.score, note: note === undefined ? known.note : note || null });
    }
    if (errors.length) throw invalidFields(errors);
    const given = record.criteria.flatMap(({ id }) => before.get(id) ?? []);
    await change(async (tx, { record }) => {
      if (!(await updateReview(tx, review, { scores: JSON.stringify(given) }))) throw savedMeanwhile(version + 1);
      // Which criteria, never the scores: the first reviewer reads the log too. Notes alone are saved while they are typed.
      const criteria = scores.filter(({ score }) => score !== undefined).map(({ id }) => id);
      if (criteria.length) await record(job_id, { version: version + 1, criteria });
    });
    const open = record.criteria.filter(({ id }) => (before.get(id)?.score ?? null) === null).map(({ id }) => id);
    return { job_id, version: version + 1, open };
  },
});
