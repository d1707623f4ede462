import type { PublicReply, ReplyOutcome } from './reply.ts';

/** Whether auditor and company agree on a criterion (decision 156). */
type ReplyState = 'replied' | 'disputed' | ReplyOutcome;

/**
 * What the company says about each criterion of one audit, by criterion id: an open dispute before all others, else the
 * newest.
 *
 * @param replies of a company, newest first
 */
export function replyStates(replies: readonly PublicReply[], audit_date: string): ReadonlyMap<string, ReplyState> {
  const states = new Map<string, ReplyState>();
  for (const { criterion, kind, outcome, ...reply } of replies) {
    if (reply.audit_date !== audit_date || criterion === null) continue;
    const state = outcome ? outcome.outcome : kind === 'dispute' ? 'disputed' : 'replied';
    if (state === 'disputed' || !states.has(criterion)) states.set(criterion, state);
  }
  return states;
}
