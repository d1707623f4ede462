import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Bodies } from '@readymark/auditor/evidence/evidence';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { endJob, type HeldJob, isHeld, type JobEnd } from './audit-jobs.ts';
import { deleteEntriesOfJob } from './draft-entries.ts';
import type { EvidenceBodyRow } from './rows.ts';

/**
 * Bodies that collections fetched (decision 90): compressed, each stored once by its SHA-256, and kept as long as a job
 * needs them.
 */
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Bodies are added and removed in turns, so that none is removed while another job begins to need it. */
export const EVIDENCE_LOCK = 'evidence';

/** What one transaction stores: a few milliseconds of SQLite, which writes in the thread that serves. */
const BATCH_BYTES = 512 * 1024;

/**
 * Stores bodies for a job that is still held, in small transactions. Those that are there already are not stored again.
 *
 * @param sha256s of the bodies; those that `bodies` does not have are left out
 * @returns false when the job is not held any more: then nothing further is stored
 * @throws Error when a body does not have its SHA-256
 */
export async function keepBodies(
  store: Store,
  job: HeldJob,
  sha256s: readonly string[],
  bodies: Bodies,
  stored_at: string,
): Promise<boolean> {
  let batch: EvidenceBodyRow[] = [];
  let size = 0;
  const flush = async () => {
    const rows = batch;
    batch = [];
    size = 0;
    return rows.length === 0 || storeBodies(store, job, rows);
  };
  for (const sha256 of new Set(sha256s)) {
    const bytes = bodies(sha256);
    if (!bytes) continue;
    const row = await packed(sha256, bytes, stored_at);
    if (batch.length > 0 && size + row.body.length > BATCH_BYTES && !(await flush())) return false;
    batch.push(row);
    size += row.body.length;
  }
  return flush();
}

async function packed(sha256: string, bytes: Uint8Array, stored_at: string): Promise<EvidenceBodyRow> {
  if (hashOf(bytes) !== sha256) throw new Error('a body does not have the SHA-256 that its item names');
  const body = (await compress(bytes)).toString('base64');
  return { sha256, bytes: bytes.byteLength, encoding: 'zstd', body, stored_at };
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function storeBodies(store: Store, job: HeldJob, rows: readonly EvidenceBodyRow[]): Promise<boolean> {
  return store.transaction(async (tx) => {
    await store.lock(tx, EVIDENCE_LOCK);
    if (!(await isHeld(tx, job))) return false;
    // What was removed for good does not come back (decision 173).
    const sha256s = rows.map(({ sha256 }) => sha256);
    const gone = await tx.selectFrom('forgotten_bodies').select('sha256').where('sha256', 'in', sha256s).execute();
    const kept = rows.filter(({ sha256 }) => !gone.some((one) => one.sha256 === sha256));
    if (kept.length)
      await tx
        .insertInto('evidence_bodies')
        .values(kept)
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .execute();
    await tx
      .insertInto('job_bodies')
      .values(rows.map(({ sha256 }) => ({ job_id: job.job_id, sha256 })))
      .onConflict((conflict) => conflict.columns(['job_id', 'sha256']).doNothing())
      .execute();
    return true;
  });
}

/**
 * Stores the bundle of a job whose bodies are stored, and removes what an attempt before this one stored for it.
 *
 * @param bundle JSON
 * @param end how the job ends with it, if it does
 * @returns false when the job is not held any more
 */
export function keepBundle(
  store: Store,
  job: HeldJob,
  bundle: string,
  sha256s: readonly string[],
  end?: JobEnd,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    await store.lock(tx, EVIDENCE_LOCK);
    if (!(await isHeld(tx, job))) return false;
    await tx.updateTable('audit_jobs').set({ bundle }).where('job_id', '=', job.job_id).execute();
    const needed = new Set(sha256s);
    const stored = await sha256sOf(tx, job.job_id);
    await release(
      tx,
      job.job_id,
      stored.filter((sha256) => !needed.has(sha256)),
    );
    return end === undefined || endJob(tx, job, end);
  });
}

