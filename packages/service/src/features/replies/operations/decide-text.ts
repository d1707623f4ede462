import { z } from 'zod';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { type ReplyKind, replyId } from '../../../domain/replies/reply.ts';
import type { Context } from '../../../operations/context.ts';
import { type Change, deskOperation, unsignedField } from '../../../operations/desk-operation.ts';
import { companyAtSite } from '../../../store/desk-audits.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import { answerText, decisions } from '../domain/company-text.ts';
import { endText, findText } from '../store/company-texts.ts';
import { insertReplyChange } from '../store/replies.ts';
import type { CompanyTextRow } from '../store/rows.ts';
import { knownReply } from './known-reply.ts';
import { publishSaid } from './publishing/publish-said.ts';
import { notifySender } from './texts/notify-sender.ts';

/**
 * Decides what a company sent from its own page (decision 183): a reply or a dispute is published as it is, a withdrawal becomes the
 * outcome of its reply, and a correction was made by publishing or correcting the audit. Its sender gets a letter. Faults:
 * invalid_request; not_found; conflict for what was decided or taken back, and for what cannot be public now.
 */
export const decideText = deskOperation({
  name: 'decide_text',
  title: 'Decide a text of a company',
  summary: 'Publishes what a company sent from its own page, or says why not.',
  path: 'POST /api/desk/company-texts/{text_id}/decide',
  guidance:
    'Accepting a reply or a dispute publishes its text as it is; accepting a correction says that the audit was corrected, which is done before. A refusal needs an answer, which its sender reads.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    text_id: replyId,
    decision: z.enum(decisions).describe('accept or refuse'),
    answer: answerText.optional(),
  }),
  output: z.object({
    text_id: z.string(),
    slug: z.string(),
    decision: z.enum(decisions),
    reply_id: z.string().nullable().describe('The reply that was published'),
    publication: z.int().nullable(),
    unsigned: unsignedField,
  }),
  async handler(ctx, { text_id, decision, answer = null }, { change }) {
    if (decision === 'refuse' && answer === null)
      throw invalidFields([{ field: 'answer', message: 'is required with refuse: its sender must learn why' }]);
    const decided = await change(async (tx, made) => {
      const found = await findText(tx, text_id);
      if (!found) throw new Fault('not_found', 'There is no text with this id; list_replies names those that wait.');
      const { kind, criterion } = found;
      const done = decision === 'accept' ? await accept(ctx, tx, found, made) : kept(found);
      const status = decision === 'accept' ? ('accepted' as const) : ('refused' as const);
      const is_public = done.publication !== null;
      const end = { status, decided_at: made.at, answer, reply_id: done.reply_id };
      if (!(await endText(tx, text_id, end, !is_public)))
        throw new Fault('conflict', `${found.slug}: this text was ${found.status.replace('_', ' ')}.`);
      const { publication } = done;
      await made.record(done.slug, { text_id, kind, criterion, decision, ...(is_public && { publication }) });
      await notifySender(ctx, tx, { ...found, subject_id: text_id, at: made.at, publication: publication ?? 0 });
      await done.close();
      return { text_id, slug: done.slug, decision, reply_id: done.reply_id, publication };
    });
    return { ...decided, unsigned: decided.publication === null ? null : await ctx.signer.whyUnsigned() };
  },
});

type Done = { slug: string; reply_id: string | null; publication: number | null; close(): Promise<void> };

const kept = ({ slug, reply_id }: CompanyTextRow): Done => ({
  slug,
  reply_id,
  publication: null,
  close: async () => {},
});

/** Does what was asked for. Faults: not_found, conflict. */
async function accept(ctx: Context, tx: Tx, found: CompanyTextRow, { now }: Change): Promise<Done> {
  if (found.kind === 'correction') return kept(found);
  const opened = await openPublication(ctx.store, tx, 'replies', now);
  const { publication } = opened;
  const close = () => closePublication(ctx, tx, opened);
  if (found.kind === 'withdrawal') {
    const { slug, outcome, reply_id, ended_at } = await knownReply(tx, found.reply_id ?? '');
    if (outcome !== null || ended_at !== null)
      throw new Fault(
        'conflict',
        `${slug}: this reply was ${outcome ?? 'taken off with its company'}; nothing can be withdrawn.`,
      );
    await insertReplyChange(tx, { publication, reply_id, change: 'withdrawn', slug, audit_id: null });
    return { slug, reply_id, publication, close };
  }
  const { text_id, website, audit_date, kind, criterion, text, proof, proven_at } = found;
  const slug = await companyAtSite(tx, new URL(website).hostname);
  if (slug === undefined || text === null)
    throw new Fault('conflict', `${found.slug}: no company with this website is listed any more.`);
  const said = { kind: kind as ReplyKind, criterion, text };
  const by = { slug, proof_id: text_id, proof, proven_at };
  const { replies } = await publishSaid(ctx, tx, publication, { proof: by, audit_date, replies: [said] });
  return { slug, reply_id: replies[0]?.reply_id ?? null, publication, close };
}
