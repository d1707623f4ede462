import type { Db, Tx } from '../engine/engine.ts';
import type { AuditJobRow } from '../tables.ts';

/** Drafts of audit jobs, which people review (decision 93). */

const ofDraft = [
  'job_id',
  'site',
  'status',
  'error',
  'remedy',
  'aged_out_at',
  'version',
  'draft',
  'proposals',
  'revisions',
] as const;

/** A job as far as its draft needs it, without what was seen; undefined for an unknown id. */
export function findDraft(db: Db, job_id: string): Promise<Pick<AuditJobRow, (typeof ofDraft)[number]> | undefined> {
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
  next: Pick<AuditJobRow, 'draft' | 'revisions' | 'version'>,
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
