import type { Db, Store, Tx } from '../engine/engine.ts';
import type { AuditJobRow } from './rows.ts';

/** Drafts of audit jobs, which people review (decision 93). */

const ofDraft = [
  'job_id',
  'site',
  'rubric',
  'operator',
  'status',
  'error',
  'remedy',
  'aged_out_at',
  'version',
  'draft',
  'proposals',
  'revisions',
  'holder_id',
] as const;

export type DraftJob = Pick<AuditJobRow, (typeof ofDraft)[number]>;

/** A job as far as its draft needs it, without what was seen; undefined for an unknown id. */
export function findDraft(db: Db, job_id: string): Promise<DraftJob | undefined> {
  return db.selectFrom('audit_jobs').select(ofDraft).where('job_id', '=', job_id).executeTakeFirst();
}

/**
 * Stores the next version of a draft.
 *
 * @returns false when another version than the one before it is stored
 */
export async function reviseJob(
  tx: Tx,
  job_id: string,
  next: Pick<AuditJobRow, 'draft' | 'proposals' | 'revisions' | 'version'>,
): Promise<boolean> {
  const update = tx
    .updateTable('audit_jobs')
    .set(next)
    .where('job_id', '=', job_id)
    .where('status', '=', 'drafted')
    .where('aged_out_at', 'is', null)
    .where('version', '=', next.version - 1);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Starts of drafts by hand take turns: each looks whether there is one. */
const LOCK = 'drafts by hand';

type HandDraft = Pick<
  AuditJobRow,
  | 'job_id'
  | 'request_id'
  | 'slug'
  | 'company'
  | 'website'
  | 'site'
  | 'rubric'
  | 'operator'
  | 'created_at'
  | 'draft'
  | 'audit_id_before'
>;

/**
 * Stores a job that is drafted at once, because a person writes it (decision 121).
 *
 * @param again whether it may be kept beside another one that is not published
 * @returns that other one; undefined when this one was stored
 */
export async function insertHandDraft(
  store: Store,
  tx: Tx,
  job: HandDraft,
  again: boolean,
): Promise<Pick<AuditJobRow, 'job_id' | 'created_at'> | undefined> {
  await store.lock(tx, LOCK);
  if (!again) {
    const earlier = await tx
      .selectFrom('audit_jobs as j')
      .select(['j.job_id', 'j.created_at'])
      .where('j.slug', '=', job.slug)
      .where('j.by_hand', '=', 1)
      .where('j.aged_out_at', 'is', null)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('audits as a').select('a.audit_id').whereRef('a.job_id', '=', 'j.job_id'))),
      )
      .orderBy('j.created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (earlier) return earlier;
  }
  const { created_at: finished_at } = job;
  const made = {
    status: 'drafted',
    finished_at,
    attempts: 0,
    proposals: '[]',
    revisions: '[]',
    version: 0,
    by_hand: 1,
  };
  await tx
    .insertInto('audit_jobs')
    .values({ ...job, ...made })
    .execute();
  return undefined;
}
