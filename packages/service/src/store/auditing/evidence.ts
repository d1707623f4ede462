import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Bodies } from '@readymark/auditor/evidence/evidence';
import { BlobFailure } from '../blobs/blobs.ts';
import { AT_ONCE, type BytesPlace, bytesOf, freeBlobs, keepBytes, nameBlobs } from '../blobs/kept-bytes.ts';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { endJob, type HeldJob, isHeld, type JobEnd } from './audit-jobs.ts';
import { deleteEntriesOfJob } from './draft-entries.ts';
import type { EvidenceBodyRow } from './rows.ts';

/**
 * Bodies that collections fetched (decision 90): compressed, each stored once by its SHA-256, and kept as long as a job
 * needs them; in blobs, where there is a place for those (decision 206).
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
  place: BytesPlace,
  job: HeldJob,
  sha256s: readonly string[],
  bodies: Bodies,
  stored_at: string,
): Promise<boolean> {
  let batch: PackedBody[] = [];
  let size = 0;
  const flush = async () => {
    const bodies = batch;
    batch = [];
    size = 0;
    return bodies.length === 0 || storeBodies(place, job, bodies, stored_at);
  };
  for (const sha256 of new Set(sha256s)) {
    const bytes = bodies(sha256);
    if (!bytes) continue;
    const one = await packed(sha256, bytes);
    if (batch.length > 0 && size + one.packed.length > BATCH_BYTES && !(await flush())) return false;
    batch.push(one);
    size += one.packed.length;
  }
  return flush();
}

type PackedBody = { sha256: string; bytes: number; packed: Uint8Array };

async function packed(sha256: string, bytes: Uint8Array): Promise<PackedBody> {
  if (hashOf(bytes) !== sha256) throw new Error('a body does not have the SHA-256 that its item names');
  return { sha256, bytes: bytes.byteLength, packed: await compress(bytes) };
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function storeBodies(
  place: BytesPlace,
  job: HeldJob,
  bodies: readonly PackedBody[],
  stored_at: string,
): Promise<boolean> {
  const { store } = place;
  const sha256s = bodies.map(({ sha256 }) => sha256);
  // What was removed for good does not come back (decision 173).
  const goneIn = async (db: Db) =>
    (await db.selectFrom('forgotten_bodies').select('sha256').where('sha256', 'in', sha256s).execute()).map(
      ({ sha256 }) => sha256,
    );
  const gone_before = await goneIn(store.db);
  const wanted = bodies.filter(({ sha256 }) => !gone_before.includes(sha256));
  const where = await keepBytes(
    place,
    wanted.map(({ packed }) => packed),
    stored_at,
  );
  const rows = wanted.map(({ sha256, bytes }, index) => ({
    ...{ sha256, bytes, encoding: 'zstd', stored_at },
    ...(where[index] ?? { blob: null, body: '' }),
  }));
  return store.transaction(async (tx) => {
    await store.lock(tx, EVIDENCE_LOCK);
    if (!(await isHeld(tx, job))) return false;
    const gone = await goneIn(tx);
    const kept = rows.filter(({ sha256 }) => !gone.includes(sha256));
    if (kept.length) {
      await tx
        .insertInto('evidence_bodies')
        .values(kept)
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .execute();
      // Also of bodies that were there before, whose blobs were held too.
      const kept_sha256s = kept.map(({ sha256 }) => sha256);
      await nameBlobs(
        tx,
        await tx.selectFrom('evidence_bodies').select('blob').where('sha256', 'in', kept_sha256s).execute(),
      );
    }
    await tx
      .insertInto('job_bodies')
      .values(sha256s.map((sha256) => ({ job_id: job.job_id, sha256 })))
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
      store,
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
export async function release(store: Store, tx: Tx, job_id: string, sha256s: readonly string[]): Promise<void> {
  if (!sha256s.length) return;
  await tx.deleteFrom('job_bodies').where('job_id', '=', job_id).where('sha256', 'in', sha256s).execute();
  const removed = await tx
    .deleteFrom('evidence_bodies')
    .where('sha256', 'in', sha256s)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('job_bodies').select('job_id').whereRef('job_bodies.sha256', '=', 'evidence_bodies.sha256'),
        ),
      ),
    )
    .returning('blob')
    .execute();
  await freeBlobs(store, tx, removed);
}

/** A body that is stored for a job; undefined when there is none. @throws BlobFailure */
export async function bodyOfJob(place: BytesPlace, job_id: string, sha256: string): Promise<Uint8Array | undefined> {
  const row = await place.store.db
    .selectFrom('evidence_bodies as e')
    .innerJoin('job_bodies as j', 'j.sha256', 'e.sha256')
    .select(['e.sha256', 'e.body', 'e.blob', 'e.bytes'])
    .where('j.job_id', '=', job_id)
    .where('e.sha256', '=', sha256)
    .executeTakeFirst();
  return row && unpacked(place, row);
}

/** The bytes of a stored body. @throws BlobFailure when they cannot be read; Error when they are not what was stored */
export async function unpacked(
  place: Pick<BytesPlace, 'blobs'>,
  { sha256, bytes, ...kept }: Pick<EvidenceBodyRow, 'sha256' | 'body' | 'blob' | 'bytes'>,
): Promise<Uint8Array> {
  const maxOutputLength = Math.max(1, bytes);
  const body = await decompress(await bytesOf(place, kept), { maxOutputLength });
  if (hashOf(body) !== sha256) throw new BlobFailure(`the stored body ${sha256} is another or damaged`);
  return body;
}

/** All bodies of a job, for scoring: some tens of megabytes at most. @throws BlobFailure */
export async function bodiesOfJob(place: BytesPlace, job_id: string): Promise<Bodies> {
  const bodies = new Map<string, Uint8Array>();
  const sha256s = await sha256sOf(place.store.db, job_id);
  for (let at = 0; at < sha256s.length; at += AT_ONCE)
    await Promise.all(
      sha256s.slice(at, at + AT_ONCE).map(async (sha256) => {
        const body = await bodyOfJob(place, job_id, sha256);
        if (body) bodies.set(sha256, body);
      }),
    );
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
    await release(store, tx, job_id, await sha256sOf(tx, job_id));
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
