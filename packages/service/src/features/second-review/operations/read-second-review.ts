import { evidenceSource } from '@readymark/auditor/evidence/evidence';
import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import { secondReview } from '../../../domain/auditing/second-review.ts';
import { reviewedDraft } from '../../../operations/auditing/reviewed-draft.ts';
import { draftJobAt } from '../../../operations/auditing/shown-job.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { refuseBlind } from './rules.ts';
import { agreementIn, requiredReview, scoresOf, shownReview } from './shown-review.ts';

const points = z.int().min(0);

const blindCriterion = z.object({
  id: z.string(),
  pillar: z.string(),
  name: z.string(),
  max: points,
  description: z.string().describe('Of the rubric'),
  question: z.string().nullable().describe('What only a person can judge'),
  ladder: z.array(z.object({ score: points, text: z.string() })).describe('What each score demands'),
  sources: z.array(evidenceSource),
  score: points.nullable().describe('What the second reviewer gave; only to himself until he has finished'),
  note: z.string().nullable(),
  first: points.nullable().describe('What the draft had when he finished; null before'),
});

/**
 * The second review of a draft (decision 124): to its reviewer everything that he needs to score, and nothing that
 * anybody or the machine scored, until he has finished; to others no score before that. Faults: not_found; conflict.
 */
export const readSecondReview = deskOperation({
  name: 'read_second_review',
  title: 'Read a second review',
  summary: 'Shows criteria, rules and sources of a draft to be scored blind, then both scores.',
  path: 'GET /api/desk/audit-jobs/{job_id}/second',
  guidance: 'Shows no proposal, interval, score or sentence of evidence before the review is finished.',
  faults: ['not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: secondReview.extend({
    version: points.describe('Send it with scores'),
    rubric: z.string(),
    items: z.array(blindCriterion),
  }),
  async handler(ctx, { job_id }, { operator }) {
    const { db } = ctx.store;
    const review = await requiredReview(db, job_id);
    const job = await draftJobAt(db, job_id);
    // Whoever scores another draft of this site may not see the scores of this one.
    await refuseBlind(db, job, operator, review.finished_at === null ? job_id : undefined);
    const { record, proposals } = reviewedDraft(job);
    const rubric = ctx.rubrics.get(job.rubric);
    const ladders = ctx.ladders.get(job.rubric)?.ladders;
    const given = review.finished_at !== null || review.reviewer === operator ? scoresOf(review) : [];
    const pairs = agreementIn(review)?.pairs ?? [];
    const items = record.criteria.map(({ id, pillar, name, max }) => {
      const ladder = ladders?.find((one) => one.id === id);
      const { score = null, note = null } = given.find((one) => one.id === id) ?? {};
      return {
        ...{ id, pillar, name, max },
        description: rubric?.criteria.find((one) => one.id === id)?.description ?? '',
        question: ladder?.question ?? null,
        ladder: ladder?.rungs.map(({ score, text }) => ({ score, text })) ?? [],
        sources: proposals.find((one) => one.id === id)?.sources ?? [],
        ...{ score, note },
        first: pairs.find((one) => one.id === id)?.first ?? null,
      };
    });
    return { ...shownReview(review), version: review.version, rubric: job.rubric, items };
  },
});
