import type { Revision } from '../../domain/auditing/review.ts';
import { reviewedBy, type SecondReview } from '../../domain/auditing/second-review.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';
import type { Db, Store, Tx } from '../../store/engine/engine.ts';
import type { Context } from '../context.ts';

/** What second reviews decide about drafts (decision 124). The core asks, and knows no more of them. */
export type DraftRules = {
  /**
   * Whoever scores a draft blind sees and changes no draft of that site until he has finished: every operation that shows
   * or changes one asks here first. Faults: conflict.
   */
  refuseBlind(db: Db, job: Pick<AuditJobRow, 'site'>, operator: string): Promise<void>;
  /** The draft of a site that an operator scores blind; undefined where he scores none. */
  blindJob(db: Db, operator: string, site: string): Promise<string | undefined>;
  /** The second review of a draft, open or finished; null without one. */
  secondReviewOf(db: Db, job_id: string): Promise<SecondReview | null>;
  /** In the transaction that publishes a draft. Faults: conflict, while a second operator scores it. */
  beforePublishing(store: Store, tx: Tx, job_id: string): Promise<void>;
  /** In the transaction in which a draft ages out. */
  ageOut(store: Store, tx: Tx, job_id: string, at: string): Promise<void>;
};

declare module '../context.ts' {
  interface Feature {
    draft_rules?(): Promise<DraftRules>;
  }
}

/** The service without second reviews. */
const noRules: DraftRules = {
  refuseBlind: async () => {},
  blindJob: async () => undefined,
  secondReviewOf: async () => null,
  beforePublishing: async () => {},
  ageOut: async () => {},
};

/** The rules of the feature that has some. */
export const draftRules = async ({ features }: Pick<Context, 'features'>): Promise<DraftRules> =>
  (await features.find(({ draft_rules }) => draft_rules)?.draft_rules?.()) ?? noRules;

/** See `DraftRules.refuseBlind`. */
export const refuseBlind = async (
  ctx: Pick<Context, 'features'>,
  db: Db,
  job: Pick<AuditJobRow, 'site'>,
  operator: string,
): Promise<void> => (await draftRules(ctx)).refuseBlind(db, job, operator);

/** What the receipts of a draft say of how many reviewed it, if an operator publishes it now (decision 124). */
export async function reviewedByNow(
  ctx: Pick<Context, 'features'>,
  db: Db,
  job_id: string,
  revisions: readonly Pick<Revision, 'reviewer'>[],
  operator: string,
): Promise<2 | null> {
  const review = await (await draftRules(ctx)).secondReviewOf(db, job_id);
  const others = [operator, ...revisions.map(({ reviewer }) => reviewer)];
  return reviewedBy(review?.finished_at === null ? undefined : review?.reviewer, others);
}
