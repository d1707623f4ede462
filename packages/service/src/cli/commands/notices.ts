import { Option } from 'commander';
import { type NoticeStatus, noticeStatuses } from '../../domain/notice.ts';
import type { Define } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions, readWhole } from '../desk.ts';
import { wholeId } from '../ids.ts';
import { line } from '../output.ts';

type ListOptions = DeskOptions & { status?: NoticeStatus; after?: string; limit: number };

export function addNotices(define: Define): void {
  addDeskOptions(
    define<ListOptions>(
      'notices list',
      'list letters with their status, newest first',
      ['notices list', 'notices list --status failed'],
      async (cli, output, { status, after, limit, ...desk }) => {
        const { listNotices } = await import('../../operations/desk/list-notices.ts');
        const last = after && (await wholeId(cli, desk, 'notice', after));
        const body = await callDesk(cli, desk, listNotices, { status, after: last, limit });
        output.result(body, () => [
          ...body.notices.map(
            ({ notice_id, created_at, kind, subject_id, company, status, attempts, due_at, last_error }) => {
              const about = company === null ? subject_id : `${subject_id}, ${company}`;
              const next = status === 'pending' && attempts > 0 ? `, next attempt at ${due_at}` : '';
              const why = last_error === null ? '' : `, ${last_error} (attempt ${attempts}${next})`;
              return line`${notice_id}  ${created_at.slice(0, 16)}  ${output.colour.bold(status.padEnd(9))}  ${kind} of ${about}${why}`;
            },
          ),
          `${body.notices.length} listed. Total: ${Object.entries(body.counts)
            .map(([name, count]) => `${name} ${count}`)
            .join(', ')}.`,
          ...(body.next === null ? [] : [`More with --after ${body.next}`]),
        ]);
        return 0;
      },
    ),
  )
    .addOption(new Option('--status <status>', 'only notices in this status').choices(noticeStatuses))
    .option('--after <id>', 'continue after this notice')
    .option('--limit <count>', 'maximum number of notices, 1 to 500', readWhole(1, 500), 50);

  addDeskOptions(
    define<DeskOptions>(
      'notices resend',
      'send a notice again, now',
      ['notices resend ntc_0199'],
      async (cli, output, desk, args) => {
        const { resendNotice } = await import('../../operations/desk/resend-notice.ts');
        const notice_id = await wholeId(cli, desk, 'notice', args[0] ?? '');
        const notice = await callDesk(cli, desk, resendNotice, { notice_id });
        output.result(notice, () => [
          line`${output.colour.green('due now')} ${notice.kind} of ${notice.subject_id} (${notice.notice_id})`,
        ]);
        return 0;
      },
    ).argument('<id>', 'the notice: its id, or the beginning or end of it'),
  );
}
