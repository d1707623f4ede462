import type { Define } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions, readWhole } from '../desk.ts';
import { line } from '../output.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export function addDue(define: Define): void {
  addDeskOptions(
    define<DeskOptions & { within: number }>(
      'due',
      'list companies whose re-audit is due, most overdue first',
      ['due', 'due --within 14'],
      async (cli, output, { within, ...desk }) => {
        const { listDue } = await import('../../operations/desk/list-due.ts');
        const body = await callDesk(cli, desk, listDue, { within_days: within });
        const { red } = output.colour;
        output.result(body, () => [
          ...body.due.map(({ slug, company, fictional, reaudit_due, days_left, overall_score, watchers }) => {
            const when =
              days_left < 0 ? red(`${days(-days_left)} overdue`) : days_left ? `in ${days(days_left)}` : 'today';
            return line`${reaudit_due}  ${when}  ${company}${fictional ? ' (fictional)' : ''} (${slug}), score ${overall_score}, ${watchers} watching`;
          }),
          `${body.due.length} due within ${days(within)} from ${body.today}.`,
        ]);
        return 0;
      },
    ),
  ).option('--within <days>', 'include what is due within this many days', readWhole(0, 3_660), 30);
}
