import { z } from 'zod';
import { deskProof } from '../../../domain/replies/desk-reply.ts';
import { placesOf } from '../../../domain/replies/proof.ts';
import { replyId } from '../../../domain/replies/reply.ts';
import { insertAction } from '../../../store/desk-actions.ts';
import { noteProof } from '../../../store/replies/proofs.ts';
import { operation, operatorOf } from '../../operation.ts';
import { shownProof } from './shown.ts';
import { openProof } from './usable-proof.ts';

const looked = z.object({
  found: z.boolean(),
  problem: z.string().nullable().describe('Why it was not found'),
});

/**
 * Looks for a token at both places, and notes where it was seen (decision 155). That it is nowhere is no fault. Faults:
 * not_found; conflict for a token that counts no more.
 */
export const checkReplyProof = operation({
  name: 'check_reply_proof',
  title: 'Check a proof',
  summary: 'Looks whether a company shows that it holds its domain.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input: z.object({ proof_id: replyId }),
  output: z.object({ proof: deskProof, dns: looked.nullable(), file: looked }),
  http: [
    {
      method: 'POST',
      path: '/api/desk/reply-proofs/{proof_id}/check',
      status: 200,
      fields: 'none',
      guidance:
        'Asks for the TXT record and the file, which takes a few seconds, and says what is wrong with each. Replies may be published for 7 days after it was seen.',
    },
  ],
  async handler(ctx, { proof_id }, caller) {
    const operator = operatorOf(caller);
    const before = await openProof(ctx.store.db, proof_id, ctx.now());
    const found = await ctx.domain_proofs.look(placesOf(before.website), before.token);
    const place = found.dns?.found ? ('dns' as const) : found.file.found ? ('file' as const) : null;
    if (place === null) return { body: { proof: shownProof(before), ...found } };
    const at = ctx.now().toISOString();
    const proof = await ctx.store.transaction(async (tx) => {
      // What became of the company meanwhile counts.
      const { slug } = await openProof(tx, proof_id, ctx.now());
      await noteProof(tx, proof_id, place, at);
      const action = { action_id: ctx.newId('act'), operator, action: 'check_reply_proof', subject_id: slug };
      await insertAction(tx, { ...action, detail: { proof_id, proof: place }, at });
      return { ...before, proof: place, proven_at: at };
    });
    return { body: { proof: shownProof(proof), ...found } };
  },
});
