import { Option } from 'commander';
import type { DeskRequest, DeskRequestDetails } from '../../domain/desk.ts';
import { requestStatuses } from '../../domain/request/request.ts';
import type { Define } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions, readWhole } from '../desk.ts';
import { indented, type Line, line, type Output } from '../output.ts';

type ListOptions = DeskOptions & {
  status: 'waiting';
  olderThan?: number;
  company?: string;
  after?: string;
  limit: number;
};

export function addRequests(define: Define): void {
  addDeskOptions(
    define<ListOptions>(
      'requests list',
      'list the queue, oldest first',
      ['requests list', 'requests list --status received --older-than 3', 'requests list --company acme --json'],
      async (cli, output, { status, olderThan, company, after, limit, ...desk }) => {
        const input = { status, older_than_days: olderThan, company, after, limit };
        const { listRequests } = await import('../../operations/desk/list-requests.ts');
        const body = await callDesk(cli, desk, listRequests, input);
        output.result(body, () => [
          ...body.requests.map((request) => row(output, request)),
          `${body.requests.length} listed. Total: ${Object.entries(body.counts)
            .map(([name, count]) => `${name} ${count}`)
            .join(', ')}.`,
          ...(body.next === null ? [] : [`More with --after ${body.next}`]),
        ]);
        return 0;
      },
    ),
  )
    .addOption(
      new Option('--status <status>', 'a status, waiting or all')
        .choices(['waiting', 'all', ...requestStatuses])
        .default('waiting'),
    )
    .option('--older-than <days>', 'only requests submitted at least this many days ago', readWhole)
    .option('--company <text>', 'part of the company name or the site')
    .option('--after <id>', 'continue after this request')
    .option('--limit <count>', 'maximum number of requests, 1 to 500', readWhole, 50);

  addDeskOptions(
    define<DeskOptions>(
      'requests show',
      'show one request with its history',
      ['requests show req_0199'],
      async (cli, output, desk, args) => {
        const { showRequest } = await import('../../operations/desk/show-request.ts');
        const request = await callDesk(cli, desk, showRequest, { request_id: args[0] ?? '' });
        output.result(request, () => details(output, request));
        return 0;
      },
    ).argument('<id>', 'the request'),
  );

  addDeskOptions(
    define<DeskOptions>(
      'requests review',
      'take a received request into review',
      ['requests review req_0199'],
      async (cli, output, desk, args) => {
        const { reviewRequest } = await import('../../operations/desk/review-request.ts');
        return showMoved(output, await callDesk(cli, desk, reviewRequest, { request_id: args[0] ?? '' }));
      },
    ).argument('<id>', 'the request'),
  );

  addDeskOptions(
    define<DeskOptions & { on?: string }>(
      'requests schedule',
      'schedule the audit for a request',
      ['requests schedule req_0199', 'requests schedule req_0199 --on 2026-12-01'],
      async (cli, output, { on, ...desk }, args) => {
        const { scheduleRequest } = await import('../../operations/desk/schedule-request.ts');
        return showMoved(
          output,
          await callDesk(cli, desk, scheduleRequest, { request_id: args[0] ?? '', on: on ?? null }),
        );
      },
    ).argument('<id>', 'the request'),
  ).option('--on <date>', 'day of the audit, YYYY-MM-DD');

  addDeskOptions(
    define<DeskOptions & { reason: string }>(
      'requests decline',
      'decline a request; the requester sees the reason',
      ['requests decline req_0199 --reason "The site has no offer to audit."'],
      async (cli, output, { reason, ...desk }, args) => {
        const { declineRequest } = await import('../../operations/desk/decline-request.ts');
        return showMoved(output, await callDesk(cli, desk, declineRequest, { request_id: args[0] ?? '', reason }));
      },
    ).argument('<id>', 'the request'),
  ).requiredOption('--reason <text>', 'why; the requester reads it');
}

function row({ colour }: Output, request: DeskRequest): Line {
  const { request_id, submitted_at, status, company, website, same_site } = request;
  const others = same_site > 1 ? colour.yellow(`, ${same_site} requests for this site`) : '';
  return line`${request_id}  ${submitted_at.slice(0, 10)}  ${colour.bold(status.padEnd(9))}  ${company}, ${website}${others}`;
}

function showMoved(output: Output, request: DeskRequest): number {
  output.result(request, () => [
    line`${output.colour.green(request.status)} ${request.company} (${request.request_id})`,
  ]);
  return 0;
}

/** Width of the names of fields, and of what follows a line break in a value. */
const NAMES_WIDTH = 18;

function details({ colour }: Output, request: DeskRequestDetails): Line[] {
  const { status_history, allowed_moves, ...fields } = request;
  return [
    ...Object.entries(fields)
      .filter(([, value]) => value !== null)
      .flatMap(([name, value]) => {
        const [first = '', ...rest] = indented(String(value), NAMES_WIDTH);
        return [line`${colour.dim(name.padEnd(NAMES_WIDTH - 1))} ${first}`, ...rest];
      }),
    ...status_history.map(
      ({ status, at, operator }) => line`${at}  ${colour.bold(status)}${operator === null ? '' : ` by ${operator}`}`,
    ),
    line`${allowed_moves.length ? `Can become ${allowed_moves.join(' or ')}.` : 'Final.'}`,
  ];
}
