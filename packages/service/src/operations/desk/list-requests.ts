import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { queuedRequest, requestId } from '../../domain/desk.ts';
import { invalidFields } from '../../domain/fault.ts';
import { requestCounts, requestCountsOf, requestStatuses, waitingStatuses } from '../../domain/request/request.ts';
import { ageOf } from '../../domain/request/turnaround.ts';
import { jobsInHand } from '../../store/auditing/job-lists.ts';
import { countByStatus, listDeskRequests } from '../../store/desk-requests.ts';
import { findRequest } from '../../store/requests.ts';
import { deskOperation } from '../desk-operation.ts';
import { listedAt } from './requests/listed.ts';

const DAY_MS = 86_400_000;

/**
 * The queue, oldest first, in pages: waiting requests, or those in another status, with their age against the promise and,
 * when asked for, what is listed at their sites (decision 104). Faults: invalid_request.
 */
export const listRequests = deskOperation({
  name: 'list_requests',
  title: 'List audit requests',
  summary: 'Lists the queue, oldest first.',
  path: 'GET /api/desk/requests',
  guidance:
    'Lists audit requests, oldest first: waiting ones, unless a status is given. Shows how many are waiting for the same site, and how long in business days.',
  input: z.object({
    status: z
      .enum(['waiting', 'all', ...requestStatuses])
      .default('waiting')
      .describe('A status, waiting (received, in_review and scheduled) or all'),
    older_than_days: wholeNumber(0, 36_500).optional().describe('Only requests submitted at least this many days ago'),
    company: z.string().trim().min(1).max(200).optional().describe('Part of the company name or of the site'),
    text: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Part of the company name, the website, the notes, the name of the agent or the id'),
    listed: z
      .boolean()
      .default(false)
      .describe('Whether to add the current audit of each site, and the one that is under way or drafted'),
    after: requestId.optional().describe('The last request of the previous page'),
    limit: wholeNumber(1, 500).default(50),
  }),
  output: z.object({
    counts: requestCounts,
    requests: z.array(queuedRequest),
    next: z.string().nullable().describe('Send this as after to get the next page; null on the last page'),
  }),
  async handler(ctx, { status, older_than_days, company, text, listed, after, limit }) {
    const { db } = ctx.store;
    const now = ctx.now();
    const last = after === undefined ? undefined : await findRequest(db, after);
    if (after !== undefined && !last) throw invalidFields([{ field: 'after', message: 'is not a known request' }]);
    const until =
      older_than_days === undefined ? undefined : new Date(now.getTime() - older_than_days * DAY_MS).toISOString();
    const statuses = status === 'all' ? requestStatuses : status === 'waiting' ? waitingStatuses : [status];
    const found = await listDeskRequests(db, { statuses, until, company, text, after: last, limit: limit + 1 });
    const at = listed ? await listedAt(ctx) : undefined;
    const page = found.slice(0, limit);
    const siteOfOwner = ({ website }: { website: string }) => ownerOf(siteOf(website));
    const jobs = listed ? await jobsInHand(db, [...new Set(page.map(siteOfOwner))]) : undefined;
    const requests = page.map((request) => ({
      ...request,
      ...ageOf(request, now),
      ...(at && { listed: at(request.website), audit_job: jobs?.get(siteOfOwner(request)) ?? null }),
    }));
    const next = found.length > limit ? (requests.at(-1)?.request_id ?? null) : null;
    return { counts: requestCountsOf(await countByStatus(db)), requests, next };
  },
});
