import type { Define } from '../define.ts';
import { deskCommand } from '../desk/desk-command.ts';
import { line } from '../output.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export function addDue(define: Define): void {
  deskCommand(define, {
    usage: 'due',
    does: 'list companies whose re-audit is due, most overdue first',
    examples: ['due', 'due --within 14'],
    operation: async () => (await import('../../operations/desk/list-due.ts')).listDue,
    flags: { within_days: '--within <days>' },
    lines: ({ due, today }, { colour }, { input }) => [
      ...due.map(({ slug, company, fictional, reaudit_due, days_left, overall_score, watchers }) => {
        const when =
          days_left < 0 ? colour.red(`${days(-days_left)} overdue`) : days_left ? `in ${days(days_left)}` : 'today';
        return line`${reaudit_due}  ${when}  ${company}${fictional ? ' (fictional)' : ''} (${slug}), score ${overall_score}, ${watchers} watching`;
      }),
      `${due.length} due within ${days(Number(input.within_days))} from ${today}.`,
    ],
  });
}
