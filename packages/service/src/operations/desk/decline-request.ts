import { declineInput, deskRequest } from '../../domain/desk.ts';
import { deskOperation } from '../desk-operation.ts';
import { moveByHand } from './requests/moves.ts';

/**
 * Declines a waiting request; the requester sees the reason and gets it by mail (decisions 19 and 28). Faults:
 * not_found, conflict.
 */
export const declineRequest = deskOperation({
  name: 'decline_request',
  title: 'Decline a request',
  summary: 'Declines a waiting request, with a reason that the requester sees.',
  path: 'POST /api/desk/requests/{request_id}/decline',
  guidance:
    'Moves a received, in_review or scheduled request to declined. The requester sees the reason, and gets it by mail.',
  faults: ['not_found', 'conflict'],
  input: declineInput,
  output: deskRequest,
  handler: (ctx, { request_id, reason }, desk) =>
    moveByHand(ctx, desk, request_id, { to: 'declined', declined_reason: reason }),
});
