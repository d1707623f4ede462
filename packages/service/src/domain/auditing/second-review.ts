import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { type Agreement, agreement, agreementOf, type ScorePair } from './agreement.ts';

/** A second operator scores a draft without seeing its scores (decision 124). None of it is public but that it was done. */

const points = z.int().min(0);

export const secondStatuses = ['open', 'finished', 'withdrawn'] as const;
export type SecondStatus = (typeof secondStatuses)[number];

/** What the second reviewer gave one criterion so far. */
const secondScore = z.object({ id: z.string(), score: points.nullable(), note: z.string().nullable() });
export type SecondScore = z.infer<typeof secondScore>;

/** How a finished review agrees with the draft as it was at that time, and with whom it was compared. */
const secondAgreement = agreement.extend({
  draft_version: points.meta({ description: 'Version of the draft that was compared.' }),
  first_reviewers: z.array(z.string()).meta({
    description: 'Who had revised or confirmed parts of that version; nobody: its scores were the proposals.',
  }),
});

/** The same as it is stored, with the scores that it was made of. */
export type StoredAgreement = z.infer<typeof secondAgreement> & { pairs: ScorePair[] };

export const secondReview = z
  .object({
    review_id: z.string(),
    job_id: z.string(),
    slug: z.string(),
    company: z.string(),
    website: z.string(),
    status: z.enum(secondStatuses),
    reviewer: z.string().meta({ description: 'The second operator.' }),
    asked_by: z.string(),
    asked_at: timestamp,
    scored: points.meta({ description: 'Criteria scored so far.' }),
    to_score: points.meta({ description: 'Criteria to score.' }),
    finished_at: timestamp.nullable(),
    withdrawn_at: timestamp.nullable(),
    withdrawn_by: z.string().nullable().meta({ description: 'Null where the draft aged out.' }),
    agreement: secondAgreement.nullable().meta({ description: 'Null before it is finished.' }),
  })
  .meta({ description: 'A second, blind review of a draft.' });
export type SecondReview = z.infer<typeof secondReview>;

export function secondStatus({
  finished_at,
  withdrawn_at,
}: Pick<SecondReview, 'finished_at' | 'withdrawn_at'>): SecondStatus {
  if (finished_at !== null) return 'finished';
  return withdrawn_at === null ? 'open' : 'withdrawn';
}

/** Agreement over all finished reviews that were compared with what a person had reviewed. */
export const overallAgreement = agreement.extend({
  reviews: points,
  mean_within_one: agreement.shape.within_one.meta({ description: 'Mean of the shares of the reviews.' }),
});

/** The pooled agreement of reviews: shares and kappa over all their scores. Undefined without any. */
export function overallOf(reviews: readonly StoredAgreement[]): z.infer<typeof overallAgreement> | undefined {
  const human = reviews.filter(({ first_reviewers }) => first_reviewers.length > 0);
  const pooled: Agreement | undefined = agreementOf(human.flatMap(({ pairs }) => pairs));
  if (!pooled) return undefined;
  const sum = human.reduce((total, { within_one }) => total + within_one, 0);
  return { ...pooled, reviews: human.length, mean_within_one: sum / human.length };
}

/**
 * How many people reviewed a record, as its receipts say: 2, where a second operator scored its draft blind and another
 * person reviewed or published it; null otherwise.
 *
 * @param second the operator of the finished second review; undefined without one
 * @param others who revised the draft, and who published it
 */
export const reviewedBy = (second: string | undefined, others: readonly string[]): 2 | null =>
  second !== undefined && others.some((name) => name !== second) ? 2 : null;
