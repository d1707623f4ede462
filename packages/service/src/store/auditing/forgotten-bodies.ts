import { freeBlobs } from '../blobs/kept-bytes.ts';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { EVIDENCE_LOCK } from './evidence.ts';
import type { ForgottenBodyRow } from './rows.ts';

/** Bodies of evidence that an operator removed for good (decision 173). */

export const forgottenBody = (db: Db, sha256: string): Promise<ForgottenBodyRow | undefined> =>
  db.selectFrom('forgotten_bodies').selectAll().where('sha256', '=', sha256).executeTakeFirst();

/** The jobs that fetched a body, by their ids. */
export async function jobsWithBody(db: Db, sha256: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job_bodies')
    .select('job_id')
    .where('sha256', '=', sha256)
    .orderBy('job_id')
    .execute();
  return rows.map(({ job_id }) => job_id);
}

/** Removes a body, and remembers that it is not to be stored again. Which jobs saw it stays. */
export async function forgetBody(store: Store, tx: Tx, row: ForgottenBodyRow): Promise<void> {
  await store.lock(tx, EVIDENCE_LOCK);
  await tx.insertInto('forgotten_bodies').values(row).execute();
  const removed = await tx.deleteFrom('evidence_bodies').where('sha256', '=', row.sha256).returning('blob').execute();
  await freeBlobs(store, tx, removed);
}
