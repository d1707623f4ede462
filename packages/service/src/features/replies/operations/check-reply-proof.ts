import { z } from 'zod';
import { hasToken, placesOf } from '../../../domain/replies/domain-token.ts';
import { replyId } from '../../../domain/replies/reply.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { domainToken } from '../domain/desk-reply.ts';
import { noteSeen } from '../store/domain-tokens.ts';
import { shownToken } from './shown.ts';
import { openToken } from './usable-token.ts';

const tokenFound = z.object({
  found: z.boolean(),
  problem: z.string().nullable().describe('Why it was not found'),
});

/**
 * Looks for a token at both places, and notes where it was seen (decision 155). That it is nowhere is no fault. Faults:
 * not_found; conflict for a token that counts no more.
 */
export const checkReplyProof = deskOperation({
  name: 'check_reply_proof',
  title: 'Check a proof',
  summary: 'Looks whether a company shows that it holds its domain.',
  path: 'POST /api/desk/reply-proofs/{proof_id}/check',
  guidance:
    'Asks for the TXT record and the file, which takes a few seconds, and says what is wrong with each. Replies may be published for 7 days after it was seen.',
  faults: ['not_found', 'conflict'],
  input: z.object({ proof_id: replyId }),
  output: z.object({ proof: domainToken, dns: tokenFound.nullable(), file: tokenFound }),
  async handler(ctx, { proof_id }, { change }) {
    const before = await openToken(ctx.store.db, proof_id, ctx.now());
    const { dns_name, file_url } = placesOf(before.website);
    const found = await ctx.domain_proofs.look({ dns_name, file_url }, (texts) => hasToken(texts, before.token));
    const place = found.dns?.found ? ('dns' as const) : found.file.found ? ('file' as const) : null;
    if (place === null) return { proof: shownToken(before), ...found };
    return change(async (tx, { now, at, record }) => {
      // What became of the company meanwhile counts.
      const { slug } = await openToken(tx, proof_id, now);
      await noteSeen(tx, proof_id, place, at);
      await record(slug, { proof_id, proof: place });
      return { proof: shownToken({ ...before, proof: place, proven_at: at }), ...found };
    });
  },
});
