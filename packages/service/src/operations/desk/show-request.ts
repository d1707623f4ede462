import { ownerOf, sameSite, siteOf } from '@readymark/auditor/site-owner';
import { z } from 'zod';
import { type DeskListed, deskRequestDetails, requestId } from '../../domain/desk.ts';
import { Fault } from '../../domain/fault.ts';
import { answers } from '../../domain/request/match.ts';
import { allowedMoves, isWaiting } from '../../domain/request/request.ts';
import { ageOf } from '../../domain/request/turnaround.ts';
import { auditsFromJobs, jobsAtSite } from '../../store/auditing/job-lists.ts';
import {
  endedRequestsAt,
  findDeskRequest,
  movesOf,
  type WaitingRequest,
  waitingRequests,
} from '../../store/desk-requests.ts';
import { completedAudits } from '../../store/request-details.ts';
import { shownJob } from '../auditing/shown-job.ts';
import type { Context } from '../context.ts';
import { deskOperation } from '../desk-operation.ts';
import { listedAt } from './requests/listed.ts';

/** Other requests for a site that one reply names, at most: those that wait, and those that have ended. */
const WAITING_MAX = 100;
const ENDED_MAX = 20;
/** Audits of a site that one reply names, at most. */
const JOBS_MAX = 10;

/**
 * One request with its history, other requests for its site and the audits of that site; when asked for, with the audit
 * on the leaderboard there (decision 104). Faults: not_found.
 */
export const showRequest = deskOperation({
  name: 'show_request',
  title: 'Show an audit request',
  summary: 'Shows one audit request with its history.',
  path: 'GET /api/desk/requests/{request_id}',
  guidance:
    'Shows one audit request: what was requested, by which agent, who moved it when, its allowed next statuses, and what else there is for its site.',
  faults: ['not_found'],
  input: z.object({
    request_id: requestId,
    listed: z.boolean().default(false).describe('Whether to add the current audit of its site'),
  }),
  output: deskRequestDetails,
  async handler(ctx, { request_id, listed: with_listed }) {
    const { db } = ctx.store;
    const request = await findDeskRequest(db, request_id);
    if (!request) throw new Fault('not_found', 'There is no request with this id.');
    const status_history = await movesOf(db, request_id);
    const listed = with_listed ? (await listedAt(ctx))(request.website) : undefined;
    const jobs = await jobsAtSite(db, ownerOf(siteOf(request.website)), JOBS_MAX);
    const published = await auditsFromJobs(
      db,
      jobs.map(({ job_id }) => job_id),
    );
    const { audit_id } = request;
    const audit = audit_id === null ? undefined : (await completedAudits(db, [audit_id])).get(audit_id);
    return {
      ...request,
      ...ageOf(request, ctx.now()),
      ...(listed !== undefined && { listed }),
      status_history,
      allowed_moves: [...allowedMoves(request.status)],
      same_site_requests: await othersAtSite(ctx, request, listed),
      audit: audit ? { slug: audit.slug, audit_date: audit.audit_date } : null,
      audit_jobs: jobs.map((job) => ({ ...shownJob(job), audits: published.get(job.job_id) ?? [] })),
    };
  },
});

/** The other requests for the site of one, with whether an audit answers them: those that wait, then ended ones. */
async function othersAtSite(
  ctx: Context,
  { request_id, website, site: host }: { request_id: string; website: string; site: string },
  listed: DeskListed | null | undefined,
) {
  const { db } = ctx.store;
  const site = siteOf(website);
  const waiting: WaitingRequest[] = [];
  for await (const other of waitingRequests(db, [ownerOf(site)])) {
    if (other.request_id === request_id || !sameSite(siteOf(other.website), site)) continue;
    waiting.push(other);
    if (waiting.length >= WAITING_MAX) break;
  }
  const ended = await endedRequestsAt(db, host, ENDED_MAX + 1);
  return [
    ...waiting.map((other) => ({ ...other, status_changed_at: '' })),
    ...ended.filter((other) => other.request_id !== request_id).slice(0, ENDED_MAX),
  ].map((other) => ({
    ...other,
    ...ageOf(other, ctx.now()),
    ...(listed !== undefined && { answered: listed !== null && isWaiting(other.status) && answers(listed, other) }),
  }));
}
