import { askSecondReview } from './ask-second-review.ts';
import { finishSecondReview } from './finish-second-review.ts';
import { listSecondReviews } from './list-second-reviews.ts';
import { readSecondReview } from './read-second-review.ts';
import { scoreSecondReview } from './score-second-review.ts';
import { withdrawSecondReview } from './withdraw-second-review.ts';

/** A second pair of eyes for a draft (decision 124). */
export const secondOperations = [
  askSecondReview,
  withdrawSecondReview,
  listSecondReviews,
  readSecondReview,
  scoreSecondReview,
  finishSecondReview,
] as const;
