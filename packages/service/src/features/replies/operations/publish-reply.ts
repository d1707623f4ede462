import { day, isDate } from '@readymark/rubric/field';
import { z } from 'zod';
import { replyId, replyKinds, replyText } from '../../../domain/replies/reply.ts';
import type { Context } from '../../../operations/context.ts';
import { DryRun, unlessDry } from '../../../operations/desk/publications/dry-run.ts';
import { type Change, deskOperation, unsignedField } from '../../../operations/desk-operation.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import { publishSaid, type Said } from './publishing/publish-said.ts';
import { usableToken } from './usable-token.ts';

const said = z.object({
  kind: z.enum(replyKinds),
  criterion: z.string().trim().max(20).nullable().default(null).describe('For example P1-A; null for the whole audit'),
  text: replyText,
});

type ReplyOrder = { proof_id: string; audit_date?: string | undefined; replies: readonly Said[] };

const published = z.object({
  publication: z.int().nullable().describe('Null on a dry run'),
  slug: z.string(),
  audit_date: day,
  replies: z.array(
    z.object({
      reply_id: z.string().nullable().describe('Null on a dry run'),
      kind: z.enum(replyKinds),
      criterion: z.string().nullable(),
    }),
  ),
});

/**
 * Publishes what a company says about one of its audits (decision 156), in one publication. Faults: invalid_request for a
 * criterion that the audit does not have; not_found; conflict without a proof that counts, for a second open dispute of a criterion,
 * and for more text than a criterion takes.
 */
export const publishReply = deskOperation({
  name: 'publish_reply',
  title: 'Publish a reply',
  summary: 'Publishes what a company says about one of its audits.',
  path: 'POST /api/desk/replies',
  guidance:
    'Needs a token that was seen in the last 7 days. A dispute is about one criterion, of which one dispute may be open. All texts to a criterion take 1,000 characters together. Nothing can be edited afterwards.',
  status: 201,
  body_limit: 1024 * 1024,
  faults: ['not_found', 'conflict'],
  input: z.object({
    proof_id: replyId,
    audit_date: z
      .string()
      .refine(isDate, { error: 'must be a day, YYYY-MM-DD' })
      .optional()
      .describe('The audit that it is about, YYYY-MM-DD; by default the current one'),
    replies: z.array(said).min(1).max(100),
    dry_run: z.boolean().default(false).describe('Check everything and publish nothing'),
  }),
  output: published.extend({ unsigned: unsignedField }),
  async handler(ctx, { dry_run, ...order }, { change }) {
    const result = await unlessDry(
      change(async (tx, made) => {
        const result = await publishIn(ctx, tx, order, made);
        if (dry_run) throw new DryRun(withoutIds(result));
        return result;
      }),
    );
    return { ...result, unsigned: dry_run ? null : await ctx.signer.whyUnsigned() };
  },
});

const withoutIds = (result: z.infer<typeof published>) => ({
  ...result,
  publication: null,
  replies: result.replies.map((reply) => ({ ...reply, reply_id: null })),
});

async function publishIn(
  ctx: Context,
  tx: Tx,
  { proof_id, ...order }: ReplyOrder,
  { now, record }: Change,
): Promise<z.infer<typeof published>> {
  const opened = await openPublication(ctx.store, tx, 'replies', now);
  const { publication } = opened;
  const proof = await usableToken(tx, proof_id, now);
  const { audit_date, replies } = await publishSaid(ctx, tx, publication, { ...order, proof });
  const criteria = replies.flatMap(({ criterion }) => criterion ?? []).slice(0, 100);
  await record(proof.slug, { publication, audit_date, proof_id, replies: replies.length, criteria });
  await closePublication(ctx, tx, opened);
  return { publication, slug: proof.slug, audit_date, replies };
}
