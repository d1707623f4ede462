import { z } from 'zod';
import { Fault } from '../../domain/fault.ts';
import { notice } from '../../domain/notice.ts';
import { insertAction } from '../../store/desk-actions.ts';
import { resendNotice as makeDue } from '../../store/notices.ts';
import { operation, operatorOf } from '../operation.ts';

/**
 * Makes a notice due now, in whatever status it is, with another 24 hours of retries. It is the same letter with the
 * same Message-ID. If the recipient has unsubscribed in the meantime it is cancelled (decision 40). Faults: not_found.
 */
export const resendNotice = operation({
  name: 'resend_notice',
  title: 'Send a notice again',
  summary: 'Sends a notice again, now.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found'],
  input: z.object({ notice_id: z.string().min(1).max(200) }),
  output: notice,
  http: [
    {
      method: 'POST',
      path: '/api/desk/notices/{notice_id}/resend',
      status: 200,
      fields: 'none',
      guidance: 'Makes a notice due now, whether it failed, was sent or is still pending.',
    },
  ],
  async handler(ctx, { notice_id }, caller) {
    const at = ctx.now().toISOString();
    const row = await ctx.store.transaction(async (tx) => {
      const due = await makeDue(tx, notice_id, at);
      if (!due) throw new Fault('not_found', 'There is no notice with this id.');
      const action = { action_id: ctx.newId('act'), operator: operatorOf(caller), action: 'resend_notice' };
      await insertAction(tx, { ...action, subject_id: notice_id, detail: {}, at });
      return due;
    });
    return { body: notice.parse(row) };
  },
});
