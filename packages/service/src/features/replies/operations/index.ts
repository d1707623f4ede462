import { beginReply } from './begin-reply.ts';
import { checkReplyProof } from './check-reply-proof.ts';
import { decideReply } from './decide-reply.ts';
import { decideText } from './decide-text.ts';
import { listReplies } from './list-replies.ts';
import { publishReply } from './publish-reply.ts';
import { removeReply } from './remove-reply.ts';
import { showReply } from './show-reply.ts';

/** What companies say about their audits (decisions 155, 156 and 183). */
export const replyOperations = [
  beginReply,
  checkReplyProof,
  publishReply,
  decideReply,
  decideText,
  removeReply,
  listReplies,
  showReply,
] as const;
