import type { ProofPlace } from '../../domain/replies/reply.ts';
import type { Db, Tx } from '../engine/engine.ts';
import type { ReplyProofRow } from './rows.ts';

export async function insertProof(tx: Tx, row: ReplyProofRow): Promise<void> {
  await tx.insertInto('reply_proofs').values(row).execute();
}

export function findProof(db: Db, proof_id: string): Promise<ReplyProofRow | undefined> {
  return db.selectFrom('reply_proofs').selectAll().where('proof_id', '=', proof_id).executeTakeFirst();
}

/** Notes where the token was seen, and when. */
export async function noteProof(tx: Tx, proof_id: string, proof: ProofPlace, proven_at: string): Promise<void> {
  await tx.updateTable('reply_proofs').set({ proof, proven_at }).where('proof_id', '=', proof_id).execute();
}

/** Proofs that were begun, newest first. @param of.open_at only those whose token counts at this time */
export async function listProofs(
  db: Db,
  of: { slug: string | undefined; open_at: string | undefined; limit: number },
): Promise<ReplyProofRow[]> {
  const { slug, open_at, limit } = of;
  let query = db.selectFrom('reply_proofs').selectAll();
  if (slug !== undefined) query = query.where('slug', '=', slug);
  if (open_at !== undefined) query = query.where('expires_at', '>', open_at);
  return query.orderBy('proof_id', 'desc').limit(limit).execute();
}

/** Deletes the contacts of tokens that ran out before a time. */
export async function forgetContacts(tx: Tx, before: string): Promise<void> {
  await tx
    .updateTable('reply_proofs')
    .set({ contact: null })
    .where('contact', 'is not', null)
    .where('expires_at', '<', before)
    .execute();
}
