import { isFetched } from '@readymark/auditor/evidence/evidence';
import { receiptCriteria } from '../../domain/auditing/receipts.ts';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { EVIDENCE_LOCK, release, sha256sOf } from './evidence.ts';

/** How much of the evidence of published audits is kept, and until when (decision 174). */

/** The published job whose evidence is to be looked at first, of those due; undefined when none is. */
export async function jobWithDueEvidence(db: Db, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_jobs')
    .select('job_id')
    .where('evidence_due_at', '<=', now)
    .orderBy('evidence_due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.job_id;
}

/** When the evidence of a job is looked at again; null for never. */
export async function lookAgain(tx: Tx, job_id: string, evidence_due_at: string | null): Promise<void> {
  await tx.updateTable('audit_jobs').set({ evidence_due_at }).where('job_id', '=', job_id).execute();
}

/** Removes the bodies of a job that no audit which rests on it cites, or all of them. @returns how many it needed */
export async function reduceEvidence(store: Store, tx: Tx, job_id: string, kept: 'cited' | 'none'): Promise<number> {
  await store.lock(tx, EVIDENCE_LOCK);
  const cited = kept === 'cited' ? await citedBodies(tx, job_id) : new Set<string>();
  const gone = await forgottenOf(tx, job_id);
  const ended = (await sha256sOf(tx, job_id)).filter((sha256) => !cited.has(sha256) && !gone.has(sha256));
  await release(store, tx, job_id, ended);
  await tx.updateTable('audit_jobs').set({ evidence_kept: kept }).where('job_id', '=', job_id).execute();
  return ended.length;
}

/** Bodies of a job that were removed for good: which audits had them stays (decision 173). */
async function forgottenOf(tx: Tx, job_id: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('forgotten_bodies as f')
    .innerJoin('job_bodies as j', 'j.sha256', 'f.sha256')
    .select('f.sha256')
    .where('j.job_id', '=', job_id)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The SHA-256 of every body that the receipts of audits from a job cite. */
export async function citedBodies(db: Db, job_id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('audits').select('receipts').where('job_id', '=', job_id).execute();
  const criteria = rows.flatMap(({ receipts }) => (receipts === null ? [] : receiptCriteria(receipts)));
  return new Set(criteria.flatMap(({ sources }) => sources.filter(isFetched).flatMap(({ sha256 }) => sha256 ?? [])));
}

/**
 * Since when no audit that rests on a job is the current one of its company: it was replaced or retracted, or a newer one came;
 * undefined while one is.
 */
export async function notCurrentSince(db: Db, job_id: string): Promise<string | undefined> {
  const audits = await db
    .selectFrom('audits')
    .select(['slug', 'audit_date', 'replaced_at'])
    .where('job_id', '=', job_id)
    .execute();
  let since = '';
  for (const { slug, audit_date, replaced_at } of audits) {
    const ended = replaced_at ?? (await newerSince(db, slug, audit_date));
    if (ended === undefined) return undefined;
    if (ended > since) since = ended;
  }
  return since;
}

async function newerSince(db: Db, slug: string, audit_date: string): Promise<string | undefined> {
  const newer = await db
    .selectFrom('audits')
    .select(({ fn }) => fn.min('published_at').as('at'))
    .where('slug', '=', slug)
    .where('replaced_at', 'is', null)
    .where('audit_date', '>', audit_date)
    .executeTakeFirst();
  return newer?.at ?? undefined;
}
