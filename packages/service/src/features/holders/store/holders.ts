import { sql } from 'kysely';
import { EVIDENCE_LOCK, release, sha256sOf } from '../../../store/auditing/evidence.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import type { Db, Store, Tx } from '../../../store/engine/engine.ts';
import type { LimitedRows } from '../../../store/limited-rows.ts';
import { HOLDER } from '../domain/holder.ts';
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

/** Whoever had a draft begun; each at most once a day. */
export const draftedHolders: LimitedRows = {
  name: 'private drafts',
  rows: sql`domain_holders where drafted_at is not null`,
  id: sql`holder_id`,
  time: sql`drafted_at`,
};

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

/** Gives the page of a holder another address: who knew the one before cannot open it any more. */
export async function changeSecret(tx: Tx, holder_id: string, secret_hash: string): Promise<void> {
  await tx.updateTable('domain_holders').set({ secret_hash }).where('holder_id', '=', holder_id).execute();
}

/** The proven holder with a registration whose page has not ended; undefined for none. */
export function holderOfRegistration(
  db: Db,
  registration_id: string,
  now: string,
): Promise<DomainHolderRow | undefined> {
  return db
    .selectFrom('domain_holders')
    .selectAll()
    .where('registration_id', '=', registration_id)
    .where('proven_at', 'is not', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();
}

export function holderById(db: Db, holder_id: string): Promise<DomainHolderRow | undefined> {
  return db.selectFrom('domain_holders').selectAll().where('holder_id', '=', holder_id).executeTakeFirst();
}

/** Gives a holder a registration, unless there is one. @returns the one that counts */
export async function keepRegistration(tx: Tx, holder_id: string, registration_id: string): Promise<string> {
  await tx
    .updateTable('domain_holders')
    .set({ registration_id })
    .where('holder_id', '=', holder_id)
    .where('registration_id', 'is', null)
    .execute();
  const row = await tx
    .selectFrom('domain_holders')
    .select('registration_id')
    .where('holder_id', '=', holder_id)
    .executeTakeFirst();
  return row?.registration_id ?? registration_id;
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
    await release(store, tx, job_id, await sha256sOf(tx, job_id));
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

/** Whoever has ended, one at a time; not before another draft of the site may be made. */
export function endedHolder(
  db: Db,
  now: string,
  drafted_before: string,
): Promise<Pick<DomainHolderRow, 'holder_id'> | undefined> {
  return db
    .selectFrom('domain_holders')
    .select('holder_id')
    .where('ends_at', '<=', now)
    .where((eb) => eb.or([eb('drafted_at', 'is', null), eb('drafted_at', '<=', drafted_before)]))
    .limit(1)
    .executeTakeFirst();
}

export async function deleteHolder(db: Db, holder_id: string): Promise<void> {
  await db.deleteFrom('domain_holders').where('holder_id', '=', holder_id).execute();
}

/**
 * Gives operators a job of their own, with everything that was seen and proposed for a private draft; one for a request. The draft
 * stays its holder's.
 *
 * @returns false when it is not there any more, or has no draft
 */
export async function copyForDesk(
  store: Store,
  tx: Tx,
  of: { holder_id: string; job_id: string },
  copy: Pick<AuditJobRow, 'job_id' | 'request_id' | 'slug' | 'company' | 'draft'>,
): Promise<boolean> {
  await store.lock(tx, EVIDENCE_LOCK);
  const job = await tx
    .selectFrom('audit_jobs')
    .selectAll()
    .where('job_id', '=', of.job_id)
    .where('holder_id', '=', of.holder_id)
    .where('status', '=', 'drafted')
    .where('draft', 'is not', null)
    .executeTakeFirst();
  if (!job) return false;
  const known = await tx
    .selectFrom('audit_jobs')
    .select('job_id')
    .where('site', '=', job.site)
    .where('request_id', '=', copy.request_id)
    .where('operator', '=', HOLDER)
    .executeTakeFirst();
  if (known) return true;
  await tx
    .insertInto('audit_jobs')
    .values({ ...job, ...copy, holder_id: null })
    .execute();
  const sha256s = await sha256sOf(tx, of.job_id);
  if (sha256s.length)
    await tx
      .insertInto('job_bodies')
      .values(sha256s.map((sha256) => ({ job_id: copy.job_id, sha256 })))
      .execute();
  return true;
}
