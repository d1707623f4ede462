import { sentenceOf } from '../../domain/desk/actions.ts';
import type { Define } from '../define.ts';
import { deskCommand, listed } from '../desk/desk-command.ts';
import { line } from '../output.ts';

/** The log of the desk (decision 103). */
export function addActions(define: Define): void {
  deskCommand(define, {
    usage: 'actions list',
    does: 'list who did what at the desk, newest first',
    examples: ['actions list', 'actions list --text nebelwerk --since 2026-11-01', 'actions list --operator ada'],
    operation: async () => (await import('../../operations/desk/list-actions.ts')).listActions,
    flags: {
      ...{ operator: '--operator <name>', action: '--action <name>', subject_id: '--subject <id>' },
      ...{ from: '--since <day>', to: '--until <day>' },
    },
    lines: ({ actions, next }, { colour }) =>
      listed(
        actions.map(
          (row) => line`${row.at.slice(0, 16)}  ${sentenceOf(row.operator, row)}  ${colour.dim(row.subject_id)}`,
        ),
        { next },
      ),
  });
}
