import { sentenceOf } from '../../domain/desk/actions.ts';
import type { Define } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions, readDay, readWhole } from '../desk.ts';
import { line } from '../output.ts';

type ListOptions = DeskOptions & {
  operator?: string;
  action?: string;
  subject?: string;
  text?: string;
  since?: string;
  until?: string;
  after?: string;
  limit: number;
};

/** The log of the desk (decision 103). */
export function addActions(define: Define): void {
  addDeskOptions(
    define<ListOptions>(
      'actions list',
      'list who did what at the desk, newest first',
      ['actions list', 'actions list --text nebelwerk --since 2026-11-01', 'actions list --operator ada'],
      async (cli, output, { operator, action, subject, text, since, until, after, limit, ...desk }) => {
        const { listActions } = await import('../../operations/desk/list-actions.ts');
        const filter = { operator, action, subject_id: subject, text, from: since, to: until };
        const body = await callDesk(cli, desk, listActions, { ...filter, after, limit });
        output.result(body, () => [
          ...body.actions.map(
            (row) =>
              line`${row.at.slice(0, 16)}  ${sentenceOf(row.operator, row)}  ${output.colour.dim(row.subject_id)}`,
          ),
          `${body.actions.length} listed.`,
          ...(body.next === null ? [] : [`More with --after ${body.next}`]),
        ]);
        return 0;
      },
    ),
  )
    .option('--operator <name>', 'only what this operator did')
    .option('--action <name>', 'only this action, such as publish_audits')
    .option('--subject <id>', 'only what was done to this request, audit, letter, operator, company or publication')
    .option('--text <text>', 'part of a company name, of the subject or of the details')
    .option('--since <day>', 'not before this day (UTC)', readDay)
    .option('--until <day>', 'not after this day (UTC)', readDay)
    .option('--after <id>', 'continue after this action')
    .option('--limit <count>', 'maximum number of actions, 1 to 1,000', readWhole(1, 1_000), 100);
}
