import type { Audit } from '@readymark/rubric/audit/audit';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { answers } from '../../../domain/request/match.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import type { RequestChange } from '../../../store/queue.ts';
import { findRequest, moveRequest } from '../../../store/requests.ts';
import type { AuditRequestRow } from '../../../store/tables.ts';
import type { Context } from '../../context.ts';
import { enqueueAnswer } from '../../outbox/enqueue.ts';

/** An audit that this publication stored. */
export type NewAudit = { audit: Audit; audit_id: string };

/** A request that a publication completed; `letter` says whether the audit is sent to an address. */
export type CompletedRequest = { request_id: string; slug: string; letter: boolean };

/**
 * Moves the requests named in `completes` to completed, each with the audit that answers it, and enqueues their letters
 * (decisions 19 and 28). Faults: invalid_request, conflict.
 *
 * @returns the requests, and what `countRequests` must count at the end of the transaction
 */
export async function completeRequests(
  ctx: Context,
  tx: Tx,
  stored: readonly NewAudit[],
  order: { completes: readonly string[]; despite_mismatch: boolean; operator: string },
  { publication, at }: { publication: number; at: string },
): Promise<{ completed: CompletedRequest[]; changes: RequestChange[] }> {
  const completed: CompletedRequest[] = [];
  const changes: RequestChange[] = [];
  for (const [position, request_id] of [...new Set(order.completes)].entries()) {
    const field = `completes[${position}]`;
    const request = await findRequest(tx, request_id);
    if (!request) throw invalidFields([{ field, message: 'is not a known request' }]);
    const { audit, audit_id } =
      order.despite_mismatch && stored[0] && stored.length === 1 ? stored[0] : answerTo(request, stored);
    const move = await moveRequest(tx, request_id, { to: 'completed', at, operator: order.operator, audit_id });
    if (move && 'refused' in move) throw new Fault('conflict', `${request_id}: ${move.refused}`);
    if (move) changes.push(move.change);
    const letter = await enqueueAnswer(ctx, tx, request, { kind: 'completed', audit_id, publication, at });
    completed.push({ request_id, slug: audit.slug, letter });
  }
  return { completed, changes };
}

/** The one audit that answers a request. Faults: conflict, when there is none or several. */
function answerTo(request: AuditRequestRow, stored: readonly NewAudit[]): NewAudit {
  const fitting = stored.filter(({ audit }) => answers(audit, request));
  const [found] = fitting;
  if (!found)
    throw new Fault(
      'conflict',
      `${request.request_id} is for another company: neither its site nor its company name matches an audit here. If it is the same company, publish its audit alone with --despite-mismatch (despite_mismatch: true).`,
    );
  if (fitting.length > 1)
    throw new Fault(
      'conflict',
      `${request.request_id} could be completed by several of these audits; publish the one that it is for alone.`,
    );
  return found;
}
