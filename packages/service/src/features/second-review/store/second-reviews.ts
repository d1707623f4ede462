import type { SecondStatus } from '../../../domain/auditing/second-review.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import type { Db, Store, Tx } from '../../../store/engine/engine.ts';
import type { SecondReviewRow } from './rows.ts';

/** Second, blind reviews of drafts (decision 124). A draft has one at a time; withdrawn ones are kept. */

const LOCK = 'second reviews';

/** Giving a draft to somebody, publishing it and its ageing take turns: each looks at what the others did. */
export const lockSecondReviews = (store: Store, tx: Tx): Promise<void> => store.lock(tx, LOCK);

/** A review with the company of its job. */
export type SecondReviewOfJob = SecondReviewRow & Pick<AuditJobRow, 'slug' | 'company' | 'website'>;

const reviews = (db: Db) =>
  db
    .selectFrom('second_reviews as r')
    .innerJoin('audit_jobs as j', 'j.job_id', 'r.job_id')
    .selectAll('r')
    .select(['j.slug', 'j.company', 'j.website']);

/** The review of a draft that was not withdrawn, open or finished; undefined without one. */
export function currentReview(db: Db, job_id: string): Promise<SecondReviewOfJob | undefined> {
  return reviews(db).where('r.job_id', '=', job_id).where('r.withdrawn_at', 'is', null).executeTakeFirst();
}

/** Whom a draft was given to, withdrawn reviews included. */
export async function secondReviewersOf(db: Db, job_id: string): Promise<string[]> {
  const rows = await db.selectFrom('second_reviews').select('reviewer').where('job_id', '=', job_id).execute();
  return rows.map(({ reviewer }) => reviewer);
}

/** The draft of a site that an operator scores blind; undefined where he scores none. */
export async function blindJob(db: Db, reviewer: string, site: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('second_reviews as r')
    .innerJoin('audit_jobs as j', 'j.job_id', 'r.job_id')
    .select('r.job_id')
    .where('r.reviewer', '=', reviewer)
    .where('r.finished_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .where('j.site', '=', site)
    .limit(1)
    .executeTakeFirst();
  return row?.job_id;
}

export async function insertReview(
  tx: Tx,
  review: Pick<SecondReviewRow, 'review_id' | 'job_id' | 'reviewer' | 'asked_by' | 'asked_at' | 'to_score'>,
): Promise<void> {
  await tx
    .insertInto('second_reviews')
    .values({ ...review, scores: '[]', version: 0 })
    .execute();
}

/** Changes an open review. @returns false when it has ended, or was saved meanwhile: then nothing was changed */
export async function updateReview(
  tx: Tx,
  { review_id, version }: Pick<SecondReviewRow, 'review_id' | 'version'>,
  values: Partial<Pick<SecondReviewRow, 'scores' | 'finished_at' | 'agreement' | 'withdrawn_at' | 'withdrawn_by'>>,
): Promise<boolean> {
  const update = tx
    .updateTable('second_reviews')
    .set({ ...values, version: version + 1 })
    .where('review_id', '=', review_id)
    .where('version', '=', version)
    .where('finished_at', 'is', null)
    .where('withdrawn_at', 'is', null);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** When a draft ages out, its open review ends, and single scores go with it; what was compared stays (decision 124). */
export async function ageOutReviews(store: Store, tx: Tx, job_id: string, withdrawn_at: string): Promise<void> {
  await lockSecondReviews(store, tx);
  const of = tx.updateTable('second_reviews').where('job_id', '=', job_id);
  await of.set({ withdrawn_at }).where('finished_at', 'is', null).where('withdrawn_at', 'is', null).execute();
  await of.set({ scores: '[]' }).execute();
}

/** Reviews, the last asked first, at most `limit`: those after a place in that order. */
export function listReviews(
  db: Db,
  filter: {
    status?: SecondStatus | undefined;
    reviewer?: string | undefined;
    asked_by?: string | undefined;
    after?: Pick<SecondReviewRow, 'asked_at' | 'review_id'> | undefined;
    limit: number;
  },
): Promise<SecondReviewOfJob[]> {
  const { status, reviewer, asked_by, after, limit } = filter;
  let query = reviews(db);
  if (status)
    query = query
      .where('r.finished_at', status === 'finished' ? 'is not' : 'is', null)
      .where('r.withdrawn_at', status === 'withdrawn' ? 'is not' : 'is', null);
  if (reviewer !== undefined) query = query.where('r.reviewer', '=', reviewer);
  if (asked_by !== undefined) query = query.where('r.asked_by', '=', asked_by);
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('r.asked_at', 'r.review_id'), '<', tuple(after.asked_at, after.review_id)),
    );
  return query.orderBy('r.asked_at', 'desc').orderBy('r.review_id', 'desc').limit(limit).execute();
}

/** One review by its id. */
export function findReview(db: Db, review_id: string): Promise<SecondReviewRow | undefined> {
  return db.selectFrom('second_reviews').selectAll().where('review_id', '=', review_id).executeTakeFirst();
}

/** How many there are, by status. */
export async function countReviews(db: Db): Promise<Record<SecondStatus, number>> {
  const { finished, withdrawn, all } = await db
    .selectFrom('second_reviews')
    .select(({ fn }) => [
      fn.count('finished_at').as('finished'),
      fn.count('withdrawn_at').as('withdrawn'),
      fn.countAll().as('all'),
    ])
    .executeTakeFirstOrThrow();
  return {
    open: Number(all) - Number(finished) - Number(withdrawn),
    finished: Number(finished),
    withdrawn: Number(withdrawn),
  };
}

/** What all finished reviews compared, as JSON. */
export async function agreements(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('second_reviews')
    .select((eb) => eb.ref('agreement').$notNull().as('agreement'))
    .where('agreement', 'is not', null)
    .execute();
  return rows.map(({ agreement }) => agreement);
}
