import { Fault } from '../../../domain/fault.ts';
import { formerSlug } from '../../../domain/former-slug.ts';
import { PROVEN_MS, sameProvenHost } from '../../../domain/replies/proof.ts';
import { currentAudit } from '../../../store/audits.ts';
import { formerSlugsNow } from '../../../store/companies/slug-changes.ts';
import type { Db } from '../../../store/engine/engine.ts';
import { findProof } from '../../../store/replies/proofs.ts';
import type { ReplyProofRow } from '../../../store/replies/rows.ts';
import { notListed } from '../companies/not-listed.ts';

/**
 * A proof that counts: its token has not run out, and its company is listed under the same slug with the same host (decision
 * 155). Faults: not_found, conflict.
 */
export async function openProof(db: Db, proof_id: string, now: Date): Promise<ReplyProofRow> {
  const proof = await findProof(db, proof_id);
  if (!proof) throw new Fault('not_found', 'There is no token with this id; list_replies names those that count.');
  const { slug, website, expires_at } = proof;
  if (expires_at <= now.toISOString())
    throw new Fault(
      'conflict',
      `${slug}: the token ran out on ${expires_at.slice(0, 10)}; begin again with begin_reply.`,
    );
  const audit = await currentAudit(db, slug);
  if (!audit) throw notListed(slug, formerSlug(await formerSlugsNow(db), slug));
  if (!sameProvenHost(audit.website, website))
    throw new Fault(
      'conflict',
      `${slug}: its website is another one since the token was made; begin again with begin_reply.`,
    );
  return proof;
}

/** Such a proof with which replies may be published: its token was seen not long ago. Faults: not_found, conflict. */
export async function usableProof(
  db: Db,
  proof_id: string,
  now: Date,
): Promise<ReplyProofRow & { proof: string; proven_at: string }> {
  const row = await openProof(db, proof_id, now);
  const { slug, proof, proven_at } = row;
  if (proof === null || proven_at === null)
    throw new Fault('conflict', `${slug}: the token was not seen yet; look for it with check_reply_proof.`);
  if (Date.parse(proven_at) + PROVEN_MS < now.getTime())
    throw new Fault(
      'conflict',
      `${slug}: the token was last seen on ${proven_at.slice(0, 10)}; look again with check_reply_proof.`,
    );
  return { ...row, proof, proven_at };
}
