import type { DeskRequest } from '../../domain/desk.ts';
import { Fault } from '../../domain/fault.ts';
import { insertAction } from '../../store/desk-actions.ts';
import { findDeskRequest } from '../../store/desk-requests.ts';
import type { Tx } from '../../store/engine/engine.ts';
import { type Move, moveRequest } from '../../store/requests.ts';
import type { Context } from '../context.ts';
import { enqueueAnswer } from '../outbox/enqueue.ts';

/**
 * Moves one request by an operator's hand (decision 19): status, history, the record of who did it, and the letter that
 * a decline owes, in one transaction. Faults: not_found; conflict, which says the moves that are allowed.
 */
export function moveByHand(
  ctx: Context,
  operator: string,
  action: string,
  request_id: string,
  move: Omit<Move, 'at' | 'operator'>,
): Promise<DeskRequest> {
  return ctx.store.transaction(async (tx: Tx) => {
    const at = ctx.now().toISOString();
    const made = await moveRequest(tx, request_id, { ...move, at, operator });
    if (!made) throw new Fault('not_found', 'There is no request with this id.');
    if ('refused' in made) throw new Fault('conflict', made.refused);
    if (move.to === 'declined') await enqueueAnswer(ctx, tx, made.moved, { kind: 'declined', at });
    const { to: _, ...detail } = move;
    await insertAction(tx, { action_id: ctx.newId('act'), operator, action, subject_id: request_id, detail, at });
    const request = await findDeskRequest(tx, request_id);
    if (!request) throw new Error('a request vanished while it was moved');
    return request;
  });
}
