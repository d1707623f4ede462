import { counted } from '../../html/format.ts';

/** When a re-audit is due, in words. @param days until then; negative when it is overdue */
export const daysLeft = (days: number): string =>
  days < 0 ? `${counted(-days, 'day')} overdue` : days === 0 ? 'due today' : `due in ${counted(days, 'day')}`;
