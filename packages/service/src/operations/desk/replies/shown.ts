import type { DeskProof, DeskReply } from '../../../domain/replies/desk-reply.ts';
import { PROVEN_MS, placesOf, proofText } from '../../../domain/replies/proof.ts';
import type { ProofPlace } from '../../../domain/replies/reply.ts';
import type { StoredReply } from '../../../store/replies/replies.ts';
import type { ReplyProofRow } from '../../../store/replies/rows.ts';

/** A proof as the desk shows it. */
export function shownProof({ website, token, proof, proven_at, ...row }: ReplyProofRow): DeskProof {
  const { dns_name, file_url } = placesOf(website);
  const text = proofText(token);
  return {
    ...row,
    ...{ website, token },
    dns: dns_name === null ? null : { name: dns_name, value: text },
    file: { url: file_url, line: text },
    proof: proof as ProofPlace | null,
    proven_at,
    usable_until: proven_at === null ? null : new Date(Date.parse(proven_at) + PROVEN_MS).toISOString(),
  };
}

/** A reply as the desk shows it. */
export const shownReply = ({ text_salt: _, ...reply }: StoredReply): DeskReply => reply;
