import { z } from 'zod';
import { Fault } from '../../domain/fault.ts';
import { notice } from '../../domain/notice.ts';
import { resendNotice as makeDue } from '../../store/notices.ts';
import { deskOperation } from '../desk-operation.ts';

/**
 * Makes a notice due now, in whatever status it is, with another 24 hours of retries. It is the same letter with the
 * same Message-ID. If the recipient has unsubscribed in the meantime it is cancelled (decision 40). Faults: not_found.
 */
export const resendNotice = deskOperation({
  name: 'resend_notice',
  title: 'Send a notice again',
  summary: 'Sends a notice again, now.',
  path: 'POST /api/desk/notices/{notice_id}/resend',
  guidance: 'Makes a notice due now, whether it failed, was sent or is still pending.',
  faults: ['not_found'],
  input: z.object({ notice_id: z.string().min(1).max(200) }),
  output: notice,
  handler(_ctx, { notice_id }, { change }) {
    return change(async (tx, { at, record }) => {
      const due = await makeDue(tx, notice_id, at);
      if (!due) throw new Fault('not_found', 'There is no notice with this id.');
      await record(notice_id);
      return notice.parse(due);
    });
  },
});
