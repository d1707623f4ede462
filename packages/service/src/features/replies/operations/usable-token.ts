import { formerSlug } from '../../../domain/companies/former-slug.ts';
import { Fault } from '../../../domain/fault.ts';
import { PROVEN_MS, sameHost } from '../../../domain/replies/domain-token.ts';
import { notListed } from '../../../operations/desk/companies/not-listed.ts';
import { currentAudit } from '../../../store/audits.ts';
import { formerSlugsNow } from '../../../store/companies/slug-changes.ts';
import type { Db } from '../../../store/engine/engine.ts';
import type { DomainTokenRow } from '../../../store/replies/rows.ts';
import { findToken } from '../store/domain-tokens.ts';

/**
 * A domain token that is valid: it has not expired, and its company is listed under the same slug with the same host (decision
 * 155). Faults: not_found, conflict.
 */
export async function openToken(db: Db, proof_id: string, now: Date): Promise<DomainTokenRow> {
  const found = await findToken(db, proof_id);
  if (!found) throw new Fault('not_found', 'There is no token with this id; list_replies names those that count.');
  const { slug, website, expires_at } = found;
  if (expires_at <= now.toISOString())
    throw new Fault(
      'conflict',
      `${slug}: the token ran out on ${expires_at.slice(0, 10)}; begin again with begin_reply.`,
    );
  const audit = await currentAudit(db, slug);
  if (!audit) throw notListed(slug, formerSlug(await formerSlugsNow(db), slug));
  if (!sameHost(audit.website, website))
    throw new Fault(
      'conflict',
      `${slug}: its website is another one since the token was made; begin again with begin_reply.`,
    );
  return found;
}

/** A valid token with which replies may be published: it was found not long ago. Faults: not_found, conflict. */
export async function usableToken(
  db: Db,
  proof_id: string,
  now: Date,
): Promise<DomainTokenRow & { proof: string; proven_at: string }> {
  const row = await openToken(db, proof_id, now);
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
