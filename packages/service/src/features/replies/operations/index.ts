import { beginReply } from './begin-reply.ts';
import { checkReplyProof } from './check-reply-proof.ts';
import { decideReply } from './decide-reply.ts';
import { listReplies } from './list-replies.ts';
import { publishReply } from './publish-reply.ts';
import { removeReply } from './remove-reply.ts';
import { showReply } from './show-reply.ts';

/** What companies say about their audits (decisions 155 and 156). */
export const replyOperations = [
  beginReply,
  checkReplyProof,
  publishReply,
  decideReply,
  removeReply,
  listReplies,
  showReply,
] as const;
