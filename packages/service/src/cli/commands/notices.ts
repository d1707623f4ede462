import type { Define } from '../define.ts';
import { deskCommand, listed } from '../desk/desk-command.ts';
import { line } from '../output.ts';

export function addNotices(define: Define): void {
  deskCommand(define, {
    usage: 'notices list',
    does: 'list letters with their status, newest first',
    examples: ['notices list', 'notices list --status failed'],
    operation: async () => (await import('../../operations/desk/list-notices.ts')).listNotices,
    ids: { after: 'notice' },
    lines: (body, { colour }) =>
      listed(
        body.notices.map(
          ({ notice_id, created_at, kind, subject_id, company, status, attempts, due_at, last_error }) => {
            const about = company === null ? subject_id : `${subject_id}, ${company}`;
            const next = status === 'pending' && attempts > 0 ? `, next attempt at ${due_at}` : '';
            const why = last_error === null ? '' : `, ${last_error} (attempt ${attempts}${next})`;
            return line`${notice_id}  ${created_at.slice(0, 16)}  ${colour.bold(status.padEnd(9))}  ${kind} of ${about}${why}`;
          },
        ),
        body,
      ),
  });
  deskCommand(define, {
    usage: 'notices resend <id>',
    does: 'send a notice again, now',
    examples: ['notices resend ntc_0199'],
    operation: async () => (await import('../../operations/desk/resend-notice.ts')).resendNotice,
    args: ['notice_id'],
    lines: ({ kind, subject_id, notice_id }, { colour }) => [
      line`${colour.green('due now')} ${kind} of ${subject_id} (${notice_id})`,
    ],
  });
}
