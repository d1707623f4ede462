import type { NoticeKind, NoticeStatus } from '../../../../domain/notice.ts';

/** The kinds of letters as operators read them. */
export const letterNames: Record<NoticeKind, string> = {
  reaudit: 'A watched company was audited again',
  correction: 'A watched audit was corrected',
  retracted: 'A watched company was retracted',
  completed: 'The requested audit is published',
  declined: 'A request was declined',
  confirmation: 'Confirm an address',
};

export const letterStatuses: Record<NoticeStatus, string> = {
  failed: 'failed',
  pending: 'pending',
  sent: 'sent',
  cancelled: 'cancelled',
};
