import type { NoticeKind } from '../../../../domain/notice.ts';

/** The kinds of letters as operators read them. */
export const letterNames: Record<NoticeKind, string> = {
  reaudit: 'audited again, to who watches it',
  correction: 'audit corrected, to who watches it',
  retracted: 'retracted, to who watches it',
  completed: 'audit published, to who requested it',
  declined: 'declined, to who requested it',
  confirmation: 'confirm an address',
};
