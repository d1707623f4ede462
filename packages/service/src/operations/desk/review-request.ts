import { z } from 'zod';
import { deskRequest, requestId } from '../../domain/desk.ts';
import { operation, operatorOf } from '../operation.ts';
import { moveByHand } from './moves.ts';

/** received → in_review (spec 3, decision 19). Faults: not_found, conflict. */
export const reviewRequest = operation({
  name: 'review_request',
  title: 'Start to review a request',
  summary: 'Takes a received request into review.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input: z.object({ request_id: requestId }),
  output: deskRequest,
  http: [
    {
      method: 'POST',
      path: '/api/desk/requests/{request_id}/review',
      status: 200,
      fields: 'none',
      guidance: 'Moves a received request to in_review. From any other status the error lists the allowed moves.',
    },
  ],
  async handler(ctx, { request_id }, caller) {
    return { body: await moveByHand(ctx, operatorOf(caller), 'review_request', request_id, { to: 'in_review' }) };
  },
});
