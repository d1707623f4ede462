import { day, isDate } from '@readymark/rubric/field';
import { z } from 'zod';
import { formerSlug } from '../../../domain/companies/former-slug.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { outcomesOf, replyId, replyOutcomes } from '../../../domain/replies/reply.ts';
import type { Context } from '../../../operations/context.ts';
import { notListed } from '../../../operations/desk/companies/not-listed.ts';
import { deskOperation, unsignedField } from '../../../operations/desk-operation.ts';
import { formerSlugsNow } from '../../../store/companies/slug-changes.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import { auditedSince } from '../store/audited-since.ts';
import { textOfReply } from '../store/company-texts.ts';
import { insertReplyChange, type StoredReply } from '../store/replies.ts';
import { knownReply } from './known-reply.ts';
import { notifySender } from './texts/notify-sender.ts';

/**
 * Publishes what became of a reply, once (decision 156). Scores stay: only a new audit changes them. Faults: invalid_request;
 * not_found; conflict for a reply that has an outcome, for an outcome that it cannot have, and for an audit that was not published
 * after the dispute.
 */
export const decideReply = deskOperation({
  name: 'decide_reply',
  title: 'Decide a reply',
  summary: 'Publishes what became of a dispute or a reply.',
  path: 'POST /api/desk/replies/{reply_id}/decide',
  guidance:
    'A dispute is upheld (the score is confirmed), corrected by an audit that was published after it, or withdrawn by the company; a reply can only be withdrawn. Scores do not change.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    reply_id: replyId,
    outcome: z.enum(replyOutcomes),
    audit_date: z
      .string()
      .refine(isDate, { error: 'must be a day, YYYY-MM-DD' })
      .optional()
      .describe('With the outcome corrected: the audit that corrected the score, YYYY-MM-DD'),
  }),
  output: z.object({
    publication: z.int(),
    reply_id: z.string(),
    slug: z.string(),
    outcome: z.enum(replyOutcomes),
    audit_date: day.nullable(),
    unsigned: unsignedField,
  }),
  async handler(ctx, { reply_id, outcome, audit_date }, { change }) {
    if ((outcome === 'corrected') !== (audit_date !== undefined))
      throw invalidFields([{ field: 'audit_date', message: 'is required with corrected, and with nothing else' }]);
    const decided = await change(async (tx, { now, at, record }) => {
      const opened = await openPublication(ctx.store, tx, 'replies', now);
      const { publication } = opened;
      const reply = await knownReply(tx, reply_id);
      await refuseDecided(tx, reply);
      const { slug, kind } = reply;
      if (!outcomesOf(kind).includes(outcome))
        throw new Fault('conflict', `${slug}: a reply disputes nothing; it can only be withdrawn.`);
      const audit_id = audit_date === undefined ? null : await auditedSince(tx, { ...reply, audit_date });
      if (audit_id === undefined)
        throw new Fault('conflict', `${slug}: no audit of ${audit_date} was published after this dispute.`);
      await insertReplyChange(tx, { publication, reply_id, change: outcome, slug, audit_id });
      await record(slug, { publication, reply_id, kind, criterion: reply.criterion, outcome, audit_date });
      await answerSender(ctx, tx, { reply_id, at, publication });
      await closePublication(ctx, tx, opened);
      return { publication, reply_id, slug, outcome, audit_date: audit_date ?? null };
    });
    return { ...decided, unsigned: await ctx.signer.whyUnsigned() };
  },
});

/** Writes to the company that sent the reply from its own page (decision 183). */
async function answerSender(
  ctx: Context,
  tx: Tx,
  { reply_id, ...of }: { reply_id: string; at: string; publication: number },
): Promise<void> {
  const sent = await textOfReply(tx, reply_id);
  if (sent) await notifySender(ctx, tx, { ...of, registration_id: sent.registration_id, subject_id: reply_id });
}

/** Faults: conflict. */
async function refuseDecided(tx: Tx, { slug, outcome, outcome_at, ended_at }: StoredReply): Promise<void> {
  if (ended_at !== null) throw notListed(slug, formerSlug(await formerSlugsNow(tx), slug));
  if (outcome !== null)
    throw new Fault('conflict', `${slug}: this was ${outcome} on ${outcome_at?.slice(0, 10)}; an outcome is final.`);
}
