import { z } from 'zod';
import { timestamp, wholeNumber } from '../../domain/field.ts';
import { listActions as readActions } from '../../store/desk-actions.ts';
import { operation } from '../operation.ts';

/** Who did what at the desk, and when, newest first. */
export const listActions = operation({
  name: 'list_actions',
  title: 'List desk actions',
  summary: 'Lists who did what at the desk.',
  scope: 'operator',
  faults: ['invalid_request'],
  input: z.object({
    subject_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Only what was done to this request, notice, audit job, operator or publication'),
    limit: wholeNumber(1, 1_000).default(100),
  }),
  output: z.object({
    actions: z.array(
      z.object({
        action_id: z.string(),
        operator: z.string(),
        action: z.string(),
        subject_id: z.string(),
        detail: z.record(z.string(), z.unknown()),
        at: timestamp,
      }),
    ),
  }),
  http: [
    {
      method: 'GET',
      path: '/api/desk/actions',
      status: 200,
      fields: 'query',
      guidance:
        'Lists what operators did, newest first: who did what to which request, notice, audit job, operator or publication, and when.',
    },
  ],
  async handler(ctx, filter) {
    const rows = await readActions(ctx.store.db, filter);
    return {
      body: { actions: rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> })) },
    };
  },
});
