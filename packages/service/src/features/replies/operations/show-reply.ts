import { z } from 'zod';
import { outcomesOf, replyId, replyOutcomes } from '../../../domain/replies/reply.ts';
import { deskOperation } from '../../../operations/desk-operation.ts';
import { deskReply } from '../domain/desk-reply.ts';
import { replyEntries } from '../store/log-places.ts';
import { knownReply } from './known-reply.ts';
import { shownReply } from './shown.ts';

/** One reply, what may become of it, and its entries in the public log. Faults: not_found. */
export const showReply = deskOperation({
  name: 'show_reply',
  title: 'Show a reply',
  summary: 'Shows a reply of a company with all that happened to it.',
  path: 'GET /api/desk/replies/{reply_id}',
  guidance: 'Says what may become of it, and where it is in the public log.',
  faults: ['not_found'],
  input: z.object({ reply_id: replyId }),
  output: z.object({
    reply: deskReply,
    outcomes: z.array(z.enum(replyOutcomes)).describe('What may become of it'),
    entries: z.array(z.int()).describe('Its entries in the public log'),
  }),
  async handler(ctx, { reply_id }) {
    const reply = await knownReply(ctx.store.db, reply_id);
    const outcomes = reply.outcome === null && reply.ended_at === null ? [...outcomesOf(reply.kind)] : [];
    const entries = await replyEntries(ctx.store.db, reply_id);
    return { reply: shownReply(reply), outcomes, entries };
  },
});
