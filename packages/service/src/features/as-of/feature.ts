import type { Feature } from '../../operations/context.ts';

/** The leaderboard, records and proofs as they were at the end of a past day, and what moved between two (decision 151). */
export const asOf: Feature = {
  name: 'as-of',
  http: async () => (await import('./http/part.ts')).asOfPart,
  pastDay: async (ctx, day) => (await import('./operations/past-audits.ts')).openPastDay(ctx, day),
  other_scores: async () => (await import('./cli/past-score.ts')).pastScores,
};
