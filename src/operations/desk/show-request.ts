import { z } from 'zod';
import { deskRequestDetails, requestId } from '../../domain/desk.ts';
import { Fault } from '../../domain/fault.ts';
import { allowedMoves } from '../../domain/request/request.ts';
import { findDeskRequest, movesOf } from '../../store/desk-requests.ts';
import { operation } from '../operation.ts';

/** One request with its history: who moved it, and when. Faults: not_found. */
export const showRequest = operation({
  name: 'show_request',
  title: 'Show an audit request',
  summary: 'Shows one audit request with its history.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found'],
  input: z.object({ request_id: requestId }),
  output: deskRequestDetails,
  http: [
    {
      method: 'GET',
      path: '/api/desk/requests/{request_id}',
      status: 200,
      fields: 'none',
      guidance:
        'Shows one audit request: what was requested, by which agent, who moved it when, and its allowed next statuses.',
    },
  ],
  async handler(ctx, { request_id }) {
    const request = await findDeskRequest(ctx.store.db, request_id);
    if (!request) throw new Fault('not_found', 'There is no request with this id.');
    const status_history = await movesOf(ctx.store.db, request_id);
    return { body: { ...request, status_history, allowed_moves: [...allowedMoves(request.status)] } };
  },
});
