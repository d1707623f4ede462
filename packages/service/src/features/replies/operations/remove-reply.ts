import { z } from 'zod';
import { Fault } from '../../../domain/fault.ts';
import { replyId } from '../../../domain/replies/reply.ts';
import { deskOperation, unsignedField } from '../../../operations/desk-operation.ts';
import { closePublication } from '../../../store/public-log/append.ts';
import { openPublication } from '../../../store/publications.ts';
import { insertReplyChange, removeText } from '../store/replies.ts';
import { knownReply } from './known-reply.ts';

/** Takes the text of a reply away for good; everybody still sees that there was one (decision 156). Faults: not_found; conflict. */
export const removeReply = deskOperation({
  name: 'remove_reply',
  title: 'Remove a reply',
  summary: 'Removes the text of a reply that must not be public.',
  path: 'POST /api/desk/replies/{reply_id}/remove',
  guidance:
    'The text is deleted from the database and from all documents, and cannot be brought back. Everybody still sees what it was about, and its hash in the public log.',
  faults: ['not_found', 'conflict'],
  input: z.object({ reply_id: replyId }),
  output: z.object({ publication: z.int(), reply_id: z.string(), slug: z.string(), unsigned: unsignedField }),
  async handler(ctx, { reply_id }, { change }) {
    const removed = await change(async (tx, { now, record }) => {
      const opened = await openPublication(ctx.store, tx, 'replies', now);
      const { publication } = opened;
      const { slug, removed_at, criterion } = await knownReply(tx, reply_id);
      if (removed_at !== null)
        throw new Fault('conflict', `${slug}: the text was removed on ${removed_at.slice(0, 10)}.`);
      await removeText(tx, reply_id);
      await insertReplyChange(tx, { publication, reply_id, change: 'removed', slug, audit_id: null });
      await record(slug, { publication, reply_id, criterion });
      await closePublication(ctx, tx, opened);
      return { publication, reply_id, slug };
    });
    return { ...removed, unsigned: await ctx.signer.whyUnsigned() };
  },
});
