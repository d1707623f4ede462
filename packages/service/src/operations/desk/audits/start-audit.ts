import { isOptedOut } from '@readymark/auditor/collect/opt-out';
import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import { z } from 'zod';
import { auditJob, SITE_REST_MS } from '../../../domain/auditing/job.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { allowedMoves, isWaiting, type RequestStatus, statusField } from '../../../domain/request/request.ts';
import { type JobSummary, queueJob } from '../../../store/auditing/audit-jobs.ts';
import { insertHandDraft } from '../../../store/auditing/drafts.ts';
import { draftByHand } from '../../auditing/drafting.ts';
import { jobAt, shownJob } from '../../auditing/shown-job.ts';
import type { Context } from '../../context.ts';
import { deskOperation } from '../../desk-operation.ts';
import { type AuditSubject, auditSubject, rubricFor } from './draft-subject.ts';

/**
 * Queues an audit by the auditing agent, for a request or for a listed company (decision 93), or makes a draft that a person
 * writes (decision 121). Nothing else starts one. The request is not moved. Faults: not_found, invalid_request, conflict.
 */
export const startAudit = deskOperation({
  name: 'start_audit',
  title: 'Start an audit',
  summary: 'Has the auditing agent look at a site and draft its audit.',
  path: 'POST /api/desk/audit-jobs',
  guidance:
    'Queues a job; a node collects what the site publishes and drafts a record from it. A site is audited once in 24 hours, unless again is true. With by_hand the job has its draft at once, from the last audit of the company, and every criterion is to be touched.',
  status: 201,
  faults: ['not_found', 'conflict'],
  input: z.object({
    subject: z.string().trim().min(1).max(200).describe('Slug of a company, or id of a request'),
    rubric: z
      .string()
      .max(40)
      .optional()
      .describe(
        'Rubric version; by default that of the last audit, else the newest of RUBRICS_PUBLISHABLE. It must have ladders, unless a person writes the draft',
      ),
    again: z
      .boolean()
      .default(false)
      .describe('Whether to audit a site again within 24 hours, or begin a second draft by hand'),
    by_hand: z.boolean().default(false).describe('Whether to visit nothing: a person writes the draft'),
  }),
  output: z.object({
    job: auditJob,
    request: z
      .object({ request_id: z.string(), status: statusField, allowed_moves: z.array(statusField) })
      .nullable()
      .describe('The request, which starting does not move; null for a company by its slug'),
  }),
  async handler(ctx, { subject, rubric: version, again, by_hand }, { operator, change }) {
    const about = await auditSubject(ctx, subject);
    const rubric = rubricFor(ctx, version, about.last, by_hand).version;
    const request = waiting(about);
    const { slug, company, website } = about.company;
    const site = siteOf(website);
    if (!by_hand) refuseVisit(ctx, rubric, site.host);
    const now = ctx.now();
    const job = {
      ...{ job_id: ctx.newId('job'), request_id: request?.request_id ?? null, slug, company, website, rubric },
      site: ownerOf(site),
      operator,
      created_at: now.toISOString(),
    };
    const rested_since = again ? undefined : new Date(now.getTime() - SITE_REST_MS).toISOString();
    const begun = by_hand ? await draftByHand(ctx, job) : undefined;
    return change(async (tx, { record }) => {
      if (begun) {
        const drafted = { ...job, ...begun, draft: JSON.stringify(begun.draft) };
        const earlier = await insertHandDraft(ctx.store, tx, drafted, again);
        if (earlier) throw begunByHand(earlier);
      } else {
        const earlier = await queueJob(ctx.store, tx, job, rested_since);
        if (earlier) throw restingSite(earlier);
      }
      await record(job.job_id, { subject, rubric, again, ...(by_hand && { by_hand }) });
      return { job: shownJob(await jobAt(tx, job.job_id)), request };
    });
  },
  location: ({ job }) => `/api/desk/audit-jobs/${job.job_id}`,
});

/** The request of an audit; null without one. Faults: conflict, when it waits no more. */
function waiting({ request }: AuditSubject) {
  if (!request) return null;
  const { request_id } = request;
  const status = request.status as RequestStatus;
  if (!isWaiting(status)) throw new Fault('conflict', `The request is ${status}: nobody waits for this audit.`);
  return { request_id, status, allowed_moves: [...allowedMoves(status)] };
}

/** Faults: invalid_request for a rubric without ladders; conflict for a site whose owner does not want visits. */
function refuseVisit({ ladders, settings }: Context, rubric: string, host: string): void {
  const by_hand = 'write this audit by hand (--by-hand, by_hand: true)';
  if (!ladders.has(rubric))
    throw invalidFields([{ field: 'rubric', message: `must be one that has ladders; ${by_hand}` }]);
  if (isOptedOut(host, settings.AUDIT_OPT_OUT))
    throw new Fault(
      'conflict',
      `The owner of this site does not want it audited by our agent (AUDIT_OPT_OUT); ${by_hand}.`,
    );
}

const begunByHand = ({ job_id, created_at }: { job_id: string; created_at: string }) =>
  new Fault(
    'conflict',
    `A draft by hand was begun on ${created_at} and is not published: ${job_id}. Use it, or insist with --again (again: true).`,
  );

const restingSite = ({ job_id, status, created_at }: JobSummary) =>
  new Fault(
    'conflict',
    `This site was audited within 24 hours: ${job_id} of ${created_at} is ${status}. Use its draft, or insist with --again (again: true).`,
  );
