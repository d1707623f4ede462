import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import {
  overallAgreement,
  overallOf,
  type StoredAgreement,
  secondReview,
  secondStatuses,
} from '../../../domain/auditing/second-review.ts';
import { invalidFields } from '../../../domain/fault.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { agreements, countReviews, findReview, listReviews } from '../store/second-reviews.ts';
import { shownReview } from './shown-review.ts';

/** Second reviews, the last asked first, and how far operators agree over all of them (decision 124). Faults: invalid_request. */
export const listSecondReviews = deskOperation({
  name: 'list_second_reviews',
  title: 'List second reviews',
  summary: 'Lists second reviews of drafts, and how far operators agree.',
  path: 'GET /api/desk/second-reviews',
  guidance: 'Lists who was asked by whom, how far each is, and the agreement of finished ones; without scores.',
  input: z.object({
    mine: z
      .enum(['reviewer', 'asker'])
      .optional()
      .describe('Only reviews that the caller does (reviewer), or asked for (asker)'),
    status: z.enum(secondStatuses).optional().describe('Only reviews in this status'),
    after: z.string().max(200).optional().describe('The last review of the previous page'),
    limit: wholeNumber(1, 500).default(50),
  }),
  output: z.object({
    counts: z.record(z.enum(secondStatuses), z.int().min(0)),
    overall: overallAgreement
      .nullable()
      .describe(
        'Over all reviews; null before one was compared with scores that a person reviewed, and in a list of others than finished ones',
      ),
    reviews: z.array(secondReview),
    next: z.string().nullable().describe('Send this as after to get the next page; null on the last page'),
  }),
  async handler(ctx, { mine, status, after, limit }, { operator }) {
    const { db } = ctx.store;
    const last = after === undefined ? undefined : await findReview(db, after);
    if (after !== undefined && !last) throw invalidFields([{ field: 'after', message: 'is not a known review' }]);
    const who = mine && { [mine === 'reviewer' ? 'reviewer' : 'asked_by']: operator };
    const found = await listReviews(db, { status, ...who, after: last, limit: limit + 1 });
    const reviews = found.slice(0, limit).map(shownReview);
    const pooled = status === 'open' || status === 'withdrawn' ? [] : await agreements(db);
    const overall = overallOf(pooled.map((text) => JSON.parse(text) as StoredAgreement)) ?? null;
    const next = found.length > limit ? (reviews.at(-1)?.review_id ?? null) : null;
    return { counts: await countReviews(db), overall, reviews, next };
  },
});
