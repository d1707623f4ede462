import type { z } from 'zod';
import type { DeskRequest, DeskRequestDetails, QueuedRequest } from '../../domain/desk.ts';
import type { RequestStatus } from '../../domain/request/request.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Define } from '../define.ts';
import { deskCommand, type Flags, listed } from '../desk/desk-command.ts';
import { moveRequests } from '../desk/moved-requests.ts';
import { completedLines } from '../desk/published.ts';
import { indented, type Line, line, type Output } from '../output.ts';

export function addRequests(define: Define): void {
  deskCommand(define, {
    usage: 'requests list',
    does: 'list the queue, oldest first',
    examples: [
      'requests list',
      'requests list --status received --older-than 3',
      'requests list --company acme --json',
    ],
    operation: async () => (await import('../../operations/desk/list-requests.ts')).listRequests,
    flags: { older_than_days: '--older-than <days>', listed: false },
    ids: { after: 'request' },
    lines: (body, output) =>
      listed(
        body.requests.map((request) => row(output, request)),
        body,
      ),
  });
  deskCommand(define, {
    usage: 'requests show <id>',
    does: 'show one request with its history',
    examples: ['requests show req_0199'],
    operation: async () => (await import('../../operations/desk/show-request.ts')).showRequest,
    args: ['request_id'],
    flags: { listed: false },
    lines: (request, output) => details(output, request),
  });
  moveCommand(define, {
    usage: 'requests review [id...]',
    does: 'take received requests into review',
    examples: ['requests review req_0199', 'requests review 8f31 77c2', 'requests review --company acme.com'],
    operation: async () => (await import('../../operations/desk/review-request.ts')).reviewRequest,
    from: ['received'],
  });
  moveCommand(define, {
    usage: 'requests schedule [id...]',
    does: 'schedule the audit for requests in review',
    examples: ['requests schedule req_0199', 'requests schedule --company acme.com --on 2026-12-01'],
    operation: async () => (await import('../../operations/desk/schedule-request.ts')).scheduleRequest,
    flags: { on: '--on <date>' },
    from: ['in_review'],
  });
  deskCommand(define, {
    usage: 'requests complete <id...>',
    does: 'complete requests with an audit that is already published; each requester gets it by mail',
    examples: ['requests complete req_0199 --with acme'],
    operation: async () => (await import('../../operations/desk/requests/complete-requests.ts')).completeRequests,
    args: ['completes'],
    flags: { slug: '--with <slug>' },
    lines: ({ completed }, output) => completedLines(output, completed, false),
  });
  moveCommand(define, {
    usage: 'requests decline [id...]',
    does: 'decline requests; each requester sees the reason',
    examples: ['requests decline req_0199 --reason "The site has no offer to audit."'],
    operation: async () => (await import('../../operations/desk/decline-request.ts')).declineRequest,
    from: ['received', 'in_review', 'scheduled'],
  });
}

/** A command that moves several requests, each by one call. @param spec.from the statuses from which the move leads on */
function moveCommand<I extends z.ZodObject>(
  define: Define,
  spec: {
    usage: string;
    does: string;
    examples: readonly string[];
    operation: () => Promise<Operation<I, z.ZodType<DeskRequest>>>;
    flags?: Flags<I>;
    from: readonly RequestStatus[];
  },
): void {
  deskCommand(define, {
    ...spec,
    args: ['request_ids'],
    flags: { request_id: false, ...spec.flags } as Flags<I>,
    run: (called) =>
      moveRequests(called, { from: spec.from, move: (request_id) => called.call({ ...called.input, request_id }) }),
  }).option('--company <text>', 'instead of ids: all waiting requests of this company, by its name or site');
}

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