/** The SHA-256 of every body that is stored for a job. */
export async function sha256sOf(db: Db, job_id: string): Promise<string[]> {
  const rows = await db.selectFrom('job_bodies').select('sha256').where('job_id', '=', job_id).execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Ends the need of a job for some bodies, and removes those that no other job needs. */
export async function release(tx: Tx, job_id: string, sha256s: readonly string[]): Promise<void> {
  if (!sha256s.length) return;
  await tx.deleteFrom('job_bodies').where('job_id', '=', job_id).where('sha256', 'in', sha256s).execute();
  await tx
    .deleteFrom('evidence_bodies')
    .where('sha256', 'in', sha256s)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('job_bodies').select('job_id').whereRef('job_bodies.sha256', '=', 'evidence_bodies.sha256'),
        ),
      ),
    )
    .execute();
}

/** A body that is stored for a job; undefined when there is none. */
export async function bodyOfJob(db: Db, job_id: string, sha256: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('evidence_bodies as e')
    .innerJoin('job_bodies as j', 'j.sha256', 'e.sha256')
    .select(['e.body', 'e.bytes'])
    .where('j.job_id', '=', job_id)
    .where('e.sha256', '=', sha256)
    .executeTakeFirst();
  return row && unpacked(row);
}

/** The bytes of a stored body. @throws Error when they are not what was stored */
export async function unpacked({ body, bytes }: Pick<EvidenceBodyRow, 'body' | 'bytes'>): Promise<Uint8Array> {
  const maxOutputLength = Math.max(1, bytes);
  return decompress(Buffer.from(body, 'base64'), { maxOutputLength });
}

/** All bodies of a job, for scoring: some tens of megabytes at most. */
export async function bodiesOfJob(db: Db, job_id: string): Promise<Bodies> {
  const bodies = new Map<string, Uint8Array>();
  for (const sha256 of await sha256sOf(db, job_id)) {
    const body = await bodyOfJob(db, job_id, sha256);
    if (body) bodies.set(sha256, body);
  }
  return (sha256) => bodies.get(sha256);
}

/**
 * Removes evidence and draft of the job that ended first of those that ended at or before a time, unless a published audit
 * rests on it.
 *
 * @returns its id; undefined when there is none
 */
export function ageOutJob(
  store: Store,
  until: string,
  aged_out_at: string,
  also: (store: Store, tx: Tx, job_id: string, at: string) => Promise<void>,
): Promise<string | undefined> {
  return store.transaction(async (tx) => {
    await store.lock(tx, EVIDENCE_LOCK);
    const old = await agedJobs(tx, until).executeTakeFirst();
    if (!old) return undefined;
    const { job_id } = old;
    const nothing = { bundle: null, proposals: null, assist: null, draft: null, revisions: '[]' };
    await tx
      .updateTable('audit_jobs')
      .set({ ...nothing, aged_out_at })
      .where('job_id', '=', job_id)
      .execute();
    await release(tx, job_id, await sha256sOf(tx, job_id));
    await deleteEntriesOfJob(tx, job_id);
    await also(store, tx, job_id, aged_out_at);
    return job_id;
  });
}

/** Whether there is a job for `ageOutJob`; outside of any transaction. */
export async function isAnythingAged(db: Db, until: string): Promise<boolean> {
  return (await agedJobs(db, until).executeTakeFirst()) !== undefined;
}

const agedJobs = (db: Db, until: string) =>
  db
    .selectFrom('audit_jobs')
    .select('job_id')
    .where('finished_at', '<=', until)
    .where('aged_out_at', 'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('audits').select('audit_id').whereRef('audits.job_id', '=', 'audit_jobs.job_id'))),
    )
    .orderBy('finished_at')
    .limit(1);

/**
 * Keeps evidence and draft of a job while an audit rests on it: from now on they do not age out, if the audit is stored in the
 * same transaction.
 *
 * @param evidence_due_at when evidence that the audit does not cite may go (decision 174)
 * @returns false when they have aged out already
 */
export async function keepForAudit(store: Store, tx: Tx, job_id: string, evidence_due_at: string): Promise<boolean> {
  await store.lock(tx, EVIDENCE_LOCK);
  const kept = await tx
    .updateTable('audit_jobs')
    .set({ evidence_due_at })
    .where('job_id', '=', job_id)
    .where((eb) => eb.or([eb('bundle', 'is not', null), eb('by_hand', '=', 1)]))
    .where('aged_out_at', 'is', null)
    .where((eb) => eb.or([eb('evidence_kept', 'is', null), eb('evidence_kept', '!=', 'none')]))
    .executeTakeFirst();
  return Number(kept.numUpdatedRows) > 0;
}
