import { isDate } from '@readymark/rubric/field';
import { z } from 'zod';
import { deskRequest, requestId } from '../../domain/desk.ts';
import { operation, operatorOf } from '../operation.ts';
import { moveByHand } from './moves.ts';

/**
 * in_review → scheduled, with the day of the audit if it is known (spec 3, decision 19). Faults: not_found, conflict.
 */
export const scheduleRequest = operation({
  name: 'schedule_request',
  title: 'Schedule the audit of a request',
  summary: 'Schedules the audit of a request.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input: z.object({
    request_id: requestId,
    on: z
      .string()
      .refine(isDate, { error: 'must be a day, written YYYY-MM-DD' })
      .nullable()
      .default(null)
      .describe('Day of the audit, YYYY-MM-DD'),
  }),
  output: deskRequest,
  http: [
    {
      method: 'POST',
      path: '/api/desk/requests/{request_id}/schedule',
      status: 200,
      fields: 'body',
      guidance: 'Moves a request in review to scheduled, with the day of the audit if it is known.',
    },
  ],
  async handler(ctx, { request_id, on }, caller) {
    const day = on === null ? {} : { scheduled_on: on };
    return {
      body: await moveByHand(ctx, operatorOf(caller), 'schedule_request', request_id, { to: 'scheduled', ...day }),
    };
  },
});
