import { EVIDENCE_LOCK, release, sha256sOf } from '../../../store/auditing/evidence.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import type { Db, Store, Tx } from '../../../store/engine/engine.ts';
import type { DomainHolderRow } from './rows.ts';

export async function insertHolder(tx: Tx, row: DomainHolderRow): Promise<void> {
  await tx.insertInto('domain_holders').values(row).execute();
}

export function findHolder(db: Db, secret_hash: string): Promise<DomainHolderRow | undefined> {
  return db.selectFrom('domain_holders').selectAll().where('secret_hash', '=', secret_hash).executeTakeFirst();
}

/** Notes a look for the token. @returns false when another one was noted since `before` */
export async function noteLook(tx: Tx, holder_id: string, looked_at: string, before: string): Promise<boolean> {
  const noted = await tx
    .updateTable('domain_holders')
    .set({ looked_at })
    .where('holder_id', '=', holder_id)
    .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<=', before)]))
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Notes where the token was found, and when all of it ends. */
export async function noteProof(
  tx: Tx,
  holder_id: string,
  proof: Pick<DomainHolderRow, 'proof' | 'proven_at' | 'ends_at'>,
): Promise<void> {
  await tx.updateTable('domain_holders').set(proof).where('holder_id', '=', holder_id).execute();
}

/** The private drafts of a holder, newest first. */
export const draftsOf = (db: Db, holder_id: string): Promise<AuditJobRow[]> =>
  db.selectFrom('audit_jobs').selectAll().where('holder_id', '=', holder_id).orderBy('created_at', 'desc').execute();

/** How far the open ones of these drafts are, by job. */
export async function progressOf(db: Db, job_ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('audit_jobs')
    .select(['job_id', 'progress'])
    .where('job_id', 'in', job_ids)
    .where('status', 'in', ['queued', 'running'])
    .execute();
  return new Map(rows.map(({ job_id, progress }) => [job_id, progress]));
}

/** When a draft of a site was begun last, whoever of its holders asked; null where none was. */
export async function lastDraftedAt(tx: Tx, site: string): Promise<string | null> {
  const { at } = await tx
    .selectFrom('domain_holders')
    .select((eb) => eb.fn.max('drafted_at').as('at'))
    .where('site', '=', site)
    .executeTakeFirstOrThrow();
  return at;
}

/** Notes a draft that was begun, or the request that was sent. */
export async function noteHolder(
  tx: Tx,
  holder_id: string,
  values: Partial<Pick<DomainHolderRow, 'drafted_at' | 'request_id'>>,
): Promise<void> {
  await tx.updateTable('domain_holders').set(values).where('holder_id', '=', holder_id).execute();
}

/** Deletes a private draft with everything that was seen for it. @returns false when there is none */
export function deleteDraft(store: Store, holder_id: string, job_id: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    await store.lock(tx, EVIDENCE_LOCK);
    const gone = await tx
      .deleteFrom('audit_jobs')
      .where('job_id', '=', job_id)
      .where('holder_id', '=', holder_id)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) return false;
    await release(tx, job_id, await sha256sOf(tx, job_id));
    return true;
  });
}

/** A private draft that is due to be deleted; undefined when none is. */
export function oldDraft(db: Db, created_before: string) {
  return db
    .selectFrom('audit_jobs')
    .select(['job_id', 'holder_id'])
    .where('holder_id', 'is not', null)
    .where('created_at', '<', created_before)
    .limit(1)
    .executeTakeFirst();
}

/** Whoever has ended, one at a time. */
export function endedHolder(db: Db, now: string): Promise<Pick<DomainHolderRow, 'holder_id'> | undefined> {
  return db.selectFrom('domain_holders').select('holder_id').where('ends_at', '<=', now).limit(1).executeTakeFirst();
}

export async function deleteHolder(db: Db, holder_id: string): Promise<void> {
  await db.deleteFrom('domain_holders').where('holder_id', '=', holder_id).execute();
}

/**
 * Hands a private draft to the operators, for a request: from now on it is a job like others.
 *
 * @returns false when it is not there any more, or has no draft
 */
export async function handOver(
  tx: Tx,
  holder_id: string,
  job: Pick<AuditJobRow, 'job_id' | 'request_id' | 'slug' | 'company' | 'draft'>,
): Promise<boolean> {
  const { job_id, ...values } = job;
  const handed = await tx
    .updateTable('audit_jobs')
    .set({ ...values, holder_id: null })
    .where('job_id', '=', job_id)
    .where('holder_id', '=', holder_id)
    .where('status', '=', 'drafted')
    .where('draft', 'is not', null)
    .executeTakeFirst();
  return handed.numUpdatedRows > 0n;
}
