import { slugInput } from '@readymark/rubric/field';
import { z } from 'zod';
import { replyId } from '../../../domain/replies/reply.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { companyText } from '../domain/company-text.ts';
import { deskReply, domainToken } from '../domain/desk-reply.ts';
import { listTexts } from '../store/company-texts.ts';
import { listTokens } from '../store/domain-tokens.ts';
import { listReplies as readReplies } from '../store/replies.ts';
import { shownReply, shownText, shownToken } from './shown.ts';

/** What companies say, and who may say it. With `open`: disputes without an outcome, tokens that count, and texts without a decision. */
export const listReplies = deskOperation({
  name: 'list_replies',
  title: 'List replies',
  summary: 'Lists replies and disputes of companies, and the tokens of those who ask to reply.',
  path: 'GET /api/desk/replies',
  guidance:
    'With state=open: disputes without an outcome, tokens that count, and texts that companies sent and that wait for a decision.',
  input: z.object({
    slug: slugInput.optional().describe('Only of this company'),
    state: z.enum(['open', 'all']).default('open'),
    after: replyId.optional().describe('Continue after this reply'),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: z.object({
    proofs: z.array(domainToken).describe('Newest first; none in a continued list'),
    replies: z.array(deskReply).describe('Newest first'),
    texts: z
      .array(companyText)
      .describe('What companies sent from their own pages, newest first; none in a continued list'),
    next: z.string().nullable().describe('What to pass as after for more; null at the end'),
  }),
  async handler(ctx, { slug, state, after, limit }) {
    const { db } = ctx.store;
    const open = state === 'open';
    const open_at = open ? ctx.now().toISOString() : undefined;
    const proofs = after === undefined ? await listTokens(db, { slug, open_at, limit }) : [];
    const found = await readReplies(db, { slug, open, after, limit: limit + 1 });
    const replies = found.slice(0, limit).map(shownReply);
    const next = found.length > limit ? (replies.at(-1)?.reply_id ?? null) : null;
    const texts = after === undefined ? await listTexts(db, { slug, waiting: open, limit }) : [];
    return { proofs: proofs.map(shownToken), replies, texts: texts.map(shownText), next };
  },
});
