import { declineInput, deskRequest } from '../../domain/desk.ts';
import { operation, operatorOf } from '../operation.ts';
import { moveByHand } from './moves.ts';

/**
 * Declines a waiting request; the requester sees the reason and gets it by mail (decisions 19 and 28). Faults:
 * not_found, conflict.
 */
export const declineRequest = operation({
  name: 'decline_request',
  title: 'Decline a request',
  summary: 'Declines a waiting request, with a reason that the requester sees.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input: declineInput,
  output: deskRequest,
  http: [
    {
      method: 'POST',
      path: '/api/desk/requests/{request_id}/decline',
      status: 200,
      fields: 'body',
      guidance:
        'Moves a received, in_review or scheduled request to declined. The requester sees the reason, and gets it by mail.',
    },
  ],
  async handler(ctx, { request_id, reason }, caller) {
    const move = { to: 'declined', declined_reason: reason } as const;
    return { body: await moveByHand(ctx, operatorOf(caller), 'decline_request', request_id, move) };
  },
});
