import { z } from 'zod';
import { deskRequest, requestId } from '../../domain/desk.ts';
import { deskOperation } from '../desk-operation.ts';
import { moveByHand } from './requests/moves.ts';

/** received → in_review (spec 3, decision 19). Faults: not_found, conflict. */
export const reviewRequest = deskOperation({
  name: 'review_request',
  title: 'Start to review a request',
  summary: 'Takes a received request into review.',
  path: 'POST /api/desk/requests/{request_id}/review',
  guidance: 'Moves a received request to in_review. From any other status the error lists the allowed moves.',
  faults: ['not_found', 'conflict'],
  input: z.object({ request_id: requestId }),
  output: deskRequest,
  handler: (ctx, { request_id }, desk) => moveByHand(ctx, desk, request_id, { to: 'in_review' }),
});
