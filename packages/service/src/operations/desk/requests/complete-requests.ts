import { slugInput } from '@readymark/rubric/field';
import { z } from 'zod';
import { requestId } from '../../../domain/desk.ts';
import { Fault } from '../../../domain/fault.ts';
import type { RequestStatus } from '../../../domain/request/request.ts';
import { currentAuditsOf } from '../../../store/audits.ts';
import { auditById } from '../../../store/desk-audits.ts';
import { latestPublication } from '../../../store/publications.ts';
import { countRequests, type RequestChange } from '../../../store/queue.ts';
import { findRequest, moveRequest } from '../../../store/requests.ts';
import { deskOperation } from '../../desk-operation.ts';
import { completeRequests as complete } from './completion.ts';

/** The moves that lead to scheduled, the only status from which a request can be completed (decision 19). */
const steps: Partial<Record<RequestStatus, readonly RequestStatus[]>> = {
  received: ['in_review', 'scheduled'],
  in_review: ['scheduled'],
};

/**
 * Completes waiting requests with an audit that is public already, all or none: the moves that they still lack, and the
 * letters to their requesters (decisions 19 and 32). Faults: not_found, invalid_request, conflict.
 */
export const completeRequests = deskOperation({
  name: 'complete_requests',
  title: 'Complete requests with a published audit',
  summary: 'Completes waiting requests with the current audit of a company.',
  path: 'POST /api/desk/audits/{slug}/completions',
  guidance:
    'Completes received, in_review and scheduled requests with the current audit of a company, all or none. Each requester gets the audit by mail.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    slug: slugInput.describe('The company whose current audit completes them'),
    completes: z.array(requestId).min(1).max(10_000).describe('Requests that the audit completes'),
    despite_mismatch: z
      .boolean()
      .default(false)
      .describe('Whether to complete a request even if its site and company name differ'),
  }),
  output: z.object({
    completed: z.array(
      z.object({
        request_id: z.string(),
        slug: z.string(),
        letter: z.boolean().describe('Whether an address is on file to send the audit to'),
      }),
    ),
  }),
  handler(ctx, { slug, completes, despite_mismatch }, { operator, change }) {
    return change(async (tx, { at, record }) => {
      const current = (await currentAuditsOf(tx, [slug])).get(slug);
      const audit = current && (await auditById(tx, current.audit_id));
      if (!audit) throw new Fault('not_found', 'There is no audit of a company with this slug.');
      const on_the_way: RequestChange[] = [];
      for (const request_id of new Set(completes)) {
        const request = await findRequest(tx, request_id);
        for (const to of steps[request?.status as RequestStatus] ?? []) {
          const move = await moveRequest(tx, request_id, { to, at, operator });
          if (move && 'change' in move) on_the_way.push(move.change);
        }
      }
      const stored = [{ audit, audit_id: current.audit_id }];
      const publication = await latestPublication(tx);
      const done = await complete(ctx, tx, stored, { completes, despite_mismatch, operator }, { publication, at });
      await record(slug, { completes });
      await countRequests(tx, [...on_the_way, ...done.changes]);
      return { completed: done.completed };
    });
  },
});
