import type { DeskRequest } from '../../../domain/desk.ts';
import { Fault } from '../../../domain/fault.ts';
import { findDeskRequest } from '../../../store/desk-requests.ts';
import { countRequests } from '../../../store/queue.ts';
import { type Move, moveRequest } from '../../../store/requests.ts';
import type { Context } from '../../context.ts';
import type { DeskCall } from '../../desk-operation.ts';
import { enqueueAnswer } from '../../outbox/enqueue.ts';

/**
 * Moves one request for an operator (decision 19): status, history, the record of who did it, and the letter after a
 * decline, in one transaction. Faults: not_found; conflict, which lists the allowed moves.
 */
export function moveByHand(
  ctx: Context,
  { operator, change }: DeskCall,
  request_id: string,
  move: Omit<Move, 'at' | 'operator'>,
): Promise<DeskRequest> {
  return change(async (tx, { at, record }) => {
    const result = await moveRequest(tx, request_id, { ...move, at, operator });
    if (!result) throw new Fault('not_found', 'There is no request with this id.');
    if ('refused' in result) throw new Fault('conflict', result.refused);
    if (move.to === 'declined') await enqueueAnswer(ctx, tx, result.moved, { kind: 'declined', at });
    // The reason is in the row of the request, and is copied nowhere (decision 103).
    const { to: _, declined_reason: __, ...detail } = move;
    await record(request_id, detail);
    const request = await findDeskRequest(tx, request_id);
    if (!request) throw new Error('a request disappeared while it was moved');
    await countRequests(tx, [result.change]);
    return request;
  });
}
