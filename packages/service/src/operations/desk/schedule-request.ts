import { isDate } from '@readymark/rubric/field';
import { z } from 'zod';
import { deskRequest, requestId } from '../../domain/desk.ts';
import { deskOperation } from '../desk-operation.ts';
import { moveByHand } from './requests/moves.ts';

/**
 * in_review → scheduled, with the day of the audit if it is known (spec 3, decision 19). Faults: not_found, conflict.
 */
export const scheduleRequest = deskOperation({
  name: 'schedule_request',
  title: 'Schedule the audit of a request',
  summary: 'Schedules the audit of a request.',
  path: 'POST /api/desk/requests/{request_id}/schedule',
  guidance: 'Moves a request in review to scheduled, with the day of the audit if it is known.',
  faults: ['not_found', 'conflict'],
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
  handler: (ctx, { request_id, on }, desk) =>
    moveByHand(ctx, desk, request_id, { to: 'scheduled', ...(on !== null && { scheduled_on: on }) }),
});
