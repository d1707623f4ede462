import type { TokenPlace } from '../../../domain/replies/reply.ts';
import type { Db, Tx } from '../../../store/engine/engine.ts';
import type { DomainTokenRow } from '../../../store/replies/rows.ts';

export async function insertToken(tx: Tx, row: DomainTokenRow): Promise<void> {
  await tx.insertInto('reply_proofs').values(row).execute();
}

export function findToken(db: Db, proof_id: string): Promise<DomainTokenRow | undefined> {
  return db.selectFrom('reply_proofs').selectAll().where('proof_id', '=', proof_id).executeTakeFirst();
}

/** Stores where the token was found, and when. */
export async function noteSeen(tx: Tx, proof_id: string, proof: TokenPlace, proven_at: string): Promise<void> {
  await tx.updateTable('reply_proofs').set({ proof, proven_at }).where('proof_id', '=', proof_id).execute();
}

/** Domain tokens, newest first. @param of.open_at only those that are valid at this time */
export async function listTokens(
  db: Db,
  of: { slug: string | undefined; open_at: string | undefined; limit: number },
): Promise<DomainTokenRow[]> {
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
