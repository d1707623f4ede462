import { z } from 'zod';
import { Fault } from '../../domain/fault.ts';
import { auditRequestRecord } from '../../domain/request/request.ts';
import { requestRecords } from '../../store/request-records.ts';
import { findOwnRequest } from '../../store/requests.ts';
import { untilPublic } from '../context.ts';
import { operation, registrationOf } from '../operation.ts';
import { withListed } from './fields/listed.ts';

/** The form of a request id. Anything else is unknown without a look-up (decision 18). */
const requestIdPattern = /^req_[0-9a-f]{32}$/;

/**
 * The status of one of the caller's requests (spec 4, decision 18). An unknown id and another agent's id give the same
 * 404. Faults: not_found.
 */
export const checkAuditRequest = operation({
  name: 'check_audit_request',
  title: 'Check an audit request',
  summary: 'The status of one of your audit requests.',
  scope: 'audit_requests:read_own',
  faults: ['not_found'],
  input: z.object({
    request_id: z
      .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
      // An id of another form becomes the empty one, which no request has: it is unknown, and not invalid.
      .overwrite((id) => (requestIdPattern.test(id) ? id : ''))
      .meta({ description: 'Of one of your requests.' }),
  }),
  output: auditRequestRecord,
  http: [
    {
      method: 'GET',
      path: '/api/audit-requests/{request_id}',
      status: 200,
      fields: 'none',
      guidance: 'Once a day is enough. GET /api/agent/me lists all your requests.',
    },
  ],
  tool: {
    guidance:
      'With its history, place in the queue while it waits, the reason when declined, the audit once completed. Once a day is enough. On not_found call my_audit_history: it lists all your requests.',
  },
  async handler(ctx, { request_id }, caller) {
    const row = request_id && (await findOwnRequest(ctx.store.db, registrationOf(caller), request_id));
    if (!row) throw new Fault('not_found', 'You have no audit request with this id.');
    const { records, publication } = await requestRecords(ctx.store.db, [row]);
    await untilPublic(ctx, publication);
    return { body: withListed(ctx, records[0] as (typeof records)[number]) };
  },
});
