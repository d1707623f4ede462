import { Option } from 'commander';
import type { DeskRequestDetails, QueuedRequest } from '../../domain/desk.ts';
import { requestStatuses, waitingStatuses } from '../../domain/request/request.ts';
import type { Define } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions, readDay, readWhole } from '../desk.ts';
import { wholeId, wholeIds } from '../ids.ts';
import { moveRequests } from '../moved-requests.ts';
import { indented, type Line, line, type Output } from '../output.ts';
import { completedLines } from '../published.ts';

type ListOptions = DeskOptions & {
  status: 'waiting';
  olderThan?: number;
  company?: string;
  text?: string;
  after?: string;
  limit: number;
};

export function addRequests(define: Define): void {
  addDeskOptions(
    define<ListOptions>(
      'requests list',
      'list the queue, oldest first',
      ['requests list', 'requests list --status received --older-than 3', 'requests list --company acme --json'],
      async (cli, output, { status, olderThan, company, text, after, limit, ...desk }) => {
        const last = after && (await wholeId(cli, desk, 'request', after));
        const input = { status, older_than_days: olderThan, company, text, after: last, limit };
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
    .option('--older-than <days>', 'only requests submitted at least this many days ago', readWhole(0, 36_500))
    .option('--company <text>', 'part of the company name or the site')
    .option('--text <text>', 'part of the name, the website, the notes, the name of the agent or the id')
    .option('--after <id>', 'continue after this request')
    .option('--limit <count>', 'maximum number of requests, 1 to 500', readWhole(1, 500), 50);

  addDeskOptions(
    define<DeskOptions>(
      'requests show',
      'show one request with its history',
      ['requests show req_0199'],
      async (cli, output, desk, args) => {
        const { showRequest } = await import('../../operations/desk/show-request.ts');
        const request_id = await wholeId(cli, desk, 'request', args[0] ?? '');
        const request = await callDesk(cli, desk, showRequest, { request_id });
        output.result(request, () => details(output, request));
        return 0;
      },
    ).argument('<id>', ID),
  );

  addMove(
    define<MoveOptions>(
      'requests review',
      'take received requests into review',
      ['requests review req_0199', 'requests review 8f31 77c2', 'requests review --company acme.com'],
      async (cli, output, { company, ...desk }, ids) => {
        const { reviewRequest } = await import('../../operations/desk/review-request.ts');
        const move = (request_id: string) => callDesk(cli, desk, reviewRequest, { request_id });
        return moveRequests(cli, output, desk, { ids, company, from: ['received'], move });
      },
    ),
  );

  addMove(
    define<MoveOptions & { on?: string }>(
      'requests schedule',
      'schedule the audit for requests in review',
      ['requests schedule req_0199', 'requests schedule --company acme.com --on 2026-12-01'],
      async (cli, output, { on, company, ...desk }, ids) => {
        const { scheduleRequest } = await import('../../operations/desk/schedule-request.ts');
        const move = (request_id: string) => callDesk(cli, desk, scheduleRequest, { request_id, on: on ?? null });
        return moveRequests(cli, output, desk, { ids, company, from: ['in_review'], move });
      },
    ),
  ).option('--on <date>', 'day of the audit, YYYY-MM-DD', readDay);

  addDeskOptions(
    define<DeskOptions & { with: string; despiteMismatch: boolean }>(
      'requests complete',
      'complete requests with an audit that is already published; each requester gets it by mail',
      ['requests complete req_0199 --with acme'],
      async (cli, output, { with: slug, despiteMismatch: despite_mismatch, ...desk }, ids) => {
        const { completeRequests } = await import('../../operations/desk/requests/complete-requests.ts');
        const completes = await wholeIds(cli, desk, 'request', ids);
        const body = await callDesk(cli, desk, completeRequests, { slug, completes, despite_mismatch });
        output.result(body, () => completedLines(output, body.completed, false));
        return 0;
      },
    ),
  )
    .argument('<id...>', IDS)
    .requiredOption('--with <slug>', 'the company whose current audit completes them')
    .option('--despite-mismatch', 'even if site and company name differ', false);

  addMove(
    define<MoveOptions & { reason: string }>(
      'requests decline',
      'decline requests; each requester sees the reason',
      ['requests decline req_0199 --reason "The site has no offer to audit."'],
      async (cli, output, { reason, company, ...desk }, ids) => {
        const { declineRequest } = await import('../../operations/desk/decline-request.ts');
        const move = (request_id: string) => callDesk(cli, desk, declineRequest, { request_id, reason });
        return moveRequests(cli, output, desk, { ids, company, from: waitingStatuses, move });
      },
    ),
  ).requiredOption('--reason <text>', 'why; the requester reads it');
}

type MoveOptions = DeskOptions & { company?: string };

const ID = 'the request: its id, or the beginning or end of it';

const IDS = 'the requests: their ids, or the beginnings or ends of them';

const addMove = (command: ReturnType<Define>) =>
  addDeskOptions(command)
    .argument('[id...]', IDS)
    .option('--company <text>', 'instead of ids: all waiting requests of this company, by its name or site');

function row({ colour }: Output, request: QueuedRequest): Line {
  const { request_id, submitted_at, status, company, website, same_site, promise } = request;
  const late = promise === 'late' ? colour.red(', late') : promise === 'due_soon' ? colour.yellow(', due soon') : '';
  const others = same_site > 1 ? colour.yellow(`, ${same_site} requests for this site`) : '';
  return line`${request_id}  ${submitted_at.slice(0, 10)}  ${colour.bold(status.padEnd(9))}  ${company}, ${website}${late}${others}`;
}

/** Width of the names of fields, and of what follows a line break in a value. */
const NAMES_WIDTH = 18;

function details({ colour }: Output, request: DeskRequestDetails): Line[] {
  const { status_history, allowed_moves, same_site_requests, audit_jobs, audit, listed: _, ...fields } = request;
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
    ...(audit ? [line`Completed with ${audit.slug} of ${audit.audit_date}`] : []),
    ...same_site_requests.map(
      ({ request_id, status, company }) => line`Same site: ${request_id}  ${status.padEnd(9)}  ${company}`,
    ),
    ...audit_jobs.map(({ job_id, status, created_at }) => line`Audit: ${job_id}  ${status}  ${created_at}`),
    line`${allowed_moves.length ? `Can become ${allowed_moves.join(' or ')}.` : 'Final.'}`,
  ];
}
